"""The page as people use it: what tests type, tap and read in it."""

import re
from collections.abc import Iterator

from browser import Watched, overflow, watch_page
from playwright.sync_api import Browser, Locator, Page, expect

TABS = ("help", "play", "review")


def open_page(browser: Browser, address: str, width: str) -> Iterator[Watched]:
    with watch_page(browser, width) as watched:
        watched.page.set_default_timeout(30_000)
        expect.set_options(timeout=30_000)
        watched.page.goto(address)
        yield watched
        assert overflow(watched.page) == 0
        # The browser itself reports what the server refuses; the page tells it as well.
        assert [error for error in watched.errors if "status of 422" not in error] == []
        assert {url for url in watched.fetched if not url.startswith(address)} == set()


def go(page: Page, tab: str) -> Locator:
    page.locator(f"#tab-{tab}").click()
    expect(page.locator(f"#panel-{tab}")).to_be_visible()
    return page.locator(f"#panel-{tab}")


def choose(panel: Locator, label: str, option: str) -> None:
    control = panel.get_by_label(label, exact=True)
    control.select_option(option)
    control.blur()


def choose_boards(page: Page, number: int) -> None:
    """Ask for help with so many boards."""
    choose(page.locator("#panel-help"), "Boards", str(number))
    expect(page.locator(".choice")).to_have_count(number)


def set_tiles(page: Page, option: str) -> None:
    """Choose what may happen to tiles in the help."""
    page.locator("#panel-help").get_by_text("Game settings").click()
    choose(page.locator("#panel-help"), "Tiles", option)
    expect(page.get_by_role("table")).to_be_visible()


def send(page: Page, text: str) -> None:
    """Type a guess, in the help with its tiles, and press Enter."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def type_row(page: Page, word: str, tiles: str) -> None:
    """Type a guess and its tiles, and wait until it stands on the board; its answer may be outstanding."""
    send(page, word + tiles.translate(str.maketrans("byg", "012")))
    expect(page.get_by_role("listitem", name=re.compile(word)).first).to_be_visible()


def enter(page: Page, word: str, tiles: str) -> None:
    """Do the same, and wait for the answer."""
    type_row(page, word, tiles)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the help shows what the server said last."""
    expect(page.locator(".right")).to_have_attribute("aria-busy", "false")


def rows(page: Page) -> list[str]:
    """What a screen reader says of the tiles of each row."""
    names = [
        [tile.get_attribute("aria-label") for tile in row.get_by_role("img").all()]
        for row in page.locator("main").get_by_role("listitem", name=re.compile("^(Row|Fila)")).all()
    ]
    return ["; ".join(map(str, row)) for row in names]
