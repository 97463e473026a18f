"""The measures of games with their 95% intervals, and by how much two cells differ."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxtyping import Bool, Int64, Shaped

from wordle_jax.errors import UserError
from wordle_jax.intervals import STATISTICS, bootstrap_intervals, ratio, ratio_interval
from wordle_jax.records import GameRecords
from wordle_jax.results import count_outcomes
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.study.table import Estimate

INTERVALS = "In brackets 95% intervals, 10,000 resamples of the answers with all their games."
FAILED = "fail"


@dataclass(frozen=True, kw_only=True)
class OutcomeRow:
    """What a row says of the games of a cell.

    `name` is that of the variant, or of the solver; `opener` the first guess, None where games differ in it. Shares go
    from 0 to 1. `mean_guesses` is over the games solved; in `mean_guesses_all` and `worst` a failure counts one guess
    more than are allowed.
    """

    name: str
    noise: float
    opener: str | None
    games: int
    solved: int
    failures: int
    success_rate: Estimate
    mean_guesses: Estimate
    mean_guesses_all: Estimate
    worst: int


def measure_outcomes(cell: PlayedCell, solved: Bool[np.ndarray, " game"] | None = None) -> dict[str, Any]:
    """Return the fields of an OutcomeRow; `solved` takes the place of what the games say of themselves."""
    records = cell.records if solved is None else replace(cell.records, solved=solved)
    openers = np.unique(records.guesses[:, 0])
    return {
        "name": name_cell(cell),
        "noise": cell.config.noise,
        "opener": cell.lexicon.guesses[openers[0]] if len(openers) == 1 else None,
        "games": len(records),
        "solved": int(records.solved.sum()),
        "failures": int((~records.solved).sum()),
        **estimate_outcomes(records, cell.max_guesses, ("success_rate", "mean_guesses", "mean_guesses_all")),
        "worst": int(count_guesses(records, cell.max_guesses).max()),
    }


def name_cell(cell: PlayedCell) -> str:
    """Return what a cell is called among those of its study: by its variant, or by its solver."""
    return cell.labels.get("variant", cell.solver)


def count_guesses(records: GameRecords, max_guesses: int) -> Int64[np.ndarray, " game"]:
    """Return the guesses of each game, one more than allowed for a failure."""
    return np.where(records.solved, records.num_guesses, max_guesses + 1).astype(np.int64)


def count_shares(cell: PlayedCell) -> dict[str, float]:
    """Return the share of all games that took 1, 2, ... guesses, and of those that failed (not in eq. 26)."""
    counts = count_outcomes(cell.records, cell.max_guesses).sum(axis=0).tolist()
    names = [*(str(number) for number in range(1, cell.max_guesses + 1)), FAILED]
    return {name: count / len(cell.records) for name, count in zip(names, counts, strict=True)}


def estimate_outcomes(records: GameRecords, max_guesses: int, names: tuple[str, ...]) -> dict[str, Estimate]:
    """Return statistics of wordle_jax.intervals by name."""
    estimates = estimate_statistics(count_outcomes(records, max_guesses))
    return {name: estimates[name] for name in names}


def estimate_ratio(
    records: GameRecords, upper: Shaped[np.ndarray, " game"], lower: Shaped[np.ndarray, " game"]
) -> Estimate:
    """Return one sum over the games divided by another, in whole numbers; the lower ones are 0 or more."""
    answers, row = np.unique(records.answer, return_inverse=True)
    parts = np.stack([_sum_by(row, values, len(answers)) for values in (upper, lower)], axis=1)
    return make_estimate(float(ratio(parts.sum(axis=0)[None])[0]), ratio_interval(parts))


def estimate_difference(
    cell: PlayedCell, one: Shaped[np.ndarray, " game"], other: Shaped[np.ndarray, " game"]
) -> Estimate:
    """Return the mean of one number a game less another of the same game."""
    return estimate_ratio(cell.records, one.astype(np.int64) - other.astype(np.int64), np.ones(len(one), np.int64))


def difference_in_guesses(cell: PlayedCell, other: PlayedCell) -> Estimate:
    """Return how many guesses a game of one cell takes more than the same game of the other.

    Raises UserError if they did not play the same games.
    """
    require_same_games(cell, other)
    ours, theirs = (count_guesses(each.records, each.max_guesses) for each in (cell, other))
    return estimate_difference(cell, ours, theirs)


def require_same_games(cell: PlayedCell, other: PlayedCell) -> None:
    """Raise UserError if the games of two cells cannot be paired, or do not end after as many guesses."""
    same = cell.lexicon.digest == other.lexicon.digest and cell.max_guesses == other.max_guesses
    for array in ("answer", "replicate"):
        same = same and np.array_equal(getattr(cell.records, array), getattr(other.records, array))
    if not same:
        raise UserError(
            f"{cell.name} and {other.name} play other words, and this table pairs their games; "
            "give all cells the same lexicon, games, seed and rules.max_guesses, or leave the table out"
        )


def require_cells(results: StudyResults) -> None:
    """Raise UserError for a study without cells."""
    if not results.cells:
        raise UserError("the study plays nothing, and this table tells of games; fill study.vary, or leave it out")


def require_nothing(results: StudyResults) -> None:
    """Let any study have a table, with cells or without."""


def require_same_turns(results: StudyResults) -> None:
    """Raise UserError unless all cells, of which there must be one, allow as many guesses."""
    require_cells(results)
    for cell in results.cells:
        if cell.max_guesses != results.cells[0].max_guesses:
            raise UserError(
                f"{cell.name} and {results.cells[0].name} allow other numbers of guesses, of which this table has a "
                "column each; give all cells the same rules.max_guesses, or leave the table out"
            )


def require_one_game_list(results: StudyResults) -> None:
    """Raise UserError unless all cells, of which there must be one, play the same games."""
    require_cells(results)
    for cell in results.cells:
        require_same_games(cell, results.cells[0])


def require_one_cell_a_solver(results: StudyResults) -> None:
    """Raise UserError unless all cells, of which there must be one, play the same games, each with its own solver."""
    require_one_game_list(results)
    first: dict[str, PlayedCell] = {}
    for cell in results.cells:
        if cell.solver in first:
            other = first[cell.solver]
            raise UserError(
                f"{cell.solver} plays more than one cell, {other.name} and {cell.name}, and this table tells cells "
                "apart by their solver; let each solver play one, or leave the table out"
            )
        first[cell.solver] = cell


def estimate_statistics(histograms: Int64[np.ndarray, "answer outcome"]) -> dict[str, Estimate]:
    """Return every statistic of wordle_jax.intervals over games counted by answer and outcome, by its name."""
    bounds = bootstrap_intervals(histograms)
    total = histograms.sum(axis=0)[None]
    return {name: make_estimate(float(f(total)[0]), bounds[name]) for name, f in STATISTICS.items()}


def estimate_within(
    histograms: Int64[np.ndarray, "answer outcome"], most_guesses: Iterable[int]
) -> dict[int, Estimate]:
    """Return the share of all games solved with at most so many guesses, for each number."""
    games = histograms.sum(axis=1)
    parts = {
        k: np.stack([histograms[:, : min(k, histograms.shape[1] - 1)].sum(axis=1), games], 1) for k in most_guesses
    }
    return {
        k: make_estimate(float(ratio(part.sum(axis=0)[None])[0]), ratio_interval(part)) for k, part in parts.items()
    }


def make_estimate(value: float, bounds: tuple[float, float] | None) -> Estimate:
    """Return a figure with its interval; nan and no interval are None."""
    low, high = bounds or (None, None)
    return Estimate(None if math.isnan(value) else value, low, high)


def rank_from_least(values: Shaped[np.ndarray, " item"]) -> Int64[np.ndarray, " item"]:
    """Return the rank of each value from 1, the least; equals share the best of their ranks."""
    return 1 + np.searchsorted(np.sort(values), values).astype(np.int64)


def _sum_by(
    row: Int64[np.ndarray, " game"], values: Shaped[np.ndarray, " game"], num_rows: int
) -> Int64[np.ndarray, " answer"]:
    sums = np.zeros(num_rows, np.int64)
    np.add.at(sums, row, values.astype(np.int64))
    return sums
