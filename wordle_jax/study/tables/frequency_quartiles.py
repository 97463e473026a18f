"""Where a prior over words helps: guesses by quarter of the words' frequency (figure 4b of the paper)."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from wordle_jax.results import count_outcomes
from wordle_jax.study.anatomy import frequency_quarters
from wordle_jax.study.measures import estimate_statistics, require_cells, require_same_games
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "solver", "quarter", "answers", "success", "failures", "mean guesses, solved games", "mean guesses, all games",
    "guesses saved",
)  # fmt: skip
BASELINE = "forward_checking"
CAPTION = (
    "Quarters of the list by frequency, 1 the most frequent, ties in its order. In brackets 95% intervals, 10,000 "
    "resamples of the answers. All games: a failure counts one guess more than allowed. Guesses saved: in all games "
    f"of the quarter, beside {BASELINE}."
)


@dataclass(frozen=True)
class QuarterRow:
    """The games of a solver on a quarter of the answers; shares from 0 to 1.

    `guesses_saved` is by how many guesses the baseline needs more in the same games, a failure counting one more than
    allowed; None where the study does not play it.
    """

    solver: str
    quarter: int
    answers: int
    games: int
    solved: int
    failures: int
    success_rate: Estimate
    mean_guesses: Estimate
    mean_guesses_all: Estimate
    guesses_saved: int | None


def check(results: StudyResults) -> None:
    """Raise UserError if a cell plays other games than the baseline."""
    require_cells(results)
    baseline = _find_baseline(results)
    for cell in results.cells:
        if baseline is not None:
            require_same_games(cell, baseline)


def _find_baseline(results: StudyResults) -> PlayedCell | None:
    return next((cell for cell in results.cells if cell.solver == BASELINE), None)


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell and quarter."""
    baseline = _find_baseline(results)
    rows = [row for cell in results.cells for row in measure_cell(cell, baseline)]
    title = f"Guesses by frequency (figure 4b of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell, baseline: PlayedCell | None) -> list[QuarterRow]:
    """Return the rows of a cell. Raises UserError if the baseline has played other games."""
    if baseline is not None:
        require_same_games(cell, baseline)
    others = None if baseline is None else split_outcomes(baseline)
    rows = []
    for place, own in enumerate(split_outcomes(cell)):
        measured = estimate_statistics(own)
        lost = int(own[:, -1].sum())
        saved = None if others is None else sum_guesses(others[place]) - sum_guesses(own)
        rows.append(
            QuarterRow(
                solver=cell.solver,
                quarter=place + 1,
                answers=len(own),
                games=int(own.sum()),
                solved=int(own.sum()) - lost,
                failures=lost,
                success_rate=measured["success_rate"],
                mean_guesses=measured["mean_guesses"],
                mean_guesses_all=measured["mean_guesses_all"],
                guesses_saved=saved,
            )
        )
    return rows


def split_outcomes(cell: PlayedCell) -> list[Int64[np.ndarray, "answer outcome"]]:
    """Return the games of the answers played of each quarter, from the most frequent, counted by outcome."""
    histograms = count_outcomes(cell.records, cell.max_guesses)
    quarter = frequency_quarters(cell.lexicon)[np.unique(cell.records.answer)]
    return [histograms[quarter == number] for number in range(1, 5)]


def sum_guesses(histograms: Int64[np.ndarray, "answer outcome"]) -> int:
    """Return the guesses of all games, a failure counting one more than allowed."""
    return int(histograms.sum(axis=0) @ np.arange(1, histograms.shape[1] + 1))


def format_row(row: QuarterRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.solver,
        str(row.quarter),
        f"{row.answers:,}",
        format_estimate(row.success_rate, 100.0, "%"),
        f"{row.failures:,}",
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.mean_guesses_all, digits=3),
        "none" if row.guesses_saved is None else f"{row.guesses_saved:,}",
    ]
