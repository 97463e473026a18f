"""Whether the page can be read: by ear, in every theme, with long words and narrow windows."""

from collections.abc import Iterator

import pytest
from browser import WIDTHS, measure, overflow
from playwright.sync_api import Page, expect

from web.page import TABS, choose, choose_boards, enter, go, open_page, rows, send
from web.served import LONG, serving, write_long_list


@pytest.fixture(scope="module")
def long_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    long = write_long_list(tmp_path_factory.mktemp("long"))
    with serving(tmp_path_factory.mktemp("run") / "out", long, shipped="") as address:
        yield address


@pytest.mark.parametrize("width", WIDTHS)
def test_long_words_fit_and_small_capitals_stay_small(browser, long_address, width):
    for watched in open_page(browser, long_address, width):
        page = watched.page
        expect(page.get_by_role("table")).to_be_visible()

        def fits(page: Page = page) -> None:
            assert overflow(page) == 0
            right = "getBoundingClientRect().right"
            beyond = measure(page, ".card .tile", f"tiles => tiles.map(t => t.{right} - t.closest('.card').{right})")
            assert max(beyond) < 0

        expect(page.locator("#panel-help").get_by_role("table")).to_contain_text("GROßTEIL")
        expect(page.get_by_role("button", name="ß", exact=True)).to_be_visible()
        enter(page, "football", "bbbbgbbb")
        fits()
        assert page.locator("#panel-help .draft, #panel-help .row").first.locator(".tile").count() == len(LONG[0])
        page.get_by_role("button", name="Undo", exact=True).click()
        status = page.locator("#panel-help").get_by_role("status").first
        expect(status).to_contain_text("Best guess: GROßTEIL")
        page.evaluate(
            "'großteil'.split('').forEach(key =>"
            " document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"
        )
        send(page, "22222222")
        expect(status).to_have_text("Solved! The word is GROßTEIL.")
        assert "G, green; R, green; O, green; ß, green" in rows(page)[0]
        page.get_by_role("button", name="Start over").click()
        page.locator("#panel-help").get_by_text("Game settings").click()
        choose_boards(page, 4)
        fits()
        for boards in ("1", "4"):
            panel = go(page, "play")
            choose(panel, "Boards", boards)
            panel.get_by_role("button", name="Random word").click()
            expect(panel.locator(".draft")).to_have_count(int(boards))
            fits()
            panel.get_by_role("button", name="New game").click()
        panel = go(page, "review")
        panel.get_by_label("Guesses").fill("football\ngroßteil")
        panel.get_by_label("Answer").fill("großteil")
        panel.get_by_role("button", name="Review").click()
        # On a fresh machine the first review compiles.
        expect(panel.locator(".caps").last).to_have_text("GROßTEIL", timeout=60_000)
        fits()


def test_choices_are_not_cut_off(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    page.locator("#panel-help summary").click()
    for language in ("Español", "English"):
        page.get_by_role("button", name=language).click()
        for tab in TABS:
            go(page, tab)
            cut = measure(
                page,
                "select",
                """selects => selects.filter(select => {
                    const width = select.offsetWidth;
                    select.style.width = "max-content";
                    const needed = select.offsetWidth;
                    select.style.width = "";
                    return needed > width;
                }).map(select => select.dataset.key)""",
            )
            assert cut == [], language


def test_everything_has_a_name_and_a_place_in_the_order(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    for tab in TABS:
        go(page, tab)
        nameless = measure(
            page,
            "button, select, input, textarea",
            "all => all.filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)",
        )
        assert nameless == []
    assert page.get_by_role("heading", level=1).count() == 1
    page.locator("#tab-help").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Play")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Play")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#panel-play') !== null")
    expect(page.locator("#panel-help .said").first).to_have_attribute("aria-live", "assertive")


def test_colours_can_be_read_in_every_theme(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    enter(page, "crane", "bbybg")
    ratios = """elements => elements.map(element => {
        const light = color => color.match(/[\\d.]+/g).slice(0, 3).map(Number)
            .map(v => (color.startsWith("color(srgb") ? v : v / 255))
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const style = getComputedStyle(element), two = [light(style.color), light(style.backgroundColor)];
        return (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
    })"""
    page.emulate_media(reduced_motion="reduce")
    for _ in range(2):
        for theme in ("auto", "light", "dark"):
            expect(page.get_by_role("button", name=f"Theme: {theme}")).to_be_visible()
            assert min(measure(page, "#panel-help .tile", ratios)) >= 4.5
            page.locator("#theme").click()
        page.locator("#palette").click()
    enter(page, "slate", "bbbbb")
    panel = go(page, "play")
    panel.get_by_role("button", name="Random word").click()
    panel.get_by_role("button", name="Give up").click()
    panel.get_by_role("button", name="Sure?").click()
    expect(panel.get_by_role("button", name="Copy the squares")).to_be_visible()
    for tab, key in (("help", "undo"), ("play", "copy-share"), ("play", "new"), ("review", "review")):
        found = go(page, tab).locator(f"[data-key={key}]")
        for theme in ("auto", "light", "dark"):
            expect(page.get_by_role("button", name=f"Theme: {theme}")).to_be_visible()
            for reach in (found.hover, found.focus):
                reach()
                assert min(measure(page, f"[data-key={key}]", ratios)) >= 4.5, (key, theme)
                expect(found).to_have_css("filter", "none")
            page.locator("#theme").click()


def test_redrawing_takes_nothing_from_under_anybody_s_hands(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    redraw = "document.querySelector('#theme').click()"
    # Details are open at once, and their event follows.
    page.evaluate(f"document.querySelector('#panel-help summary').click(); {redraw}")
    expect(page.locator("#panel-help").get_by_label("Boards")).to_be_visible()
    page.get_by_role("button", name="Q", exact=True).hover()
    page.mouse.down()
    page.evaluate(redraw)
    page.mouse.up()
    expect(page.locator("#panel-help .draft .tile").first).to_have_text("Q")
    rate = page.get_by_label("What about another word?")
    rate.press_sequentially("sl")
    page.evaluate(redraw)
    page.keyboard.type("ate")
    expect(rate).to_have_value("slate")
    panel = go(page, "play")
    words = panel.get_by_label("Word, or one for each board")
    words.fill("abide")
    choose(panel, "Boards", "2")
    expect(words).to_have_value("abide")
    expect(panel.get_by_label("Boards", exact=True)).to_have_value("2")
