"""What games add up to by word, and every measure that depends on those sums alone.

A tally has a row an answer: the games won at guess 1, 2, ..., those lost, those with a recovery, and those of these
that were won. So a measure of a resample of the answers is the measure of its summed rows.
"""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float64, Int64

from wordle_jax.audit.claims import split
from wordle_jax.intervals import mean_guesses, mean_guesses_all, median_guesses, ratio, std_guesses, success_rate
from wordle_jax.records import GameRecords
from wordle_jax.results import count_outcomes

Sums = Int64[np.ndarray, "sample column"]
Values = Float64[np.ndarray, " sample"]
Measure = Callable[[Sums], Values]

# The larger the better; of all other measures the smaller.
_LARGER_IS_BETTER = {
    "solved", "success_rate", "share", "within", "bits_per_guess", "solved_after_recovery", "success_after_recovery",
}  # fmt: skip


def tally(records: GameRecords, max_guesses: int) -> Int64[np.ndarray, "answer column"]:
    """Return the sums by answer."""
    recovered = records.recoveries > 0
    answers, row = np.unique(records.answer, return_inverse=True)
    counts = [np.bincount(row, which, len(answers)) for which in (recovered, recovered & records.solved)]
    return np.column_stack([count_outcomes(records, max_guesses), *counts]).astype(np.int64)


def make_measure(name: str, parameter: str, *, num_answers: int, scaled_to: int | None = None) -> Measure:
    """Return the measure of this name; shares in %, or of so many games if they are scaled to a number.

    `num_answers` are those of the lexicon, which the bits of a guess depend on.
    """
    per = 100 if scaled_to is None else scaled_to
    if name in ("share", "within"):
        first, last = (1, int(parameter)) if name == "within" else _read_range(parameter)
        return lambda sums: per * _share(sums[:, first - 1 : last].sum(axis=1), _games(sums))
    if name == "bits_per_guess":
        return lambda sums: np.log2(num_answers) / mean_guesses_all(_outcomes(sums))
    return _MEASURES[name]


def is_better(name: str, one: float, other: float) -> bool:
    """Return whether one value of a measure is better than another."""
    return one > other if name in _LARGER_IS_BETTER else one < other


def split_measure(text: str) -> tuple[str, str]:
    """Return name and parameter of a measure as claims name it: share:3-4."""
    name, _, parameter = text.partition(":")
    return name, parameter


def split_measures(text: str) -> list[tuple[str, str]]:
    """Return the names and parameters of several."""
    return [split_measure(part) for part in split(text)]


def _read_range(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def _outcomes(sums: Sums) -> Int64[np.ndarray, "sample outcome"]:
    return sums[:, :-2]


def _games(sums: Sums) -> Int64[np.ndarray, " sample"]:
    return _outcomes(sums).sum(axis=1)


def _share(part: Int64[np.ndarray, " sample"], whole: Int64[np.ndarray, " sample"]) -> Values:
    return ratio(np.stack([part, whole], axis=1))


def _worst(sums: Sums) -> Values:
    columns = np.arange(1, sums.shape[1] - 1)
    return np.where(_outcomes(sums) > 0, columns, 0).max(axis=1).astype(np.float64)


_MEASURES: dict[str, Measure] = {
    "solved": lambda sums: sums[:, :-3].sum(axis=1).astype(np.float64),
    "failures": lambda sums: sums[:, -3].astype(np.float64),
    "success_rate": lambda sums: 100 * success_rate(_outcomes(sums)),
    "fail_share": lambda sums: 100 * _share(sums[:, -3], _games(sums)),
    "mean_solved": lambda sums: mean_guesses(_outcomes(sums)),
    "median_solved": lambda sums: median_guesses(_outcomes(sums)),
    "std_solved": lambda sums: std_guesses(_outcomes(sums)),
    "mean_all": lambda sums: mean_guesses_all(_outcomes(sums)),
    "worst": _worst,
    "games_with_recovery": lambda sums: sums[:, -2].astype(np.float64),
    "recovery_share": lambda sums: 100 * _share(sums[:, -2], _games(sums)),
    "solved_after_recovery": lambda sums: sums[:, -1].astype(np.float64),
    "success_after_recovery": lambda sums: 100 * _share(sums[:, -1], sums[:, -2]),
}
