"""The report in a browser: it can be read at any width, and its tables can be sorted and filtered."""

from pathlib import Path

import pytest
from browser import WIDTHS, overflow, watch_page
from command_line import play_well, use_small_english
from playwright.sync_api import Browser, Page

from wordle_jax.report.document import Figure, Section, Table
from wordle_jax.report.page import to_html
from wordle_jax.report.write import write_report

WIDE = Table(
    "A wide table",
    ("word", "guesses", "verdict", *(f"another column {i}" for i in range(12))),
    [
        ("b", "1,234.5 (1 to 2)", "holds", *["long text in it"] * 12),
        ("a", "none", "near", *["x"] * 12),
        ("é", "-3", "holds", *["x"] * 12),
        ("c", "20%", "holds", *["x"] * 12),
    ],
    filter_by="verdict",
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 300"><rect width="460" height="300"/></svg>'


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(to_html(Section("Wide", [WIDE, Figure("A figure", SVG)])), encoding="utf-8")
    return path.as_uri()


def shown_words(page: Page) -> list[str]:
    return [cell.inner_text() for cell in page.locator("tbody tr:visible th").all()]


def test_rows_are_sorted_by_numbers_and_chosen_by_a_column(browser: Browser, wide: str) -> None:
    with watch_page(browser, "desktop") as watched:
        page = watched.page
        page.goto(wide)
        assert shown_words(page) == ["b", "a", "é", "c"]
        heads = page.locator("thead button")
        heads.nth(1).click()
        assert shown_words(page) == ["é", "c", "b", "a"]  # no number comes last
        assert page.locator("thead th").nth(1).get_attribute("aria-sort") == "ascending"
        heads.nth(1).press("Enter")
        assert shown_words(page) == ["b", "c", "é", "a"]
        heads.nth(0).click()
        assert shown_words(page) == ["a", "b", "c", "é"]
        page.get_by_label("Show by verdict").select_option("near")
        assert shown_words(page) == ["a"]
        assert watched.errors == []


@pytest.mark.parametrize("width", WIDTHS)
def test_only_frames_scroll_sideways(browser: Browser, wide: str, width: str) -> None:
    with watch_page(browser, width) as watched:
        watched.page.goto(wide)
        assert overflow(watched.page) == 0
        inner, outer = watched.page.evaluate(
            "(() => { const f = document.querySelector('.frame'); return [f.scrollWidth, f.clientWidth]; })()"
        )
        assert inner > outer
        figure = watched.page.locator("figure svg").bounding_box()
        assert figure is not None
        assert figure["width"] >= 460  # or its letters would be too small to read


@pytest.mark.parametrize("width", WIDTHS)
def test_the_report_of_a_run_needs_nothing_else(browser: Browser, tmp_path: Path, english, width: str) -> None:
    folder = play_well(tmp_path / "run", *use_small_english(tmp_path, english), "games.sample=30").directory
    page_path = next(path for path in write_report(folder, None) if path.suffix == ".html")
    with watch_page(browser, width) as watched:
        watched.page.goto(page_path.as_uri())
        assert watched.page.get_by_role("heading", level=1).is_visible()
        assert watched.page.get_by_role("img").first.is_visible()
        assert overflow(watched.page) == 0
        assert watched.errors == []
        assert watched.fetched == [page_path.as_uri()]
