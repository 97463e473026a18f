"""Turns as people type them."""

import unicodedata

import pytest
from worlds import tiny_lexicon

from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.reading import read_position, read_turn
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon

TWO = Position(boards=2)


@pytest.mark.parametrize(
    "text",
    [
        "crane 02001",
        "crane bgbby",
        "CRANE BGBBY",
        "CRANE ⬛🟩⬛⬛🟨",
        "crane ⬜🟩⬜⬜🟨",
        "crane ⬛️🟩⬛️⬛️🟨️",
        "crane ⬛🟧⬛⬛🟦",
        "crane 0 2 0 0 1",
        "  crane\t02001  \n",
        "crane02001",
        "crane⬛🟩⬛⬛🟨",
        "crane: 02001",
        "crane, 02001",
        "crane -> 02001",
        "crane → bgbby",
        "crane=02001",
        "crane -g--y",
        "crane .g..y",
        "crane xgxxy",
        "crane 0️⃣2️⃣0️⃣0️⃣1️⃣",
        "\ufeffcrane 02001",
        "ｃｒａｎｅ　０２００１",
        "Crane 0\u00a02 0 0 1",
        "02001",
        "bgbby",
        "⬛🟩⬛⬛🟨",
        "0 2 0 0 1",
    ],
)
def test_a_turn_is_read_in_every_form(english, text):
    assert read_turn(text, english, Position(), "crane") == Turn("crane", ("bgbby",))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "nothing was entered"),
        ("   ", "nothing was entered"),
        ("crane", "crane has no tiles: give 5"),
        ("crane 0200", "has 4 tiles"),
        ("crane 020011", "has 6 tiles"),
        ("crane 02003", "unknown tile '3'"),
        ("crane grbby", "unknown tile 'r'"),
        ("cranx 02001", "did you mean crane"),
        ("cranes 02001", "'cranes' is not a word"),
        ("cran 02001", "'cran' is not a word"),
        ("0200", "has 4 tiles"),
        ("0200100", "has 7 tiles"),
        ("crane 02001 02001", "has 10 tiles"),
        ("crane slate", "unknown tile"),
        ("c r a n e 02001", "'c' is not a word"),
        ("сrane 02001", "is not a word"),  # with a Cyrillic letter
        ("crane ٠٢٠٠١", "unknown tile"),  # digits of another script
        ("?" * 5000, "is not a word"),
        ("crane " + "0" * 5000, "has 5000 tiles"),
        ("\x00\x01\x02", "is not a word"),
        ("🟩", "has 1 tiles"),
        ("crane 🟥🟩⬛⬛🟨", "unknown tile"),
        ("[red]crane[/] 02001", "is not a word"),
        ("'; drop table", "is not a word"),
        ("12345", "is not a word"),
        ("-----x", "has 6 tiles"),
        ("null", "is not a word"),
        ("{}", "is not a word"),
        ("ñandú 00000", "is not a word"),
    ],
)
def test_odd_input_is_refused_in_one_line(english, text, problem):
    with pytest.raises(UserError) as caught:
        read_turn(text, english, Position(), "crane")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_tiles_alone_need_a_suggestion(english):
    with pytest.raises(UserError, match="nothing is suggested"):
        read_turn("02001", english, Position())


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_spanish_words_are_read_in_both_forms(form):
    lexicon = build_lexicon(["sueño", "sueno", "arbol"])
    typed = unicodedata.normalize(form, "SUEÑO gggbg")
    assert read_turn(typed, lexicon, Position()) == Turn("sueño", ("gggbg",))
    assert read_turn(unicodedata.normalize(form, "árbol 00000"), lexicon, Position()).guess == "arbol"


def test_a_word_of_tile_letters_is_a_word():
    lexicon = build_lexicon(["gyb", "bob", "bby"])
    assert read_turn("gyb bby", lexicon, Position()) == Turn("gyb", ("bby",))
    assert read_turn("bbb", lexicon, Position(), "bob") == Turn("bob", ("bbb",))


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("crane 02001 00000", ("bgbby", "bbbbb")),
        ("crane 0200100000", ("bgbby", "bbbbb")),
        ("02001 00000", ("bgbby", "bbbbb")),
        ("crane ⬛🟩⬛⬛🟨 bbbbb", ("bgbby", "bbbbb")),
    ],
)
def test_each_board_has_tiles(english, text, tiles):
    assert read_turn(text, english, TWO, "crane") == Turn("crane", tiles)


def test_a_solved_board_has_none_but_they_may_be_given(english):
    position = TWO.after(Turn("crane", ("ggggg", "bbbbb")))
    assert read_turn("slate 00000", english, position) == Turn("slate", (None, "bbbbb"))
    assert read_turn("slate 00202 00000", english, position) == Turn("slate", ("bbgbg", "bbbbb"))
    with pytest.raises(UserError, match="has 4 tiles"):
        read_turn("slate 0000", english, position)


def test_the_number_of_boards_is_said(english):
    with pytest.raises(UserError, match="2 boards are open: give 5 tiles for each, 10 in all"):
        read_turn("crane 02001", english, TWO)
    with pytest.raises(UserError, match="give 5 for each of 2 boards"):
        read_turn("crane", english, TWO)


def test_a_position_is_read_from_plain_values(english):
    values = {
        "boards": 2,
        "turns": [{"guess": "CRANE", "tiles": ["ggggg", "02001"]}, {"guess": "slate", "tiles": [None, "⬛⬛⬛⬛🟨"]}],
    }
    expected = Position(2, (Turn("crane", ("ggggg", "bgbby")), Turn("slate", (None, "bbbby"))))
    assert read_position(values, english) == expected
    assert read_position({}, english) == Position()


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"boards": 0}, "boards: is 0; give 1 to 8"),
        ({"boards": 9}, "boards: is 9; give 1 to 8"),
        ({"boards": "two"}, "boards: 'two' is not a whole number"),
        ({"turns": [{"guess": "crane"}]}, "turns[0].tiles has no value"),
        ({"turns": [{"guess": "crane", "tiles": []}]}, "turns[0]: has tiles for 0 boards"),
        ({"turns": [{"guess": "crane", "tiles": [None]}]}, "turns[0]: has no tiles"),
        ({"turns": [{"guess": "cranx", "tiles": ["02001"]}]}, "turns[0]: 'cranx' is not a word"),
        ({"turns": [{"guess": "crane", "tiles": ["0200"]}]}, "turns[0]: feedback '0200' has 4 tiles"),
        ({"turns": [{"guess": "crane", "tiles": [1]}]}, "turns[0]: feedback '1' has 1 tiles"),
        ({"turns": "crane"}, "turns: 'crane' is not a list"),
        ({"undo": True}, "undo: no such key"),
    ],
)
def test_what_is_no_position_is_refused(english, values, problem):
    with pytest.raises(UserError) as caught:
        read_position(values, english)
    assert str(caught.value).startswith(problem)


def test_tiny_words_are_read():
    assert read_turn("eel 012", tiny_lexicon("three"), Position()) == Turn("eel", ("byg",))
