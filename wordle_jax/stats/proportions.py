"""Do solvers solve as many games? Tests of counts: of the same games (paired), and of games of their own."""

from typing import Literal

import numpy as np
import scipy.stats
from jaxtyping import Bool, Int64, Shaped
from statsmodels.stats.contingency_tables import cochrans_q
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_table
from statsmodels.stats.proportion import confint_proportions_2indep

from wordle_jax.errors import UserError
from wordle_jax.intervals import CONFIDENCE
from wordle_jax.stats.result import Effect, HypothesisTest, Interval, Subject
from wordle_jax.stats.samples import check_groups

_NULL = "equal success rates"
_MEASURE = "success rate"


def paired_table(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"]
) -> Int64[np.ndarray, "two two"]:
    """Return how many games [both solved, only the first did], [only the second did, neither did].

    Raises UserError unless there are as many of each.
    """
    if len(first) != len(second):
        raise UserError(f"{len(first)} and {len(second)} games: pairs need as many of each")
    first, second = first.astype(bool), second.astype(bool)
    return np.array([[(a & b).sum() for b in (second, ~second)] for a in (first, ~first)], dtype=np.int64)


def mcnemar(
    table: Int64[np.ndarray, "two two"],
    subject: Subject,
    method: Literal["exact", "chi-square", "corrected"] = "exact",
) -> HypothesisTest:
    """Return McNemar's test of a table as `paired_table` gives it; "chi-square" is eq. 30 of the paper.

    Only discordant games count, those that one solver alone solved. "exact" is the binomial test of them, whose
    statistic is the smaller count; "corrected" has Edwards' correction for continuity. The effect is Cohen's g, the
    share of the first among the discordant games less a half; the interval of that share is Clopper and Pearson's.
    Without discordant games p = 1, and there is no effect. Raises UserError without a game.
    """
    check_groups(subject.groups, 2)
    _check_counts(table, (2, 2))
    total = int(table.sum())
    if total == 0:
        raise UserError(f"{' and '.join(subject.groups)}: no games, but McNemar's test needs at least one")
    first, second = int(table[0, 1]), int(table[1, 0])
    discordant = first + second
    statistic, p, effect, interval = 0.0, 1.0, None, None
    if discordant:
        # Corrected, a difference of 0 would turn into one of -1.
        corrected = method == "corrected" and first != second
        found = mcnemar_of_table(table, exact=method == "exact", correction=corrected)
        statistic, p = found.statistic, found.pvalue
        effect = Effect("Cohen's g", first / discordant - 0.5)
        low, high = scipy.stats.binomtest(first, discordant).proportion_ci(CONFIDENCE, method="exact")
        interval = Interval(f"share of {subject.groups[0]} among games that one alone solved", float(low), float(high))
    exact = method == "exact"
    return HypothesisTest(
        name={
            "exact": "McNemar's exact test",
            "chi-square": "McNemar's χ² test",
            "corrected": "McNemar's χ² test with correction",
        }[method],
        subject=subject,
        null=_NULL,
        measure=_MEASURE,
        values=(int(table[0].sum()) / total, int(table[:, 0].sum()) / total),
        statistic_name="smaller discordant count" if exact else "χ²",
        statistic=float(statistic),
        df=None if exact else 1.0,
        p=float(p),
        effect=effect,
        interval=interval,
        n=(total,),
    )


def cochran_q(solved: Bool[np.ndarray, "game group"], subject: Subject) -> HypothesisTest:
    """Return Cochran's Q test of the same games played by several solvers, a column each.

    The effect is η² = Q / (games (solvers - 1)), from 0 to 1. If in each game all solvers end alike, Q = 0 and p = 1.
    Raises UserError without a game or for fewer than two solvers.
    """
    games, groups = solved.shape
    check_groups(subject.groups, groups)
    if games == 0 or groups < 2:
        raise UserError(f"{games} games of {groups} solvers, but Cochran's Q needs a game and two solvers at least")
    statistic, p = 0.0, 1.0
    if (solved != solved[:, :1]).any():
        found = cochrans_q(solved.astype(np.int64))
        statistic, p = found.statistic, found.pvalue
    return HypothesisTest(
        name="Cochran's Q test",
        subject=subject,
        null=_NULL,
        measure=_MEASURE,
        values=tuple(float(rate) for rate in solved.mean(axis=0)),
        statistic_name="Q",
        statistic=float(statistic),
        df=float(groups - 1),
        p=float(p),
        effect=Effect("η²", float(statistic) / (games * (groups - 1))),
        interval=None,
        n=(games,),
    )


