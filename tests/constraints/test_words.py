"""The first fact: the words that satisfy all constraints are those whose patterns are the observed ones."""

from functools import partial

import jax
import numpy as np
import pytest

from wordle_jax.constraints import (
    PROPAGATORS,
    accumulate_constraints,
    in_domains,
    initial_state,
    satisfies,
)
from wordle_jax.pattern import build_pattern_matrix

from . import oracle

EVERY_WAY = [None, *PROPAGATORS]


@partial(jax.jit, static_argnames=("num_letters", "propagator"))
def satisfying(guess_letters, observed, word_letters, num_letters, propagator):
    """Which words each history allows, by the constraints as they are or after a propagator."""

    def allowed(letters, patterns):
        state = accumulate_constraints(letters, patterns, num_letters)
        if propagator is not None:
            state, _ = PROPAGATORS[propagator](initial_state(num_letters, letters.shape[1]), state)
        return satisfies(state, word_letters)

    return jax.vmap(allowed)(guess_letters, observed)


def score_all(words):
    return np.array([[oracle.encode(oracle.score(g, a)) for a in words] for g in words], np.int32)


@pytest.mark.parametrize("propagator", EVERY_WAY)
def test_every_pattern_of_a_small_world(propagator):
    """Four positions, three letters: every guess with every pattern, even those that no word answers."""
    words = oracle.all_words(3, 4)
    letters, codes = np.array(words, np.uint8), score_all(words)
    guess, pattern = (axis.ravel() for axis in np.meshgrid(np.arange(81), np.arange(81, dtype=np.int32)))
    allowed = satisfying(letters[guess][:, None], pattern[:, None], letters, 3, propagator)
    np.testing.assert_array_equal(allowed, codes[guess] == pattern[:, None])


@pytest.mark.parametrize("propagator", EVERY_WAY)
def test_every_history_of_two_guesses_in_a_small_world(propagator):
    """Three positions, three letters: every answer with every two guesses."""
    words = oracle.all_words(3, 3)
    letters, codes = np.array(words, np.uint8), score_all(words)
    answer, *guesses = (axis.ravel() for axis in np.meshgrid(*[np.arange(27)] * 3))
    guesses = np.stack(guesses, axis=1)
    observed = codes[guesses, answer[:, None]]
    allowed = satisfying(letters[guesses], observed, letters, 3, propagator)
    np.testing.assert_array_equal(allowed, (codes[guesses] == observed[:, :, None]).all(axis=1))


@pytest.mark.parametrize("propagator", EVERY_WAY)
def test_histories_of_the_real_list(english, propagator):
    """Three thousand answers, up to four guesses each; in the last thousand a tenth of the tiles lie."""
    rng = np.random.default_rng(1)
    num_games, num_turns = 3000, 4
    pool = rng.choice(english.num_guesses, 400, replace=False)
    answers = english.letters[english.answer_guess]
    codes = build_pattern_matrix(english.letters[pool], answers).codes.astype(np.int32)
    guess = rng.integers(len(pool), size=(num_games, num_turns))
    answer = rng.integers(english.num_answers, size=num_games)
    place_values = 3 ** np.arange(4, -1, -1)
    tiles = codes[guess, answer[:, None]][..., None] // place_values % 3
    lies = rng.random(tiles.shape) < 0.1
    lies[:2000] = False
    observed = ((tiles + lies * rng.integers(1, 3, tiles.shape)) % 3 @ place_values).astype(np.int32)
    is_played = np.arange(num_turns) < rng.integers(1, num_turns + 1, num_games)[:, None]
    observed = np.where(is_played, observed, -1).astype(np.int32)

    allowed = np.asarray(satisfying(english.letters[pool[guess]], observed, answers, 26, propagator))
    expected = np.ones_like(allowed)
    for turn in range(num_turns):
        agrees = codes[guess[:, turn]] == observed[:, turn, None]
        expected &= agrees | ~is_played[:, turn, None]
    np.testing.assert_array_equal(allowed, expected)
    keeps_answer = expected[np.arange(num_games), answer]
    assert keeps_answer[:2000].all()
    assert not keeps_answer[2000:].all()


@pytest.mark.parametrize(("num_letters", "length"), [(64, 8), (33, 6)])
def test_large_alphabets_and_long_words(num_letters, length):
    rng = np.random.default_rng(2)
    # Few letters, on both sides of the mask words' border, so that words share some.
    used = np.array([0, 31, 32, num_letters - 1], np.uint8)
    words = np.unique(used[rng.integers(4, size=(60, length))], axis=0)
    codes = score_all([tuple(word) for word in words.tolist()])
    guess, answer = (axis.ravel() for axis in np.meshgrid(*[np.arange(len(words))] * 2))
    observed = codes[guess, answer]
    for propagator in EVERY_WAY:
        allowed = satisfying(words[guess][:, None], observed[:, None], words, num_letters, propagator)
        np.testing.assert_array_equal(allowed, codes[guess] == observed[:, None])


def test_words_in_domains_may_break_the_counts():
    """After the yellow e of xex, domains alone keep words without e."""
    words = np.array(oracle.all_words(3, 3), np.uint8)
    state = accumulate_constraints(np.array([[0, 1, 0]], np.uint8), np.array([oracle.encode((0, 1, 0))], np.int32), 3)
    kept = words[np.asarray(in_domains(state, words))]
    right = words[np.asarray(satisfies(state, words))]
    assert kept.tolist() == [[x, 2, z] for x in (1, 2) for z in (1, 2)]
    assert right.tolist() == [[1, 2, 1], [1, 2, 2], [2, 2, 1]]
