"""The figure of a study, drawn from its saved table."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from wordle_jax.directory import replacing
from wordle_jax.study.table import read_csv

# Colours that most kinds of colour blindness tell apart (Okabe and Ito), without the yellow that print loses. Marker
# and dashes tell the lines apart too, for a printer without colour.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DASHES = ("-", "--", "-.", ":")
# Lines stand beside each other by this share of the smallest step between two rates, so that no interval is hidden.
_ASIDE = 0.05
_INCHES = (6.4, 4.0)
_STYLE: dict[Any, Any] = {
    "font.size": 10,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "wordle_jax",  # or ids would be random
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def draw_robustness(table: Path) -> None:
    """Draw success against the rate of wrong tiles beside a table, as figure.svg and figure.png.

    A line a solver, with 95% intervals as bars, in the order of the table.
    Raises UserError if a file cannot be written.
    """
    rows = read_csv(table)
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    rates = sorted({float(row["noise"]) for row in rows})
    step = 100 * min((b - a for a, b in pairwise(rates)), default=1.0)
    with mpl.rc_context():
        mpl.rcdefaults()  # whatever a matplotlibrc of this machine says
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=_INCHES, layout="constrained")
        axes = figure.subplots()
        for i, solver in enumerate(solvers):
            own = sorted((row for row in rows if row["solver"] == solver), key=lambda row: float(row["noise"]))
            value, low, high = (_percent(own, f"success_rate{end}") for end in ("", "_low", "_high"))
            aside = _ASIDE * step * (i - (len(solvers) - 1) / 2)
            axes.errorbar(
                [rate + aside for rate in _percent(own, "noise")],
                value,
                # Rounding may leave a bound on the wrong side of a mean by its last bit.
                yerr=[
                    [max(0.0, v - bound) for v, bound in zip(value, low, strict=True)],
                    [max(0.0, bound - v) for v, bound in zip(value, high, strict=True)],
                ],
                label=solver,
                color=_COLOURS[i % len(_COLOURS)],
                marker=_MARKERS[i % len(_MARKERS)],
                linestyle=_DASHES[i % len(_DASHES)],
                linewidth=1.4,
                markersize=4.5,
                capsize=2.5,
                elinewidth=1.0,
            )
        axes.set_xticks([100 * rate for rate in rates], [f"{100 * rate:g}" for rate in rates])
        axes.set_ylim(0, 103)
        axes.set_xlabel("wrong tiles, %")
        axes.set_ylabel("games solved, %, with 95% intervals")
        axes.grid(axis="y", color="0.9", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.legend(frameon=False)
        for kind, metadata in (("svg", {"Date": None}), ("png", {"Software": None})):
            with replacing(table.with_name(f"figure.{kind}")) as partial:
                figure.savefig(partial, format=kind, dpi=200, metadata=metadata)


def _percent(rows: Sequence[dict[str, str]], column: str) -> list[float]:
    return [100 * float(row[column]) for row in rows]
