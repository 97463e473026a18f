"""How a good and a bad first guess share the answers out among patterns (figure of the article)."""

from pathlib import Path

from wordle_jax.study.draw import COLOURS, draw_grid, drawing
from wordle_jax.study.table import read_table

TABLES = ("pattern_distribution",)


def draw(directory: Path, path: Path) -> None:
    """Draw a panel a word: its parts as bars from the largest down, all panels on the same scales."""
    rows = read_table(directory, "pattern_distribution")
    words = list(dict.fromkeys((row["lexicon"], row["word"]) for row in rows))
    with drawing(path, (3.4 * len(words), 3.6)) as figure:
        panels = figure.subplots(1, len(words), sharex=True, sharey=True, squeeze=False)[0]
        for i, (axes, word) in enumerate(zip(panels, words, strict=True)):
            share = [100 * float(row["share"]) for row in rows if (row["lexicon"], row["word"]) == word]
            axes.bar(range(1, len(share) + 1), share, width=1.0, color=COLOURS[i % len(COLOURS)])
            axes.set_title(f"{word[1]}: {len(share)} patterns, the largest {share[0]:.1f}%", fontsize=10)
            axes.set_xlabel("patterns by falling number of answers")
            draw_grid(axes)
        panels[0].set_ylabel("answers, %")
