"""First guesses by several measures at once: a heat map of ranks (figure 9l of the paper)."""

from pathlib import Path

from wordle_jax.study.draw import drawing
from wordle_jax.study.table import read_table

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
    measures = [column.removeprefix(_PREFIX) for column in rows[0] if column.startswith(_PREFIX)]
    rank = [[int(row[f"{_PREFIX}{name}"]) for name in measures] for row in rows]
    guesses = int(rows[0]["guesses"])
    with drawing(path, (7.0, 1.4 + 0.27 * len(rows))) as figure:
        axes = figure.subplots()
        image = axes.imshow(rank, cmap="cividis_r", norm="log", vmin=1, vmax=guesses, aspect="auto")
        for i, own in enumerate(rank):
            for j, place in enumerate(own):
                colour = "white" if place**2 > guesses else "black"  # the dark half of the scale
                axes.text(j, i, f"{place:,}", ha="center", va="center", fontsize=8, color=colour)
        axes.set_xticks(range(len(measures)), [_LABELS[name] for name in measures])
        axes.set_yticks(range(len(rows)), [row["word"] for row in rows])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        figure.colorbar(image, label=f"rank among {guesses:,} guesses")
