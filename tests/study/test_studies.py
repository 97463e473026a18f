"""Shipped studies from the command line to their tables, in this process, on few words."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from command_line import use_small_english

from wordle_jax.entry import run_entry_point
from wordle_jax.study.__main__ import check, task
from wordle_jax.study.table import read_table


def study_well(directory: Path, *argv: str) -> None:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        arguments = [*argv, f"hydra.run.dir='{directory}'"]
        status = run_entry_point(task, "study", arguments, config_name="study", check=check)
    assert (status, err.getvalue()) == (0, "")


def test_a_study_may_play_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    study_well(tmp_path / "study", "study=datasets")
    assert not (tmp_path / "study" / "cells").exists()
    first = read_table(tmp_path / "study", "datasets")[0]
    assert (first["lexicon"], first["list"], first["words"], first["overlap_english"]) == (
        "english", "answers", "2315", "2315"
    )  # fmt: skip
    letters = [row for row in read_table(tmp_path / "study", "letters") if row["lexicon"] == "spanish"]
    assert "ñ" in {row["letter"] for row in letters}
    assert {"place_1", "place_5"} <= set(letters[0])


def test_hard_words_of_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, english) -> None:
    monkeypatch.chdir(tmp_path)
    argv = [*use_small_english(tmp_path, english), "games.sample=12", "study.vary.solver=[csp_aware,random]"]
    study_well(tmp_path / "study", "study=difficulty", *argv)
    rows = read_table(tmp_path / "study", "difficulty")
    assert len(rows) == 12
    for row in rows:
        guesses = [float(row["guesses_csp_aware"]), float(row["guesses_random"])]
        assert float(row["mean_guesses"]) == sum(guesses) / 2
        assert int(row["rank_hardest"]) == 1 + sum(float(o["mean_guesses"]) > sum(guesses) / 2 for o in rows)


def test_variants_of_another_lexicon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, english) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine" / "study").mkdir(parents=True)
    (tmp_path / "mine" / "study" / "few.yaml").write_text(
        """\
# @package _global_
study:
  name: few
  vary: {}
  variants:
    all: []
    fewer: [lexicon.most_frequent=40, lexicon.guesses=null]
    lucky: [solver=random]
  tables: [lexicon, word_types, openings, opening_range]
  figures: [guess_distribution, failures_by_frequency]
games:
  sample: 20
""",
        encoding="utf-8",
    )
    study_well(tmp_path / "study", "--config-dir", "mine", "study=few", *use_small_english(tmp_path, english))
    rows = {row["variant"]: row for row in read_table(tmp_path / "study", "lexicon")}
    assert {name: (row["games"], row["answers"]) for name, row in rows.items()} == {
        "all": ("20", "290"),
        "fewer": ("20", "40"),
        "lucky": ("20", "290"),
    }
    assert rows["all"]["opener"] != ""
    assert rows["lucky"]["opener"] == ""
    lexicons = {row["lexicon"] for row in read_table(tmp_path / "study", "opening_range")}
    assert lexicons == {"Custom list", "Custom list, 40 most frequent"}
    assert (tmp_path / "study" / "figures" / "failures_by_frequency.svg").is_file()
