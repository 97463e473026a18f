"""Measures of two runs that depend on the sums of their tallies alone."""

from collections.abc import Callable
from functools import partial

import numpy as np

from wordle_jax.audit.tally import Sums, Values, make_measure

Difference = Callable[[Sums, Sums], Values]


def make_difference(name: str, parameter: str) -> Difference | None:
    """Return the measure of this name, of a run and of the one that it is compared with; None if it needs more."""
    if name == "within_difference":
        within = make_measure("within", parameter, num_answers=1)
        return lambda one, other: within(one) - within(other)
    return _DIFFERENCES.get(name)


def _subtract(name: str, one: Sums, other: Sums) -> Values:
    measure = make_measure(name, "", num_answers=1)
    return measure(one) - measure(other)


def _reduction(name: str, one: Sums, other: Sums) -> Values:
    """How many % the first is below the second."""
    measure = make_measure(name, "", num_answers=1)
    before = measure(other)
    return 100 * np.divide(before - measure(one), before, out=np.full(len(before), np.nan), where=before != 0)


def _moments(sums: Sums) -> tuple[Values, Values, Values]:
    """Mean and variance of the guesses of solved games, and how many there are."""
    mean, std, solved = (
        make_measure(name, "", num_answers=1)(sums) for name in ("mean_solved", "std_solved", "solved")
    )
    return mean, std**2, solved


def _cohen_d(one: Sums, other: Sums) -> Values:
    (mean, variance, _), (other_mean, other_variance, _) = _moments(one), _moments(other)
    return np.abs(mean - other_mean) / np.sqrt((variance + other_variance) / 2)


def _welch_t(one: Sums, other: Sums) -> Values:
    (mean, variance, solved), (other_mean, other_variance, other_solved) = _moments(one), _moments(other)
    return np.abs(mean - other_mean) / np.sqrt(variance / solved + other_variance / other_solved)


def _chi2(one: Sums, other: Sums) -> Values:
    """Chi-square of the games solved and failed by both, no correction; 0 if all were solved or none."""
    a, b, c, d = (
        make_measure(name, "", num_answers=1)(sums) for sums in (one, other) for name in ("solved", "failures")
    )
    below = (a + b) * (c + d) * (a + c) * (b + d)
    above = (a + b + c + d) * (a * d - b * c) ** 2
    return np.divide(above, below, out=np.zeros(len(above)), where=below > 0)


def _retained(one: Sums, other: Sums) -> Values:
    rate = make_measure("success_rate", "", num_answers=1)
    return 100 * rate(one) / rate(other)


_DIFFERENCES: dict[str, Difference] = {
    "mean_difference": partial(_subtract, "mean_solved"),
    "median_difference": partial(_subtract, "median_solved"),
    "std_difference": partial(_subtract, "std_solved"),
    "success_difference": partial(_subtract, "success_rate"),
    "success_gap": lambda one, other: _subtract("success_rate", other, one),
    "mean_improvement": partial(_reduction, "mean_solved"),
    "failure_reduction": partial(_reduction, "failures"),
    "cohen_d": _cohen_d,
    "independent_t": _welch_t,
    "chi2": _chi2,
    "retained": _retained,
}
