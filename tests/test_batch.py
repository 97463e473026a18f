"""Batches: any number of beliefs of any size, alone or together; and the known values of the English lexicon."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from oracle import entropy_bits, score_masses, split_masses
from worlds import find_real_nodes

from wordle_jax import batch
from wordle_jax.batch import Rows, Scoring, score_all_guesses, score_listed
from wordle_jax.belief import BeliefSets, join_sets
from wordle_jax.kernel import Term
from wordle_jax.pattern import PatternMatrix
from wordle_jax.scores import part_table, split_entropy_bits

NUM_GUESSES, NUM_ANSWERS, NUM_PATTERNS = 11, 150, 27
# Around the limits of the size classes, and all answers.
SIZES = [1, 8, 9, 2, 16, 33, 64, 129, 149, 150, 3, 8, 10, 1]


@pytest.fixture(scope="module")
def matrix():
    generator = np.random.default_rng(5)
    codes = (NUM_PATTERNS * generator.random((NUM_GUESSES, NUM_ANSWERS)) ** 3).astype(np.uint8)
    return PatternMatrix(codes, NUM_PATTERNS)


@pytest.fixture(scope="module")
def beliefs():
    chance = random.Random(6)
    return join_sets([np.array(sorted(chance.sample(range(NUM_ANSWERS), size)), np.int32) for size in SIZES])


def prepare(score, matrix):
    """A score by its name, or by the power of the masses."""
    if isinstance(score, int):
        return Scoring(Term(matrix.num_patterns, mass_power=score), None)
    table = part_table(score, matrix.num_answers)
    return Scoring(Term(matrix.num_patterns, table.reduction, table.member_shift), table)


def draw_weights(beliefs, seed=7):
    weights = np.random.default_rng(seed).random(len(beliefs.members))
    totals = np.bincount(beliefs.member_belief, weights, minlength=len(beliefs))
    return weights / totals[beliefs.member_belief]


def score_slowly(matrix, beliefs, weights, score, b, g):
    codes = matrix.codes[g, beliefs[b]].tolist()
    if isinstance(score, int):
        return score_masses(split_masses(codes, weights[beliefs.offsets[b] : beliefs.offsets[b + 1]].tolist()), score)
    table = part_table(score, matrix.num_answers)
    terms = [int(table.of_part[size]) for size in Counter(codes).values()]
    return max(terms) if table.reduction == "max" else sum(terms)


def expect_all(matrix, beliefs, weights, score):
    return np.array(
        [
            [score_slowly(matrix, beliefs, weights, score, b, g) for g in range(matrix.num_guesses)]
            for b in range(len(beliefs))
        ]
    )


def gather(matrix, beliefs, score, weights):
    """The scores of all guesses under all beliefs, put together from the batches."""
    scores = np.full((len(beliefs), matrix.num_guesses), np.nan)
    for at, some in score_all_guesses(matrix, beliefs, prepare(score, matrix), weights):
        assert np.isnan(scores[at]).all()
        scores[at] = some
    assert not np.isnan(scores).any()
    return scores


def assert_equal_scores(scores, expected, score):
    np.testing.assert_allclose(scores, expected, rtol=0, atol=3e-6 if isinstance(score, int) else 0)


@pytest.mark.parametrize("score", ["entropy", 1])
def test_all_guesses_under_beliefs_of_every_size(matrix, beliefs, score):
    weights = draw_weights(beliefs) if isinstance(score, int) else None
    scores = gather(matrix, beliefs, score, weights)
    assert_equal_scores(scores, expect_all(matrix, beliefs, weights, score), score)


@pytest.mark.parametrize("score", ["entropy", 1])
def test_listed_guesses_under_beliefs_of_every_size(matrix, beliefs, score):
    weights = draw_weights(beliefs) if isinstance(score, int) else None
    pairs = [(b, g) for b in range(len(SIZES)) for g in range(NUM_GUESSES) if (b * g) % 3 != 1]
    belief, guess = np.array(pairs).T
    scores = score_listed(
        matrix, beliefs, Rows(belief.astype(np.int64), guess.astype(np.int32)), prepare(score, matrix), weights
    )
    assert_equal_scores(scores, expect_all(matrix, beliefs, weights, score)[belief, guess], score)


@pytest.mark.parametrize("score", ["entropy", 1])
def test_a_belief_scores_the_same_alone_and_in_any_company(matrix, beliefs, score):
    weights = draw_weights(beliefs) if isinstance(score, int) else None
    together = gather(matrix, beliefs, score, weights)
    for order in ([13, 3, 0], [9], [0, 9, 3], [8, 9, 8, 10], list(range(14))[::-1]):
        chosen = np.array(order, np.int64)
        some = None if weights is None else BeliefSets(weights, beliefs.offsets).take(chosen).members
        apart = gather(matrix, beliefs.take(chosen), score, some)
        assert_equal_scores(apart, together[chosen], score)


def test_more_beliefs_and_rows_than_a_batch_takes(matrix, monkeypatch):
    monkeypatch.setitem(batch._ROWS_LISTED, 8, 64)
    monkeypatch.setitem(batch._CODES_ALL, 8, 16)
    chance = random.Random(8)
    sizes = [chance.randint(1, 8) for _ in range(203)]
    many = join_sets([np.array(sorted(chance.sample(range(NUM_ANSWERS), size)), np.int32) for size in sizes])
    expected = expect_all(matrix, many, None, "entropy")
    np.testing.assert_array_equal(gather(matrix, many, "entropy", None), expected)
    # From no row to all rows a belief: batches end at both limits.
    pairs = [(b, g) for b in range(203) for g in range(b % (NUM_GUESSES + 1))]
    belief, guess = np.array(pairs).T
    rows = Rows(belief.astype(np.int64), guess.astype(np.int32))
    scores = score_listed(matrix, many, rows, prepare("entropy", matrix))
    np.testing.assert_array_equal(scores, expected[belief, guess])


def test_entropy_is_at_most_the_logarithm_of_the_number_of_parts(matrix, beliefs):
    entropy = gather(matrix, beliefs, "entropy", None).astype(np.int32)
    table = part_table("entropy", NUM_ANSWERS)
    for g in range(NUM_GUESSES):
        bits = split_entropy_bits(table, entropy[:, g], beliefs.counts)
        parts = [len(set(matrix.codes[g, beliefs[b]].tolist())) for b in range(len(beliefs))]
        assert (bits <= np.log2(parts) + 1e-4).all()
        assert (bits >= -1e-4).all()


# --- the real world ----------------------------------------------------------------------------------------

# entropy in bits, parts, largest part, expected size over the 2,315 answers
FIRST_GUESSES = {
    "soare": (5.8860, 127, 183, 62.30),
    "roate": (5.8828, 126, None, None),
    "raise": (5.8779, 132, 168, 61.00),
    "slate": (5.8558, 147, 221, 71.57),
    "crate": (5.8349, 148, 246, 72.90),
    "salet": (5.8346, 148, 221, 71.27),
    "trace": (5.8305, 150, 246, 74.02),
    "crane": (5.7428, 142, 263, 78.74),
    "qajaq": (1.8918, 18, 1_369, 925.11),
}


def test_known_values_of_first_guesses(english, english_world):
    matrix = english_world.matrix
    everything = join_sets([np.arange(2_315, dtype=np.int32)])
    scores = {
        name: gather(matrix, everything, name, None)[0].astype(np.int32)
        for name in ("entropy", "parts", "largest_part", "expected_size")
    }
    count = np.full(english.num_guesses, 2_315, np.int64)
    bits = split_entropy_bits(part_table("entropy", 2_315), scores["entropy"], count)
    for word, (entropy, parts, largest, expected) in FIRST_GUESSES.items():
        g = english.guess_index[word]
        sizes = list(Counter(matrix.codes[g].tolist()).values())
        assert round(entropy_bits(sizes), 4) == entropy
        assert bits[g] == pytest.approx(entropy, abs=1e-4)
        assert -scores["parts"][g] == len(sizes) == parts
        assert scores["largest_part"][g] == max(sizes)
        assert scores["expected_size"][g] == sum(c * c for c in sizes)
        if largest is not None:
            assert max(sizes) == largest
            assert round(sum(c * c for c in sizes) / 2_315, 2) == expected
    assert english.guesses[int(bits.argmax())] == "soare"
    assert np.argsort(-bits)[:3].tolist() == [english.guess_index[word] for word in ("soare", "roate", "raise")]
    # No guess can tell more than its parts.
    assert (bits <= np.log2(-scores["parts"]) + 1e-4).all()


def test_real_nodes_under_every_score(english, english_world):
    matrix, nodes = english_world.matrix, find_real_nodes(english, english_world)
    prior = english_world.prior[nodes.members]
    weights = prior / np.bincount(nodes.member_belief, prior)[nodes.member_belief]
    scores = {name: gather(matrix, nodes, name, None) for name in ("entropy", "parts", "largest_part")}
    scores["expected_size"] = gather(matrix, nodes, "expected_size", None)
    masses = gather(matrix, nodes, 1, weights)
    table = part_table("entropy", 2_315)
    for b in range(len(nodes)):
        # The answers at hand, and guesses here and there.
        for g in [*range(b, english.num_guesses, 30), *english_world.answer_guess[nodes[b]].tolist()]:
            sizes = list(Counter(matrix.codes[g, nodes[b]].tolist()).values())
            assert scores["entropy"][b, g] == sum(int(table.of_part[c]) for c in sizes)
            assert scores["parts"][b, g] == -len(sizes)
            assert scores["largest_part"][b, g] == max(sizes)
            assert scores["expected_size"][b, g] == sum(c * c for c in sizes)
        for g in range(b, english.num_guesses, 300):
            expected = score_slowly(matrix, nodes, weights, 1, b, g)
            assert math.isclose(masses[b, g], expected, abs_tol=1e-5)
