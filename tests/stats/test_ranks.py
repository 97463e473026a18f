import math
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.data import MAIZE
from wordle_jax.errors import UserError
from wordle_jax.stats import Subject, mann_whitney, wilcoxon
from wordle_jax.stats.ranks import biserial_of_counts

SUBJECT = Subject(("a", "b"))
GUESSES = st.lists(st.integers(1, 6), min_size=1, max_size=15)


def rank_by_hand(values: list[float]) -> list[float]:
    return [sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values]


def signed_rank_by_hand(difference: list[int]) -> tuple[float, float, float]:
    """The rank sums of both signs, and p from all ways to set the signs."""
    ranked = [value for value in difference if value]
    ranks = rank_by_hand([abs(value) for value in ranked])
    positive = sum(rank for rank, value in zip(ranks, ranked, strict=True) if value > 0)
    middle = sum(ranks) / 2
    sums = [
        sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product([0, 1], repeat=len(ranks))
    ]
    p = sum(abs(value - middle) >= abs(positive - middle) for value in sums) / len(sums)
    return positive, sum(ranks) - positive, p


def test_darwins_maize():
    found = wilcoxon(MAIZE, np.zeros_like(MAIZE), SUBJECT)
    assert found.statistic == 96
    assert found.values == (96, 24)
    assert found.p == pytest.approx(0.04126, abs=5e-6)
    assert found.effect.value == pytest.approx(72 / 120)
    assert found.n == (15,)
    assert found.interval.low < 0.6 < found.interval.high


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=8))
def test_wilcoxon_is_exact_for_few_pairs(pairs):
    first, second = np.array(pairs).T
    found = wilcoxon(first, second, SUBJECT)
    positive, negative, p = signed_rank_by_hand([a - b for a, b in pairs])
    assert found.values == (positive, negative)
    assert found.p == pytest.approx(p)
    total = positive + negative
    assert found.effect.value == pytest.approx((positive - negative) / total if total else 0)


@given(st.lists(st.lists(st.integers(-4, 4), min_size=1, max_size=12), min_size=1, max_size=5))
def test_correlations_of_counted_differences_are_those_of_the_pairs(samples):
    values = np.arange(-4.0, 5.0)
    counts = np.array([[sample.count(int(value)) for value in values] for sample in samples])
    expected = []
    for sample in samples:
        ranked = [value for value in sample if value]
        ranks = rank_by_hand([abs(value) for value in ranked])
        signed = sum(math.copysign(rank, value) for rank, value in zip(ranks, ranked, strict=True))
        expected.append(signed / sum(ranks) if ranked else 0)
    assert biserial_of_counts(values, counts).tolist() == pytest.approx(expected, rel=1e-14)


def test_wilcoxon_of_many_pairs_agrees_with_scipy():
    generator = np.random.default_rng(0)
    first, second = generator.integers(2, 7, (2, 300))
    expected = scipy.stats.wilcoxon(first, second, zero_method="wilcox", correction=False, method="asymptotic")
    found = wilcoxon(first, second, SUBJECT)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-12)
    assert min(found.values) == expected.statistic


def test_wilcoxon_bootstrap_agrees_with_the_spread_of_new_samples():
    generator = np.random.default_rng(1)
    first, second = generator.integers(2, 7, (2, 300))
    found = wilcoxon(first, second, SUBJECT)
    anew = generator.integers(2, 7, (400, 2, 300))
    effects = [
        (2 * positive - total) / total
        for positive, total in (
            (ranks[difference > 0].sum(), ranks.sum())
            for difference in (a - b for a, b in anew)
            for difference in [difference[difference != 0]]
            for ranks in [scipy.stats.rankdata(abs(difference))]
        )
    ]
    # 400 samples tell a standard deviation to 3.5%.
    width = 2 * 1.96 * np.std(effects)
    assert found.interval.high - found.interval.low == pytest.approx(width, rel=0.15)


def test_wilcoxon_without_a_difference():
    found = wilcoxon(np.array([3, 4]), np.array([3, 4]), SUBJECT)
    assert (found.statistic, found.p, found.effect.value) == (0, 1, 0)
    assert (found.interval.low, found.interval.high) == (0, 0)


def test_wilcoxon_of_one_pair():
    found = wilcoxon(np.array([3]), np.array([4]), SUBJECT)
    assert (found.values, found.p, found.effect.value, found.interval) == ((0, 1), 1, -1, None)


def test_mann_whitney_of_the_ages_of_diabetics():
    # The example of scipy's manual: U = 17, exact p = 0.1111.
    male, female = np.array([19, 22, 16, 29, 24]), np.array([20, 11, 17, 12])
    found = mann_whitney(male, female, SUBJECT)
    assert found.statistic == 17
    assert found.p == pytest.approx(1 / 9)
    assert found.effect.value == 17 / 20
    assert found.n == (5, 4)


@given(GUESSES, GUESSES)
def test_mann_whitney_counts_pairs(first, second):
    found = mann_whitney(np.array(first), np.array(second), SUBJECT)
    wins = sum((a > b) + (a == b) / 2 for a, b in product(first, second))
    assert found.statistic == wins
    ranks = rank_by_hand(first + second)
    assert found.values == pytest.approx((np.mean(ranks[: len(first)]), np.mean(ranks[len(first) :])))
    assert 0 <= found.p <= 1
    if found.interval is not None:
        assert 0 <= found.interval.low <= found.effect.value <= found.interval.high <= 1


def test_mann_whitney_agrees_with_scipy_and_its_interval_with_p():
    generator = np.random.default_rng(2)
    first, second = generator.integers(2, 7, 300), generator.integers(3, 7, 250)
    found = mann_whitney(first, second, SUBJECT)
    assert found.p == scipy.stats.mannwhitneyu(first, second).pvalue < 0.05
    assert found.interval.high < 0.5
    # Brunner and Munzel's own test, by scipy, is significant at exactly the level of an interval that touches a half.
    half = (found.interval.high - found.interval.low) / 2
    reference = scipy.stats.brunnermunzel(first, second)
    assert abs(found.effect.value - 0.5) / half == pytest.approx(
        abs(reference.statistic) / scipy.stats.norm.isf(0.025), rel=0.01
    )


@pytest.mark.parametrize(
    ("first", "second", "u", "p"),
    [([3, 3], [3, 3], 2, 1), ([3], [3], 0.5, 1), ([1, 2, 3], [4, 5, 6], 0, 0.1), ([7], [1, 2, 3], 3, 0.5)],
)
def test_mann_whitney_at_the_edge_has_no_interval(first, second, u, p):
    found = mann_whitney(np.array(first), np.array(second), SUBJECT)
    assert (found.statistic, found.interval) == (u, None)
    assert found.p == pytest.approx(p)


@pytest.mark.parametrize("test", [wilcoxon, mann_whitney])
@pytest.mark.parametrize(
    ("first", "complaint"),
    [([], "a: 0 games, but this test needs at least 1"), ([math.nan], "a: holds a number that is not finite")],
)
def test_what_no_rank_test_supports(test, first, complaint):
    with pytest.raises(UserError, match=complaint):
        test(np.array(first), np.array(first), SUBJECT)
