"""Do two solvers need the same number of guesses on average? The t tests, and Cohen's d in two forms."""

import math

import numpy as np
import scipy.stats
from jaxtyping import Float64, Shaped
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from wordle_jax.errors import UserError
from wordle_jax.intervals import CONFIDENCE
from wordle_jax.stats.result import Effect, HypothesisTest, Interval, Subject
from wordle_jax.stats.samples import check_groups, is_constant, to_pairs, to_sample

_NULL = "equal means"


def paired_t(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Student's t test of the differences first - second, with d_z as its effect size.

    Differences that are all 0 give t = 0 and p = 1. Raises UserError for fewer than two pairs, and where all
    differences are equal but not 0: they leave no spread to measure the difference by.
    """
    first, second = to_pairs(first, second, subject.groups, at_least=2)
    difference = first - second
    d_z = cohens_d_z(first, second)
    if d_z == 0 and is_constant(difference, _largest(first, second)):
        statistic, p, low, high = 0.0, 1.0, 0.0, 0.0
    else:
        found = scipy.stats.ttest_1samp(difference, 0.0)
        statistic, p = found.statistic, found.pvalue
        low, high = found.confidence_interval(CONFIDENCE)
    return HypothesisTest(
        name="paired t test",
        subject=subject,
        null=_NULL,
        measure=f"mean {subject.quantity}",
        values=(float(first.mean()), float(second.mean())),
        statistic_name="t",
        statistic=float(statistic),
        df=float(len(difference) - 1),
        p=float(p),
        effect=Effect("Cohen's d_z", d_z),
        interval=Interval("mean difference", float(low), float(high)),
        n=(len(difference),),
    )


def pooled_t(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Student's t test of independent samples with one variance, with Cohen's d (eq. 29) as its effect size.

    Samples without spread and with equal means give t = 0 and p = 1. Raises UserError for fewer than two games in a
    sample, and for samples without spread and with unequal means.
    """
    return _independent_t("independent t test", "pooled", first, second, subject)


def welch_t(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Welch's t test of independent samples with a variance each, else as `pooled_t`.

    Samples without spread have no degrees of freedom.
    """
    return _independent_t("Welch's t test", "unequal", first, second, subject)


def cohens_d(first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"]) -> float:
    """Return (mean1 - mean2) / sqrt((s1² + s2²) / 2), n - 1 below each s² (eq. 29 of the paper).

    The form for independent samples: it knows no pairs. 0 for equal samples without spread; raises UserError for
    unequal ones, and for fewer than two games in a sample.
    """
    first, second = to_sample(first, "Cohen's d", 2), to_sample(second, "Cohen's d", 2)
    spread = math.sqrt((first.var(ddof=1) + second.var(ddof=1)) / 2)
    has_spread = not (is_constant(first) and is_constant(second))
    return _standardised(float(first.mean() - second.mean()), spread, has_spread, _largest(first, second))


def cohens_d_z(first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"]) -> float:
    """Return the mean of the differences first - second over their standard deviation, n - 1 below.

    The form for pairs: t = d_z * sqrt(pairs). 0 where all differences are 0; raises UserError where they are all
    equal but not 0, and for fewer than two pairs.
    """
    first, second = to_pairs(first, second, ("first", "second"), at_least=2)
    difference, scale = first - second, _largest(first, second)
    return _standardised(
        float(difference.mean()), float(difference.std(ddof=1)), not is_constant(difference, scale), scale
    )


def _independent_t(
    name: str,
    variances: str,
    first: Shaped[np.ndarray, " first"],
    second: Shaped[np.ndarray, " second"],
    subject: Subject,
) -> HypothesisTest:
    check_groups(subject.groups, 2)
    first, second = (to_sample(values, group, 2) for values, group in zip((first, second), subject.groups, strict=True))
    d = cohens_d(first, second)
    if is_constant(first) and is_constant(second):
        statistic, p, low, high = 0.0, 1.0, 0.0, 0.0
        df = float(len(first) + len(second) - 2) if variances == "pooled" else None
    else:
        # Unlike scipy's, this one does not warn of a sample without spread beside one with.
        means = CompareMeans(DescrStatsW(first), DescrStatsW(second))
        statistic, p, df = means.ttest_ind(usevar=variances)
        low, high = means.tconfint_diff(alpha=1 - CONFIDENCE, usevar=variances)
    return HypothesisTest(
        name=name,
        subject=subject,
        null=_NULL,
        measure=f"mean {subject.quantity}",
        values=(float(first.mean()), float(second.mean())),
        statistic_name="t",
        statistic=float(statistic),
        df=None if df is None else float(df),
        p=float(p),
        effect=Effect("Cohen's d", d),
        interval=Interval("mean difference", float(low), float(high)),
        n=(len(first), len(second)),
    )


def _standardised(difference: float, spread: float, has_spread: bool, scale: float) -> float:
    if has_spread:
        return difference / spread
    if is_constant(np.array([0.0, difference]), scale):
        return 0.0
    raise UserError(
        f"the difference is {difference:g} without any spread, so t and Cohen's d are infinite; report the difference"
    )


def _largest(first: Float64[np.ndarray, " first"], second: Float64[np.ndarray, " second"]) -> float:
    return float(max(np.abs(first).max(), np.abs(second).max()))
