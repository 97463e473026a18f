"""What false tiles cost: the measures of tables 12 and 14 of the paper, for one solver at one rate."""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64, Shaped

from wordle_jax.intervals import STATISTICS, bootstrap_intervals, ratio, ratio_interval
from wordle_jax.records import GameRecords
from wordle_jax.results import count_outcomes
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = ("solver", "wrong tiles", "solved", "mean guesses, solved games", "recoveries a game", "solved after recovery")
CAPTION = (
    "In brackets 95% intervals, 10,000 resamples of the answers with all their games. "
    "Solved after recovery: of the games with at least one recovery."
)


@dataclass(frozen=True)
class RobustnessRow:
    """What the games of a cell add up to; shares from 0 to 1.

    `success_after_recovery` is the share of the games with at least one recovery that were solved.
    """

    solver: str
    noise: float
    answers: int
    games: int
    solved: int
    success_rate: Estimate
    mean_guesses: Estimate
    recoveries: int
    recoveries_per_game: Estimate
    games_with_recovery: int
    solved_after_recovery: int
    success_after_recovery: Estimate


def make_table(results: StudyResults) -> Table:
    """Return a row a cell."""
    rows = [measure_cell(cell) for cell in results.cells]
    title = f"Success under wrong tiles (tables 12 and 14 of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell) -> RobustnessRow:
    """Return the measures of a cell; intervals resample the answers, each with all its replicates."""
    records = cell.records
    histograms = count_outcomes(records, cell.max_guesses)
    total = histograms.sum(axis=0)
    bounds = bootstrap_intervals(histograms)

    def estimate(name: str) -> Estimate:
        return _estimate(float(STATISTICS[name](total[None])[0]), bounds[name])

    recovered = records.recoveries > 0
    after = recovered & records.solved
    return RobustnessRow(
        solver=cell.solver,
        noise=cell.config.noise,
        answers=len(histograms),
        games=len(records),
        solved=int(records.solved.sum()),
        success_rate=estimate("success_rate"),
        mean_guesses=estimate("mean_guesses"),
        recoveries=int(records.recoveries.sum()),
        recoveries_per_game=_share(records, records.recoveries, np.ones(len(records), np.int64)),
        games_with_recovery=int(recovered.sum()),
        solved_after_recovery=int(after.sum()),
        success_after_recovery=_share(records, after, recovered),
    )


def format_row(row: RobustnessRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.solver,
        f"{100 * row.noise:g}%",
        format_estimate(row.success_rate, 100.0, "%"),
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.recoveries_per_game, digits=3),
        format_estimate(row.success_after_recovery, 100.0, "%"),
    ]


def _share(records: GameRecords, upper: Shaped[np.ndarray, " game"], lower: Shaped[np.ndarray, " game"]) -> Estimate:
    """Return one sum over the games divided by another."""
    answers, row = np.unique(records.answer, return_inverse=True)
    parts = np.stack([_sum_by(row, values, len(answers)) for values in (upper, lower)], axis=1)
    return _estimate(float(ratio(parts.sum(axis=0)[None])[0]), ratio_interval(parts))


def _sum_by(
    row: Int64[np.ndarray, " game"], values: Shaped[np.ndarray, " game"], num_rows: int
) -> Int64[np.ndarray, " answer"]:
    sums = np.zeros(num_rows, np.int64)
    np.add.at(sums, row, values.astype(np.int64))
    return sums


def _estimate(value: float, bounds: tuple[float, float] | None) -> Estimate:
    low, high = bounds or (None, None)
    return Estimate(None if math.isnan(value) else value, low, high)
