"""What the t tests take for granted: normal distributions and equal variances."""

from dataclasses import dataclass

import numpy as np
import scipy.stats
from jaxtyping import Float64, Shaped

from wordle_jax.errors import UserError
from wordle_jax.stats.result import HypothesisTest, Subject
from wordle_jax.stats.samples import check_groups, is_constant, to_sample

_MOST_FOR_SHAPIRO = 5000  # above it, scipy says, p may be wrong


@dataclass(frozen=True, eq=False)
class QuantilePlot:
    """A normal Q-Q plot: the sample in order against normal quantiles, and the line fitted to it."""

    theoretical: Float64[np.ndarray, " game"]
    observed: Float64[np.ndarray, " game"]
    slope: float
    intercept: float


def shapiro_wilk(sample: Shaped[np.ndarray, " game"], subject: Subject) -> HypothesisTest:
    """Return Shapiro and Wilk's test for a normal distribution; of pairs, give the differences.

    Guesses are whole numbers, so that a large sample always fails it: look at the Q-Q plot. Raises UserError for fewer
    than three games, more than 5,000, or no spread.
    """
    check_groups(subject.groups, 1)
    (name,) = subject.groups
    values = to_sample(sample, name, 3)
    if len(values) > _MOST_FOR_SHAPIRO:
        raise UserError(f"{name}: {len(values)} games, but this test takes at most {_MOST_FOR_SHAPIRO}; plot quantiles")
    if is_constant(values):
        raise UserError(f"{name}: all games have {values[0]:g}, and what does not vary has no distribution to test")
    statistic, p = scipy.stats.shapiro(values)
    return HypothesisTest(
        name="Shapiro-Wilk test",
        subject=subject,
        null="a normal distribution",
        measure=f"distribution of {subject.quantity}",
        values=(),
        statistic_name="W",
        statistic=float(statistic),
        df=None,
        p=float(p),
        effect=None,
        interval=None,
        n=(len(values),),
    )


def levene(samples: tuple[Shaped[np.ndarray, " _"], ...], subject: Subject) -> HypothesisTest:
    """Return Levene's test for equal variances, about the medians (Brown and Forsythe).

    If all games are equally far from their medians, W = 0 and p = 1. Raises UserError for fewer than two groups, fewer
    than two games in one, and distances that differ between groups but not within, which make W infinite.
    """
    check_groups(subject.groups, len(samples))
    if len(samples) < 2:
        raise UserError("variances are compared of 2 groups or more")
    data = [to_sample(sample, group, 2) for sample, group in zip(samples, subject.groups, strict=True)]
    distances = [np.abs(values - np.median(values)) for values in data]
    scale = max(float(np.abs(values).max()) for values in data)
    if is_constant(np.concatenate(distances), scale):
        statistic, p = 0.0, 1.0
    elif all(is_constant(distance, scale) for distance in distances):
        raise UserError("the distances from the medians differ between groups but not within, so W is infinite")
    else:
        statistic, p = scipy.stats.levene(*data, center="median")
    total = sum(map(len, data))
    return HypothesisTest(
        name="Levene's test",
        subject=subject,
        null="equal variances",
        measure=f"variance of {subject.quantity}",
        values=tuple(float(values.var(ddof=1)) for values in data),
        statistic_name="W",
        statistic=float(statistic),
        df=(float(len(data) - 1), float(total - len(data))),
        p=float(p),
        effect=None,
        interval=None,
        n=tuple(len(values) for values in data),
    )


def quantile_plot(sample: Shaped[np.ndarray, " game"], name: str) -> QuantilePlot:
    """Return what a normal Q-Q plot shows, Filliben's estimates as the quantiles.

    A sample without spread has a level line. Raises UserError for fewer than two games.
    """
    theoretical, observed = scipy.stats.probplot(to_sample(sample, name, 2), fit=False)
    slope, intercept = np.polyfit(theoretical, observed, 1)
    return QuantilePlot(theoretical, observed, float(slope), float(intercept))
