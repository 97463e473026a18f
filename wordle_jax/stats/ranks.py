"""Does one solver tend to need more guesses than another? Tests of ranks, which ask for no distribution."""

import numpy as np
import scipy.stats
from jaxtyping import Float64, Shaped
from statsmodels.stats.nonparametric import rank_compare_2indep

from wordle_jax.intervals import CONFIDENCE
from wordle_jax.stats.bootstrap import bootstrap_interval
from wordle_jax.stats.result import Effect, HypothesisTest, Interval, Subject
from wordle_jax.stats.samples import check_groups, to_pairs, to_sample

_Number = np.ndarray | np.float64  # one a sample, or of the one sample


def wilcoxon(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return Wilcoxon's signed-rank test of the differences first - second; differences of 0 have no rank.

    The statistic is the sum of the ranks of the positive differences. The effect is the matched-pairs rank-biserial
    correlation, from -1 (first always lower) to 1, with a bootstrap interval. p is exact for up to 50 differences
    without ties and for up to 13 with, else from the normal distribution. Without any difference p = 1. Raises
    UserError without a pair.
    """
    first, second = to_pairs(first, second, subject.groups, at_least=1)
    difference = first - second
    ranked = difference[difference != 0]
    positive, negative = _rank_sums(difference)
    return HypothesisTest(
        name="Wilcoxon signed-rank test",
        subject=subject,
        null="differences that are symmetric about 0",
        measure=f"rank sum of the pairs with larger {subject.quantity}",
        values=(float(positive), float(negative)),
        statistic_name="W+",
        statistic=float(positive),
        df=None,
        p=float(scipy.stats.wilcoxon(ranked).pvalue) if len(ranked) else 1.0,
        effect=Effect("rank-biserial correlation", float(_rank_biserial(difference))),
        interval=bootstrap_interval((difference,), _rank_biserial, "rank-biserial correlation")
        if len(difference) > 1
        else None,
        n=(len(difference),),
    )


def mann_whitney(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], subject: Subject
) -> HypothesisTest:
    """Return the Mann-Whitney test of independent samples, U of the first.

    The effect is the probability that a game of the first is larger than one of the second, ties counting half:
    U / (n1 n2). Its interval is Brunner and Munzel's, cut to 0..1; None where a sample has one game or one lies
    wholly above the other. p is exact for small samples without ties, else from the normal distribution with
    continuity correction. Samples in which all numbers are equal give p = 1. Raises UserError for an empty sample.
    """
    check_groups(subject.groups, 2)
    first, second = (to_sample(values, group, 1) for values, group in zip((first, second), subject.groups, strict=True))
    both = np.concatenate([first, second])
    ranks = scipy.stats.rankdata(both)
    all_equal = bool(np.ptp(both) == 0)
    num_pairs = len(first) * len(second)
    # All equal, p would be 0 / 0.
    u, p = (num_pairs / 2, 1.0) if all_equal else scipy.stats.mannwhitneyu(first, second)
    superiority = float(u) / num_pairs
    interval = None
    if min(len(first), len(second)) > 1 and 0 < superiority < 1 and not all_equal:
        low, high = np.clip(rank_compare_2indep(first, second).conf_int(alpha=1 - CONFIDENCE), 0, 1)
        interval = Interval("probability of superiority", float(low), float(high))
    return HypothesisTest(
        name="Mann-Whitney test",
        subject=subject,
        null="samples of which neither tends to be larger",
        measure=f"mean rank of {subject.quantity}",
        values=(float(ranks[: len(first)].mean()), float(ranks[len(first) :].mean())),
        statistic_name="U",
        statistic=float(u),
        df=None,
        p=float(p),
        effect=Effect("probability of superiority", superiority),
        interval=interval,
        n=(len(first), len(second)),
    )


def _rank_sums(difference: Float64[np.ndarray, "*sample pair"], axis: int = -1) -> tuple[_Number, _Number]:
    """Return the rank sums of the positive and the negative differences, ranked by size, those of 0 left out."""
    zeros = (difference == 0).sum(axis=axis, keepdims=True)
    ranks = scipy.stats.rankdata(np.abs(difference), axis=axis) - zeros
    return (ranks * (difference > 0)).sum(axis=axis), (ranks * (difference < 0)).sum(axis=axis)


def _rank_biserial(difference: Float64[np.ndarray, "*sample pair"], axis: int = -1) -> _Number:
    positive, negative = _rank_sums(difference, axis)
    total = positive + negative
    return np.divide(positive - negative, total, out=np.zeros_like(total), where=total > 0)
