"""The bars are the differences of the table."""

from pathlib import Path

import pytest

from study.figures.svg import read_bars, read_texts
from wordle_jax.study.figures.ablation import draw

TABLE = """\
name,change,noise,guesses_difference,guesses_difference_low,guesses_difference_high,\
success_difference,success_difference_low,success_difference_high
csp_aware,,0.0,0.0,0.0,0.0,0.0,0.0,0.0
csp_aware,,0.1,0.0,0.0,0.0,0.0,0.0,0.0
csp_aware-opener,-opener,0.0,0.25,0.2,0.3,-0.01,-0.02,0.0
csp_aware-opener,-opener,0.1,-0.5,-0.75,-0.25,0.05,0.0,0.1
csp_aware-pool,-pool,0.0,0.125,0.0,0.25,-0.02,-0.03,-0.01
csp_aware-pool,-pool,0.1,-1.0,-1.5,-0.5,0.1,0.05,0.15
csp_aware+lies,+lies,0.1,-3.0,-3.5,-2.5,0.6,0.55,0.65
"""


def test_bars_are_those_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "ablation.csv").write_text(TABLE, encoding="utf-8")
    draw(tmp_path, tmp_path / "figure")
    svg = tmp_path / "figure.svg"
    # Rate by rate, variant by variant.
    ends = {"axes_1": [(0, 0.25), (0, 0.125), (-0.5, 0), (-1, 0)], "axes_2": [(-1, 0), (-2, 0), (0, 5), (0, 10)]}
    for axes, expected in ends.items():
        for found, bar in zip(read_bars(svg, axes), expected, strict=True):
            assert found == pytest.approx(bar, abs=0.01)
    texts = read_texts(svg)
    assert {"csp_aware-opener", "csp_aware-pool", "0% wrong tiles", "10% wrong tiles"} <= texts
    assert not {"csp_aware", "csp_aware+lies"} & texts
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_variants_that_take_nothing_out_are_drawn_alone(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    lines = TABLE.splitlines(keepends=True)
    (tmp_path / "tables" / "ablation.csv").write_text(lines[0] + lines[-1], encoding="utf-8")
    draw(tmp_path, tmp_path / "figure")
    assert read_bars(tmp_path / "figure.svg") == [pytest.approx((-3, 0), abs=0.01)]
