"""Guesses rated for people, against the oracle that counts words one by one."""

import math
from collections import Counter

import numpy as np
import pytest
from oracle import encode, entropy_bits, feedback
from worlds import WORLD_NAMES, tiny_lexicon, tiny_world

import wordle_jax
from wordle_jax.catalog import load_recipe
from wordle_jax.opening import OpeningBook, find_explorers
from wordle_jax.pattern import format_pattern
from wordle_jax.player import Player
from wordle_jax.ratings import score

SOLVERS = {"entropy": "entropy", "expected_size": "expected_size", "largest_part": "minimax", "parts": "most_parts"}


def rate(guess, candidates):
    """The measures of one guess, from the patterns of all candidates in turn."""
    sizes = list(Counter(encode(feedback(guess, answer)) for answer in candidates).values())
    return entropy_bits(sizes), sum(c * c for c in sizes) / len(candidates), max(sizes), len(sizes), guess in candidates


def sort_key(by, measures):
    """The smaller, the better; as exact integers or fractions where bits might be rounded."""
    place = {"expected_size": 1, "largest_part": 2, "parts": 3}
    return -measures[3] if by == "parts" else measures[place[by]]


@pytest.mark.parametrize("name", WORLD_NAMES)
def test_every_guess_gets_the_measures_of_the_oracle(name):
    lexicon = tiny_lexicon(name)
    for candidates in (None, lexicon.answers[3:9], lexicon.answers[5:6]):
        frame = score(lexicon=lexicon, candidates=candidates)
        assert list(frame) == ["guess", "entropy", "expected_size", "largest_part", "parts", "is_candidate"]
        assert sorted(frame["guess"]) == sorted(lexicon.guesses)
        for row in frame.itertuples(index=False):
            expected = rate(row.guess, candidates or lexicon.answers)
            assert row.entropy == pytest.approx(expected[0], abs=1e-12)
            assert tuple(row)[2:] == expected[1:]


@pytest.mark.parametrize("by", ["expected_size", "largest_part", "parts"])
def test_rows_are_sorted_by_the_score_then_candidates_then_the_list(by):
    lexicon = tiny_lexicon("five")
    candidates = lexicon.answers[2:12]
    place = {word: at for at, word in enumerate(lexicon.guesses)}
    measures = {guess: rate(guess, candidates) for guess in lexicon.guesses}
    expected = sorted(lexicon.guesses, key=lambda g: (sort_key(by, measures[g]), g not in candidates, place[g]))
    assert score(lexicon=lexicon, candidates=candidates, by=by)["guess"].tolist() == expected


def test_equal_entropy_ties_whatever_the_order_of_the_sum():
    lexicon = tiny_lexicon("five")
    place = {word: at for at, word in enumerate(lexicon.guesses)}

    def key(guess):
        # The product of c**c orders as the sum of c·log2 c, in whole numbers.
        sizes = Counter(encode(feedback(guess, answer)) for answer in lexicon.answers).values()
        return math.prod(c**c for c in sizes), guess not in lexicon.answers, place[guess]

    assert score(lexicon=lexicon)["guess"].tolist() == sorted(lexicon.guesses, key=key)


@pytest.mark.parametrize(("by", "solver"), SOLVERS.items())
def test_the_first_row_is_what_the_solver_guesses(by, solver):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    recipe = load_recipe(solver)
    player = Player(recipe, world, find_explorers(world, recipe, OpeningBook()))
    first = lexicon.guesses[player.decide(player.start(), 1)[0]]
    assert score(lexicon=lexicon, by=by)["guess"][0] == first


def test_the_article_opens_with_soare():
    frame = wordle_jax.score()
    assert (len(frame), frame["guess"][0]) == (12_972, "soare")
    answers = wordle_jax.load_shipped_lexicon("english").answers
    for row in frame.iloc[[0, 5_000, -1]].itertuples(index=False):
        expected = rate(row.guess, answers)
        np.testing.assert_allclose([row.entropy, row.expected_size], expected[:2], rtol=0, atol=1e-9)
        assert tuple(row)[3:] == (*expected[2:4], row.guess in set(answers))


def test_tiles_shown_leave_the_candidates_that_agree():
    lexicon = tiny_lexicon("five")
    tiles = {"sense": format_pattern(encode(feedback("sense", "geese"))), "array": "bbbbb"}
    left = [
        word for word in lexicon.answers
        if all(format_pattern(encode(feedback(guess, word))) == shown for guess, shown in tiles.items())
    ]  # fmt: skip
    assert "geese" in left
    assert len(left) < len(lexicon.answers)
    shown = score(lexicon=lexicon, shown=tiles)
    assert shown.equals(score(lexicon=lexicon, candidates=left))
    assert set(shown["guess"][shown["is_candidate"]]) == set(left)


def test_guesses_given_are_the_only_ones_each_once():
    frame = score(["shine", "abide", "shine"], tiny_lexicon("five"))
    assert sorted(frame["guess"]) == ["abide", "shine"]
    assert score("shine", tiny_lexicon("five"))["guess"].tolist() == ["shine"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": "bits"}, "by: is bits; give one of entropy, expected_size, largest_part, parts"),
        ({"guesses": ["zzzzz"]}, r"guesses: 'zzzzz' is not a word of the lexicon"),
        ({"guesses": []}, "guesses: names no word"),
        ({"candidates": ["salet"]}, r"candidates: 'salet' may be guessed .* not one of its answers"),
        ({"shown": {"sense": "gggg"}}, r"shown: feedback 'gggg' has 4 tiles"),
        ({"shown": {"sense": "ggggg"}, "candidates": ["geese"]}, "candidates: none is left"),
        ({"lexicon": "bogus"}, "'bogus' is no lexicon"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(wordle_jax.UserError, match=message):
        score(**{"lexicon": tiny_lexicon("five")} | arguments)
