import pytest

from wordle_jax.constraints import impossible_tile
from wordle_jax.pattern import parse_pattern

from . import oracle


@pytest.mark.parametrize(
    ("guess", "tiles", "position", "reason"),
    [
        ("crane", "ggggy", 5, "the fifth tile cannot be yellow, because the other tiles leave e no place"),
        (
            "eerie",
            "yygby",
            2,
            "the second tile cannot be yellow, because the other tiles leave e only one place",
        ),
        (
            "eerie",
            "yybyy",
            5,
            "the fifth tile cannot be yellow, because the other tiles leave e only two places",
        ),
        ("speed", "bbbyb", 4, "the fourth tile cannot be yellow, because an earlier e is gray"),
    ],
)
def test_messages(guess, tiles, position, reason):
    found = impossible_tile(guess, parse_pattern(tiles, len(guess)))
    assert (found.position, found.message) == (position, f"no word can answer that: {reason}")


@pytest.mark.parametrize("tiles", ["bbybg", "ggggb", "ggggg", "yyyyy", "bbbbb"])
def test_what_some_word_answers_is_possible(tiles):
    assert impossible_tile("crane", parse_pattern(tiles, 5)) is None


@pytest.mark.parametrize("guess", ["abc", "aab", "aba", "abcd", "aabb", "abab", "aaab", "abaa", "aaaa", "abca"])
def test_exactly_the_patterns_of_no_string_are_impossible(guess):
    """Every string over the letters of the guess and one more."""
    letters = "abcdz"
    answers = ["".join(letters[x] for x in word) for word in oracle.all_words(len(letters), len(guess))]
    answered = {oracle.score(guess, answer) for answer in answers}
    for tiles in oracle.all_tiles(len(guess)):
        found = impossible_tile(guess, oracle.encode(tiles))
        assert (found is None) == (tiles in answered)
        if found is not None:
            assert tiles[found.position - 1] == oracle.YELLOW
