"""The page in its two languages, and with lists of other alphabets."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
from browser import measure
from playwright.sync_api import Browser, Route, expect

from web.page import choose, go, rows, send


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


def test_spanish_with_its_letter(watched):
    page = watched.page
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.locator("#panel-help").get_by_text("Ajustes de la partida").click()
    choose(page.locator("#panel-help"), "Lista de palabras", "spanish")
    expect(page.get_by_role("button", name="Ñ", exact=True)).to_be_visible()
    expect(page.get_by_role("table")).to_be_visible()
    assert measure(page, ".frame", "frames => frames.map(frame => frame.scrollWidth - frame.clientWidth)") == [0]
    page.keyboard.type("SUE")
    # A key that the keyboard of the test lacks.
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Ñ', bubbles: true}))")
    send(page, "O22202")
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


def test_what_is_told_follows_the_language_and_the_colours(desktop):
    page = desktop.page
    expect(page.get_by_role("table")).to_be_visible()
    send(page, "crane22221")
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
    send(page, "zzzzz")
    expect(panel.get_by_role("alert")).to_contain_text("is not a word of the lexicon")
    page.get_by_role("button", name="Español").click()
    expect(panel.get_by_role("alert")).to_contain_text("no está en la lista")


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
