"""Tiles on a terminal: three columns a letter, whatever the letter is."""

import pytest

from wordle_jax.assist.tiles import capital, draw_tiles


@pytest.mark.parametrize(
    ("guess", "tiles", "drawn"),
    [
        ("crane", "bybbg", " c (R) a  n [E]"),
        ("sueño", "gyybg", "[S](U)(E) ñ [O]"),
        ("spaßi", "bbygb", " s  p (A)[ß] i "),
        ("maßen", "gyyyb", "[M](A)(ß)(E) n "),
    ],
)
def test_letters_stand_below_each_other(guess, tiles, drawn):
    text = draw_tiles(guess, tiles)
    assert text.plain == drawn
    assert text.cell_len == 3 * len(guess)


def test_capitals_are_one_letter():
    assert [capital(letter) for letter in "añßŉ"] == ["A", "Ñ", "ß", "ŉ"]
