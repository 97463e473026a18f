"""How much entropy and how much frequency: the weights of the hybrid source."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordle_jax.study.measures import (
    INTERVALS,
    OutcomeRow,
    count_shares,
    difference_in_guesses,
    measure_outcomes,
    require_one_game_list,
)
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "entropy",
    "frequency",
    "opener",
    "solved",
    "failures",
    "mean, solved games",
    "mean, all games",
    "guesses more than the best",
    "worst",
)
CAPTION = (
    f"{INTERVALS} A failure counts one guess more than allowed. The best has the lowest mean over all games; the "
    "first of equals."
)


@dataclass(frozen=True, kw_only=True)
class WeightRow(OutcomeRow):
    """A pair of weights; `over_best` is the difference in guesses over the same games from the row that `is_best`."""

    entropy_weight: float
    frequency_weight: float
    is_best: bool
    over_best: Estimate
    share: Mapping[str, float]


check = require_one_game_list


def make_table(results: StudyResults) -> Table:
    """Return a row a cell. Raises UserError if the cells play different games."""
    means = [measure_outcomes(cell)["mean_guesses_all"].value for cell in results.cells]
    best = results.cells[means.index(min(means))]
    rows = [measure_cell(cell, best) for cell in results.cells]
    title = f"Weights of entropy and frequency · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell, best: PlayedCell) -> WeightRow:
    """Return the row of a cell."""
    return WeightRow(
        **measure_outcomes(cell),
        entropy_weight=cell.config.solver.entropy_weight,
        frequency_weight=cell.config.solver.frequency_weight,
        is_best=cell is best,
        over_best=difference_in_guesses(cell, best),
        share=count_shares(cell),
    )


def format_row(row: WeightRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        f"{row.entropy_weight:g}",
        f"{row.frequency_weight:g}",
        row.opener or "",
        format_estimate(row.success_rate, 100.0, "%"),
        f"{row.failures:,}",
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.mean_guesses_all, digits=3),
        "best" if row.is_best else format_estimate(row.over_best, digits=3),
        str(row.worst),
    ]
