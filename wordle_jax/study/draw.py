"""How all figures look, and how they are saved: the only module that knows matplotlib."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from wordle_jax.directory import replacing

# Colours that most kinds of colour blindness tell apart (Okabe and Ito), without the yellow that print loses. Marker,
# dashes and hatches tell series apart too, for a printer without colour.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.", ":")
HATCHES = ("", "//", "..", "xx", "\\\\", "++", "oo")

_STYLE: dict[Any, Any] = {
    "font.size": 10,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "wordle_jax",  # or ids would be random
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}


@contextmanager
def drawing(path: Path, inches: tuple[float, float] = (6.4, 4.0)) -> Iterator[Figure]:
    """Yield a figure of a size, and save what the block draws as path.svg and path.png.

    The same drawing gives the same bytes, whatever a matplotlibrc of this machine says.
    Raises UserError if a file cannot be written.
    """
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=inches, layout="constrained")
        yield figure
        for kind, metadata in (("svg", {"Date": None}), ("png", {"Software": None})):
            with replacing(path.with_name(f"{path.name}.{kind}")) as partial:
                figure.savefig(partial, format=kind, dpi=200, metadata=metadata)


def draw_grid(axes: Any) -> None:
    """Draw faint horizontal lines behind the data."""
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
