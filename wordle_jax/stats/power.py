"""How likely is a test to find a difference, and how many games does that take? Two-sided, at 5%."""

import math
from collections.abc import Callable

from statsmodels.stats.power import NormalIndPower, TTestIndPower, TTestPower
from statsmodels.stats.proportion import proportion_effectsize

from wordle_jax.errors import UserError
from wordle_jax.stats.result import SIGNIFICANCE

_MOST_GAMES = 10**9


def power_of_paired_t(d_z: float, pairs: int) -> float:
    """Return the chance that a paired t test finds a standardised difference d_z, `cohens_d_z` of the population.

    Raises UserError for fewer than two pairs or an effect that is not finite.
    """
    _check(d_z, pairs)
    return float(TTestPower().power(abs(d_z), pairs, SIGNIFICANCE))


def power_of_independent_t(d: float, first: int, second: int) -> float:
    """Return the chance that the pooled t test finds a difference d, `cohens_d` of the populations.

    Raises UserError for fewer than two games of a group or an effect that is not finite.
    """
    _check(d, first, second)
    return float(TTestIndPower().power(abs(d), first, SIGNIFICANCE, ratio=second / first))


def power_of_proportions(first_rate: float, second_rate: float, first: int, second: int) -> float:
    """Return the chance that a test of two independent success rates finds their difference.

    By the normal distribution of the arcsine of their roots, Cohen's h. Raises UserError for fewer than two games of a
    group or a rate outside 0 to 1.
    """
    h = _cohens_h(first_rate, second_rate)
    _check(h, first, second)
    return float(NormalIndPower().power(abs(h), first, SIGNIFICANCE, ratio=second / first))


def num_for_paired_t(d_z: float, power: float = 0.8) -> int:
    """Return the fewest pairs with which a paired t test has the power. Raises UserError as it is for no effect."""
    return _fewest(lambda pairs: power_of_paired_t(d_z, pairs), d_z, power)


def num_for_independent_t(d: float, power: float = 0.8) -> int:
    """Return the fewest games of each of two groups, else as `num_for_paired_t`."""
    return _fewest(lambda games: power_of_independent_t(d, games, games), d, power)


def num_for_proportions(first_rate: float, second_rate: float, power: float = 0.8) -> int:
    """Return the fewest games of each of two groups for two rates to be told apart, else as `num_for_paired_t`."""
    h = _cohens_h(first_rate, second_rate)
    return _fewest(lambda games: power_of_proportions(first_rate, second_rate, games, games), h, power)


def _fewest(power_of: Callable[[int], float], effect: float, power: float) -> int:
    """Return the smallest number from 2 on with the power, which grows with it: by doubling, then halving."""
    if not 0 < power < 1:
        raise UserError(f"power = {power:g}, but a power lies between 0 and 1")
    if effect == 0:
        raise UserError("the effect is 0, and no number of games tells it from 0")
    enough = 2
    while power_of(enough) < power:
        enough *= 2
        if enough > _MOST_GAMES:
            raise UserError(f"an effect of {effect:g} takes more than {_MOST_GAMES:,} games")
    too_few = enough // 2
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if power_of(middle) < power:
            too_few = middle
        else:
            enough = middle
    return enough


def _cohens_h(first_rate: float, second_rate: float) -> float:
    for rate in (first_rate, second_rate):
        if not 0 <= rate <= 1:
            raise UserError(f"success rate {rate:g}: a rate lies from 0 to 1")
    return float(proportion_effectsize(first_rate, second_rate))


def _check(effect: float, *numbers: int) -> None:
    if not math.isfinite(effect):
        raise UserError(f"effect {effect:g}: a finite effect size is needed")
    if min(numbers) < 2:
        raise UserError(f"{min(numbers)} games: power takes at least 2 of each group")
