"""Guesses against the weight of entropy in the hybrid score."""

from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, reach, style_line
from wordle_jax.study.table import read_table

TABLES = ("weights",)


def draw(directory: Path, path: Path) -> None:
    """Draw the mean over all games with 95% intervals, and mark the best."""
    rows = sorted(read_table(directory, "weights"), key=lambda row: float(row["entropy_weight"]))
    weight = [float(row["entropy_weight"]) for row in rows]
    value, low, high = ([float(row[f"mean_guesses_all{end}"]) for row in rows] for end in ("", "_low", "_high"))
    best = next(i for i, row in enumerate(rows) if row["is_best"] == "True")
    with drawing(path) as figure:
        axes = figure.subplots()
        axes.errorbar(weight, value, yerr=reach(value, low, high), capsize=2.5, elinewidth=1.0, **style_line(0))
        label = f"best: {value[best]:.4f} at {weight[best]:g}"
        axes.axhline(value[best], color="0.5", linestyle=":", label=label)
        axes.set_xlabel("weight of entropy; word frequency has the rest")
        axes.set_ylabel("mean guesses, all games, with 95% intervals")
        draw_grid(axes)
        axes.legend()
