"""The figure says what the table says."""

import re
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from wordle_jax.errors import UserError
from wordle_jax.study.figures.robustness import draw

TABLE = """\
solver,noise,success_rate,success_rate_low,success_rate_high
csp_aware,0.1,0.25,0.2,0.3
csp_aware,0.0,1.0,1.0,1.0
noise_aware,0.0,1.0,1.0,1.0
noise_aware,0.1,0.75,0.7,0.8
"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "tables" / "robustness.csv"
    path.parent.mkdir()
    path.write_text(TABLE, encoding="utf-8")
    return path


def draw_beside(table: Path) -> Path:
    """Draw the figure of the study that holds a table; its path without a suffix."""
    draw(table.parent.parent, table.with_name("figure"))
    return table.with_name("figure")


def read_heights(svg: Path) -> list[list[float]]:
    """The heights of the points of each line, as shares of the axis from 0 to 100%."""
    root = ElementTree.parse(svg).getroot()
    ticks = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("id", "").startswith("ytick"):
            label = "".join(text.text or "" for text in group.iter(f"{SVG}text"))
            ticks[label] = next(float(use.get("y", "nan")) for use in group.iter(f"{SVG}use"))
    bottom, top = ticks["0"], ticks["100"]
    lines = [
        group
        for group in root.iter(f"{SVG}g")
        if group.get("id", "").startswith("line2d") and len(list(group.iter(f"{SVG}use"))) == 2
    ]
    drawn = [next(line.iter(f"{SVG}path")).get("d", "") for line in lines if line.find(f"{SVG}path") is not None]
    heights = [[float(y) for _, y in re.findall(r"([\d.]+) ([\d.]+)", path)] for path in drawn]
    return [[(bottom - y) / (bottom - top) for y in line] for line in heights]


def test_lines_are_those_of_the_table(table: Path) -> None:
    draw_beside(table)
    heights = read_heights(table.with_name("figure.svg"))
    assert [line for line in heights if len(line) == 2] == [
        pytest.approx([1.0, 0.25], abs=1e-4),
        pytest.approx([1.0, 0.75], abs=1e-4),
    ]


def test_text_of_the_figure_is_text(table: Path) -> None:
    draw_beside(table)
    root = ElementTree.parse(table.with_name("figure.svg")).getroot()
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {"csp_aware", "noise_aware", "wrong tiles, %", "games solved, %, with 95% intervals", "10"} <= texts
    assert table.with_name("figure.png").read_bytes().startswith(b"\x89PNG")


def test_same_table_same_bytes_whatever_this_machine_prefers(table: Path) -> None:
    figures = [table.with_name(f"figure.{kind}") for kind in ("svg", "png")]
    draw_beside(table)
    before = [figure.read_bytes() for figure in figures]
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red"}):
        draw_beside(table)
        assert mpl.rcParams["font.size"] == 30
    assert [figure.read_bytes() for figure in figures] == before


def test_one_rate_is_enough(table: Path) -> None:
    table.write_text("".join(TABLE.splitlines(keepends=True)[:2]), encoding="utf-8")
    draw_beside(table)
    assert table.with_name("figure.svg").is_file()


def test_a_figure_that_cannot_be_written(table: Path) -> None:
    table.with_name("figure.svg").mkdir()
    with pytest.raises(UserError, match=r"figure\.svg cannot be written"):
        draw_beside(table)
