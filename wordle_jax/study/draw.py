"""How all figures look, and how they are saved: the only module that knows matplotlib."""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from wordle_jax.directory import replacing

# Colours that most kinds of colour blindness tell apart (Okabe and Ito), without the yellow that print loses. Marker,
# dashes and hatches tell series apart too, for a printer without colour.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00", "#999999")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
HATCHES = ("", "//", "..", "xx", "\\\\", "++", "oo", "--")

_STYLE: dict[Any, Any] = {
    "font.size": 10,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "wordle_jax",  # or ids would be random
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}
_SVG_METADATA = {"Date": None}


@contextmanager
def drawing(path: Path, inches: tuple[float, float] = (6.4, 4.0)) -> Iterator[Figure]:
    """Yield a figure of a size, and save what the block draws as path.svg and path.png.

    The same drawing gives the same bytes, whatever a matplotlibrc of this machine says.
    Raises UserError if a file cannot be written.
    """
    with _styled(inches) as figure:
        yield figure
        for kind, metadata in (("svg", _SVG_METADATA), ("png", {"Software": None})):
            with replacing(path.with_name(f"{path.name}.{kind}")) as partial:
                figure.savefig(partial, format=kind, dpi=200, metadata=metadata)


def draw_svg(draw: Callable[[Figure], None], inches: tuple[float, float]) -> str:
    """Return what a function draws on a figure of a size, as SVG; the same drawing gives the same text."""
    svg = io.StringIO()
    with _styled(inches) as figure:
        draw(figure)
        figure.savefig(svg, format="svg", metadata=_SVG_METADATA)
    return svg.getvalue()


@contextmanager
def _styled(inches: tuple[float, float]) -> Iterator[Figure]:
    """Yield an empty figure; the style holds while the block draws and saves."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield Figure(figsize=inches, layout="constrained")


def style_line(number: int) -> dict[str, Any]:
    """Return how the line of a series is drawn, by its number from 0."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number % len(DASHES)],
        "linewidth": 1.4,
        "markersize": 4.5,
    }


def style_bar(number: int) -> dict[str, Any]:
    """Return how the bars of a series are filled, by its number from 0."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "hatch": HATCHES[number % len(HATCHES)],
        "edgecolor": "white",
        "linewidth": 0.0,
    }


def shade_bar(number: int, count: int) -> dict[str, Any]:
    """Return how one of several bars that stand for rising numbers is filled, from light to dark."""
    return {"color": mpl.colormaps["Blues"](0.15 + 0.8 * number / max(1, count - 1)), "linewidth": 0.0}


def reach(value: Sequence[float], low: Sequence[float], high: Sequence[float]) -> list[list[float]]:
    """Return how far intervals reach below and above their figures, as error bars want it."""
    # Rounding may leave a bound on the wrong side of a mean by its last bit.
    return [
        [max(0.0, v - bound) for v, bound in zip(value, low, strict=True)],
        [max(0.0, bound - v) for v, bound in zip(value, high, strict=True)],
    ]


def draw_grid(axes: Any, *, across: Literal["x", "y"] = "y") -> None:
    """Draw faint lines behind the data, at the ticks of the axis that is named."""
    axes.grid(axis=across, color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)


def draw_box(axes: Any, corner: tuple[float, float], size: tuple[float, float], text: str, number: int) -> None:
    """Draw a box with its lower left corner here and a text in its middle, tinted with a colour by its number."""
    (x, y), (width, height) = corner, size
    colour = COLOURS[number]
    shape = "round,pad=0,rounding_size=0.08"
    face = (colour, 0.13)  # pale
    axes.add_patch(FancyBboxPatch(corner, width, height, shape, facecolor=face, edgecolor=colour, linewidth=1.2))
    axes.text(x + width / 2, y + height / 2, text, ha="center", va="center", fontsize=8.5, linespacing=1.35)


def draw_arrow(axes: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an arrow from one point to another."""
    style = {"arrowstyle": "-|>", "color": "0.25", "linewidth": 1.1, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=end, xytext=start, arrowprops=style)
