"""First guesses by several measures at once: a heat map of ranks (figure 9l of the paper)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import drawing
from wordle_jax.study.panels import Row, draw_heat
from wordle_jax.study.table import read_table

TABLES = ("starting_words",)
_PREFIX = "rank_"
_LABELS = {
    "entropy": "entropy",
    "expected_size": "answers\nleft",
    "largest_part": "largest\npart",
    "parts": "parts",
    "letter_frequency": "letters",
    "letter_frequency_answers": "letters,\nanswers",
    "hybrid": "hybrid",
}


def draw(directory: Path, path: Path) -> None:
    """Draw a row a first guess that a cell opens with, a column a measure; a cell holds the rank among all guesses."""
    rows = [row for row in read_table(directory, "starting_words") if row["is_played"] == "True"]
    with drawing(path, (7.0, 1.4 + 0.27 * len(rows))) as figure:
        image = draw_ranks(figure.subplots(), rows)
        figure.colorbar(image, label=f"rank among {int(rows[0]['guesses']):,} guesses")


def draw_ranks(axes: Any, rows: Sequence[Row], size: float = 8.0) -> Any:
    """Draw the panel with letters of a size, and return its image."""
    measures = [column.removeprefix(_PREFIX) for column in rows[0] if column.startswith(_PREFIX)]
    rank = [[float(row[f"{_PREFIX}{name}"]) for name in measures] for row in rows]
    texts = [[f"{place:,.0f}" for place in own] for own in rank]
    names = ([row["word"] for row in rows], [_LABELS[name] for name in measures])
    style = {"cmap": "cividis_r", "norm": "log", "vmin": 1, "vmax": int(rows[0]["guesses"])}
    return draw_heat(axes, names, rank, texts, size=size, **style)
