"""How well each solver plays (table 7 of the paper)."""

from dataclasses import dataclass

from wordle_jax.results import count_outcomes
from wordle_jax.study.measures import estimate_statistics, estimate_within
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "solver", "solved", "failures", "success", "mean guesses, solved games", "median", "standard deviation", "within 4",
    "mean guesses, all games",
)  # fmt: skip
CAPTION = (
    "In brackets 95% intervals, 10,000 resamples of the answers: how much another list of such words might differ; of"
    " these answers the figures are exact, but for the random solver. Within 4: solved with at most four guesses, of "
    "all games. All games: a failure counts one guess more than allowed."
)
_WITHIN = 4


@dataclass(frozen=True)
class PerformanceRow:
    """What the games of a solver add up to; shares from 0 to 1, `within_4` of all games.

    Mean, median and standard deviation (n - 1 below) are over the solved games (eqs. 23 to 25); in `mean_guesses_all`
    a failure counts one guess more than allowed. `is_census`: every answer was played, and nothing left to chance.
    """

    solver: str
    games: int
    solved: int
    failures: int
    success_rate: Estimate
    mean_guesses: Estimate
    median_guesses: Estimate
    std_guesses: Estimate
    within_4: Estimate
    mean_guesses_all: Estimate
    is_census: bool


def make_table(results: StudyResults) -> Table:
    """Return a row a cell."""
    rows = [measure_cell(cell) for cell in results.cells]
    title = f"Performance (table 7 of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell) -> PerformanceRow:
    """Return the measures of a cell; intervals resample the answers, each with all its replicates."""
    histograms = count_outcomes(cell.records, cell.max_guesses)
    return PerformanceRow(
        solver=cell.solver,
        games=len(cell.records),
        solved=int(cell.records.solved.sum()),
        failures=int((~cell.records.solved).sum()),
        **estimate_statistics(histograms),
        within_4=estimate_within(histograms, [_WITHIN])[_WITHIN],
        is_census=cell.is_census,
    )


def format_row(row: PerformanceRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.solver,
        f"{row.solved:,}",
        f"{row.failures:,}",
        format_estimate(row.success_rate, 100.0, "%"),
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.median_guesses, digits=1),
        format_estimate(row.std_guesses, digits=3),
        format_estimate(row.within_4, 100.0, "%", 1),
        format_estimate(row.mean_guesses_all, digits=3),
    ]
