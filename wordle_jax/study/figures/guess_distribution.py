"""After how many guesses games are solved, in either language (figure 6a of the paper)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import draw_grid, drawing, style_bar
from wordle_jax.study.figures.failures_by_frequency import choose_variants
from wordle_jax.study.panels import Row
from wordle_jax.study.table import read_table

TABLES = ("lexicon",)
_WIDTH = 0.8  # of all bars of an outcome together; 1 would leave no gap


def draw(directory: Path, path: Path) -> None:
    """Draw a bar a variant for each number of guesses, and for failures."""
    with drawing(path) as figure:
        axes = figure.subplots()
        draw_shares(axes, choose_variants(read_table(directory, "lexicon")))
        axes.legend()


def draw_shares(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the panel, the variants of these rows side by side."""
    prefix = "distribution_"
    turns = [column.removeprefix(prefix) for column in rows[0] if column.startswith(prefix)]
    width = _WIDTH / len(rows)
    for i, row in enumerate(rows):
        counts = [int(row[f"{prefix}{turn}"]) for turn in turns] + [int(row["failures"])]
        axes.bar(
            [at + width * (i - (len(rows) - 1) / 2) for at in range(len(counts))],
            [100 * count / int(row["games"]) for count in counts],
            width,
            label=f"{row['variant']} ({int(row['games']):,} games)",
            **style_bar(i),
        )
    axes.set_xticks(range(len(turns) + 1), [*turns, "not solved"])
    axes.set_xlabel("guesses")
    axes.set_ylabel("games, %")
    draw_grid(axes)
