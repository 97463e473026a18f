"""Strategies side by side (the comparison of the article): games by number of guesses."""

from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, shade_bar, style_bar
from wordle_jax.study.table import read_table

TABLES = ("strategies",)
_SHARE, _FAILED = "share_", "share_fail"
_INCHES_A_STRATEGY = 0.3


def draw(directory: Path, path: Path) -> None:
    """Draw a bar a strategy, the one with most guesses on top, cut by number of guesses; its mean stands beside it."""
    rows = sorted(read_table(directory, "strategies"), key=lambda row: -float(row["mean_guesses_all"]))
    numbers = [column for column in rows[0] if column.startswith(_SHARE) and column != _FAILED]
    with drawing(path, (8.0, 1.4 + _INCHES_A_STRATEGY * len(rows))) as figure:
        axes = figure.subplots()
        start = [0.0] * len(rows)
        for i, column in enumerate([*numbers, _FAILED]):
            width = [100 * float(row[column]) for row in rows]
            style = style_bar(1) if column == _FAILED else shade_bar(i, len(numbers))
            label = "failed" if column == _FAILED else column.removeprefix(_SHARE)
            axes.barh(range(len(rows)), width, 0.8, left=start, label=label, **style)
            start = [left + more for left, more in zip(start, width, strict=True)]
        for i, row in enumerate(rows):
            axes.text(101, i, f"{float(row['mean_guesses_all']):.3f}", va="center")
        axes.text(101, -0.8, "mean", va="center")
        axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)  # the first on top
        axes.set_xlim(0, 100)
        axes.set_xlabel("games by number of guesses, %")
        draw_grid(axes, across="x")
        figure.legend(loc="outside upper center", ncols=len(numbers) + 1)
