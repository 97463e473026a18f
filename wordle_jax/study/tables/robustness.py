"""What false tiles cost: the measures of tables 12 and 14 of the paper, for one solver at one rate."""

from dataclasses import dataclass

import numpy as np

from wordle_jax.study.measures import INTERVALS, estimate_outcomes, estimate_ratio
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = ("solver", "wrong tiles", "solved", "mean guesses, solved games", "recoveries a game", "solved after recovery")
CAPTION = f"{INTERVALS} Solved after recovery: of the games with at least one recovery."


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
    recovered = records.recoveries > 0
    after = recovered & records.solved
    return RobustnessRow(
        solver=cell.solver,
        noise=cell.config.noise,
        answers=len(np.unique(records.answer)),
        games=len(records),
        solved=int(records.solved.sum()),
        **estimate_outcomes(records, cell.max_guesses, ("success_rate", "mean_guesses")),
        recoveries=int(records.recoveries.sum()),
        recoveries_per_game=estimate_ratio(records, records.recoveries, np.ones(len(records), np.int64)),
        games_with_recovery=int(recovered.sum()),
        solved_after_recovery=int(after.sum()),
        success_after_recovery=estimate_ratio(records, after, recovered),
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
