"""Soft beliefs against Bayes' rule in plain Python, and where feedback cannot be."""

import math

import numpy as np
import pytest
from oracle import encode, feedback
from worlds import tiny_world

from wordle_jax.belief import join_sets, observe
from wordle_jax.channel import ChannelConfig, dense_matrix, make_channel, tile_flip
from wordle_jax.lexicon import build_lexicon
from wordle_jax.soft_belief import Observer, SoftBeliefs, start_beliefs
from wordle_jax.world import build_world

WORDS = [
    *("abide", "crane", "slate", "speed", "three", "their", "stare", "raise", "roate", "soare", "trace", "salet"),
    *("light", "night", "might", "sight", "fight", "eight", "right", "tight", "bound", "found", "hound", "mound"),
    *("pound", "round", "sound", "wound", "vivid", "mamma"),
]


def score(guess, answer):
    return encode(feedback(guess, answer))


CHANNELS = [
    ChannelConfig(rate=0.1),
    ChannelConfig("confusion", matrix=((0.9, 0.08, 0.02), (0.3, 0.65, 0.05), (0.01, 0.03, 0.96))),
    ChannelConfig("position", rates=(0.0, 0.5, 0.1, 0.2, 0.3)),
    ChannelConfig("lies", k=1),
]


@pytest.fixture(scope="module")
def world():
    return build_world(build_lexicon(WORDS, frequency={word: 1.0 + i for i, word in enumerate(WORDS)}), 0.02)


def play(world, channels, channel_prior, prior, history) -> SoftBeliefs:
    observer = Observer(world.matrix, world.guess_answer, channels)
    beliefs = start_beliefs(prior, channel_prior)
    for turn, (guess, shown) in enumerate(history, start=1):
        beliefs = observer.observe(beliefs, np.array([guess], np.int32), np.array([shown], np.int32), turn)
    return beliefs


def bayes(matrices, channel_prior, prior, history) -> list[list[float]]:
    """The joint posterior of channel and word, word by word in plain Python."""
    joint = []
    for matrix, share in zip(matrices, channel_prior, strict=True):
        row = []
        for answer, word in enumerate(WORDS):
            p = share * prior[answer]
            for guess, shown in history:
                p *= 0.0 if WORDS[guess] == word else matrix[score(WORDS[guess], word)][shown]
            row.append(p)
        joint.append(row)
    total = sum(map(sum, joint))
    return [[p / total for p in row] for row in joint]


@pytest.mark.parametrize("kind", ["uniform", "frequency"])
@pytest.mark.parametrize("number", range(len(CHANNELS) + 1))
def test_bayes_in_plain_python(world, number, kind):
    configs = CHANNELS if number == len(CHANNELS) else [CHANNELS[number]]
    channels = [make_channel(config, 5) for config in configs]
    channel_prior = np.arange(1, len(channels) + 1) / sum(range(1, len(channels) + 1))
    prior = world.prior if kind == "frequency" else np.full(len(WORDS), 1 / len(WORDS))
    generator = np.random.default_rng(number)
    for secret in generator.choice(len(WORDS), 6):
        history = []
        for turn in range(5):
            guess = int(generator.integers(len(WORDS)))
            if guess == secret:
                continue
            true = world.matrix.codes[guess, secret].astype(np.int32)
            bits = generator.integers(0, 2**32, (1, 5, 2), dtype=np.uint32)
            history.append((guess, int(channels[turn % len(channels)].corrupt(np.array([true]), bits)[0])))
        expected = np.array(bayes([dense_matrix(c).tolist() for c in channels], channel_prior, prior, history))
        beliefs = play(world, channels, channel_prior, prior, history)
        np.testing.assert_allclose(beliefs.joint[0], expected, rtol=1e-9, atol=1e-15)
        np.testing.assert_allclose(beliefs.channel_probabilities[0], expected.sum(1), rtol=1e-9)
        entropy = -sum(p * math.log2(p) for p in expected.sum(0).tolist() if p > 0)
        assert beliefs.entropy_bits[0] == pytest.approx(entropy, abs=1e-9)
        assert beliefs.num_candidates[0] == pytest.approx(2**entropy)


def test_clean_channel_is_the_hard_belief(world):
    prior = np.full(len(WORDS), 1 / len(WORDS))
    for secret in range(len(WORDS)):
        history = [(g, int(world.matrix.codes[g, secret])) for g in (1, 7, 20) if g != secret]
        soft = play(world, [tile_flip(0.0, 5)], np.ones(1), prior, history)
        candidates = set(range(len(WORDS)))
        for guess, shown in history:
            candidates = {a for a in candidates - {guess} if score(WORDS[guess], WORDS[a]) == shown}
        expected = np.zeros(len(WORDS))
        expected[list(candidates)] = 1 / len(candidates)
        np.testing.assert_array_equal(soft.probabilities[0] > 0, expected > 0)
        np.testing.assert_allclose(soft.probabilities[0], expected, rtol=1e-12)


def test_clean_channel_is_the_hard_belief_of_the_engine():
    world = tiny_world("five")
    prior = np.full(world.num_answers, 1 / world.num_answers)
    everything = start_beliefs(prior, np.ones(1))
    observer = Observer(world.matrix, world.guess_answer, [tile_flip(0.0, 5)])
    hard = join_sets([np.arange(world.num_answers, dtype=np.int32)])
    guess, shown = np.array([3], np.int32), world.matrix.codes[3, 5:6].astype(np.int32)
    after = observe(world.matrix, hard, guess, shown, world.answer_guess)
    soft = observer.observe(everything, guess, shown, 1)
    assert np.flatnonzero(soft.probabilities[0]).tolist() == after[0].tolist()


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_impossible_feedback_leaves_the_words_that_fit_best(world, rate):
    prior = np.full(len(WORDS), 1 / len(WORDS))
    # All green again and again, for words that are then out.
    beliefs = play(world, [tile_flip(rate, 5)], np.ones(1), prior, [(0, 242), (1, 242), (2, 242)])
    p = beliefs.probabilities[0]
    assert np.isfinite(p).all()
    assert p.sum() == pytest.approx(1)
    assert p[[0, 1, 2]].tolist() == [0, 0, 0]


@pytest.mark.parametrize("rate", [0.0, 0.1, 1.0])
def test_a_thousand_turns(world, rate):
    prior = np.full(len(WORDS), 1 / len(WORDS))
    generator = np.random.default_rng(0)
    history = [(int(generator.integers(20)), int(generator.integers(243))) for _ in range(1000)]
    beliefs = play(world, [tile_flip(rate, 5), tile_flip(0.3, 5)], np.full(2, 0.5), prior, history)
    assert np.isfinite(beliefs.joint).all()
    assert beliefs.joint.sum() == pytest.approx(1)


def test_words_that_are_all_out_leave_nothing_and_no_nan(world):
    prior = np.full(len(WORDS), 1 / len(WORDS))
    history = [(guess, 0) for guess in range(len(WORDS))]
    beliefs = play(world, [tile_flip(0.1, 5)], np.ones(1), prior, history)
    assert beliefs.probabilities.tolist() == [[0.0] * len(WORDS)]
    assert beliefs.entropy_bits.tolist() == [0.0]
