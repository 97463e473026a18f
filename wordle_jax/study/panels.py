"""Panels that several figures have in common, drawn from the rows of tables."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wordle_jax.study.draw import COLOURS, draw_grid, reach, shade_bar, style_line

Row = Mapping[str, str]

# The kinds of solvers that the paper tells apart (figure 1), each with its colour and marker.
BASELINES = ("random", "frequency", "classical_entropy")
PROPAGATORS = ("forward_checking", "mac", "gcc_light")
OF_THE_PAPER = ("csp_aware", "probabilistic_csp")
KINDS = ("baseline", "constraint propagation", "the paper's own", "other")
_LUMINANCE = (0.3, 0.59, 0.11)  # how bright red, green and blue are
_COLOURS = (COLOURS[4], COLOURS[0], COLOURS[1], COLOURS[2])
_MARKERS = ("o", "s", "^", "D")


def read_numbers(rows: Sequence[Row], column: str, scale: float = 1.0) -> list[float]:
    """Return a column of a table, each number times the scale; nan where there is none."""
    return [scale * float(row[column]) if row[column] else math.nan for row in rows]


def kind_of(solver: str) -> int:
    """Return the place of a solver's kind in KINDS."""
    groups = (BASELINES, PROPAGATORS, OF_THE_PAPER)
    return next((place for place, group in enumerate(groups) if solver in group), len(groups))


def draw_dots(
    axes: Any,
    solvers: Sequence[str],
    value: Sequence[float],
    bounds: tuple[Sequence[float], Sequence[float]] | None = None,
) -> None:
    """Draw a line a solver from the top down, a dot at its value, and the interval where there are bounds."""
    for kind, name in enumerate(KINDS):
        own = [place for place, solver in enumerate(solvers) if kind_of(solver) == kind]
        if not own:
            continue
        chosen = [value[place] for place in own]
        ends = None if bounds is None else reach(chosen, *([bound[place] for place in own] for bound in bounds))
        axes.errorbar(
            chosen, own, xerr=ends, fmt=_MARKERS[kind], color=_COLOURS[kind], markersize=5, capsize=2.5, label=name
        )
    name_lines(axes, solvers)
    axes.grid(axis="x", color="0.9", linewidth=0.6)
    axes.grid(axis="y", color="0.93", linewidth=0.6)
    axes.set_axisbelow(True)


def draw_estimates(axes: Any, rows: Sequence[Row], column: str, scale: float = 1.0) -> None:
    """Draw the figures of a column with their intervals, a line a solver."""
    value, low, high = (read_numbers(rows, f"{column}{end}", scale) for end in ("", "_low", "_high"))
    draw_dots(axes, [row["solver"] for row in rows], value, (low, high))


def draw_stacked(axes: Any, names: Sequence[str], shares: Mapping[str, Sequence[float]]) -> None:
    """Draw a bar a name from the top down, cut into the shares of each key in %; those with room are written."""
    left = [0.0] * len(names)
    keys = list(shares)
    for number, key in enumerate(keys):
        style = shade_bar(number, len(keys))
        axes.barh(range(len(names)), shares[key], left=left, height=0.75, label=key, **style)
        for place, share in enumerate(shares[key]):
            if share >= 4:
                colour = "white" if number > len(keys) / 2 else "black"
                axes.text(
                    left[place] + share / 2, place, f"{share:.0f}", ha="center", va="center", color=colour, size=7
                )
        left = [start + share for start, share in zip(left, shares[key], strict=True)]
    name_lines(axes, names)
    axes.set_xlim(0, 100)


def draw_lines(axes: Any, series: Mapping[str, tuple[Sequence[float], Sequence[float]]]) -> None:
    """Draw a line a name through its points."""
    for number, (name, (x, y)) in enumerate(series.items()):
        axes.plot(x, y, label=name, **style_line(number))
    draw_grid(axes)


def draw_heat(
    axes: Any,
    names: tuple[Sequence[str], Sequence[str]],
    values: Sequence[Sequence[float]],
    texts: Sequence[Sequence[str]],
    *,
    size: float = 7.0,
    **style: Any,
) -> Any:
    """Draw a table of coloured cells, rows and columns with their names, a text in each; return the image.

    A cell of nan stays blank.
    """
    rows, columns = names
    image = axes.imshow(values, aspect="auto", **style)
    light = image.to_rgba(np.array(values))[..., :3] @ _LUMINANCE
    for i, own in enumerate(texts):
        for j, text in enumerate(own):
            colour = "black" if light[i, j] > 0.5 or math.isnan(values[i][j]) else "white"
            axes.text(j, i, text, ha="center", va="center", size=size, color=colour)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return image


def name_lines(axes: Any, names: Sequence[str]) -> None:
    """Name the lines of a panel, the first at the top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