def chi_square(
    solved: Int64[np.ndarray, " group"], played: Int64[np.ndarray, " group"], subject: Subject, *, corrected: bool
) -> HypothesisTest:
    """Return the χ² test of the success rates of independent groups (eq. 31 of the paper), with Cramér's V.

    `corrected` is Yates' correction, for two groups; V is without it. Two groups have Newcombe's interval of the
    difference of their rates. If all games were solved, or none, χ² = 0 and p = 1. Raises UserError for counts that
    cannot be, for groups without a game, and for a correction of more than two groups.
    """
    table = _success_table(solved, played, subject)
    if corrected and len(table) != 2:
        raise UserError(f"Yates' correction is for 2 groups, not {len(table)}; set it to false")
    statistic, p = 0.0, 1.0
    if table.sum(axis=0).all():
        found = scipy.stats.chi2_contingency(table, correction=corrected)
        statistic, p = found.statistic, found.pvalue
    interval = None
    if len(table) == 2:
        low, high = confint_proportions_2indep(
            *table[0].cumsum()[[0, 1]],
            *table[1].cumsum()[[0, 1]],
            method="newcomb",
            compare="diff",
            alpha=1 - CONFIDENCE,
        )
        interval = Interval("difference of success rates", float(low), float(high))
    return HypothesisTest(
        name="χ² test with correction" if corrected else "χ² test",
        subject=subject,
        null=_NULL,
        measure=_MEASURE,
        values=_rates(table),
        statistic_name="χ²",
        statistic=float(statistic),
        df=float(len(table) - 1),
        p=float(p),
        effect=Effect("Cramér's V", cramers_v(table)),
        interval=interval,
        n=tuple(int(total) for total in table.sum(axis=1)),
    )


def cramers_v(table: Int64[np.ndarray, "row column"]) -> float:
    """Return Cramér's V, sqrt(χ² / (n (min(rows, columns) - 1))), of a table of counts; χ² without correction.

    0 where fewer than two rows or columns hold anything. Raises UserError for an empty table.
    """
    _check_counts(table, table.shape)
    if table.sum() == 0:
        raise UserError("Cramér's V: the table is empty; it needs at least one game")
    held = table[table.any(axis=1)][:, table.any(axis=0)]
    return float(scipy.stats.contingency.association(held, method="cramer")) if min(held.shape) > 1 else 0.0


def fisher_exact(
    solved: Int64[np.ndarray, " group"], played: Int64[np.ndarray, " group"], subject: Subject
) -> HypothesisTest:
    """Return Fisher's exact test of the success rates of two independent groups.

    The effect is the odds ratio of the sample, solved1 failed2 / (failed1 solved2), infinite if the lower product is 0.
    The interval is the exact one of the conditional odds ratio. If all games were solved, or none, p = 1, and there is
    no odds ratio. Raises UserError for counts that cannot be and for groups without a game.
    """
    check_groups(subject.groups, 2)
    table = _success_table(solved, played, subject)
    effect, interval = None, None
    if table.sum(axis=0).all():
        effect = Effect("odds ratio", float(scipy.stats.contingency.odds_ratio(table, kind="sample").statistic))
        low, high = scipy.stats.contingency.odds_ratio(table).confidence_interval(CONFIDENCE)
        interval = Interval("conditional odds ratio", float(low), float(high))
    return HypothesisTest(
        name="Fisher's exact test",
        subject=subject,
        null=_NULL,
        measure=_MEASURE,
        values=_rates(table),
        statistic_name="",
        statistic=None,
        df=None,
        p=float(scipy.stats.fisher_exact(table).pvalue),
        effect=effect,
        interval=interval,
        n=tuple(int(total) for total in table.sum(axis=1)),
    )


def _success_table(
    solved: Int64[np.ndarray, " group"], played: Int64[np.ndarray, " group"], subject: Subject
) -> Int64[np.ndarray, "group two"]:
    """Return the games solved and failed, a row a group."""
    check_groups(subject.groups, len(played))
    if len(played) < 2:
        raise UserError("success rates are compared of 2 groups or more")
    for group, won, total in zip(subject.groups, solved, played, strict=True):
        if total < 1 or not 0 <= won <= total:
            raise UserError(f"{group}: {won} games solved of {total} played; needed are 1 or more, and no more solved")
    return np.stack([solved, played - solved], axis=1)


def _rates(table: Int64[np.ndarray, "group two"]) -> tuple[float, ...]:
    return tuple(float(rate) for rate in table[:, 0] / table.sum(axis=1))


def _check_counts(table: Int64[np.ndarray, "row column"], shape: tuple[int, ...]) -> None:
    if table.shape != shape or (table < 0).any():
        raise UserError(f"a table of counts, 0 or more, with {shape[0]} rows and {shape[1]} columns is needed")
