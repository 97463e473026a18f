"""Tests of figures that others print: means, deviations and counts in place of games."""

import scipy.stats

from wordle_jax.errors import UserError
from wordle_jax.intervals import CONFIDENCE
from wordle_jax.stats.result import Interval


def p_of_chi_square(statistic: float) -> float:
    """Return the upper tail of chi-square with one degree of freedom."""
    return float(scipy.stats.chi2.sf(statistic, 1))


def welch_t_of_summaries(
    difference: float, first_std: float, first_games: float, second_std: float, second_games: float
) -> float:
    """Return Welch's t of a difference of means, from the standard deviation and the games of each sample."""
    found = scipy.stats.ttest_ind_from_stats(
        difference, first_std, first_games, 0.0, second_std, second_games, equal_var=False
    )
    return float(found.statistic)


def p_of_variance_ratio(first_std: float, first_games: float, second_std: float, second_games: float) -> float:
    """Return the upper tail of the larger variance over the smaller, from deviations and games."""
    (large, upper), (small, lower) = sorted([(first_std, first_games), (second_std, second_games)], reverse=True)
    return float(scipy.stats.f.sf((large / small) ** 2, upper - 1, lower - 1))


def share_interval(games: int, played: int, of: str) -> Interval:
    """Return Clopper and Pearson's 95% interval of the share that so many of the games played are.

    Raises UserError for counts that cannot be.
    """
    if not 0 <= games <= played or played < 1:
        raise UserError(f"{of}: {games} of {played} games; give 1 game or more, and no more than were played")
    low, high = scipy.stats.binomtest(games, played).proportion_ci(CONFIDENCE, method="exact")
    return Interval(of, float(low), float(high))
