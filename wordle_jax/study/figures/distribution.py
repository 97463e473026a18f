"""After how many guesses each solver is done, stacked (figure 3 of the paper)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import drawing
from wordle_jax.study.measures import FAILED
from wordle_jax.study.panels import Row, draw_stacked, read_numbers
from wordle_jax.study.table import read_table

TABLES = ("distribution",)
_PREFIX = "share_"


def draw(directory: Path, path: Path) -> None:
    """Draw a bar a solver, cut by the guess that solved a game."""
    rows = read_table(directory, "distribution")
    with drawing(path, (6.8, 1.4 + 0.32 * len(rows))) as figure:
        axes = figure.subplots()
        draw_distribution(axes, rows)
        axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=8, title="guesses", columnspacing=1.0)


def draw_distribution(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the panel."""
    keys = [column.removeprefix(_PREFIX) for column in rows[0] if column.startswith(_PREFIX)]
    shares = {"not solved" if key == FAILED else key: read_numbers(rows, f"{_PREFIX}{key}", 100.0) for key in keys}
    draw_stacked(axes, [row["solver"] for row in rows], shares)
    axes.set_xlabel("games, %")
