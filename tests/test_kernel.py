"""Kernels: every form of every score against sums over counted parts, in a world of outcomes without words.

Integer scores must agree exactly, masses to float32. Each test that forces a form takes a number of guesses of
its own: kernels are compiled by shape, so none compiled in another form is met.
"""

import random
from collections import Counter

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from oracle import score_masses, split_masses

from wordle_jax import kernel
from wordle_jax.kernel import Beliefs, Tables, Term
from wordle_jax.pattern import PatternMatrix
from wordle_jax.scores import part_table

NUM_ANSWERS, NUM_PATTERNS = 150, 27


def draw_matrix(num_guesses, seed=0):
    """A matrix of random outcomes, small ones more often, so that parts are of all sizes."""
    generator = np.random.default_rng(seed)
    codes = (NUM_PATTERNS * generator.random((num_guesses, NUM_ANSWERS)) ** 3).astype(np.uint8)
    codes[0] = 5  # one guess splits nothing
    return PatternMatrix(codes, NUM_PATTERNS)


def draw_beliefs(width, sizes, weighted, seed=0):
    """A padded batch of beliefs of these sizes, with one row more than is to be scored, full of nonsense."""
    chance = random.Random(seed)
    candidates = np.full((len(sizes) + 1, width), 3, np.int32)
    weights = np.zeros((len(sizes) + 1, width), np.float32)
    for b, size in enumerate(sizes):
        candidates[b, :size] = sorted(chance.sample(range(NUM_ANSWERS), size))
        drawn = np.array([chance.random() for _ in range(size)])
        weights[b, :size] = drawn / drawn.sum()
    counts = np.array([*sizes, width], np.int32)
    return Beliefs(candidates, counts, np.array(len(sizes), np.int32), weights if weighted else None)


def prepare(score):
    """The term and the tables of a score."""
    if isinstance(score, int):
        return Term(NUM_PATTERNS, mass_power=score), Tables(jnp.zeros(1, jnp.int32), jnp.zeros(1, jnp.int32))
    table = part_table(score, NUM_ANSWERS)
    term = Term(NUM_PATTERNS, table.reduction, table.member_shift)
    return term, Tables(jnp.asarray(table.of_part), jnp.asarray(table.of_member))


def score_slowly(matrix, score, guess, members, weights=None):
    """The score of one guess under one belief."""
    codes = matrix.codes[guess, members].tolist()
    if isinstance(score, int):
        return score_masses(split_masses(codes, weights.tolist()), score)
    table = part_table(score, NUM_ANSWERS)
    terms = [int(table.of_part[size]) for size in Counter(codes).values()]
    return max(terms) if table.reduction == "max" else sum(terms)


def expect_all(matrix, score, beliefs):
    rows = []
    for b in range(int(beliefs.num)):
        size = int(beliefs.counts[b])
        weights = None if beliefs.weights is None else beliefs.weights[b, :size].astype(np.float64)
        members = beliefs.candidates[b, :size]
        rows.append([score_slowly(matrix, score, g, members, weights) for g in range(matrix.num_guesses)])
    return np.array(rows)


def assert_equal_scores(scores, expected, score):
    scores = np.asarray(scores)
    if isinstance(score, int):
        assert scores.dtype == np.float32
        np.testing.assert_allclose(scores, expected, rtol=0, atol=3e-6)
    else:
        assert scores.dtype == np.int32
        np.testing.assert_array_equal(scores, expected)


def check_every_kernel(num_guesses, score, widths):
    """Compare all three kernels with the oracle, for beliefs of these widths."""
    matrix = draw_matrix(num_guesses)
    term, tables = prepare(score)
    for width, sizes in widths.items():
        beliefs = draw_beliefs(width, sizes, weighted=isinstance(score, int))
        expected = expect_all(matrix, score, beliefs)
        beliefs = jax.tree.map(jnp.asarray, beliefs)
        scores = np.asarray(kernel.score_all(matrix.by_answer, beliefs, tables, term))
        assert_equal_scores(scores[: len(sizes), :num_guesses], expected, score)

        pairs = [(b, g) for b in range(len(sizes)) for g in range(num_guesses)]
        random.Random(1).shuffle(pairs)
        row_belief, row_guess = np.array(pairs, np.int32).T
        listed = kernel.score_rows(
            matrix.replicated, beliefs, jnp.asarray(row_belief), jnp.asarray(row_guess), tables, term
        )
        assert_equal_scores(listed, expected[row_belief, row_guess], score)

    weights = draw_beliefs(NUM_ANSWERS, [NUM_ANSWERS], weighted=True).weights[0] if isinstance(score, int) else None
    device_weights = None if weights is None else jnp.asarray(weights)
    whole = np.asarray(kernel.score_whole_lexicon(matrix.interleaved, device_weights, tables, term))[:num_guesses]
    members = np.arange(NUM_ANSWERS)
    exact_weights = None if weights is None else weights.astype(np.float64)
    expected = [score_slowly(matrix, score, g, members, exact_weights) for g in range(num_guesses)]
    assert_equal_scores(whole, expected, score)


