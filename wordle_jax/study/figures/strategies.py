"""Strategies side by side (the comparison of the article): games by number of guesses."""

from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, style_bar
from wordle_jax.study.table import read_table

_SHARE = "share_"
_INCHES_A_STRATEGY = 0.3


def draw(directory: Path, path: Path) -> None:
    """Draw a bar a strategy, the one with most guesses on top, cut by number of guesses; its mean stands beside it."""
    rows = sorted(read_table(directory, "strategies"), key=lambda row: -float(row["mean_guesses_all"]))
    columns = [column for column in rows[0] if column.startswith(_SHARE)]
    with drawing(path, (8.0, 1.4 + _INCHES_A_STRATEGY * len(rows))) as figure:
        axes = figure.subplots()
        start = [0.0] * len(rows)
        for i, column in enumerate(columns):
            width = [100 * float(row[column]) for row in rows]
            label = column.removeprefix(_SHARE).replace("fail", "failed")
            axes.barh(range(len(rows)), width, 0.8, left=start, label=label, **style_bar(i))
            start = [left + more for left, more in zip(start, width, strict=True)]
        for i, row in enumerate(rows):
            axes.text(101, i, f"{float(row['mean_guesses_all']):.3f}", va="center")
        axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel(
            "games by number of guesses, %; at the right the mean, failures counting one guess more than allowed"
        )
        draw_grid(axes, across="x")
        figure.legend(loc="outside upper center", ncols=len(columns))
