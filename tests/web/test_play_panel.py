"""Games and their reviews in a browser, at two widths."""

import re
from pathlib import Path

from browser import watch_page
from playwright.sync_api import Locator, Page, expect
from ports import find_ports

from web.page import choose, enter, go, rows, send
from web.served import serving


def begin(page: Page, start: str, word: str) -> Locator:
    """Start a game by the button of that name, and guess a word."""
    panel = go(page, "play")
    panel.get_by_role("button", name=start).click()
    expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")
    send(page, word)
    expect(panel.get_by_role("listitem", name=f"Row 1: {word}")).to_be_visible()
    return panel


def test_a_game_for_a_friend_from_the_link_to_the_review(watched):
    page = watched.page
    panel = go(page, "play")
    panel.get_by_label("Word, or one for each board").fill("abide")
    panel.get_by_role("button", name="Make the link").click()
    link = panel.locator(".link").inner_text()
    assert "abide" not in link
    page.goto(link)
    expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")
    send(page, "zzzzz")
    expect(panel.get_by_role("alert")).to_contain_text("zzzzz")
    for _ in range(5):
        page.keyboard.press("Backspace")
    for guess in ("speed", "abide"):
        send(page, guess)
        expect(panel.get_by_role("listitem", name=re.compile(guess))).to_be_visible()
    assert rows(page)[0] == "S, gray; P, gray; E, yellow; E, gray; D, yellow"
    expect(panel.get_by_role("status")).to_contain_text("Found in 2!")
    assert panel.locator(".share").inner_text().endswith("2/6\n\n⬛⬛🟨⬛🟨\n🟩🟩🟩🟩🟩")
    page.get_by_role("button", name="High contrast").click()
    expect(panel.locator(".share")).to_contain_text("🟧🟧🟧🟧🟧")
    expect(panel.get_by_role("img", name="D, blue")).to_be_visible()
    page.get_by_role("button", name="High contrast").click()
    panel.get_by_role("button", name="Review this game").click()
    review = page.locator("#panel-review")
    expect(review.get_by_role("listitem", name="Row 2: abide")).to_be_visible()
    expect(review.get_by_text("99 is the best guess every time")).to_be_visible()


def test_a_daily_game_survives_a_reload_and_can_be_given_up(desktop):
    page = desktop.page
    panel = begin(page, "Today's word", "crane")
    shown = rows(page)
    page.reload()
    expect(panel.get_by_role("listitem", name="Row 1: crane")).to_be_visible()
    assert rows(page) == shown
    panel.get_by_role("button", name="Give up").click()
    panel.get_by_role("button", name="Sure?").click()
    expect(panel.get_by_role("heading", name=re.compile("The word was [A-Z]{5}"))).to_be_visible()


def test_adversary_lies_and_several_boards_are_played(desktop):
    page = desktop.page
    panel = go(page, "play")
    panel.get_by_role("button", name="Adversary").click()
    expect(panel.get_by_text(re.compile("words are still possible"))).to_be_visible()
    panel.get_by_role("button", name="New game").click()
    choose(panel, "Tiles", "lie")
    choose(panel, "Boards", "2")
    panel.get_by_role("button", name="Random word").click()
    expect(panel.get_by_text("Exactly one tile of every row is wrong.")).to_be_visible()
    send(page, "crane")
    expect(panel.get_by_role("listitem", name="Row 1: crane")).to_have_count(2)


def test_a_game_is_reviewed_from_text_and_from_squares(watched):
    page = watched.page
    panel = go(page, "review")
    panel.get_by_role("button", name="Review").click()
    expect(panel.get_by_role("alert")).to_have_text("Enter the guesses of a game, one a line, or paste its squares.")
    panel.get_by_label("Guesses").fill("crane bbybg\nslate bbybg")
    panel.get_by_role("button", name="Review").click()
    expect(panel.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
    expect(panel.get_by_text(re.compile("Not found: .*abide"))).to_be_visible()
    panel.get_by_label("Guesses").fill("Wordle 1,234 2/6\n\n⬛⬛🟨⬛🟨\n🟩🟩🟩🟩🟩")
    panel.get_by_label("Answer").fill("abide")
    panel.get_by_role("button", name="Review").click()
    expect(panel.get_by_text("ABIDE fits.")).to_be_visible()
    panel.get_by_label("Answer").fill("zzzzz")
    panel.get_by_role("button", name="Review").click()
    expect(panel.get_by_role("alert")).to_contain_text("zzzzz")


def test_a_restart_of_the_server_loses_nothing(browser, lists, tmp_path: Path):
    with watch_page(browser, "desktop") as watched:
        page = watched.page
        (port,) = find_ports(1)
        with serving(tmp_path / "first", lists["english"], shipped="", port=port) as address:
            page.goto(address)
            expect(page.get_by_role("table")).to_be_visible()
            enter(page, "crane", "bbybg")
            panel = begin(page, "Random word", "speed")
            shown = rows(page)
        send(page, "slate")
        expect(panel.get_by_role("alert")).to_have_text("the server does not answer")
        with serving(tmp_path / "second", lists["english"], shipped="", port=port):
            page.keyboard.press("Enter")
            expect(panel.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
            assert rows(page)[: len(shown)] == shown
            page.reload()
            expect(panel.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
            go(page, "help")
            expect(page.locator("#panel-help").get_by_role("listitem", name="Row 1: crane")).to_be_visible()
