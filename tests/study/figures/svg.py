"""Reads a figure back: its texts, and where its bars begin and end on their axis."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def read_texts(svg: Path) -> set[str]:
    """All texts of a figure."""
    return {text.text or "" for text in ElementTree.parse(svg).getroot().iter(f"{SVG}text")}


def read_bars(svg: Path, axes: str = "axes_1") -> list[tuple[float, float]]:
    """Left and right end of each horizontal bar in the order drawn, in the numbers of the axis below."""
    group = _find(svg, axes)
    place = _read_axis(group, "xtick", "x")
    bars = []
    for patch in group.iter(f"{SVG}g"):
        path = patch.find(f"{SVG}path")
        if patch.get("id", "").startswith("patch") and path is not None and path.get("clip-path"):
            ends = [float(x) for x, _ in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", ""))]
            bars.append((place(min(ends)), place(max(ends))))
    return bars


def read_lines(svg: Path, axes: str = "axes_1") -> list[list[float]]:
    """Heights of the points of each line that has markers, in the numbers of the axis at the side."""
    group = _find(svg, axes)
    place = _read_axis(group, "ytick", "y")
    lines = []
    for line in group:
        uses = [use for use in line.iter(f"{SVG}use") if use.get("x")]
        if line.get("id", "").startswith("line2d") and len(uses) > 1 and line.find(f"{SVG}path") is not None:
            lines.append([place(float(use.get("y", "nan"))) for use in uses])
    return lines


def _find(svg: Path, name: str) -> ElementTree.Element:
    return next(group for group in ElementTree.parse(svg).getroot().iter(f"{SVG}g") if group.get("id") == name)


def _read_axis(axes: ElementTree.Element, kind: str, along: str):
    """A function from a place in the drawing to the number there, for a linear axis."""
    ticks = []
    for group in axes.iter(f"{SVG}g"):
        if group.get("id", "").startswith(kind):
            label = "".join(text.text or "" for text in group.iter(f"{SVG}text")).replace("−", "-")
            ticks.append((float(label), next(float(use.get(along, "nan")) for use in group.iter(f"{SVG}use"))))
    (number, at), (other, there) = next(pair for pair in pairwise(ticks) if pair[0] != pair[1])
    return lambda where: number + (where - at) / (there - at) * (other - number)
