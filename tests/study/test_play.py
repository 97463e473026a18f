"""Studies as people type them, in this process, on few words."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_line import Outcome, play_well, use_small_english

from wordle_jax import experiment
from wordle_jax.entry import run_entry_point
from wordle_jax.experiment import RunConfig
from wordle_jax.schema import to_dataclass
from wordle_jax.study.__main__ import check, task
from wordle_jax.study.table import read_csv

TINY = ["games.sample=12", "games.replicates=2", "study.solvers=[csp_aware,random]", "study.noise=[0,0.1]"]
CELLS = [f"solver={solver},noise={noise}" for solver in ("csp_aware", "random") for noise in ("0", "0.1")]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, english) -> list[str]:
    """The arguments that name a lexicon of 290 answers."""
    return use_small_english(tmp_path_factory.mktemp("lexicon"), english)


def study(directory: Path, *argv: str) -> Outcome:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        arguments = [*argv, f"hydra.run.dir='{directory}'"]
        status = run_entry_point(task, "study", arguments, config_name="study", check=check)
    return Outcome(status, out.getvalue(), err.getvalue(), directory)


def study_well(directory: Path, *argv: str) -> Outcome:
    outcome = study(directory, *argv)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def read_results(directory: Path) -> dict[str, bytes]:
    """What may depend on nothing but the question, by path."""
    names = {"games.parquet", "summary.json", "table.csv", "table.md", "figure.svg", "figure.png", "study.json"}
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.name in names}


def list_played(outcome: Outcome) -> list[str]:
    """The cells that were played and not found."""
    said = [line.partition(": ")[2] for line in outcome.out.splitlines() if line.startswith("cell ")]
    return [name for name in said if not name.endswith(", played before")]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, small: list[str]) -> Outcome:
    return study_well(tmp_path_factory.mktemp("study"), *small, *TINY)


def test_a_study_leaves_cells_a_table_and_a_figure(done: Outcome) -> None:
    assert list_played(done) == CELLS
    assert sorted(path.name for path in done.directory.iterdir()) == sorted(
        [*CELLS, "config.yaml", "figure.png", "figure.svg", "run.log", "study.json", "table.csv", "table.md"]
    )
    for cell in CELLS:
        found = sorted(path.name for path in (done.directory / cell).iterdir())
        assert found == ["config.yaml", "games.parquet", "summary.json", "timing.json"]
    assert done.out.endswith(f"results  {done.directory}\n")
    assert "noise · Custom list · 12 answers, 2 games each · normal rules · seed 42" in done.out


def test_the_table_repeats_what_the_cells_say(done: Outcome) -> None:
    rows = read_csv(done.directory / "table.csv")
    assert [f"solver={row['solver']},noise={row['noise'].removesuffix('.0')}" for row in rows] == CELLS
    for row, cell in zip(rows, CELLS, strict=True):
        summary = json.loads((done.directory / cell / "summary.json").read_bytes())
        assert summary["complete"] is True
        assert int(row["games"]) == summary["games"] == 24
        for name in ("success_rate", "mean_guesses"):
            assert float(row[name]) == summary[name]
            assert [float(row[f"{name}_low"]), float(row[f"{name}_high"])] == summary["intervals"][name]
        for name in ("solved", "recoveries", "games_with_recovery", "solved_after_recovery"):
            assert int(row[name]) == summary[name], name
    svg = (done.directory / "figure.svg").read_text(encoding="utf-8")
    assert ">csp_aware</text>" in svg
    assert ">random</text>" in svg


def test_a_cell_is_what_a_run_is(small: list[str], folder: Path) -> None:
    argv = [*small, "games.sample=4", "rules.max_guesses=5"]
    study_well(folder / "study", *argv, "study.solvers=[noise_aware]", "study.noise=[0.1]")
    cell = Outcome(0, "", "", folder / "study" / "solver=noise_aware,noise=0.1")
    run = play_well(folder / "run", *argv, "solver=noise_aware", "noise=0.1")
    assert run.results == cell.results
    assert list(run.timing) == list(cell.timing)
    one, other = (to_dataclass(RunConfig, yaml.safe_load(which.read("config.yaml"))) for which in (run, cell))
    assert one == other


def test_a_study_that_is_repeated_plays_what_is_missing(done: Outcome, small: list[str], folder: Path) -> None:
    first = study_well(folder / "study", *small, *TINY, "executor=local", "executor.chunk=7")
    before = read_results(first.directory)
    assert before == read_results(done.directory)
    (first.directory / CELLS[0] / "games.parquet").unlink()
    (first.directory / CELLS[2] / "summary.json").write_text("junk", encoding="utf-8")
    (first.directory / CELLS[3] / "games.parquet").write_bytes(before[f"{CELLS[1]}/games.parquet"][:-100])
    (first.directory / "table.csv").unlink()
    again = study_well(first.directory, *small, *TINY)
    assert list_played(again) == [CELLS[0], CELLS[2], CELLS[3]]
    assert read_results(first.directory) == before
    assert list_played(study_well(first.directory, *small, *TINY)) == []


def test_a_study_that_is_stopped_keeps_its_cells_and_goes_on(
    done: Outcome, small: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = 0

    @contextmanager
    def press_ctrl_c_in_the_second_cell(_: int) -> Iterator[Any]:
        nonlocal cells
        cells += 1

        def advance(_: int) -> None:
            if cells == 2:
                raise KeyboardInterrupt

        yield advance

    with monkeypatch.context() as patch:
        patch.setattr(experiment, "show_progress", press_ctrl_c_in_the_second_cell)
        stopped = study(folder / "study", *small, *TINY, "executor=local", "executor.chunk=5")
    assert stopped.status == 130
    assert stopped.err == f"error: interrupted; what it leaves is in {folder / 'study'}\n"
    assert stopped.out.endswith("stopped early: kept 5 of 24 games\n")
    assert not (folder / "study" / "table.csv").exists()
    resumed = study_well(folder / "study", *small, *TINY)
    assert list_played(resumed) == CELLS[1:]
    assert read_results(folder / "study") == read_results(done.directory)


def test_a_directory_of_another_study_stays_as_it_is(small: list[str], folder: Path) -> None:
    argv = [*small, "games.sample=3", "study.solvers=[random]", "study.noise=[0.1]"]
    study_well(folder / "study", *argv)

    def content() -> dict[Path, bytes]:
        files = (path for path in (folder / "study").rglob("*") if path.is_file() and path.name != "run.log")
        return {path: path.read_bytes() for path in files}

    before = content()
    outcome = study(folder / "study", *argv, "seed=7")
    assert (outcome.status, outcome.out) == (2, "")
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    assert outcome.err == f"error: {folder / 'study'} holds a study with seed=42, not 7; {advice}\n"
    assert content() == before


def test_recipes_of_ones_own(small: list[str], folder: Path) -> None:
    (folder / "mine" / "solver").mkdir(parents=True)
    recipe = {"name": "lucky", "pool": [{"candidates": 3}], "score": "parts"}
    (folder / "mine" / "solver" / "lucky.yaml").write_text(yaml.safe_dump(recipe), encoding="utf-8")
    argv = ["--config-dir", "mine", *small, "games.sample=3", "study.solvers=[lucky]", "study.noise=[0.1]"]
    study_well(folder / "study", *argv)
    recipe["score"] = "luck"
    (folder / "mine" / "solver" / "lucky.yaml").write_text(yaml.safe_dump(recipe), encoding="utf-8")
    outcome = study(folder / "other", *argv)
    assert outcome.status == 2
    assert outcome.err.startswith("error: study.solvers: lucky: solver.score: 'luck' is not a score; choose one of ")


BAD = [
    ("study=main", "study=main: 'main' is not in the group study; choose one of noise, noise_full"),
    ("study.solvers=[csp_awar]", "study.solvers: 'csp_awar' is not in the group solver (did you mean csp_aware?); ch"),
    ("study.solvers=[]", "study.solvers: is empty; give at least one, as in study.solvers=[csp_aware,noise_aware]"),
    ("study.solvers=[random,random]", "study.solvers: names random twice; give each once"),
    ("study.noise=[]", "study.noise: is empty; give at least one, as in study.noise=[0,0.1]"),
    ("study.noise=[0,0.1,0]", "study.noise: names 0.0 twice; give each once"),
    ("study.noise=[0,1.5]", "study.noise: 1.5 is no share of wrong tiles; give 0 to 1"),
    ("study.noise=high", "study.noise: 'high' is not a list, each element a finite number"),
    ("study.nois=[0]", "study.nois=[0]: there is no key study.nois (did you mean study.noise?)"),
    ("solver=entropy", "solver=entropy: there is no key solver (did you mean study.solvers?); the keys are lexicon,"),
    ("noise=0.1", "noise=0.1: there is no key noise (did you mean study.noise?); the keys are lexicon,"),
    ("channel=lies solver=mac", "channel=lies: there is no key channel; the keys are lexicon,"),
    ("+channel=lies", "channel: no such key; valid: "),
    ("games.sample=5000", "games.sample: is 5000; give 1 to 2315"),
    ("seed=-1", "seed: is -1; give 0 to "),
]


@pytest.mark.parametrize(("argv", "line"), BAD)
def test_bad_input_is_one_line(folder: Path, argv: str, line: str) -> None:
    outcome = study(folder / "study", *argv.split())
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {line}")
    assert outcome.err.count("\n") == 1
    assert not list(folder.rglob("games.parquet"))
