"""Do two quantities go together, such as a word's frequency and the guesses it takes?"""

import math

import numpy as np
import scipy.stats
from jaxtyping import Shaped

from wordle_jax.errors import UserError
from wordle_jax.intervals import CONFIDENCE
from wordle_jax.stats.result import Effect, HypothesisTest, Interval, Subject
from wordle_jax.stats.samples import is_constant, to_pairs

_ROUNDING = 1e-12  # by which a perfect correlation may miss 1


def pearson(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Pearson's correlation with Fisher's interval.

    The groups of the subject name the two variables. An interval takes four pairs, and a correlation of 1 or -1 has
    none. Raises UserError for fewer than three pairs and for a variable that does not vary.
    """
    x, y = _variables(first, second, subject, at_least=3)
    r, p = scipy.stats.pearsonr(x, y)
    return _correlation("Pearson", "r", float(r), float(p), len(x), len(x) - 2, _spread(1.0, len(x) - 3), subject)


def spearman(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Spearman's rank correlation with Bonett and Wright's interval (2000), else as `pearson`.

    p is that of Student's distribution, which is too far off for fewer than ten pairs: they raise UserError.
    """
    x, y = _variables(first, second, subject, at_least=10)
    rho, p = scipy.stats.spearmanr(x, y)
    spread = _spread(1 + rho**2 / 2, len(x) - 3)
    return _correlation("Spearman", "ρ", float(rho), float(p), len(x), len(x) - 2, spread, subject)


def kendall(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Kendall's τ_b with Bonett and Wright's interval (2000), else as `pearson`.

    p is exact for few pairs without ties, else from the normal distribution. An interval takes five pairs.
    """
    x, y = _variables(first, second, subject, at_least=3)
    tau, p = scipy.stats.kendalltau(x, y)
    return _correlation("Kendall", "τ_b", float(tau), float(p), len(x), None, _spread(0.437, len(x) - 4), subject)


def _variables(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject, at_least: int
) -> tuple[np.ndarray, np.ndarray]:
    x, y = to_pairs(first, second, subject.groups, at_least)
    for name, values in zip(subject.groups, (x, y), strict=True):
        if is_constant(values):
            raise UserError(f"{name} is {values[0]:g} in every game, so nothing correlates with it")
    return x, y


def _spread(numerator: float, denominator: int) -> float | None:
    """Return the standard deviation of the correlation's inverse hyperbolic tangent, None for too few pairs."""
    return math.sqrt(numerator / denominator) if denominator > 0 else None


def _correlation(
    name: str, symbol: str, value: float, p: float, pairs: int, df: int | None, spread: float | None, subject: Subject
) -> HypothesisTest:
    if 1 - abs(value) < _ROUNDING:
        value = math.copysign(1.0, value)
    measure = f"{name} correlation"
    interval = None
    if spread is not None and abs(value) < 1:
        half = float(scipy.stats.norm.ppf((1 + CONFIDENCE) / 2)) * spread
        low, high = (math.tanh(math.atanh(value) + side) for side in (-half, half))
        interval = Interval(measure, low, high)
    return HypothesisTest(
        name=measure,
        subject=subject,
        null="no correlation",
        measure=measure,
        values=(value,),
        statistic_name=symbol,
        statistic=value,
        df=None if df is None else float(df),
        p=p,
        effect=Effect(symbol, value),
        interval=interval,
        n=(pairs,),
    )
