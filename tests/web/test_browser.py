"""The page in a browser, as people use it: with keys, with fingers, by ear, at two widths."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import WIDTHS, Watched, overflow, watch_page
from playwright.sync_api import Browser, Locator, Page, Route, expect

from web.served import LONG, serving, write_lists, write_long_list

TABS = ("help", "play", "review")


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory, english):
    return write_lists(tmp_path_factory.mktemp("lists"), english)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, lists) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("run") / "out", lists["english"]) as (address, _):
        yield address


@pytest.fixture(params=WIDTHS)
def watched(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Watched]:
    """The page at both widths; at the end nothing has failed, and nothing was fetched from elsewhere."""
    yield from open_page(browser, address, request.param)


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Watched]:
    """The page at one width, for what does not depend on it."""
    yield from open_page(browser, address, "desktop")


def open_page(browser: Browser, address: str, width: str) -> Iterator[Watched]:
    with watch_page(browser, width) as watched:
        watched.page.set_default_timeout(8_000)
        expect.set_options(timeout=8_000)
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


def enter(page: Page, word: str, tiles: str) -> None:
    """Type a guess and its tiles, and wait until it stands on the board."""
    page.keyboard.type(word + tiles.translate(str.maketrans("byg", "012")))
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem", name=re.compile(word)).first).to_be_visible()


def rows(page: Page) -> list[str]:
    """What a screen reader says of the tiles of each row."""
    names = [
        [tile.get_attribute("aria-label") for tile in row.get_by_role("img").all()]
        for row in page.locator("main").get_by_role("listitem", name=re.compile("^(Row|Fila)")).all()
    ]
    return ["; ".join(map(str, row)) for row in names]


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
    page.keyboard.type("zzzzz")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_have_text("All gray? Press Enter again, or set the colours.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("zzzzz")
    assert "".join(page.locator(".choice .tile > span:first-child").all_inner_texts()) == "ZZZZZ"
    page.get_by_label("What about another word?").fill("slate")
    page.get_by_role("button", name="Rate").click()
    expect(page.get_by_text(re.compile("SLATE: .* bits"))).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile("may well have the letter . \\([0-9]+%\\)"))).to_be_visible()


def test_several_boards(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    page.locator("#panel-help").get_by_text("Game settings").click()
    choose_boards(page, 4)
    page.keyboard.type("crane" + "22222" + "00102" + "00000" + "01000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem", name="Row 1: crane")).to_have_count(4)
    # The first board is solved and asks for nothing more.
    expect(page.locator(".choice")).to_have_count(3)


def set_tiles(page: Page, option: str) -> None:
    """Choose what may happen to tiles in the help."""
    page.locator("#panel-help").get_by_text("Game settings").click()
    choose(page.locator("#panel-help"), "Tiles", option)
    expect(page.get_by_role("table")).to_be_visible()


def test_green_tiles_that_may_be_wrong_are_asked_about(watched):
    page = watched.page
    expect(page.get_by_role("table")).to_be_visible()
    set_tiles(page, "noise_5")
    enter(page, "crane", "bbybg")
    status = page.locator("#panel-help").get_by_role("status").first
    page.keyboard.type("abide22222")
    page.keyboard.press("Enter")
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


def choose_boards(page: Page, number: int) -> None:
    """Ask for help with so many boards."""
    choose(page.locator("#panel-help"), "Boards", str(number))
    expect(page.locator(".choice")).to_have_count(number)


def test_a_green_board_among_others_is_over_unless_it_is_coloured(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    set_tiles(page, "noise_5")
    choose_boards(page, 2)
    page.keyboard.type("abide" + "22222" + "00000")
    page.keyboard.press("Enter")
    first = page.get_by_role("region", name="Board 1")
    expect(first).to_contain_text(re.compile("the word is ABIDE with .* If it goes on, set its colours"))
    status = page.locator("#panel-help").get_by_role("status").first
    expect(status).to_contain_text(re.compile(r"Words that hold 99% of the belief: ABIDE >?\d+% · \d+"))
    expect(page.locator("summary")).to_contain_text("English · Normal · 1 in 20 wrong · 2 boards")
    # One board alone is open, and counted.
    expect(page.locator(".why").first).to_contain_text(re.compile(r"tells [\d.]+ bits: "))
    page.keyboard.type("slate" + "00000")
    page.keyboard.press("Enter")
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
    page.keyboard.type("abide" + "22222" + "00000" + "00000" + "22222")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem", name="Row 1: abide")).to_have_count(4)
    expect(page.get_by_text("If it goes on, set its colours")).to_have_count(2)
    lefts = page.locator(".board").evaluate_all(
        "boards => boards.map(board => [...board.querySelectorAll('h3, .row:not(.choice), p')]"
        ".map(part => part.getBoundingClientRect().left))"
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
    enter(page, "crane", "gbybb")
    release()
    expect(status).to_contain_text("One word is left")
    enter(page, "slate", "bbyyb")
    release()
    page.get_by_role("button", name=re.compile("Allow all .* caput")).click()
    release()
    expect(status).to_contain_text("CAPUT")


def open_with(
    browser: Browser, address: str, locale: str, named: str | None, kept: str | None = None
) -> tuple[str, str]:
    """Open the page as a browser of a language does, where the server is told to begin with a list, or with none.

    Returns the language of the page and the list it opens with. What was kept had another list, and a guess.
    """
    page = browser.new_page(locale=locale)

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | {"named": named})

    page.route("**/api/choices", answer)
    if kept is not None:
        turns = [{"guess": "crane", "tiles": ["bbbbb"]}] if kept == "english" else []
        state = json.dumps({"lexicon": kept, "turns": turns})
        page.goto(f"{address}icon.svg")
        page.evaluate("state => localStorage.setItem('wordle_jax.help', state)", state)
    page.goto(address)
    expect(page.locator(".choice, .draft").first).to_be_visible()
    result = page.locator("html").get_attribute("lang"), page.locator("[data-key=lexicon]").input_value()
    for key in ("play-lexicon", "review-lexicon"):
        page.locator(f"#tab-{key.partition('-')[0]}").click()
        assert kept is not None or page.locator(f"[data-key={key}]").input_value() == result[1]
    page.close()
    return result


def test_the_page_opens_with_the_list_that_is_named_or_that_of_the_language(browser, address):
    assert open_with(browser, address, "en-US", None) == ("en", "english")
    assert open_with(browser, address, "es-ES", None) == ("es", "spanish")
    assert open_with(browser, address, "en-US", "spanish") == ("en", "spanish")
    assert open_with(browser, address, "es-ES", "english") == ("es", "english")
    # What was chosen before stays, unless the server is told of another list anew.
    assert open_with(browser, address, "es-ES", None, kept="english") == ("es", "english")
    assert open_with(browser, address, "en-US", "spanish", kept="english") == ("en", "spanish")


def test_a_list_that_is_named_stays_when_another_is_chosen_later(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    page.locator("#panel-help").get_by_text("Game settings").click()
    choose(page.locator("#panel-help"), "Word list", "spanish")
    expect(page.get_by_role("button", name="Ñ", exact=True)).to_be_visible()
    expect(page.get_by_role("table")).to_be_visible()
    page.reload()
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.locator("[data-key=lexicon]")).to_have_value("spanish")


@pytest.fixture(scope="module")
def long_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    long = write_long_list(tmp_path_factory.mktemp("long"))
    with serving(tmp_path_factory.mktemp("run") / "out", long, shipped="") as (address, _):
        yield address


@pytest.mark.parametrize("width", WIDTHS)
def test_long_words_fit_and_small_capitals_stay_small(browser, long_address, width):
    for watched in open_page(browser, long_address, width):
        page = watched.page
        expect(page.get_by_role("table")).to_be_visible()

        def fits(page: Page = page) -> None:
            assert overflow(page) == 0
            beyond = page.locator(".card:visible").evaluate_all(
                "cards => Math.max(...cards.flatMap(card => [...card.querySelectorAll('.tile')]"
                ".map(tile => tile.getBoundingClientRect().right - card.getBoundingClientRect().right)))"
            )
            assert beyond < 0

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
        page.keyboard.type("22222222")
        page.keyboard.press("Enter")
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
            cut = (
                go(page, tab)
                .locator("select")
                .evaluate_all(
                    """selects => selects.filter(select => {
                    const width = select.offsetWidth;
                    select.style.width = "max-content";
                    const needed = select.offsetWidth;
                    select.style.width = "";
                    return needed > width;
                }).map(select => select.dataset.key)"""
                )
            )
            assert cut == [], language


def test_what_is_told_follows_the_language_and_the_colours(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    page.keyboard.type("crane22221")
    page.keyboard.press("Enter")
    alert = page.locator("#panel-help").get_by_role("alert")
    expect(alert).to_contain_text("the fifth tile cannot be yellow")
    page.get_by_role("button", name="High contrast").click()
    expect(alert).to_contain_text("the fifth tile cannot be blue")
    page.get_by_role("button", name="Español").click()
    expect(alert).to_contain_text("la quinta casilla no puede ser de color azul")
    page.get_by_role("button", name="Pista").click()
    told = page.locator("#panel-help").get_by_role("status").filter(has_text="letra")
    expect(told).to_contain_text("Pista: la palabra")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#panel-help").get_by_text("Hint: the word may")).to_be_visible()
    panel = go(page, "review")
    for text, english, spanish in (
        ("", "Enter the guesses", "Escribe los intentos"),
        ("crane", "crane has no tiles", "crane no tiene colores"),
    ):
        panel.get_by_role("textbox").last.fill(text)
        panel.locator("[data-key=review]").click()
        expect(panel.get_by_role("alert")).to_contain_text(english)
        page.get_by_role("button", name="Español").click()
        expect(panel.get_by_role("alert")).to_contain_text(spanish)
        page.get_by_role("button", name="English").click()
    panel = go(page, "play")
    panel.get_by_role("button", name="Random word").click()
    expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")
    page.keyboard.type("zzzzz")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("alert")).to_contain_text("is not a word of the lexicon")
    page.get_by_role("button", name="Español").click()
    expect(panel.get_by_role("alert")).to_contain_text("no está en la lista")


def test_spanish_with_its_letter(watched):
    page = watched.page
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.locator("#panel-help").get_by_text("Ajustes de la partida").click()
    choose(page.locator("#panel-help"), "Lista de palabras", "spanish")
    expect(page.get_by_role("button", name="Ñ", exact=True)).to_be_visible()
    expect(page.get_by_role("table")).to_be_visible()
    frame = page.locator(".frame")
    assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
    page.keyboard.type("SUE")
    # A key that the keyboard of the test lacks.
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Ñ', bubbles: true}))")
    page.keyboard.type("O22202")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem", name="Fila 1: sueño")).to_be_visible()
    assert rows(page) == ["S, verde; U, verde; E, verde; Ñ, gris; O, verde"]
    expect(page.locator("#panel-help .chips")).to_contain_text("suelo")
    expect(page.get_by_text("Español (hunspell-es)").first).to_be_attached()
    expect(page.get_by_text("la letra 1 es s")).to_be_visible()
    panel = go(page, "play")
    choose(panel, "Lista de palabras", "spanish")
    panel.get_by_role("button", name="Palabra al azar").click()
    panel.get_by_role("button", name="Ñ", exact=True).click()
    expect(panel.locator(".draft .tile").first).to_have_text("Ñ")
    page.reload()
    expect(page.get_by_role("tab", name="Jugar")).to_have_attribute("aria-selected", "true")


def test_a_game_for_a_friend_from_the_link_to_the_review(watched):
    page = watched.page
    panel = go(page, "play")
    panel.get_by_label("Word, or one for each board").fill("abide")
    panel.get_by_role("button", name="Make the link").click()
    link = panel.locator(".link").inner_text()
    assert "abide" not in link
    page.goto(link)
    expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")
    page.keyboard.type("zzzzz")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("alert")).to_contain_text("zzzzz")
    for _ in range(5):
        page.keyboard.press("Backspace")
    for guess in ("speed", "abide"):
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
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
    panel = go(page, "play")
    panel.get_by_role("button", name="Today's word").click()
    expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")
    page.keyboard.type("crane")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("listitem", name="Row 1: crane")).to_be_visible()
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
    page.keyboard.type("crane")
    page.keyboard.press("Enter")
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


def library_sentences(address: str) -> Iterator[str]:
    """What the server says of some positions, and to some that it refuses."""
    with httpx.Client(base_url=address, trust_env=False, timeout=30) as client:

        def ask(*rows: tuple[str, ...], mode: str = "normal", tiles: str = "true") -> dict[str, Any]:
            turns = [{"guess": guess, "tiles": shown} for guess, *shown in rows]
            kind = {"lexicon": "english", "mode": mode, "tiles": tiles}
            position = {"turns": turns, "boards": len(rows[0]) - 1}
            return client.post("/api/assist", json={"kind": kind, "position": position}).json()

        for rows in (
            [("crane", "bbybg")],
            [("speed", "bbyby"), ("essay", "ybbbb")],
            [("crane", "bbbbb"), ("slate", "yyyyy")],
            [("crank", "ggggb"), ("slate", "bbbbb")],
            [("crank", "ggggg"), ("slate", "bbbbb")],
            [("crane", "ggggg"), ("crank", "gggyy")],
        ):
            advice = ask(*rows)
            yield from advice.get("why", [])
            yield from ask(*rows[:1], tiles="noise_5").get("why", [])
            yield from [advice["error"]] if "error" in advice else []
            for board in advice.get("boards", []):
                yield from board["reasons"]
                if board["contradiction"] is not None:
                    yield board["contradiction"]["sentence"]
                    yield from board["contradiction"]["reasons"]
        yield from ask(*[("crane", "ybbbg")] * 5)["why"]
        yield from ask(*[("crane", "ybbbg", "bbybg")] * 6)["why"]
        for refused in (
            ask(("zzzzz", "bbbbb")),
            ask(("crame", "bbbbb")),
            ask(("crane", "ggggy")),
            ask(("essay", "bbybb")),
            ask(("crane", "gbbbb"), ("slate", "bbbbb"), mode="hard"),
            ask(("crane", "ybbbb"), ("slate", "bbbbb"), mode="hard"),
            ask(("crane", "bybbb"), ("crane", "bybbb"), mode="ultra_hard"),
        ):
            yield refused["error"]
        for review in (
            {"guesses": ["crane"]},
            {"guesses": ["cran"]},
            {"guesses": ["crane ggg"]},
            {"guesses": ["crane bbbbb", "slate yyyyy"]},
            {"guesses": ["crane ggggg", "slate bbbbb"]},
            {"guesses": ["crane bbbbb"], "answer": "abide"},
            {"grid": "ggggg\nbbbbb"},
            {"grid": "Wordle"},
            {"grid": "bbbbb hello"},
            {"grid": "⬛⬛"},
        ):
            error = client.post("/api/review", json={"lexicon": "english"} | review).json()["error"]
            yield re.sub(r"^(?:guesses\[\d+\]|grid): ", "", error)


def test_both_languages_say_the_same(desktop, address):
    page = desktop.page
    keys = page.evaluate(
        "async () => { const { TEXTS } = await import('/text.js');"
        " return ['en', 'es'].map(name => Object.entries(TEXTS[name])"
        ".map(([key, text]) => [key, ...(text.match(/{\\w+}/g) ?? []).sort()].join(' '))); }"
    )
    assert sorted(keys[0]) == sorted(keys[1])
    sentences = list(library_sentences(address))
    assert len(sentences) >= 20
    same = page.evaluate(
        "async sentences => { const { say, setLanguage } = await import('/text.js'); setLanguage('es');"
        " return sentences.filter(sentence => sentence.endsWith(say(sentence))); }",
        sentences,
    )
    assert same == []


def test_figures_and_lists_are_told_as_people_say_them(desktop):
    told = desktop.page.evaluate(
        "async () => { const { listName, percent, setLanguage } = await import('/text.js'); setLanguage('es');"
        " const names = ['English', 'English (NYT guesses)', 'Spanish (hunspell-es)', 'Mine'].map(listName);"
        " setLanguage('en'); return [listName('English'), ...names,"
        " ...[0, 0.0001, 0.0123, 0.9999, 1].map(share => percent(share)), percent(0.004, 0)]; }"
    )
    names = ["English", "Inglés", "Inglés (intentos del NYT)", "Español (hunspell-es)", "Mine"]
    assert told == [*names, "0%", "<0.1%", "1.2%", ">99.9%", "100%", "<1%"]


def test_everything_has_a_name_and_a_place_in_the_order(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    for tab in TABS:
        go(page, tab)
        nameless = page.locator("button:visible, select:visible, input:visible, textarea:visible").evaluate_all(
            "all => all.filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).length"
        )
        assert nameless == 0
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
    ratio = """elements => Math.min(...elements.map(element => {
        const light = color => color.match(/[\\d.]+/g).slice(0, 3).map(Number)
            .map(v => (color.startsWith("color(srgb") ? v : v / 255))
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const style = getComputedStyle(element), two = [light(style.color), light(style.backgroundColor)];
        return (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
    }))"""
    page.emulate_media(reduced_motion="reduce")
    for _ in range(2):
        for theme in ("auto", "light", "dark"):
            expect(page.get_by_role("button", name=f"Theme: {theme}")).to_be_visible()
            assert page.locator("#panel-help .tile").evaluate_all(ratio) >= 4.5
            page.locator("#theme").click()
        page.locator("#palette").click()
    enter(page, "slate", "bbbbb")
    panel = go(page, "play")
    panel.get_by_role("button", name="Random word").click()
    panel.get_by_role("button", name="Give up").click()
    panel.get_by_role("button", name="Sure?").click()
    expect(panel.get_by_role("button", name="Copy the squares")).to_be_visible()
    for tab, name in (
        ("help", "Undo the last guess"),
        ("play", "Copy the squares"),
        ("play", "New game"),
        ("review", "Review"),
    ):
        main = go(page, tab).get_by_role("button", name=name)
        for theme in ("auto", "light", "dark"):
            expect(page.get_by_role("button", name=f"Theme: {theme}")).to_be_visible()
            for reach in (main.hover, main.focus):
                reach()
                assert main.evaluate_all(ratio) >= 4.5, (name, theme)
                assert main.evaluate("main => getComputedStyle(main).filter") == "none"
            page.locator("#theme").click()


def test_a_restart_of_the_server_loses_nothing(browser, lists, tmp_path: Path):
    with watch_page(browser, "desktop") as watched:
        page = watched.page
        with serving(tmp_path / "first", lists["english"], shipped="") as (address, port):
            page.goto(address)
            expect(page.get_by_role("table")).to_be_visible()
            enter(page, "crane", "bbybg")
            panel = go(page, "play")
            panel.get_by_role("button", name="Random word").click()
            expect(panel.get_by_role("status")).to_have_text("Guess 1 of 6")
            page.keyboard.type("speed")
            page.keyboard.press("Enter")
            expect(panel.get_by_role("listitem", name="Row 1: speed")).to_be_visible()
            shown = rows(page)
        page.keyboard.type("slate")
        page.keyboard.press("Enter")
        expect(panel.get_by_role("alert")).to_have_text("the server does not answer")
        with serving(tmp_path / "second", lists["english"], shipped="", port=port):
            page.keyboard.press("Enter")
            expect(panel.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
            assert rows(page)[: len(shown)] == shown
            page.reload()
            expect(panel.get_by_role("listitem", name="Row 2: slate")).to_be_visible()
            go(page, "help")
            expect(page.locator("#panel-help").get_by_role("listitem", name="Row 1: crane")).to_be_visible()