# Members are compared in narrow beliefs, patterns counted in wide ones; of 70, compared for all guesses and
# counted for listed ones.
NARROW = {8: [1, 2, 8, 5]}
WIDE = {150: [129, 150, 7, 64]}
BETWEEN = {70: [65, 70, 1, 33]}


@pytest.mark.parametrize(
    ("score", "widths"),
    [
        ("entropy", NARROW | BETWEEN | WIDE),
        ("expected_size", NARROW | BETWEEN | WIDE),
        ("largest_part", NARROW | WIDE),
        ("parts", NARROW),
        ("least_guesses", NARROW | BETWEEN | WIDE),
        (1, NARROW | BETWEEN | WIDE),
        (2, NARROW),
        (3, WIDE),
    ],
)
def test_scores_are_sums_over_parts(score, widths):
    check_every_kernel(13, score, widths)


@pytest.mark.parametrize("score", ["entropy", 1])
def test_the_form_without_scatter_gives_the_same(score, monkeypatch):
    monkeypatch.setattr(kernel, "scatters_well", lambda: False)
    check_every_kernel(15, score, NARROW | WIDE)


def test_without_jit_the_same(monkeypatch):
    monkeypatch.setattr(kernel, "scatters_well", lambda: False)
    matrix = draw_matrix(3)
    term, tables = prepare(1)
    beliefs = draw_beliefs(4, [3], weighted=True)
    guesses = jnp.arange(3, dtype=jnp.int32)
    with jax.disable_jit():
        scores = kernel.score_rows(
            matrix.replicated, jax.tree.map(jnp.asarray, beliefs), jnp.zeros(3, jnp.int32), guesses, tables, term
        )
    assert_equal_scores(scores, expect_all(matrix, 1, beliefs)[0], 1)


@pytest.mark.parametrize("score", ["entropy", "expected_size", "largest_part", 1])
def test_padding_changes_nothing(score):
    matrix = draw_matrix(13)
    term, tables = prepare(score)
    narrow = draw_beliefs(8, NARROW[8], weighted=isinstance(score, int))
    weights = None if narrow.weights is None else np.pad(narrow.weights, ((0, 0), (0, 142)))
    candidates = np.pad(narrow.candidates, ((0, 0), (0, 142)), constant_values=149)
    wide = Beliefs(candidates, narrow.counts, narrow.num, weights)
    scores, expected = (
        np.asarray(kernel.score_all(matrix.by_answer, beliefs, tables, term))[:4] for beliefs in (wide, narrow)
    )
    assert_equal_scores(scores, expected, score)


def test_codes_of_two_bytes():
    generator = np.random.default_rng(3)
    matrix = PatternMatrix(generator.integers(0, 6561, (5, NUM_ANSWERS)).astype(np.uint16), 6561)
    matrix.codes[1:3] //= 1000
    _, tables = prepare("entropy")
    term = Term(6561)
    for width, sizes in {8: [8, 3], 150: [140]}.items():
        beliefs = draw_beliefs(width, sizes, weighted=False)
        scores = np.asarray(kernel.score_all(matrix.by_answer, beliefs, tables, term))[: len(sizes), :5]
        np.testing.assert_array_equal(scores, expect_all(matrix, "entropy", beliefs))
    whole = np.asarray(kernel.score_whole_lexicon(matrix.interleaved, None, tables, term))[:5]
    members = np.arange(NUM_ANSWERS)
    np.testing.assert_array_equal(whole, [score_slowly(matrix, "entropy", g, members) for g in range(5)])
