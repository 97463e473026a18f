"""Help with a game in a browser: with keys and with fingers, at two widths."""

import re

import pytest
from browser import measure
from playwright.sync_api import Route, expect
from playwright.sync_api import TimeoutError as NotInTimeError

from web.page import choose_boards, enter, open_page, rows, send, set_tiles, settle, type_row


def test_help_with_the_keyboard(watched):
    page = watched.page
    expect(page.get_by_role("table", name="Suggestions")).to_be_visible()
    expect(page.locator("#panel-help").get_by_role("status").first).to_contain_text("Best guess")
    enter(page, "crane", "bbybg")
    assert rows(page) == ["C, gray; R, gray; A, yellow; N, gray; E, green"]
    expect(page.get_by_text("position 5 is e")).to_be_visible()
    # The e that is known is green already; the arrow keys move and turn tiles.
    page.keyboard.type("slate")
    choice = page.get_by_role("group", name=re.compile("Colours of the guess"))
    expect(choice.get_by_role("button", name="E, green")).to_be_visible()
    choice.get_by_role("button", name="A, gray").focus()
    page.keyboard.press("ArrowUp")
    expect(choice.get_by_role("button", name="A, yellow")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(choice.get_by_role("button", name="L, gray")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(choice.get_by_role("button", name="L, gray")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("listitem", name="Row 2: slate")).to_have_count(0)


def test_help_with_a_finger(browser, address):
    for watched in open_page(browser, address, "phone"):
        page = watched.page
        expect(page.get_by_role("table", name="Suggestions")).to_be_visible()
        for letter in "CRANE":
            page.get_by_role("button", name=letter, exact=True).tap()
        choice = page.get_by_role("group", name=re.compile("Colours of the guess"))
        choice.get_by_role("button", name="A, gray").tap()
        for name in ("E, gray", "E, yellow"):
            choice.get_by_role("button", name=name).tap()
        page.get_by_role("button", name="Enter", exact=True).tap()
        expect(page.get_by_role("listitem", name="Row 1: crane")).to_be_visible()
        assert rows(page) == ["C, gray; R, gray; A, yellow; N, gray; E, green"]
        # The keys say what is known of their letters.
        expect(page.get_by_role("button", name="A, yellow")).to_be_visible()
        word = page.get_by_role("table").get_by_role("button").nth(1)
        settle(page)
        name = word.inner_text().split()[0].upper()
        word.tap()
        expect(page.locator(".choice")).to_contain_text(name[0])
        assert "".join(page.locator(".choice .tile > span:first-child").all_inner_texts()) == name


def test_a_contradiction_and_the_ways_out(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    enter(page, "crane", "bbbbb")
    enter(page, "slate", "yyyyy")
    warning = page.get_by_role("region", name="These colours contradict each other")
    expect(warning).to_contain_text("entry 2 (slate yyyyy)")
    warning.get_by_role("button", name="A tile may be mistyped").click()
    expect(page.get_by_role("heading", name="Probably mistyped")).to_be_visible()
    page.get_by_role("button", name="Turn off").click()
    warning.get_by_role("button", name="Correct it").first.click()
    expect(warning).to_have_count(0)
    expect(page.get_by_role("table")).to_be_visible()


def test_a_word_outside_the_answers_is_found_by_widening(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    for guess, tiles in (("crane", "gbybb"), ("slate", "bbyyb")):
        enter(page, guess, tiles)
    page.get_by_role("button", name=re.compile("Allow all .* caput")).click()
    expect(page.get_by_role("status").first).to_contain_text("CAPUT")
    expect(page.get_by_text("Every word of the guess list may be the answer")).to_be_visible()


def test_what_is_refused_stays_as_it_was_typed(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    send(page, "zzzzz")
    expect(page.get_by_role("alert").first).to_have_text("All gray? Press Enter again, or set the colours.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("zzzzz")
    assert "".join(page.locator(".choice .tile > span:first-child").all_inner_texts()) == "ZZZZZ"
    page.get_by_label("What about another word?").fill("slate")
    page.get_by_role("button", name="Rate").click()
    expect(page.get_by_text(re.compile("SLATE: .* bits"))).to_be_visible()
    # What is typed and said there stays in another language.
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_text(re.compile("SLATE: .* bits, quedarán"))).to_be_visible()
    expect(page.get_by_label("¿Y otra palabra?")).to_have_value("slate")
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile("may well have the letter . \\([0-9]+%\\)"))).to_be_visible()


def test_several_boards(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    page.locator("#panel-help").get_by_text("Game settings").click()
    choose_boards(page, 4)
    send(page, "crane" + "22222" + "00102" + "00000" + "01000")
    expect(page.get_by_role("listitem", name="Row 1: crane")).to_have_count(4)
    # The first board is solved and asks for nothing more.
    expect(page.locator(".choice")).to_have_count(3)


def test_green_tiles_that_may_be_wrong_are_asked_about(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    set_tiles(page, "noise_5")
    enter(page, "crane", "bbybg")
    status = page.locator("#panel-help").get_by_role("status").first
    send(page, "abide22222")
    expect(status).to_contain_text(
        re.compile(r"the word is ABIDE with a chance of >?[0-9]+%\..*Was that it\? If the game goes on")
    )
    expect(page.get_by_role("heading", name=re.compile("If the game goes on: Words that hold"))).to_be_visible()
    expect(page.get_by_role("heading", name="If the game goes on: Probably wrong")).to_be_visible()
    expect(page.locator("summary")).to_contain_text("English · Normal · 1 in 20 wrong")
    page.get_by_role("button", name="High contrast").click()
    expect(status).to_contain_text("All orange, but tiles may be wrong")
    page.get_by_role("button", name="Español").click()
    expect(status).to_contain_text("Todo naranja, pero")
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="High contrast").click()
    expect(status).to_contain_text("All green, but")
    page.get_by_role("button", name="That was it").click()
    expect(status).to_have_text("Solved! The word is ABIDE.")
    page.reload()
    expect(status).to_have_text("Solved! The word is ABIDE.")
    page.get_by_role("button", name="Undo").click()
    expect(status).to_contain_text("Was that it?")
    enter(page, "slate", "bbybg")
    expect(status).to_contain_text("Best guess")


def test_a_green_board_among_others_is_over_unless_it_is_coloured(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    set_tiles(page, "noise_5")
    choose_boards(page, 2)
    send(page, "abide" + "22222" + "00000")
    first = page.get_by_role("region", name="Board 1")
    expect(first).to_contain_text(re.compile("the word is ABIDE with .* If it goes on, set its colours"))
    status = page.locator("#panel-help").get_by_role("status").first
    expect(status).to_contain_text(re.compile(r"Words that hold 99% of the belief: ABIDE >?\d+% · \d+"))
    expect(page.locator("summary")).to_contain_text("English · Normal · 1 in 20 wrong · 2 boards")
    # One board alone is open, and counted.
    expect(page.locator(".why").first).to_contain_text(re.compile(r"tells [\d.]+ bits: "))
    send(page, "slate" + "00000")
    expect(page.get_by_role("listitem", name="Row 2: slate")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(first).to_contain_text("If it goes on")
    page.keyboard.type("slate")
    first.get_by_role("button", name="S, gray").click()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem", name="Row 2: slate")).to_have_count(2)


def test_captions_leave_boards_where_they_are(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    set_tiles(page, "noise_5")
    choose_boards(page, 4)
    send(page, "abide" + "22222" + "00000" + "00000" + "22222")
    expect(page.get_by_role("listitem", name="Row 1: abide")).to_have_count(4)
    expect(page.get_by_text("If it goes on, set its colours")).to_have_count(2)
    lefts = measure(
        page,
        ".board",
        "boards => boards.map(board => [...board.querySelectorAll('h3, .row:not(.choice), p')]"
        ".map(part => part.getBoundingClientRect().left))",
    )
    assert [len(left) for left in lefts] == [3, 2, 2, 3]
    assert [len({round(x) for x in left}) for left in lefts] == [1, 1, 1, 1]
    assert (round(lefts[0][0]), round(lefts[1][0])) == (round(lefts[2][0]), round(lefts[3][0]))


def test_an_answer_that_takes_a_while_is_waited_for(desktop):
    page = desktop.page
    held: list[Route] = []
    status = page.locator("#panel-help").get_by_role("status").first

    def hold(route: Route) -> None:
        held.append(route)

    def release() -> None:
        expect(status).to_have_text("Thinking…")
        held.pop().continue_()

    expect(page.get_by_role("table")).to_be_visible()
    page.route("**/api/assist", hold)
    type_row(page, "crane", "gbybb")
    # The suggestions of before are not to be taken, by keys no more than by hand.
    stale = page.get_by_role("table").get_by_role("button").first
    expect(page.locator(".right")).to_have_attribute("aria-busy", "true")
    stale.press("Enter")
    expect(page.locator(".choice")).to_have_count(0)
    with pytest.raises(NotInTimeError):
        stale.click(timeout=200)
    release()
    expect(status).to_contain_text("One word is left")
    settle(page)
    type_row(page, "slate", "bbyyb")
    release()
    page.get_by_role("button", name=re.compile("Allow all .* caput")).click()
    release()
    expect(status).to_contain_text("CAPUT")
