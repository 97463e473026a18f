"""Scores: integer tables, their exact ties and their room in an int32; masses in float64."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import entropy_bits, score_masses, score_sizes, split_masses

from wordle_jax.scores import (
    COMPARE_LIMIT,
    additive_log2,
    entropy_bits_of_scale,
    mass_scores,
    part_table,
    split_entropy_bits,
)

NAMES = ("entropy", "expected_size", "largest_part", "parts", "least_guesses")
quick = settings(max_examples=60)


def prime_factors(n):
    return [] if n < 2 else next([p, *prime_factors(n // p)] for p in range(2, n + 1) if n % p == 0)


# --- logarithms --------------------------------------------------------------------------------------------


def test_additive_log2_is_the_sum_over_prime_factors():
    table = additive_log2(700, 16)
    assert table[:2].tolist() == [0, 0]
    for n in range(2, 701):
        assert table[n] == sum(round(2**16 * math.log2(p)) for p in prime_factors(n))


def test_additive_log2_turns_products_into_sums():
    table = additive_log2(2315, 16)
    for a in range(1, 2316):
        b = np.arange(1, 2315 // a + 1)
        np.testing.assert_array_equal(table[a * b], table[a] + table[b])


@pytest.mark.parametrize(("num_answers", "bits"), [(2_315, 16), (9_088, 14), (14_855, 13)])
def test_additive_log2_is_near_and_fits_an_int32(num_answers, bits):
    assert entropy_bits_of_scale(num_answers) == bits
    table = additive_log2(num_answers, bits)
    size = np.arange(1, num_answers + 1)
    # Half a unit for each prime factor, of which there are at most log2 n.
    assert (np.abs(table[1:] - 2**bits * np.log2(size)) <= 0.5 * np.log2(size) + 1e-6).all()
    whole = (np.arange(num_answers + 1) * table).max()
    assert whole < 2**31
    of_part = part_table("entropy", num_answers).of_part
    assert of_part.dtype == np.int32
    np.testing.assert_array_equal(of_part, np.arange(num_answers + 1) * table)
    # One more bit would not fit.
    assert bits == 16 or 2 * whole > 2**31 * 0.9


def test_every_table_fits_the_largest_shipped_list():
    size = np.arange(14_856, dtype=np.int64)
    np.testing.assert_array_equal(part_table("expected_size", 14_855).of_part, size**2)
    np.testing.assert_array_equal(part_table("largest_part", 14_855).of_part, size)
    np.testing.assert_array_equal(part_table("least_guesses", 14_855).of_part, 3 * size - np.minimum(size, 1))
    np.testing.assert_array_equal(part_table("parts", 14_855).of_part, -np.minimum(size, 1))


# --- integer scores ----------------------------------------------------------------------------------------


def score(name, sizes, num_answers=128):
    """The integer score by parts."""
    table = part_table(name, num_answers)
    terms = [int(table.of_part[c]) for c in sizes]
    return max(terms) if table.reduction == "max" else sum(terms)


def score_by_member(name, sizes, num_answers=128):
    """The integer score by members, as kernels without bins add it up."""
    table = part_table(name, num_answers)
    terms = [int(table.of_member[c]) for c in sizes for _ in range(c)]
    if table.reduction == "max":
        return max(terms)
    return math.floor(sum(terms) / 2**table.member_shift + 0.5)


sizes_up_to_128 = st.lists(st.integers(1, 24), min_size=1, max_size=60).filter(
    lambda sizes: sum(sizes) <= COMPARE_LIMIT
)


@quick
@given(sizes_up_to_128)
def test_members_add_up_to_their_parts(sizes):
    for name in NAMES:
        assert score_by_member(name, sizes) == score(name, sizes)


def test_members_of_the_smallest_and_the_largest_parts():
    for sizes in ([128], [1] * 128, [127, 1], [3] * 42, [43, 43, 42]):
        for name in NAMES:
            assert score_by_member(name, sizes) == score(name, sizes)


@quick
@given(sizes_up_to_128, sizes_up_to_128)
def test_integer_scores_rank_splits_as_the_oracle(one, two):
    total = min(sum(one), sum(two))
    one, two = cut(one, total), cut(two, total)
    for name in NAMES:
        a, b = score_sizes(name, one), score_sizes(name, two)
        assert (score(name, one) < score(name, two)) == (a < b)
        assert (score(name, one) == score(name, two)) == (a == b)


def cut(sizes, total):
    """The sizes cut off at a total."""
    kept = []
    for size in sizes:
        kept.append(min(size, total - sum(kept)))
        if sum(kept) == total:
            return kept
    raise AssertionError


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([4, 1, 1, 1, 1], [2, 2, 2, 2]),  # 8 log 2 on both sides
        ([6, 1, 1, 1, 1, 1, 1], [3, 3, 2, 2, 2]),  # 6 log 6 = 6 log 3 + 6 log 2
        ([10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [5, 5, 2, 2, 2, 2, 2]),
        ([15] + [1] * 15, [5, 5, 5, 3, 3, 3, 3, 3]),
    ],
)
def test_splits_of_equal_entropy_tie_exactly(one, two):
    assert math.prod(c**c for c in one) == math.prod(c**c for c in two)
    assert sum(one) == sum(two)
    assert score("entropy", one) == score("entropy", two)
    assert score("entropy", one, 2_315) == score("entropy", two, 2_315)


@quick
@given(st.lists(st.integers(1, 300), min_size=1, max_size=7))
def test_entropy_in_bits(sizes):
    table = part_table("entropy", 2_315)
    bits = split_entropy_bits(
        table, np.array([score("entropy", sizes, 2_315)], np.int32), np.array([sum(sizes)], np.int64)
    )
    assert bits[0] == pytest.approx(entropy_bits(sizes), abs=2e-4)
    assert -2e-4 <= bits[0] <= math.log2(len(sizes)) + 2e-4


def test_a_mean_over_candidates_is_in_units_times_candidates():
    sizes = [5, 3, 1, 1]
    expected = {"entropy": entropy_bits([10]) - entropy_bits(sizes) + math.log2(10), "expected_size": 3.6}
    for name, mean in expected.items():
        table = part_table(name, 10)
        assert table.is_mean
        assert score(name, sizes, 10) / (table.unit * 10) == pytest.approx(mean, abs=1e-4)
    for name, value in {"largest_part": 5, "parts": -4}.items():
        table = part_table(name, 10)
        assert not table.is_mean
        assert score(name, sizes, 10) == value * table.unit


def test_other_scores_have_no_table():
    for name in ("random", "letter_frequency", "posterior_mass"):
        with pytest.raises(ValueError, match="not a score of part sizes"):
            part_table(name, 10)


# --- masses ------------------------------------------------------------------------------------------------


def draw_split(chance, num_rows, num_members):
    codes = np.array([[chance.randrange(5) for _ in range(num_members)] for _ in range(num_rows)], np.uint8)
    weights = np.array([[chance.random() for _ in range(num_members)] for _ in range(num_rows)])
    return codes, weights / weights.sum(1, keepdims=True)


@pytest.mark.parametrize("power", [1, 2, 3])
def test_mass_scores_are_those_of_the_oracle(power):
    codes, weights = draw_split(random.Random(power), 40, 13)
    scores = mass_scores(codes, weights, power)
    for row in range(40):
        masses = split_masses(codes[row].tolist(), weights[row].tolist())
        assert scores[row] == pytest.approx(score_masses(masses, power), abs=1e-13)
        assert math.fsum(masses) == pytest.approx(1, abs=1e-14)
        if power == 1:
            assert -1e-14 <= -scores[row] <= math.log2(len(masses)) + 1e-14


@pytest.mark.parametrize("power", [1, 2, 3])
def test_equal_splits_have_equal_mass_scores_to_the_last_bit(power):
    codes, weights = draw_split(random.Random(9), 20, 17)
    names = np.array([3, 200, 0, 91, 242], np.uint8)
    expected = mass_scores(codes, weights, power).tobytes()
    assert mass_scores(names[codes], weights, power).tobytes() == expected
    one_by_one = [mass_scores(codes[i : i + 1], weights[i : i + 1], power)[0] for i in range(20)]
    assert np.array(one_by_one).tobytes() == expected


@pytest.mark.parametrize("power", [1, 2, 3])
def test_padding_changes_no_mass_score(power):
    codes, weights = draw_split(random.Random(10), 20, 6)
    padded_codes = np.concatenate([codes, np.full((20, 10), 243, np.uint8)], axis=1)
    padded_weights = np.concatenate([weights, np.zeros((20, 10))], axis=1)
    expected = mass_scores(codes, weights, power).tobytes()
    assert mass_scores(padded_codes, padded_weights, power).tobytes() == expected
