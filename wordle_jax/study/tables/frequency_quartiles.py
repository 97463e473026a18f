"""Where a prior over words helps: guesses by quarter of the words' frequency (figure 4b of the paper)."""

from dataclasses import dataclass

import numpy as np

from wordle_jax.results import count_outcomes
from wordle_jax.study.anatomy import frequency_quarters
from wordle_jax.study.measures import estimate_statistics
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


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell and quarter."""
    baseline = next((cell for cell in results.cells if cell.solver == BASELINE), None)
    total = None if baseline is None else [row.guesses_total for row in _count(baseline)]
    rows = [row for cell in results.cells for row in measure_cell(cell, total)]
    title = f"Guesses by frequency (figure 4b of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


@dataclass(frozen=True, eq=False)
class _Quarter:
    histograms: np.ndarray
    guesses_total: int


def _count(cell: PlayedCell) -> list[_Quarter]:
    """Return the outcomes of the answers played of each quarter, and all guesses of their games."""
    histograms = count_outcomes(cell.records, cell.max_guesses)
    quarter = frequency_quarters(cell.lexicon)[np.unique(cell.records.answer)]
    own = [histograms[quarter == number] for number in range(1, 5)]
    weights = np.arange(1, cell.max_guesses + 2)
    return [_Quarter(part, int(part.sum(axis=0) @ weights)) for part in own]


def measure_cell(cell: PlayedCell, baseline: list[int] | None) -> list[QuarterRow]:
    """Return the rows of a cell; `baseline` holds the guesses of each quarter that savings are counted from."""
    rows = []
    for place, part in enumerate(_count(cell)):
        measured = estimate_statistics(part.histograms)
        lost = int(part.histograms[:, -1].sum())
        games = int(part.histograms.sum())
        rows.append(
            QuarterRow(
                solver=cell.solver,
                quarter=place + 1,
                answers=len(part.histograms),
                games=games,
                solved=games - lost,
                failures=lost,
                success_rate=measured["success_rate"],
                mean_guesses=measured["mean_guesses"],
                mean_guesses_all=measured["mean_guesses_all"],
                guesses_saved=None if baseline is None else baseline[place] - part.guesses_total,
            )
        )
    return rows


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
