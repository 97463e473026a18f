"""Guesses beside a normal distribution: Q-Q plots of every solver, and of one difference."""

import math
from pathlib import Path

from wordle_jax.study.draw import COLOURS, draw_grid, drawing
from wordle_jax.study.panels import read_numbers
from wordle_jax.study.table import read_table

TABLES = ("quantiles",)
# The difference that is drawn; of a study without it, the last.
DIFFERENCE = ("csp_aware", "forward_checking")
_COLUMNS = 3


def draw(directory: Path, path: Path) -> None:
    """Draw a panel a sample: equal values as a bar over their quantiles, and the line that normal ones would lie on."""
    rows = read_table(directory, "quantiles")
    samples = list(dict.fromkeys((row["first"], row["second"]) for row in rows))
    pairs = [sample for sample in samples if sample[1]]
    chosen = [sample for sample in samples if not sample[1]] + ([DIFFERENCE] if DIFFERENCE in pairs else pairs[-1:])
    height = max(1, math.ceil(len(chosen) / _COLUMNS))
    with drawing(path, (3.0 * _COLUMNS, 0.4 + 2.3 * height)) as figure:
        panels = list(figure.subplots(height, _COLUMNS, squeeze=False).flat)
        for axes, sample in zip(panels, chosen, strict=False):
            own = [row for row in rows if (row["first"], row["second"]) == sample]
            value, low, high = (read_numbers(own, name) for name in ("value", "quantile_low", "quantile_high"))
            slope, intercept = float(own[0]["slope"]), float(own[0]["intercept"])
            ends = [low[0], high[-1]]
            axes.plot(ends, [intercept + slope * end for end in ends], color=COLOURS[1], linewidth=1.2)
            axes.hlines(value, low, high, color=COLOURS[0], linewidth=3)
            axes.plot([*low, *high], [*value, *value], "o", color=COLOURS[0], markersize=2.5)
            axes.set_title(" less ".join(filter(None, sample)), fontsize=9)
            draw_grid(axes)
        for axes in panels[len(chosen) :]:
            axes.set_visible(False)
        figure.supxlabel("normal quantile", fontsize=10)
        figure.supylabel("guesses of solved games", fontsize=10)
