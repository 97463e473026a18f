"""Results as frames, against what the games were."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_line import play_well, run, use_small_english

import wordle_jax
from wordle_jax.frames import find_cells, load_run
from wordle_jax.pattern import format_pattern, score_words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, english) -> Path:
    """A run `run` and a sweep `sweep`, one job of which failed."""
    folder = tmp_path_factory.mktemp("results")
    few = [*use_small_english(folder, english), "games.sample=12"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        play_well(folder / "run", *few, "solver=csp_aware", "noise=0.2", "games.replicates=2")
        jobs = ["-m", *few, "solver=random,csp_aware,bogus", "noise=0,0.1", f"hydra.sweep.dir='{folder / 'sweep'}'"]
        assert run(jobs, folder / "sweep").status == 2
    return folder


def test_a_run_is_a_row_a_game_and_a_row_a_guess(folder: Path) -> None:
    loaded = wordle_jax.load_run(folder / "run")
    rows = pq.read_table(folder / "run" / "games.parquet").to_pylist()
    scalars = ["answer", "replicate", "solved", "num_guesses", "recoveries", "waivers", "lost_mass"]
    assert loaded.games.to_dict("records") == [{name: row[name] for name in scalars} for row in rows]
    assert len(rows) == 24
    expected = [
        {
            "answer": row["answer"],
            "replicate": row["replicate"],
            "turn": turn + 1,
            "guess": guess,
            "true_pattern": format_pattern(row["true_patterns"][turn]),
            "observed_pattern": format_pattern(row["observed_patterns"][turn]),
            "candidates": row["candidates"][turn],
        }
        for row in rows
        for turn, guess in enumerate(row["guesses"])
    ]
    assert loaded.turns.to_dict("records") == expected
    assert all(format_pattern(score_words(t.guess, t.answer)) == t.true_pattern for t in loaded.turns.itertuples())
    assert (loaded.turns["true_pattern"] != loaded.turns["observed_pattern"]).any()
    assert loaded.summary == json.loads((folder / "run" / "summary.json").read_text(encoding="utf-8"))
    assert loaded.config["noise"] == 0.2


def test_a_sweep_is_its_jobs_with_what_was_overridden(folder: Path) -> None:
    loaded = load_run(str(folder / "sweep"))
    assert list(loaded.games)[:2] == ["lexicon", "lexicon.answers"]
    labels = loaded.games[["solver", "noise", "games.sample"]].drop_duplicates()
    assert labels.to_numpy().tolist() == [
        ["random", 0.0, 12], ["random", 0.1, 12], ["csp_aware", 0.0, 12], ["csp_aware", 0.1, 12]
    ]  # fmt: skip
    assert list(loaded.summary) == list(loaded.config) == ["0", "1", "2", "3"]
    for job, (solver, noise) in enumerate([("random", 0), ("random", 0.1), ("csp_aware", 0), ("csp_aware", 0.1)]):
        alone = load_run(folder / "sweep" / str(job))
        for frame, of_job in ((loaded.games, alone.games), (loaded.turns, alone.turns)):
            here = frame[(frame["solver"] == solver) & (frame["noise"] == noise)].reset_index(drop=True)
            assert here[list(of_job)].equals(of_job)
        assert loaded.summary[str(job)] == alone.summary


def test_cells_without_games_are_left_out(tmp_path: Path) -> None:
    settings = {"cells": {"solver=a,noise=0": {}}, "study": {"studies": ["unplayed"]}}
    (tmp_path / "study.json").write_text(json.dumps(settings), encoding="utf-8")
    assert list(find_cells(tmp_path)) == []
    with pytest.raises(wordle_jax.UserError, match="holds no games; give the directory of a run, a sweep or a study"):
        load_run(tmp_path)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("games.parquet", "nonsense", "games.parquet is not a games.parquet of this program"),
        ("sweep.csv", "a,b\n1,2\n", "sweep.csv is not the table of a sweep of this program"),
        ("study.json", "{", "study.json is damaged: it is no JSON"),
        (
            "study.json",
            "[]",
            "study.json is damaged, or of another version of this program: its content is of another kind",
        ),
    ],
)
def test_damage_is_told_in_a_line(tmp_path: Path, file: str, content: str, message: str) -> None:
    (tmp_path / file).write_text(content, encoding="utf-8")
    with pytest.raises(wordle_jax.UserError, match=message) as caught:
        load_run(tmp_path)
    assert "\n" not in str(caught.value)


def test_missing_and_damaged_companions_are_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "games.parquet").write_bytes((folder / "run" / "games.parquet").read_bytes())
    with pytest.raises(wordle_jax.UserError, match=r"summary.json cannot be read: No such file"):
        load_run(tmp_path)
    (tmp_path / "summary.json").write_text("{}", encoding="utf-8")
    (tmp_path / "config.yaml").write_text("a: [", encoding="utf-8")
    with pytest.raises(wordle_jax.UserError, match=r"config.yaml is damaged: it is no YAML"):
        load_run(tmp_path)
    (tmp_path / "config.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(wordle_jax.UserError, match=r"config.yaml is damaged: it is no text in UTF-8"):
        load_run(tmp_path)
