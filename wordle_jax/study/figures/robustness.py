"""Success against the rate of wrong tiles (figure 5 of the paper)."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, reach, style_line
from wordle_jax.study.table import read_table

# Lines stand beside each other by this share of the smallest step between two rates, so that no interval is hidden.
_ASIDE = 0.05


def draw(directory: Path, path: Path) -> None:
    """Draw a line a solver, with 95% intervals as bars, in the order of the table."""
    rows = read_table(directory, "robustness")
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    rates = sorted({float(row["noise"]) for row in rows})
    step = 100 * min((b - a for a, b in pairwise(rates)), default=1.0)
    with drawing(path) as figure:
        axes = figure.subplots()
        for i, solver in enumerate(solvers):
            own = sorted((row for row in rows if row["solver"] == solver), key=lambda row: float(row["noise"]))
            value, low, high = (_percent(own, f"success_rate{end}") for end in ("", "_low", "_high"))
            aside = _ASIDE * step * (i - (len(solvers) - 1) / 2)
            axes.errorbar(
                [rate + aside for rate in _percent(own, "noise")],
                value,
                yerr=reach(value, low, high),
                label=solver,
                **style_line(i),
                capsize=2.5,
                elinewidth=1.0,
            )
        axes.set_xticks([100 * rate for rate in rates], [f"{100 * rate:g}" for rate in rates])
        axes.set_ylim(0, 103)
        axes.set_xlabel("wrong tiles, %")
        axes.set_ylabel("games solved, %, with 95% intervals")
        draw_grid(axes)
        axes.legend()


def _percent(rows: Sequence[dict[str, str]], column: str) -> list[float]:
    return [100 * float(row[column]) for row in rows]
