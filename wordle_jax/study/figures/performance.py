"""Success, guesses and their distribution, solver by solver (figure 2 of the paper; its runtime is `runtime`)."""

from pathlib import Path

from wordle_jax.study.draw import drawing
from wordle_jax.study.figures.distribution import draw_distribution
from wordle_jax.study.panels import draw_estimates
from wordle_jax.study.table import read_table

TABLES = ("performance", "distribution")
# Column of the table, factor, label of the axis.
PANELS = (
    ("success_rate", 100.0, "games solved, %"),
    ("mean_guesses", 1.0, "mean guesses, solved games"),
    ("within_4", 100.0, "solved within four guesses, % of all games"),
)


def draw(directory: Path, path: Path) -> None:
    """Draw three panels of figures with 95% intervals, and the distribution."""
    rows = read_table(directory, "performance")
    with drawing(path, (9.0, 1.6 + 0.55 * len(rows))) as figure:
        panels = figure.subplots(2, 2, sharey=True).flat
        for axes, letter, (column, scale, label) in zip(panels, "abc", PANELS, strict=False):
            draw_estimates(axes, rows, column, scale)
            axes.set_xlabel(label)
            axes.set_title(f"({letter})", loc="left", fontsize=10)
        figure.legend(
            *panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, title="with 95% intervals"
        )
        draw_distribution(panels[3], read_table(directory, "distribution"))
        panels[3].set_title("(d)", loc="left", fontsize=10)
        panels[3].legend(
            loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=7, fontsize=7.5, columnspacing=0.7, handlelength=1.0
        )
