"""How far guesses, and their differences, are from a normal distribution: what Q-Q plots show."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from wordle_jax.stats import quantile_plot
from wordle_jax.study.hypotheses import guesses_of_both, guesses_solved, pair_games
from wordle_jax.study.measures import require_one_cell_a_solver
from wordle_jax.study.results import StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = ("sample", "guesses", "games", "normal quantiles", "on the line")
CAPTION = (
    "Guesses of solved games, and of the words that both solve the differences that paired t tests take. Equal values"
    " are one row: the first and the last of their normal quantiles. On the line: what the line fitted to all games "
    "has there."
)


@dataclass(frozen=True)
class QuantileRow:
    """The games with one value in a normal Q-Q plot.

    `first` and `second` name the sample, `second` being empty where it is no difference. The quantiles are Filliben's;
    the line is value = intercept + slope · quantile.
    """

    first: str
    second: str
    value: float
    games: int
    quantile_low: float
    quantile_high: float
    slope: float
    intercept: float


check = require_one_cell_a_solver


def make_table(results: StudyResults) -> Table:
    """Return a row for each value of each sample of two games or more."""
    rows: list[QuantileRow] = []
    for cell in results.cells:
        rows += plot_sample(cell.solver, "", guesses_solved(cell))
    for pair in pair_games(results):
        first, second = guesses_of_both(pair)
        rows += plot_sample(pair[0].solver, pair[1].solver, first - second)
    title = f"Quantiles beside those of a normal distribution · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows if not row.second], CAPTION)


def plot_sample(first: str, second: str, sample: Float64[np.ndarray, " game"]) -> Iterator[QuantileRow]:
    """Yield the rows of a sample, by rising value; none for fewer than two games."""
    if len(sample) < 2:
        return
    plot = quantile_plot(sample, first)
    for value in np.unique(plot.observed):
        own = plot.theoretical[plot.observed == value]
        low, high = float(own[0]), float(own[-1])
        yield QuantileRow(first, second, float(value), len(own), low, high, plot.slope, plot.intercept)


def format_row(row: QuantileRow) -> list[str]:
    """Return the cells under HEADER."""
    ends = (row.quantile_low, row.quantile_high)
    line = [row.intercept + row.slope * quantile for quantile in ends]
    return [
        row.first,
        f"{row.value:g}",
        f"{row.games:,}",
        " to ".join(f"{quantile:z.2f}" for quantile in ends),
        " to ".join(f"{value:z.2f}" for value in line),
    ]
