"""Success against the rate of wrong tiles (figure 5 of the paper)."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import draw_grid, drawing, reach, style_line
from wordle_jax.study.panels import Row, read_numbers
from wordle_jax.study.table import read_table

TABLES = ("robustness",)
# Lines stand beside each other by this share of the smallest step between two rates, so that no interval is hidden.
_ASIDE = 0.05


def draw(directory: Path, path: Path) -> None:
    """Draw a line a solver, with 95% intervals as bars, in the order of the table."""
    with drawing(path) as figure:
        axes = figure.subplots()
        draw_rates(axes, read_table(directory, "robustness"), "success_rate")
        axes.set_ylabel("games solved, %, with 95% intervals")
        axes.legend()


def draw_rates(axes: Any, rows: Sequence[Row], column: str) -> None:
    """Draw a share of the table against the rate of wrong tiles; a rate without it has no point."""
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    rates = sorted({float(row["noise"]) for row in rows})
    step = 100 * min((b - a for a, b in pairwise(rates)), default=1.0)
    for i, solver in enumerate(solvers):
        own = sorted((row for row in rows if row["solver"] == solver), key=lambda row: float(row["noise"]))
        own = [row for row in own if row[column]]
        value, low, high = (read_numbers(own, f"{column}{end}", 100.0) for end in ("", "_low", "_high"))
        aside = _ASIDE * step * (i - (len(solvers) - 1) / 2)
        axes.errorbar(
            [rate + aside for rate in read_numbers(own, "noise", 100.0)],
            value,
            yerr=reach(value, low, high),
            label=solver,
            **style_line(i),
            capsize=2.5,
            elinewidth=1.0,
        )
    axes.set_xticks([100 * rate for rate in rates], [f"{100 * rate:g}" for rate in rates])
    axes.set_ylim(0, 103)
    axes.set_xlabel("wrong tiles, %")
    draw_grid(axes)
