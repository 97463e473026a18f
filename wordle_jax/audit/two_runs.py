"""What claims say of two runs: of the same words by two solvers, or of two lists by one."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float64, Int64

from wordle_jax.audit.differences import make_difference
from wordle_jax.audit.finding import Finding, Number, Truth
from wordle_jax.audit.games import Games
from wordle_jax.audit.one_run import measure_games, rows_with_greens, with_interval
from wordle_jax.audit.resampling import interval_of_two
from wordle_jax.stats import Subject, mcnemar, paired_t, paired_table, welch_t
from wordle_jax.study.anatomy import frequency_quarters


def compare(one: Games, other: Games, name: str, parameter: str) -> Finding:
    """Return a measure of a run and the one that it is compared with; with its 95% interval if one is a sample."""
    difference = make_difference(name, parameter)
    if difference is None:
        return _OTHERS[name](one, other)
    totals = (games.tally.sum(axis=0, keepdims=True) for games in (one, other))
    value = float(difference(*totals)[0])
    if one.is_census and other.is_census:
        return Number(value)
    bounds = interval_of_two(difference, one.tally, other.tally, are_paired=one.is_paired_with(other))
    return with_interval(value, bounds)


def paired_guesses(one: Games, other: Games) -> tuple[Int64[np.ndarray, " word"], Int64[np.ndarray, " word"]]:
    """Return the guesses of both on the words that both solve."""
    both = one.records.solved & other.records.solved
    return one.guesses[both], other.guesses[both]


def guesses_saved(one: Games, other: Games) -> Int64[np.ndarray, " game"]:
    """Return how many guesses fewer the first takes, game by game."""
    return other.guesses - one.guesses


def paired_t_test(one: Games, other: Games) -> tuple[float, float, float]:
    """Return t, degrees of freedom and p of the paired t test."""
    test = paired_t(*paired_guesses(one, other), Subject(("one", "other")))
    assert test.statistic is not None
    assert isinstance(test.df, float)
    return test.statistic, test.df, test.p


def is_significantly_better(one: Games, other: Games) -> bool:
    """Return whether the first needs fewer guesses, by the paired t test at 5%."""
    statistic, _, p = paired_t_test(one, other)
    return statistic < 0 and p < 0.05


def _welch_p(one: Games, other: Games) -> Number:
    return Number(welch_t(one.solved_guesses, other.solved_guesses, Subject(("one", "other"))).p)


def _mcnemar(one: Games, other: Games, method: str) -> tuple[float, float]:
    test = mcnemar(paired_table(one.records.solved, other.records.solved), Subject(("one", "other")), method)
    return test.statistic, test.p


def _only_first(one: Games, other: Games) -> Int64[np.ndarray, " word"]:
    """Return the answers that the first alone solves."""
    return one.records.answer[one.records.solved & ~other.records.solved].astype(np.int64)


def _only_first_rare(one: Games, other: Games) -> Truth:
    """Whether most words that the first alone solves are in the rarest tenth."""
    lexicon = one.lexicon
    rank = np.argsort(np.argsort(-lexicon.answer_frequency, kind="stable"), kind="stable")
    words = _only_first(one, other)
    rare = int((rank[words] * 10 // lexicon.num_answers == 9).sum())
    return Truth(2 * rare > len(words), f"{rare} of {len(words)} words")


def _gain_in_hard_words(one: Games, other: Games) -> Truth:
    """Whether more than half of the guesses saved are on the quarter of words that the other takes longest for."""
    saved = guesses_saved(one, other)
    hardest = np.argsort(-other.guesses, kind="stable")[: len(saved) // 4]
    there, everywhere = int(saved[hardest].sum()), int(saved.sum())
    return Truth(2 * there > everywhere > 0, f"{there:+d} of {everywhere:+d} guesses")


def _gain_by_quarter(one: Games, other: Games) -> Truth:
    """Whether more guesses are saved on the rarest quarter of the words than on any other."""
    quarter = frequency_quarters(one.lexicon)[one.records.answer]
    saved = guesses_saved(one, other)
    by_quarter = [int(saved[quarter == which].sum()) for which in range(1, 5)]
    shown = ", ".join(f"{gain:+d}" for gain in by_quarter)
    return Truth(by_quarter[3] > max(by_quarter[:3]), f"saved from frequent to rare: {shown}")


def _same_games(one: Games, other: Games) -> Truth:
    differ = int((one.records.guesses != other.records.guesses).any(axis=1).sum())
    return Truth(differ == 0, f"{differ} games differ")


def _multi_green_ratio(one: Games, other: Games) -> Number:
    return Number(100 * (rows_with_greens(one, 2) / rows_with_greens(other, 2) - 1))


def _success_after_recovery_difference(one: Games, other: Games) -> Truth:
    rates = [measure_games(games, "success_after_recovery", "").value for games in (one, other)]
    return Truth(rates[0] > rates[1], f"{rates[0]:.1f}% against {rates[1]:.1f}%")


def _difference_excludes_zero(one: Games, other: Games) -> Truth:
    found = compare(one, other, "success_difference", "")
    assert isinstance(found, Number)
    assert found.low is not None
    assert found.high is not None
    shown = f"{found.value:.2f} points, {found.low:.2f} to {found.high:.2f}"
    return Truth(found.low > 0 or found.high < 0, shown)


def correlate(first: Int64[np.ndarray, " word"], second: Int64[np.ndarray, " word"]) -> float:
    """Return the correlation of two numbers a word."""
    both: Float64[np.ndarray, "two two"] = np.corrcoef(first, second)
    return float(both[0, 1])


_OTHERS: dict[str, Callable[[Games, Games], Finding]] = {
    "paired_t": lambda one, other: Number(paired_t_test(one, other)[0]),
    "paired_df": lambda one, other: Number(paired_t_test(one, other)[1]),
    "paired_p": lambda one, other: Number(paired_t_test(one, other)[2]),
    "independent_p": _welch_p,
    "mcnemar_chi2": lambda one, other: Number(_mcnemar(one, other, "chi-square")[0]),
    "mcnemar_p": lambda one, other: Number(_mcnemar(one, other, "exact")[1]),
    "only_first_solves": lambda one, other: Number(len(_only_first(one, other))),
    "only_second_solves": lambda one, other: Number(len(_only_first(other, one))),
    "only_first_solves_rare": _only_first_rare,
    "gain_in_hard_words": _gain_in_hard_words,
    "gain_by_frequency_quarter": _gain_by_quarter,
    "same_games": _same_games,
    "multi_green_ratio": _multi_green_ratio,
    "success_after_recovery_difference": _success_after_recovery_difference,
    "paired_difference_excludes_zero": _difference_excludes_zero,
}
