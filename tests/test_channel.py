"""The channel: tiles flip at the rate asked for, to either other colour, and only as the random bits say."""

import math
from collections import Counter

import numpy as np
import pytest
from oracle import decode
from scipy.stats import chisquare

from wordle_jax.channel import TileFlip
from wordle_jax.errors import UserError
from wordle_jax.pattern import parse_pattern


def draw(num_games, num_tiles, seed=0):
    generator = np.random.default_rng(seed)
    return generator.integers(0, 2**32, (num_games, num_tiles, 2), dtype=np.uint32)


def tiles_of(codes, length):
    """The tiles of many codes, [game, tile]."""
    return codes[:, None] // 3 ** np.arange(length - 1, -1, -1) % 3


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.5, 0.9])
def test_a_million_tiles(rate):
    num_games, length = 200_000, 5
    patterns = np.random.default_rng(1).integers(0, 243, num_games).astype(np.int32)
    observed = TileFlip(rate).corrupt(patterns, draw(num_games, length))
    before, after = tiles_of(patterns, length), tiles_of(observed, length)
    flipped = before != after
    num_tiles = num_games * length
    five_sigma = 5 * math.sqrt(rate * (1 - rate) / num_tiles)
    assert flipped.mean() == pytest.approx(rate, abs=five_sigma)
    for place in range(length):
        assert flipped[:, place].mean() == pytest.approx(rate, abs=2 * five_sigma * math.sqrt(length))
    for colour in range(3):
        others = Counter(after[flipped & (before == colour)].tolist())
        assert set(others) == {0, 1, 2} - {colour}
        assert chisquare(list(others.values())).pvalue > 1e-6
    # Tiles of a row flip independently: binomial numbers of flips.
    counts = np.bincount(flipped.sum(1), minlength=6)
    expected = [num_games * math.comb(5, k) * rate**k * (1 - rate) ** (5 - k) for k in range(6)]
    likely = [k for k in range(6) if expected[k] > 5]
    shares = np.array([expected[k] for k in likely])
    assert chisquare(counts[likely], shares * counts[likely].sum() / shares.sum()).pvalue > 1e-6


def test_rate_0_changes_nothing_and_rate_1_everything():
    patterns = np.arange(243, dtype=np.int32)
    bits = draw(243, 5)
    bits[:3, :, 0], bits[3:6, :, 0] = 0, 2**32 - 1
    np.testing.assert_array_equal(TileFlip(0.0).corrupt(patterns, bits), patterns)
    changed = tiles_of(TileFlip(1.0).corrupt(patterns, bits), 5)
    assert (changed != tiles_of(patterns, 5)).all()


def test_the_threshold_is_exact():
    rate = 0.25
    bits = np.zeros((2, 3, 2), np.uint32)
    bits[0, :, 0], bits[1, :, 0] = 2**30 - 1, 2**30
    observed = TileFlip(rate).corrupt(np.zeros(2, np.int32), bits)
    assert observed.tolist() == [1 * 9 + 1 * 3 + 1, 0]


def test_tiles_flip_one_by_one():
    flip, keep = 0, 2**32 - 1
    bits = np.array([[[flip, 0], [flip, 1], [keep, 0], [keep, 1], [flip, 6]]], np.uint32)
    observed = TileFlip(0.1).corrupt(np.array([parse_pattern("byggg")], np.int32), bits)
    # One colour on for an even number, two for an odd one: gray, yellow, green, gray.
    assert observed.tolist() == [parse_pattern("ybggb")]


def test_words_of_other_lengths():
    for length in (3, 8):
        patterns = np.array([0, 3**length - 1, 7], np.int32)
        observed = TileFlip(0.4).corrupt(patterns, draw(3, length, seed=2))
        bits = draw(3, length, seed=2)
        for game in range(3):
            expected = []
            for tile, (first, second) in zip(decode(int(patterns[game]), length), bits[game].tolist(), strict=True):
                flips = first / 2**32 < 0.4
                expected.append((tile + 1 + second % 2) % 3 if flips else tile)
            assert decode(int(observed[game]), length) == expected


@pytest.mark.parametrize("rate", [-0.01, 1.01, float("nan"), 7.0])
def test_a_rate_is_a_share(rate):
    with pytest.raises(UserError, match="it is the share of wrong tiles, give 0 to 1"):
        TileFlip(rate)
