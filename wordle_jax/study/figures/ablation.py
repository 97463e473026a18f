"""What each part of a solver is worth, as bars (table 20 of the paper)."""

from collections.abc import Sequence
from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, reach, style_bar
from wordle_jax.study.table import read_table

TABLES = ("ablation",)
_PANELS = (
    ("guesses_difference", 1.0, "guesses more than the whole system"),
    ("success_difference", 100.0, "games solved, points more"),
)
_BAR = 0.8  # of the room of a variant, shared by its bars
_INCHES_A_VARIANT = 0.3


def draw(directory: Path, path: Path) -> None:
    """Draw a bar for each part taken out and rate of wrong tiles: the difference from the system, with 95% intervals.

    A study that takes nothing out has its other variants drawn.
    """
    variants = [row for row in read_table(directory, "ablation") if row["change"]]
    # What is put in instead may do so much more that it would hide the rest.
    rows = [row for row in variants if row["change"].startswith("-")] or variants
    names = list(dict.fromkeys(row["name"] for row in rows))
    rates = list(dict.fromkeys(row["noise"] for row in rows))
    with drawing(path, (9.0, 1.2 + _INCHES_A_VARIANT * len(names))) as figure:
        for axes, (column, scale, label) in zip(figure.subplots(1, len(_PANELS), sharey=True), _PANELS, strict=True):
            for i, rate in enumerate(rates):
                own = [row for row in rows if row["noise"] == rate]
                value, low, high = (_read(own, f"{column}{end}", scale) for end in ("", "_low", "_high"))
                aside = _BAR / len(rates) * (i - (len(rates) - 1) / 2)
                axes.barh(
                    [names.index(row["name"]) + aside for row in own],
                    value,
                    _BAR / len(rates),
                    xerr=reach(value, low, high),
                    error_kw={"elinewidth": 1.0, "capsize": 2.0},
                    label=f"{100 * float(rate):g}% wrong tiles",
                    **style_bar(i),
                )
            axes.axvline(0.0, color="0.3", linewidth=0.8)
            axes.set_xlabel(label)
            axes.set_yticks(range(len(names)), names)
            axes.set_ylim(len(names) - 0.5, -0.5)  # the first on top
            draw_grid(axes, across="x")
        figure.axes[0].legend()


def _read(rows: Sequence[dict[str, str]], column: str, scale: float) -> list[float]:
    return [scale * float(row[column]) for row in rows]
