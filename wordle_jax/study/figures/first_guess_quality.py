"""First guesses by several measures at once: a heat map of how many guesses are better (figure 9l of the paper)."""

from pathlib import Path

from wordle_jax.study.draw import drawing
from wordle_jax.study.table import read_table

_PREFIX = "better_share_"
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
    """Draw a row a first guess and a column a measure; the number in a cell is the rank among all guesses.

    Guesses that are best in letters alone make many rows; those that no cell opens with are left out.
    """
    rows = [row for row in read_table(directory, "starting_words") if row["is_played"] == "True"]
    measures = [column.removeprefix(_PREFIX) for column in rows[0] if column.startswith(_PREFIX)]
    share = [[100 * float(row[f"{_PREFIX}{name}"]) for name in measures] for row in rows]
    with drawing(path, (7.0, 1.4 + 0.27 * len(rows))) as figure:
        axes = figure.subplots()
        image = axes.imshow(share, cmap="cividis_r", vmin=0, vmax=100, aspect="auto")
        for i, row in enumerate(rows):
            for j, name in enumerate(measures):
                colour = "white" if share[i][j] > 50 else "black"
                axes.text(j, i, f"{int(row[f'rank_{name}']):,}", ha="center", va="center", fontsize=8, color=colour)
        axes.set_xticks(range(len(measures)), [_LABELS[name] for name in measures])
        axes.set_yticks(range(len(rows)), [row["word"] for row in rows])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        figure.colorbar(image, label="guesses that are better, %")
