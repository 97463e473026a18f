"""The lines are the bits of the table."""

from pathlib import Path

import pytest

from study.figures.svg import read_lines, read_texts
from wordle_jax.study.figures.uncertainty import draw

TABLE = """\
name,turn,mean_bits
entropy,0,11.2
entropy,1,5.5
entropy,2,
mine,0,11.2
mine,1,6.5
"""


def draw_table(folder: Path, table: str) -> Path:
    (folder / "tables").mkdir()
    (folder / "tables" / "uncertainty.csv").write_text(table, encoding="utf-8")
    draw(folder, folder / "figure")
    return folder / "figure.svg"


def test_lines_are_those_of_the_table(tmp_path: Path) -> None:
    svg = draw_table(tmp_path, TABLE)
    assert read_lines(svg) == [pytest.approx([11.2, 5.5], abs=1e-3)]
    assert "entropy" in read_texts(svg)
    assert "mine" not in read_texts(svg)


def test_a_study_with_none_of_the_strategies_shown_has_all_of_its_own(tmp_path: Path) -> None:
    svg = draw_table(tmp_path, TABLE.replace("entropy", "ours"))
    assert read_lines(svg) == [pytest.approx([11.2, bits], abs=1e-3) for bits in (5.5, 6.5)]
    assert {"ours", "mine"} <= read_texts(svg)
