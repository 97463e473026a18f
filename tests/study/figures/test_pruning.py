"""The lines are those of the first cell of the table."""

from pathlib import Path

import pytest

from study.figures.svg import read_lines, read_texts
from wordle_jax.study.figures.pruning import draw

TABLE = """\
name,noise,turn,propagator,values_left,answers_in_domains,answers_left
mac,0.0,1,mac,100.0,300.0,70.0
mac,0.0,1,gcc_light,90.0,200.0,70.0
mac,0.0,2,mac,60.0,20.0,4.0
mac,0.0,2,gcc_light,50.0,10.0,4.0
mac,0.1,1,mac,30.0,500.0,80.0
mac,0.1,1,gcc_light,,,
"""


def test_lines_are_those_of_the_first_cell(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "pruning.csv").write_text(TABLE, encoding="utf-8")
    draw(tmp_path, tmp_path / "figure")
    svg = tmp_path / "figure.svg"
    assert read_lines(svg) == [pytest.approx(line, abs=1e-2) for line in ([100, 60], [90, 50])]
    assert {"mac", "gcc_light", "all feedback", "guesses made"} <= read_texts(svg)
