"""Solvers with equal first guesses: how much of a lead is the opener."""

from collections.abc import Iterator
from dataclasses import dataclass

from wordle_jax.study.measures import (
    INTERVALS,
    OutcomeRow,
    difference_in_guesses,
    measure_outcomes,
    require_cells,
    require_same_games,
)
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = ("solver", "opener", "solved", "mean, solved games", "mean, all games", "guesses more than {}")
CAPTION = (
    f"{INTERVALS} A failure counts one guess more than allowed. The difference is over the same games with the same"
    " opener, computed ones counting as the same."
)


@dataclass(frozen=True, kw_only=True)
class OpenerRow(OutcomeRow):
    """A solver with an opener; `asked` is the opener as it was asked for, a word or `computed`.

    `guesses_difference` is over all games, less those of `reference` asked for the same opener.
    """

    asked: str
    reference: str
    guesses_difference: Estimate


def check(results: StudyResults) -> None:
    """Raise UserError if solvers play other games with the same opener."""
    require_cells(results)
    for cell, beside in _pair(results):
        require_same_games(cell, beside)


def make_table(results: StudyResults) -> Table:
    """Return a row a cell, each beside the first solver of the study. Raises UserError if they play other games."""
    reference = results.cells[0].solver
    rows = [measure_cell(cell, beside) for cell, beside in _pair(results)]
    header = [name.format(reference) for name in HEADER]
    title = f"Solvers with equal openers · {describe_games(results)}"
    return Table(title, header, rows, [format_row(row) for row in rows], CAPTION)


def _pair(results: StudyResults) -> Iterator[tuple[PlayedCell, PlayedCell]]:
    """Yield each cell with that of the first solver that has the same opener."""
    for cell in results.cells:
        for beside in results.cells:
            if beside.solver == results.cells[0].solver and _condition(beside) == _condition(cell):
                yield cell, beside


def _condition(cell: PlayedCell) -> dict[str, str]:
    return {key: value for key, value in cell.labels.items() if key != "solver"}


def measure_cell(cell: PlayedCell, reference: PlayedCell) -> OpenerRow:
    """Return the row of a cell."""
    return OpenerRow(
        **measure_outcomes(cell),
        asked=cell.config.solver.opener,
        reference=reference.solver,
        guesses_difference=difference_in_guesses(cell, reference),
    )


def format_row(row: OpenerRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.name,
        row.asked if row.asked == row.opener else f"{row.opener} ({row.asked})",
        format_estimate(row.success_rate, 100.0, "%"),
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.mean_guesses_all, digits=3),
        "" if row.name == row.reference else format_estimate(row.guesses_difference, digits=3),
    ]
