"""The figures of first guesses say what the tables say."""

from pathlib import Path

import pytest

from study.figures.captured import draw_captured, read_bars, write_tables
from wordle_jax.study.figures import first_guess_quality, pattern_distribution

PATTERNS = """\
lexicon,word,place,pattern,answers,share
English,soare,1,bbbbb,3,0.5
English,soare,2,bbbby,2,0.3333
English,soare,3,ggggg,1,0.1667
English,qajaq,1,bbbbb,6,1.0
"""
STARTING_WORDS = """\
lexicon,word,is_played,guesses,rank_entropy,rank_parts,better_share_entropy
English,soare,True,12972,1,186,0.0
English,raise,False,12972,3,71,0.1
English,qajaq,True,12972,12972,12960,0.9
"""


def test_parts_of_each_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, pattern_distribution=PATTERNS)
    soare, qajaq = draw_captured(monkeypatch, pattern_distribution, tmp_path).axes
    assert [heights for _, heights in read_bars(soare)] == [pytest.approx([50, 33.33, 16.67])]
    assert [heights for _, heights in read_bars(qajaq)] == [[100.0]]
    assert soare.get_title() == "soare: 3 patterns, the largest 50.0%"
    assert soare.get_ylim() == qajaq.get_ylim()
    assert soare.get_xlim() == qajaq.get_xlim()


def test_ranks_of_the_words_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, starting_words=STARTING_WORDS)
    axes = draw_captured(monkeypatch, first_guess_quality, tmp_path).axes[0]
    assert axes.get_images()[0].get_array().tolist() == [[1, 186], [12_972, 12_960]]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["soare", "qajaq"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["entropy", "parts"]
    assert [text.get_text() for text in axes.texts] == ["1", "186", "12,972", "12,960"]


@pytest.mark.parametrize("module", [first_guess_quality, pattern_distribution])
def test_same_tables_same_bytes(tmp_path: Path, module) -> None:
    write_tables(tmp_path, starting_words=STARTING_WORDS, pattern_distribution=PATTERNS)
    files = [tmp_path / "figure.svg", tmp_path / "figure.png"]
    module.draw(tmp_path, tmp_path / "figure")
    before = [file.read_bytes() for file in files]
    module.draw(tmp_path, tmp_path / "figure")
    assert [file.read_bytes() for file in files] == before
