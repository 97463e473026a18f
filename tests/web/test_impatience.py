"""A page whose server is slow, and people who press twice, press on, or go elsewhere meanwhile."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from web.page import choose_boards, enter, go, rows, send, set_tiles, settle

# What a panel shows; whether details are open, and what was chosen first, is not for the page to draw.
SHOWN = """panel => [panel.innerHTML.replaceAll(/ (open|selected|style)=""/g, ""),
                     [...panel.querySelectorAll("input, select, textarea")].map(field => field.value)]"""

# Hundredths of a second.
_PATIENCE = 3000


@contextmanager
def held(page: Page, path: str, number: int = 1) -> Iterator[None]:
    """Hold what is asked while the block runs, which is so much; then let the answers come, the last one first."""
    routes: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held:
            routes.append(route)
        else:
            route.continue_()

    page.route(f"**/api/{path}", hold)
    yield
    for _ in range(_PATIENCE):
        if len(routes) < number:
            page.wait_for_timeout(10)
    page.evaluate("new Promise(requestAnimationFrame)")
    assert len(routes) == number
    is_held = False
    for route in reversed(routes):
        with page.expect_response(f"**/api/{path}"):
            route.continue_()
    page.unroute(f"**/api/{path}")


def begin(page: Page, words: str) -> None:
    """Open a game of a friend."""
    panel = go(page, "play")
    panel.get_by_label("Word, or one for each board").fill(words)
    panel.get_by_role("button", name="Make the link").click()
    page.goto(panel.locator(".link").inner_text())
    expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")


def hold_down_enter(page: Page) -> None:
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")


def test_a_guess_is_sent_once(desktop):
    page = desktop.page
    begin(page, "abide")
    status = page.locator("#panel-play").get_by_role("status")
    with held(page, "play"):
        send(page, "crane")
        send(page, "x")
        expect(page.locator("#panel-play .draft")).to_have_text("CRANE")
    expect(status).to_contain_text("Guess 2 of 6")
    # Neither a refused guess nor one that was given up on is in the way of what follows.
    with held(page, "play", 2):
        send(page, "zzzzz")
        for name in ("Give up", "Sure?"):
            page.get_by_role("button", name=name).click()
    expect(page.locator("#panel-play").get_by_role("alert")).to_contain_text("zzzzz")
    for _ in range(5):
        page.keyboard.press("Backspace")
    send(page, "abide")
    expect(status).to_contain_text("Found in 2!")


def test_a_game_that_is_left_does_not_come_back(desktop):
    page = desktop.page
    begin(page, "abide")
    panel = page.locator("#panel-play")
    with held(page, "play"):
        send(page, "crane")
        panel.get_by_role("button", name="New game").click()
    expect(panel.get_by_role("button", name="Today's word")).to_be_visible()
    with held(page, "new_game", 2):
        panel.get_by_role("button", name="Random word").click()
        panel.get_by_role("button", name="Today's word").click()
    expect(panel.get_by_role("heading", name="Word of")).to_be_visible()


def test_squares_have_the_colours_that_were_chosen_meanwhile(desktop):
    page = desktop.page
    begin(page, "abide")
    with held(page, "play", 2):
        send(page, "abide")
        page.get_by_role("button", name="High contrast").click()
    expect(page.locator(".share")).to_contain_text("🟧🟧🟧🟧🟧")


def test_enter_that_is_held_and_a_double_click_press_once(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    page.keyboard.type("crane")
    hold_down_enter(page)
    expect(page.get_by_role("alert").first).to_have_text("All gray? Press Enter again, or set the colours.")
    begin(page, "abide")
    page.get_by_role("button", name="Give up").focus()
    hold_down_enter(page)
    expect(page.get_by_role("button", name="Sure?")).to_be_focused()
    page.reload()
    page.get_by_role("button", name="Give up").dblclick()
    expect(page.get_by_role("button", name="Sure?")).to_be_visible()


@pytest.mark.parametrize("code", ["%", "abc", "%41%"])
def test_a_damaged_link_is_told(desktop, address, code):
    page = desktop.page
    refusal = re.compile("^'.*' is no code of a game")
    panel = go(page, "play")
    panel.get_by_label("Code or link of a game").fill(code)
    panel.get_by_role("button", name="Play it").click()
    expect(panel.get_by_role("alert")).to_have_text(refusal)
    page.goto(f"{address}#play/{code}")
    page.reload()
    expect(panel.get_by_role("alert")).to_have_text(refusal)
    page.get_by_role("button", name="Español").click()
    expect(panel.get_by_role("alert")).to_have_text(re.compile("^'.*' no es el código de una partida"))


def test_the_next_guess_waits_for_the_answer(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    with held(page, "assist"):
        send(page, "crane" + "00102")
        send(page, "slate" + "00102")
        assert len(rows(page)) == 1
    expect(page.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("listitem", name="Row 2: slate")).to_have_count(0)
    settle(page)
    # What is refused takes nothing else with it.
    with held(page, "assist"):
        send(page, "slate" + "00102")
        send(page, "zzzzz" + "00000")
    expect(page.get_by_role("alert").first).to_contain_text("zzzzz")
    assert len(rows(page)) == 2


def test_tiles_are_for_the_boards_that_were_open(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    page.locator("#panel-help").get_by_text("Game settings").click()
    choose_boards(page, 2)
    with held(page, "assist"):
        send(page, "crane" + "22222" + "00000")
        send(page, "zzzzz" + "00000")
    expect(page.locator(".choice")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("zzzzz")
    assert len(rows(page)) == 2


def test_what_is_confirmed_is_what_is_shown(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    set_tiles(page, "noise_5")
    enter(page, "abide", "ggggg")
    with held(page, "assist"):
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="That was it").click()
    expect(page.locator("#panel-help").get_by_role("status").first).to_contain_text("Best guess")


def test_the_last_word_is_rated(desktop):
    page = desktop.page
    with held(page, "rate", 2):
        for word in ("slate", "crane"):
            page.get_by_label("What about another word?").fill(word)
            page.get_by_role("button", name="Rate").click()
    expect(page.locator(".rated")).to_contain_text("CRANE: ")


def test_a_server_that_is_gone_is_told(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    page.route("**/api/*", lambda route: route.abort())
    told = page.get_by_text("the server does not answer")
    for name in ("Show all", "Hint"):
        page.get_by_role("button", name=name).click()
        expect(told).to_be_visible()
        page.keyboard.press("Backspace")
        expect(told).to_have_count(0)
    desktop.errors[:] = [error for error in desktop.errors if "ERR_FAILED" not in error]


def test_a_review_takes_no_focus_from_who_types_on(desktop):
    page = desktop.page
    panel = go(page, "review")
    panel.get_by_label("Guesses").fill("crane bbybg")
    with held(page, "review"):
        panel.get_by_role("button", name="Review").click()
        panel.get_by_label("Answer").click()
    expect(panel.locator(".result")).to_be_visible()
    expect(panel.get_by_label("Answer")).to_be_focused()
    panel.get_by_role("button", name="Review").click()
    expect(panel.locator(".result")).to_be_focused()


def test_what_is_brought_up_to_date_is_like_what_is_drawn_anew(desktop):
    page = desktop.page

    def check(name: str) -> None:
        panel = page.locator(f"#panel-{name}")
        before = panel.evaluate(SHOWN)
        # All but the live regions, which stay.
        panel.evaluate(
            "panel => panel.querySelectorAll('.left, .right, .content:not(:has(.left)), form')"
            ".forEach(part => part.replaceChildren())"
        )
        scheme = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        page.emulate_media(color_scheme="light" if scheme else "dark")
        expect(panel.locator("button").first).to_be_attached()
        assert panel.evaluate(SHOWN) == before

    expect(page.get_by_role("table")).to_be_visible()
    enter(page, "crane", "bbbbb")
    enter(page, "slate", "yyyyy")
    check("help")
    page.get_by_role("button", name="A tile may be mistyped").click()
    expect(page.get_by_role("heading", name="Probably mistyped")).to_be_visible()
    check("help")
    set_tiles(page, "lie")
    choose_boards(page, 2)
    check("help")
    begin(page, "abide")
    send(page, "zzzzz")
    expect(page.locator("#panel-play").get_by_role("alert")).to_contain_text("zzzzz")
    page.keyboard.press("1")
    check("play")
    for _ in range(5):
        page.keyboard.press("Backspace")
    send(page, "abide")
    expect(page.locator("#panel-play").get_by_role("status")).to_contain_text("Found")
    check("play")
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".result")).to_be_visible()
    check("review")
