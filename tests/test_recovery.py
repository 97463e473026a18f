"""Recovery: the oracle's over random rows, the likeliest answers, and nothing but the rows."""

import numpy as np
import pytest
from oracle import Oracle
from worlds import read_recipe, tiny_lexicon, tiny_world

from wordle_jax.channel import likelihood, tile_flip
from wordle_jax.recovery import recover, sort_rows

RECOVERIES = (1, 5, 500, "fewest_lies")


def draw_rows(name: str, games: int, turns: int):
    """Guesses, none of them twice in a game, and whatever tiles for them."""
    world, draw = tiny_world(name), np.random.default_rng(7)
    guessed = np.stack([draw.permutation(world.num_guesses)[:turns] for _ in range(games)]).astype(np.int32)
    return guessed, draw.integers(world.matrix.num_patterns, size=guessed.shape).astype(np.int32)


@pytest.mark.parametrize("recovery", RECOVERIES)
@pytest.mark.parametrize("name", ["five", "three", "accented", "six"])
def test_candidates_are_those_of_the_oracle(name, recovery):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
    oracle = Oracle(read_recipe("entropy", recovery=recovery), lexicon.answers, lexicon.guesses, frequency)
    for turns in (1, 3, 6):
        for guessed, shown in zip(*draw_rows(name, 20, turns), strict=True):
            history = [(lexicon.guesses[g], code) for g, code in zip(guessed.tolist(), shown.tolist(), strict=True)]
            candidates = recover(world, recovery, guessed, shown)
            assert candidates.dtype == np.int32
            assert [lexicon.answers[a] for a in candidates] == oracle.recover(history)


@pytest.mark.parametrize("rate", [0.01, 0.3, 0.6])
def test_fewest_lies_leave_the_likeliest_answers_at_any_rate(rate):
    world, channel = tiny_world("five"), tile_flip(rate, 5)
    for guessed, shown in zip(*draw_rows("five", 30, 4), strict=True):
        tables = [likelihood(channel, code) for code in shown.tolist()]
        likely = np.prod([table[world.matrix.codes[g]] for table, g in zip(tables, guessed, strict=True)], axis=0)
        likely[np.isin(world.answer_guess, guessed)] = 0.0
        largest = np.flatnonzero(np.isclose(likely, likely.max(), rtol=1e-9, atol=0))
        np.testing.assert_array_equal(recover(world, "fewest_lies", guessed, shown), largest)


@pytest.mark.parametrize("recovery", RECOVERIES)
def test_rows_in_another_order_are_the_same_rows(recovery):
    world = tiny_world("five")
    guessed, shown = draw_rows("five", 20, 5)
    order = np.random.default_rng(3).permuted(np.tile(np.arange(5), (20, 1)), axis=1)
    other = [np.take_along_axis(rows, order, 1) for rows in (guessed, shown)]
    assert (order != np.arange(5)).any()
    np.testing.assert_array_equal(
        sort_rows(world, recovery, *other), sort_rows(world, recovery, guessed, shown), strict=True
    )
    for game in range(20):
        one, two = (recover(world, recovery, g[game], s[game]) for g, s in ((guessed, shown), other))
        np.testing.assert_array_equal(one, two)


def test_shown_tiles_tell_rows_apart_where_they_matter():
    world = tiny_world("three")
    guessed = np.array([[3, 1], [3, 1], [1, 3]], np.int32)
    shown = np.array([[0, 26], [26, 0], [26, 0]], np.int32)
    by_lies, by_frequency = (sort_rows(world, recovery, guessed, shown).tolist() for recovery in ("fewest_lies", 5))
    assert by_lies[0] == by_lies[2] != by_lies[1]
    assert by_frequency == [[1, 3]] * 3
