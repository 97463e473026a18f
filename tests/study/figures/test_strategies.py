"""The bars are the shares of the table, end to end."""

from pathlib import Path

import pytest

from study.figures.svg import read_bars, read_texts
from wordle_jax.study.figures.strategies import draw

TABLE = """\
name,mean_guesses_all,share_1,share_2,share_fail
entropy,1.5,0.5,0.5,0.0
random,2.25,0.25,0.25,0.5
"""


def test_bars_are_those_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "strategies.csv").write_text(TABLE, encoding="utf-8")
    draw(tmp_path, tmp_path / "figure")
    # Number by number, the strategy with most guesses first.
    expected = [(0, 25), (0, 50), (25, 50), (50, 100), (50, 100), (100, 100)]
    for found, bar in zip(read_bars(tmp_path / "figure.svg"), expected, strict=True):
        assert found == pytest.approx(bar, abs=0.01)
    assert {"entropy", "random", "1.500", "2.250", "1", "2", "failed", "mean"} <= read_texts(tmp_path / "figure.svg")
    assert (tmp_path / "figure.png").is_file()
