"""How long a guess takes: by turn, and by the answers left (figure 8 of the paper)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import drawing
from wordle_jax.study.panels import Row, draw_lines, read_numbers
from wordle_jax.study.table import read_table
from wordle_jax.study.tables.runtime import BY_CANDIDATES, BY_TURN, first_of

TABLES = ("runtime",)
IS_TIMING = True


def draw(directory: Path, path: Path) -> None:
    """Draw both panels, a line a solver."""
    rows = read_table(directory, "runtime")
    with drawing(path, (9.0, 4.2)) as figure:
        left, right = figure.subplots(1, 2, sharey=True)
        draw_times(left, rows, BY_TURN)
        left.set_xlabel("guess of a game")
        left.set_ylabel("milliseconds")
        left.set_title("(a)", loc="left", fontsize=10)
        draw_times(right, rows, BY_CANDIDATES)
        right.set_xlabel("answers left before the guess, at least")
        right.set_xscale("log")
        right.set_title("(b)", loc="left", fontsize=10)
        figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=4)


def draw_times(axes: Any, rows: Sequence[Row], by: str) -> None:
    """Draw the panel of one kind of group."""
    series = {}
    for solver in dict.fromkeys(row["solver"] for row in rows):
        own = [row for row in rows if row["solver"] == solver and row["by"] == by]
        series[solver] = ([float(first_of(row["group"])) for row in own], read_numbers(own, "milliseconds"))
    draw_lines(axes, series)
    axes.set_yscale("log")
