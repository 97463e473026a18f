"""Channels: their matrices are right, their samples follow the matrices, and only as the random bits say."""

from itertools import product

import numpy as np
import pytest
from oracle import decode
from scipy.stats import chisquare

from wordle_jax.channel import (
    ChannelConfig,
    channel_entropy,
    dense_matrix,
    describe_channel,
    likelihood,
    make_channel,
    tile_flip,
)
from wordle_jax.errors import UserError
from wordle_jax.pattern import parse_pattern

CONFUSION = ((0.9, 0.08, 0.02), (0.3, 0.65, 0.05), (0.0, 0.04, 0.96))
CONFIGS = {
    "clean": ChannelConfig(rate=0.0),
    "flip": ChannelConfig(rate=0.1),
    "often": ChannelConfig(rate=0.7),
    "always": ChannelConfig(rate=1.0),
    "confusion": ChannelConfig("confusion", matrix=CONFUSION),
    "position": ChannelConfig("position", rates=(0.0, 0.5, 0.1)),
    "one_lie": ChannelConfig("lies", k=1),
    "two_lies": ChannelConfig("lies", k=2),
    "all_lie": ChannelConfig("lies", k=3),
    "no_lie": ChannelConfig("lies", k=0),
}


def tile_probability(config: ChannelConfig, place: int, true: int, shown: int) -> float:
    if config.kind == "confusion":
        assert config.matrix is not None
        return config.matrix[true][shown]
    rate = config.rates[place] if config.rates is not None else config.rate
    assert rate is not None
    return 1 - rate if true == shown else rate / 2


def oracle_matrix(config: ChannelConfig, length: int) -> list[list[float]]:
    """K, entry by entry from the words of DESIGN."""
    patterns = list(product(range(3), repeat=length))
    lies = [lie for lie in product((0, 1), repeat=length) if sum(lie) == config.k]

    def entry(true: tuple[int, ...], shown: tuple[int, ...]) -> float:
        differs = tuple(int(t != s) for t, s in zip(true, shown, strict=True))
        if config.kind == "lies":
            assert config.k is not None
            return 0.5**config.k / len(lies) if differs in lies else 0.0
        p = 1.0
        for place, (t, s) in enumerate(zip(true, shown, strict=True)):
            p *= tile_probability(config, place, t, s)
        return p

    return [[entry(true, shown) for shown in patterns] for true in patterns]


def draw(num_games, num_tiles, seed=0):
    generator = np.random.default_rng(seed)
    return generator.integers(0, 2**32, (num_games, num_tiles, 2), dtype=np.uint32)


@pytest.mark.parametrize("name", CONFIGS)
def test_matrix_is_that_of_the_words(name):
    channel = make_channel(CONFIGS[name], 3)
    expected = np.array(oracle_matrix(CONFIGS[name], 3))
    found = dense_matrix(channel)
    np.testing.assert_allclose(found, expected, atol=1e-15)
    np.testing.assert_allclose(found.sum(1), 1, atol=1e-12)
    np.testing.assert_allclose(np.stack([likelihood(channel, o) for o in range(27)], 1), expected, atol=1e-15)
    logs = np.log2(expected, out=np.zeros_like(expected), where=expected > 0)
    np.testing.assert_allclose(channel_entropy(channel), -(expected * logs).sum(1), atol=1e-12)
    assert channel.is_clean == (name in ("clean", "no_lie"))
    # No entry comes from two products.
    assert ((np.stack([_product(tiles) for tiles in channel.components]) > 0).sum(0) <= 1).all()


def _product(tiles):
    total = np.ones((1, 1))
    for tile in tiles:
        total = np.kron(total, tile)
    return total


@pytest.mark.parametrize("name", CONFIGS)
def test_a_million_rows_follow_the_matrix(name):
    num_games, channel = 1_000_000, make_channel(CONFIGS[name], 3)
    patterns = np.random.default_rng(1).integers(0, 27, num_games).astype(np.int32)
    shown = channel.corrupt(patterns, draw(num_games, 3))
    counts = np.bincount(patterns * 27 + shown, minlength=27 * 27).reshape(27, 27)
    expected = dense_matrix(channel) * counts.sum(1, keepdims=True)
    assert counts[expected == 0].sum() == 0
    likely = expected > 5
    seen, wanted = counts[likely], expected[likely]
    if len(seen) > 27:
        assert chisquare(seen, wanted * seen.sum() / wanted.sum()).pvalue > 1e-6
    else:
        np.testing.assert_allclose(seen, wanted)


