"""Which words are not solved, from the most to the least frequent quarter of a list (figure 6b of the paper)."""

from collections.abc import Sequence
from pathlib import Path

from wordle_jax.study.draw import COLOURS, HATCHES, draw_grid, drawing
from wordle_jax.study.table import read_table

TABLES = ("word_types",)
# The variants drawn; of a study without them, all.
SHOWN = ("english", "spanish")
_WIDTH = 0.8  # of all bars of a quarter together; 1 would leave no gap


def draw(directory: Path, path: Path) -> None:
    """Draw a bar a variant for each quarter, with the 95% interval."""
    rows = [row for row in choose_variants(read_table(directory, "word_types")) if row["factor"] == "quarter"]
    variants = list(dict.fromkeys(row["variant"] for row in rows))
    width = _WIDTH / len(variants)
    with drawing(path) as figure:
        axes = figure.subplots()
        for i, variant in enumerate(variants):
            own = [row for row in rows if row["variant"] == variant and row["success_rate"]]
            lost, most, least = (
                [100 - 100 * float(row[f"success_rate{end}"]) for row in own] for end in ("", "_low", "_high")
            )
            axes.bar(
                [int(row["group"]) + width * (i - (len(variants) - 1) / 2) for row in own],
                lost,
                width,
                # Rounding may leave a bound on the wrong side of a share by its last bit.
                yerr=[
                    [max(0.0, value - bound) for value, bound in zip(lost, least, strict=True)],
                    [max(0.0, bound - value) for value, bound in zip(lost, most, strict=True)],
                ],
                label=variant,
                color=COLOURS[i % len(COLOURS)],
                hatch=HATCHES[i % len(HATCHES)],
                edgecolor="white",
                capsize=3,
            )
        axes.set_xticks(range(1, 5), ["1, most frequent", "2", "3", "4, least frequent"])
        axes.set_xlabel("quarter of the list by frequency")
        axes.set_ylabel("games not solved, %, with 95% intervals")
        axes.set_ylim(bottom=0)
        draw_grid(axes)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(variants))


def choose_variants(rows: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rows of the variants that are drawn."""
    return [row for row in rows if row["variant"] in SHOWN] or list(rows)
