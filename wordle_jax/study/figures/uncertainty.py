"""Uncertainty in bits falling from turn to turn, strategy by strategy (the left panel of the article)."""

from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, style_line
from wordle_jax.study.table import read_table

TABLES = ("uncertainty",)
# All lines of a large study would hide each other.
_SHOWN = ("random", "frequency", "forward_checking", "csp_aware", "minimax", "entropy", "lookahead")


def draw(directory: Path, path: Path) -> None:
    """Draw a line for each of the strategies shown, or for all of a study that has none of them."""
    rows = [row for row in read_table(directory, "uncertainty") if row["mean_bits"]]
    names = list(dict.fromkeys(row["name"] for row in rows))
    shown = [name for name in names if name in _SHOWN] or names
    with drawing(path) as figure:
        axes = figure.subplots()
        for i, name in enumerate(shown):
            own = [row for row in rows if row["name"] == name]
            turns, bits = [int(row["turn"]) for row in own], [float(row["mean_bits"]) for row in own]
            axes.plot(turns, bits, label=name, **style_line(i))
        axes.set_xticks(sorted({int(row["turn"]) for row in rows}))
        axes.set_ylim(bottom=0)
        axes.set_xlabel("guesses made")
        axes.set_ylabel("bits left, mean over all games")
        draw_grid(axes)
        axes.legend()
