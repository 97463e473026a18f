import math
import statistics

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from stats.data import WEIGHTS
from wordle_jax.errors import UserError
from wordle_jax.stats import Subject, levene, quantile_plot, shapiro_wilk

ONE, TWO = Subject(("a",), "kilograms"), Subject(("a", "b"))


def test_shapiro_wilk_of_their_own_example():
    found = shapiro_wilk(WEIGHTS, ONE)
    assert found.statistic == pytest.approx(0.7888, abs=5e-5)
    assert found.p == pytest.approx(0.0067, abs=5e-5)
    assert found.sentence == (
        "Shapiro-Wilk test on 11 (all games): distribution of kilograms of a. W = 0.7888, p = 0.0067: "
        "significant at 5%, so the data speak against a normal distribution."
    )


def test_shapiro_wilk_lets_a_normal_sample_pass():
    sample = scipy.stats.norm.ppf((np.arange(1, 51) - 0.5) / 50)
    assert shapiro_wilk(sample, ONE).p > 0.9


@pytest.mark.parametrize(
    ("sample", "complaint"),
    [
        ([1, 2], "a: 2 games, but this test needs at least 3"),
        ([4, 4, 4], "a: all games have 4"),
        ([1, 2, math.nan], "a: holds a number that is not finite"),
        (range(5001), "a: 5001 games, but this test takes at most 5000"),
    ],
)
def test_what_shapiro_wilk_does_not_take(sample, complaint):
    with pytest.raises(UserError, match=complaint):
        shapiro_wilk(np.array(sample), ONE)


def levene_by_hand(samples: list[list[int]]) -> float:
    """Analysis of variance of the distances from the medians."""
    distances = [[abs(value - statistics.median(sample)) for value in sample] for sample in samples]
    everything = [value for sample in distances for value in sample]
    mean = statistics.mean(everything)
    between = sum(len(sample) * (statistics.mean(sample) - mean) ** 2 for sample in distances)
    within = sum((value - statistics.mean(sample)) ** 2 for sample in distances for value in sample)
    return (len(everything) - len(samples)) / (len(samples) - 1) * between / within


@given(st.lists(st.lists(st.integers(1, 6), min_size=2, max_size=12), min_size=2, max_size=4))
def test_levene_agrees_with_its_formula(samples):
    distances = [{abs(value - statistics.median(sample)) for value in sample} for sample in samples]
    assume(any(len(distance) > 1 for distance in distances))
    found = levene(tuple(map(np.array, samples)), Subject(tuple(map(str, range(len(samples))))))
    statistic, df = levene_by_hand(samples), (len(samples) - 1, sum(map(len, samples)) - len(samples))
    assert found.statistic == pytest.approx(statistic, abs=1e-9)
    assert found.df == df
    assert found.p == pytest.approx(scipy.stats.f.sf(statistic, *df), abs=1e-9)
    assert found.values == pytest.approx([statistics.variance(sample) for sample in samples])


def test_levene_at_the_edge():
    alike = levene((np.array([3, 3]), np.array([5, 5])), TWO)
    assert (alike.statistic, alike.p) == (0, 1)
    with pytest.raises(UserError, match="differ between groups but not within"):
        levene((np.array([1, 3]), np.array([1, 5])), TWO)
    with pytest.raises(UserError, match="b: 1 games, but this test needs at least 2"):
        levene((np.array([1, 3]), np.array([1])), TWO)
    with pytest.raises(UserError, match="2 groups or more"):
        levene((np.array([1, 3]),), ONE)


def test_quantile_plot_of_normal_quantiles_is_a_line():
    # Filliben's estimates of the medians of the order statistics.
    share = (np.arange(1, 21) - 0.3175) / 20.365
    share[-1] = 0.5 ** (1 / 20)
    share[0] = 1 - share[-1]
    sample = 4 + 2 * scipy.stats.norm.ppf(share)
    found = quantile_plot(np.random.default_rng(0).permutation(sample), "a")
    np.testing.assert_allclose(found.observed, sample)
    np.testing.assert_allclose(found.theoretical, (sample - 4) / 2, atol=1e-12)
    assert (found.slope, found.intercept) == pytest.approx((2, 4))


def test_quantile_plot_at_the_edge():
    level = quantile_plot(np.array([3, 3, 3]), "a")
    assert (level.slope, level.intercept) == pytest.approx((0, 3), abs=1e-12)
    with pytest.raises(UserError, match="a: 1 games"):
        quantile_plot(np.array([3]), "a")