def test_impossible_patterns_are_just_above_zero():
    clean = likelihood(tile_flip(0.0, 5), parse_pattern("ggggg"))
    assert clean[-1] == 1
    assert 0 < clean[0] < clean[parse_pattern("ggggb")] < 1e-20
    assert np.isfinite(np.log(likelihood(tile_flip(1.0, 8), 0))).all()


def test_the_threshold_is_exact():
    bits = np.zeros((2, 3, 2), np.uint32)
    bits[0, :, 0], bits[1, :, 0] = 2**30 - 1, 2**30
    shown = tile_flip(0.25, 3).corrupt(np.zeros(2, np.int32), bits)
    assert shown.tolist() == [1 * 9 + 1 * 3 + 1, 0]


def test_tiles_flip_one_by_one():
    flip, keep = 0, 2**32 - 1
    bits = np.array([[[flip, 0], [flip, 1], [keep, 0], [keep, 1], [flip, 6]]], np.uint32)
    shown = tile_flip(0.1, 5).corrupt(np.array([parse_pattern("byggg")], np.int32), bits)
    # One colour on for an even number, two for an odd one: gray, yellow, green, gray.
    assert shown.tolist() == [parse_pattern("ybggb")]


def test_words_of_other_lengths():
    for length in (3, 8):
        patterns = np.array([0, 3**length - 1, 7], np.int32)
        bits = draw(3, length, seed=2)
        shown = tile_flip(0.4, length).corrupt(patterns, bits)
        for game in range(3):
            expected = []
            for tile, (first, second) in zip(decode(int(patterns[game]), length), bits[game].tolist(), strict=True):
                flips = first / 2**32 < 0.4
                expected.append((tile + 1 + second % 2) % 3 if flips else tile)
            assert decode(int(shown[game]), length) == expected


@pytest.mark.parametrize(
    ("config", "error"),
    [
        (ChannelConfig(), "channel.rate: tile_flip needs it; give it, such as rate=0.1"),
        (ChannelConfig(rate=0.1, k=1), "channel.k: tile_flip does not read it; give null, or kind=lies, which does"),
        (ChannelConfig("lies"), "channel.k: lies needs it"),
        (ChannelConfig("lies", k=6), "channel.k: is 6; give 0 to 5 tiles of a row"),
        (ChannelConfig("lies", k=-1), "channel.k: is -1; give 0 to 5 tiles of a row"),
        (ChannelConfig("adversary"), "channel.budget: adversary needs it"),
        (ChannelConfig("adversary", k=1, budget=1), "channel.k: adversary does not read it; give null, or kind=lies"),
        (ChannelConfig("adversary", budget=6), "channel.budget: is 6; give 0 to 5 tiles of a game"),
        (ChannelConfig("adversary", budget=-1), "channel.budget: is -1; give 0 to 5 tiles of a game"),
        (ChannelConfig("lies", k=1, budget=1), "channel.budget: lies does not read it; give null"),
        (ChannelConfig(rate=1.5), "channel.rate: is 1.5; give the share of wrong tiles, 0 to 1"),
        (ChannelConfig("position", rates=(0.1,)), "channel.rates: has 1 rates; give 5, one a letter"),
        (ChannelConfig("position", rates=(0.1, 0.1, -0.1, 0.1, 0.1)), "channel.rates[2]: is -0.1; give the share"),
        (ChannelConfig("confusion", matrix=((1.0, 0.0),)), "channel.matrix: is not 3 by 3; give a row each for gray"),
        (
            ChannelConfig("confusion", matrix=((1.0, 0.0, 0.0), (0.5, 0.6, 0.0), (0.0, 0.0, 1.0))),
            "channel.matrix[1]: [0.5, 0.6, 0.0] are no probabilities; give three from 0 to 1 that add up to 1",
        ),
        (
            ChannelConfig("confusion", matrix=((1.1, -0.1, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))),
            "channel.matrix[0]: [1.1, -0.1, 0.0] are no probabilities",
        ),
    ],
)
def test_bad_parameters(config, error):
    with pytest.raises(UserError) as caught:
        make_channel(config, 5)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (ChannelConfig(rate=0.1), "noise 0.1"),
        (ChannelConfig("lies", k=2), "lies 2"),
        (ChannelConfig("adversary", budget=2), "adversary 2"),
        (ChannelConfig("position", rates=(0.0, 0.5, 0.1)), "position [0.0, 0.5, 0.1]"),
    ],
)
def test_in_a_few_words(config, words):
    assert describe_channel(config) == words
