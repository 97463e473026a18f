"""Chance: the bits of a game follow from seed, game and turn, whatever is played beside it."""

import jax
import numpy as np
import pytest
from scipy.stats import chisquare

from wordle_jax import chance
from wordle_jax.chance import draw_bits


def ids(*values):
    return np.array(values, np.int64)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(chance, "_BATCH", 128)


def test_bits_depend_on_the_game_alone():
    together = draw_bits("noise", 42, np.arange(300, dtype=np.int64), 6, 10)
    assert together.shape == (300, 6, 10)
    assert together.dtype == np.uint32
    order = np.random.default_rng(0).permutation(300)
    np.testing.assert_array_equal(draw_bits("noise", 42, order.astype(np.int64), 6, 10), together[order])
    for game in (0, 127, 128, 299):
        np.testing.assert_array_equal(draw_bits("noise", 42, ids(game), 6, 10)[0], together[game])
    some = ids(3, 3, 290, 128)
    np.testing.assert_array_equal(draw_bits("noise", 42, some, 6, 10), together[some])


def test_bits_are_those_of_folded_keys():
    games = ids(0, 2**32 - 1)
    for stream, bits in enumerate([draw_bits("noise", 7, games, 6, 10), draw_bits("choice", 7, games, 6, 10)]):
        root = jax.random.fold_in(jax.random.key(7, impl="threefry2x32"), stream)
        for i, game in enumerate((0, 2**32 - 1)):
            for turn in (0, 5):
                key = jax.random.fold_in(jax.random.fold_in(root, np.uint32(game)), turn)
                np.testing.assert_array_equal(bits[i, turn], jax.random.bits(key, (10,), np.uint32))


def test_seeds_games_turns_and_streams_have_bits_of_their_own():
    rows = [
        row.tobytes()
        for seed in (0, 1, 2**32 - 1)
        for stream in ("noise", "choice")
        for row in draw_bits(stream, seed, ids(0, 1, 2, 1000, 2**32 - 1), 6, 10).reshape(-1, 10)
    ]
    assert len(set(rows)) == len(rows) == 3 * 2 * 5 * 6


def test_bits_are_uniform():
    bits = draw_bits("noise", 42, np.arange(5000, dtype=np.int64), 6, 10).reshape(-1)
    for shift in (0, 8, 16, 24):
        counts = np.bincount(bits >> np.uint32(shift) & np.uint32(255), minlength=256)
        assert chisquare(counts).pvalue > 1e-6


def test_no_games():
    assert draw_bits("noise", 42, ids(), 6, 10).shape == (0, 6, 10)
