"""The line is the means of the table, by rising weight."""

from pathlib import Path

import pytest

from study.figures.svg import read_lines, read_texts
from wordle_jax.study.figures.weights import draw

TABLE = """\
entropy_weight,mean_guesses_all,mean_guesses_all_low,mean_guesses_all_high,is_best
1.0,3.5,3.4,3.6,False
0.0,6.25,6.0,6.5,False
0.5,3.25,3.125,3.375,True
"""


def test_the_line_is_that_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "weights.csv").write_text(TABLE, encoding="utf-8")
    draw(tmp_path, tmp_path / "figure")
    assert pytest.approx([6.25, 3.25, 3.5], abs=1e-3) in read_lines(tmp_path / "figure.svg")
    assert "best: 3.2500 at 0.5" in read_texts(tmp_path / "figure.svg")
