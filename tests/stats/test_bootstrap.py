import numpy as np
import pytest

from stats.data import MAIZE, SLEEP_1, SLEEP_2
from wordle_jax.errors import UserError
from wordle_jax.stats import bootstrap_interval


def difference_of_means(first: np.ndarray, second: np.ndarray, axis: int) -> np.ndarray:
    return first.mean(axis=axis) - second.mean(axis=axis)


def test_percentile_interval_is_that_of_a_loop():
    generator = np.random.default_rng(0)
    means = [generator.choice(MAIZE, len(MAIZE)).mean() for _ in range(10_000)]
    found = bootstrap_interval((MAIZE,), np.mean, "mean")
    # The quantiles of two sets of 10,000 resamples differ by about 2% of the interval.
    tolerance = 0.05 * (found.high - found.low)
    assert (found.low, found.high) == pytest.approx(np.quantile(means, [0.025, 0.975]), abs=tolerance)
    assert (found.of, found.level) == ("mean", 0.95)


def test_bca_interval_follows_the_formula():
    # Efron and Tibshirani (1993), eqs. 14.9 to 14.15, on resamples of its own.
    from scipy.stats import norm

    sample = np.array([1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 9.0, 20.0, 35.0])
    generator = np.random.default_rng(1)
    resampled = np.array([np.mean(generator.choice(sample, len(sample))) for _ in range(20_000)])
    z0 = norm.ppf(np.mean(resampled < sample.mean()))
    jackknife = np.array([np.delete(sample, i).mean() for i in range(len(sample))])
    away = jackknife.mean() - jackknife
    acceleration = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    levels = [norm.cdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z))) for z in norm.ppf([0.025, 0.975])]
    found = bootstrap_interval((sample,), np.mean, "mean", method="BCa")
    tolerance = 0.03 * (found.high - found.low)
    assert (found.low, found.high) == pytest.approx(np.quantile(resampled, levels), abs=tolerance)
    # The long tail is on the right, and BCa moves there.
    assert found.low > bootstrap_interval((sample,), np.mean, "mean").low


def test_pairs_are_drawn_together():
    apart = bootstrap_interval((SLEEP_1, SLEEP_2), difference_of_means, "difference")
    together = bootstrap_interval((SLEEP_1, SLEEP_2), difference_of_means, "difference", paired=True)
    of_differences = bootstrap_interval((SLEEP_1 - SLEEP_2,), np.mean, "difference")
    assert (together.low, together.high) == pytest.approx((of_differences.low, of_differences.high))
    assert together.high - together.low < 0.6 * (apart.high - apart.low)


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_equal_games_have_equal_intervals_to_the_last_bit(method):
    assert bootstrap_interval((MAIZE,), np.median, "median", method=method) == (
        bootstrap_interval((MAIZE,), np.median, "median", method=method)
    )


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_a_statistic_without_spread_has_an_interval_of_one_value(method):
    found = bootstrap_interval((np.array([4, 4, 4]),), np.mean, "mean", method=method)
    assert (found.low, found.high) == (4, 4)


def test_what_has_no_interval():
    with pytest.raises(UserError, match="mean: 1 games, but this test needs at least 2"):
        bootstrap_interval((np.array([4]),), np.mean, "mean")
    with pytest.raises(UserError, match="mean: samples of 2 and 3 games cannot be paired"):
        bootstrap_interval((np.arange(2), np.arange(3)), difference_of_means, "mean", paired=True)
    with pytest.raises(UserError, match="inverse: undefined in some resamples"):
        bootstrap_interval((np.array([0, 1]),), lambda x, axis: x.mean(axis=axis) / x.mean(axis=axis), "inverse")


def test_bca_is_undefined_where_no_single_game_moves_the_statistic():
    sample = np.array([3, 3, 3, 3, 3, 4, 4, 5])
    with pytest.raises(UserError, match=r"median: the BCa interval is undefined .* the percentile interval is not"):
        bootstrap_interval((sample,), np.median, "median", method="BCa")
    found = bootstrap_interval((sample,), np.median, "median")
    assert (found.low, found.high) == (3, 4)
