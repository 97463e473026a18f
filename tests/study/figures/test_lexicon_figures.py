"""The figures of other words say what the tables say."""

from pathlib import Path

import pytest

from study.figures.captured import draw_captured, read_bars, write_tables
from wordle_jax.study.figures import failures_by_frequency, guess_distribution

LEXICON = """\
variant,games,failures,distribution_1,distribution_2,distribution_3
english,10,1,0,3,6
spanish_random,10,10,0,0,0
spanish,20,10,2,4,4
"""
WORD_TYPES = """\
variant,factor,group,success_rate,success_rate_low,success_rate_high
english,frequency,top,0.5,0.4,0.6
english,quarter,1,1.0,1.0,1.0
english,quarter,2,0.75,0.5,0.9
english,quarter,3,,,
english,quarter,4,0.25,0.125,0.5
spanish,quarter,1,0.5,0.25,0.75
spanish,quarter,2,0.0,0.0,0.0
spanish,quarter,3,0.25,0.25,0.25
spanish,quarter,4,0.75,0.5,1.0
spanish_sample,quarter,1,0.5,0.25,0.75
"""


def test_distributions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, lexicon=LEXICON)
    figure = draw_captured(monkeypatch, guess_distribution, tmp_path)
    assert read_bars(figure.axes[0]) == [
        ("english (10 games)", [0.0, 30.0, 60.0, 10.0]),
        ("spanish (20 games)", [10.0, 20.0, 20.0, 50.0]),
    ]
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["1", "2", "3", "not solved"]


def test_failures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, word_types=WORD_TYPES)
    axes = draw_captured(monkeypatch, failures_by_frequency, tmp_path).axes[0]
    assert read_bars(axes) == [("english", [0.0, 25.0, 75.0]), ("spanish", [50.0, 100.0, 75.0, 25.0])]
    ends = [[(round(a[1], 9), round(b[1], 9)) for a, b in bars.get_segments()] for bars in axes.collections]
    assert ends[0] == [(0.0, 0.0), (10.0, 50.0), (50.0, 87.5)]
    assert ends[1] == [(25.0, 75.0), (100.0, 100.0), (75.0, 75.0), (0.0, 50.0)]


def test_a_study_of_other_variants_has_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, lexicon=LEXICON.replace("english", "one").replace("spanish", "two"))
    figure = draw_captured(monkeypatch, guess_distribution, tmp_path)
    assert [label for label, _ in read_bars(figure.axes[0])] == [
        "one (10 games)", "two_random (10 games)", "two (20 games)"
    ]  # fmt: skip


@pytest.mark.parametrize("module", [guess_distribution, failures_by_frequency])
def test_same_tables_same_bytes(tmp_path: Path, module) -> None:
    write_tables(tmp_path, lexicon=LEXICON, word_types=WORD_TYPES)
    files = [tmp_path / "figure.svg", tmp_path / "figure.png"]
    module.draw(tmp_path, tmp_path / "figure")
    before = [file.read_bytes() for file in files]
    module.draw(tmp_path, tmp_path / "figure")
    assert [file.read_bytes() for file in files] == before
