"""Studies as people type them, in this process, on few words."""

import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import yaml
from command_line import Outcome, play_well, press_ctrl_c_in_the_second_cell, use_small_english

from wordle_jax.entry import run_entry_point
from wordle_jax.experiment import RunConfig
from wordle_jax.schema import to_dataclass
from wordle_jax.study.__main__ import check, task
from wordle_jax.study.table import read_csv

TINY = ["games.sample=12", "games.replicates=2", "study.vary.solver=[csp_aware,random]", "study.vary.noise=[0,0.1]"]
CELLS = [f"cells/solver={solver},noise={noise}" for solver in ("csp_aware", "random") for noise in ("0", "0.1")]


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
    names = (
        {"games.parquet", "summary.json", "study.json"}
        | {f"robustness.{kind}" for kind in ("csv", "md", "svg", "png")}
        | {"rates.csv", "rates.md"}
    )
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.name in names}


def list_played(outcome: Outcome) -> list[str]:
    """The cells that were played and not found."""
    said = ["cells/" + line.split(": ", 2)[2] for line in outcome.out.splitlines() if line.startswith("noise: cell ")]
    return [name for name in said if not name.endswith(", played before")]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, small: list[str]) -> Outcome:
    return study_well(tmp_path_factory.mktemp("study"), *small, *TINY)


def test_a_study_leaves_cells_a_table_and_a_figure(done: Outcome) -> None:
    assert list_played(done) == CELLS
    assert sorted(path.name for path in done.directory.iterdir()) == [
        ".hydra", "cells", "config.yaml", "figures", "run.log", "study.json", "tables"
    ]  # fmt: skip
    assert sorted(path.name for path in (done.directory / "tables").iterdir()) == [
        "rates.csv", "rates.md", "robustness.csv", "robustness.md"
    ]  # fmt: skip
    assert sorted(path.name for path in (done.directory / "figures").iterdir()) == ["robustness.png", "robustness.svg"]
    for cell in CELLS:
        found = sorted(path.name for path in (done.directory / cell).iterdir())
        assert found == ["config.yaml", "games.parquet", "question.json", "summary.json", "timing.json"]
    assert done.out.endswith(f"results  {done.directory}\n")
    title = (done.directory / "tables" / "robustness.md").read_text(encoding="utf-8").partition("\n")[0]
    assert title.endswith(" · Custom list · 12 answers, 2 games each · normal rules · seed 42")


def test_the_table_repeats_what_the_cells_say(done: Outcome) -> None:
    rows = read_csv(done.directory / "tables" / "robustness.csv")
    assert [f"cells/solver={row['solver']},noise={row['noise'].removesuffix('.0')}" for row in rows] == CELLS
    for row, cell in zip(rows, CELLS, strict=True):
        summary = json.loads((done.directory / cell / "summary.json").read_bytes())
        assert summary["complete"] is True
        assert int(row["games"]) == summary["games"] == 24
        for name in ("success_rate", "mean_guesses"):
            assert float(row[name]) == summary[name]
            assert [float(row[f"{name}_low"]), float(row[f"{name}_high"])] == summary["intervals"][name]
        for name in ("solved", "recoveries", "games_with_recovery", "solved_after_recovery"):
            assert int(row[name]) == summary[name], name
    svg = (done.directory / "figures" / "robustness.svg").read_text(encoding="utf-8")
    assert ">csp_aware</text>" in svg
    assert ">random</text>" in svg


def test_a_cell_is_what_a_run_is(small: list[str], folder: Path) -> None:
    argv = [*small, "games.sample=4", "rules.max_guesses=5"]
    study_well(folder / "study", *argv, "study.vary.solver=[noise_aware]", "study.vary.noise=[0.1]")
    cell = Outcome(0, "", "", folder / "study" / "cells" / "solver=noise_aware,noise=0.1")
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
    (first.directory / "tables" / "robustness.csv").unlink()
    again = study_well(first.directory, *small, *TINY)
    assert list_played(again) == [CELLS[0], CELLS[2], CELLS[3]]
    assert read_results(first.directory) == before
    assert list_played(study_well(first.directory, *small, *TINY)) == []


def test_a_study_that_is_stopped_keeps_its_cells_and_goes_on(
    done: Outcome, small: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        press_ctrl_c_in_the_second_cell(patch)
        stopped = study(folder / "study", *small, *TINY, "executor=local", "executor.chunk=5")
    assert stopped.status == 130
    assert stopped.err == f"error: interrupted; what it leaves is in {folder / 'study'}\n"
    cell = folder / "study" / CELLS[1]
    assert stopped.out.endswith(f"stopped early: kept 5 of 24 games; hydra.run.dir={cell} goes on from them\n")
    assert not (folder / "study" / "tables" / "robustness.csv").exists()
    resumed = study_well(folder / "study", *small, *TINY)
    assert list_played(resumed) == CELLS[1:]
    assert f"going on with {cell}: 5 of 24 games were played before\n" in resumed.out
    assert read_results(folder / "study") == read_results(done.directory)


def test_a_directory_of_another_study_stays_as_it_is(small: list[str], folder: Path) -> None:
    argv = [*small, "games.sample=3", "study.vary.solver=[random]", "study.vary.noise=[0.1]"]
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
    argv = ["--config-dir", "mine", *small, "games.sample=3", "study.vary.solver=[lucky]", "study.vary.noise=[0.1]"]
    study_well(folder / "study", *argv)
    recipe["score"] = "luck"
    (folder / "mine" / "solver" / "lucky.yaml").write_text(yaml.safe_dump(recipe), encoding="utf-8")
    outcome = study(folder / "other", *argv)
    assert outcome.status == 2
    assert outcome.err.startswith("error: study.vary: solver.score: 'luck' is not a score; choose one of ")


BAD = [
    ("study=nois", "study=nois: 'nois' is not in the group study (did you mean noise?); choose one of "),
    ("study.vary.solver=[csp_awar]", "study.vary: solver=csp_awar: 'csp_awar' is not in the group solver (did you mea"),
    ("study.vary.solver=[]", "study.vary.solver: is empty; give at least one value"),
    ("study.vary.solver=[random,random]", "study.vary.solver: names random twice; give each once"),
    ("study.vary.noise=[0,0.1,0]", "study.vary.noise: names 0 twice; give each once"),
    ("study.vary.noise=[0,1.5]", "study.vary: noise is 1.5: it is the share of wrong tiles, give 0 to 1"),
    ("study.vary.noise=[high]", "study.vary: noise: 'high' is not a finite number"),
    ("study.vary.noise=0.1", "study.vary.noise: is 0.1; give a list, as in study.vary.noise=[0,0.1]"),
    ("study.vary.nois=[0]", "study.vary.nois=[0]: there is no key study.vary.nois (did you mean study.vary.noise?)"),
    ("+study.vary.nois=[0]", "study.vary: nois=0: there is no key nois (did you mean noise?)"),
    ("+study.variants.one=[hard]", "study.variants.one: 'hard' is not of the form key=value"),
    ('+study.variants.one=["rules.mode=hard"] +study.variants.two=x', "study.variants.two: is 'x'; give a list, as in"),
    ("study.tables=[robustnes]", "study.tables: there is no 'robustnes' (did you mean robustness?); choose among "),
    ("study.figures=[x]", "study.figures: there is no 'x'; choose among "),
    ("solver=entropy", "solver=entropy: study=noise varies solver; set the values by study.vary.solver=[...]"),
    ("noise=0.1", "noise=0.1: study=noise varies noise; set the values by study.vary.noise=[...]"),
    ("channel=lies channel.k=1", "study.vary: noise: is 0.05, but channel=lies does not read it; give 0"),
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


def test_other_tables_and_figures_are_made_of_the_same_games(done: Outcome, small: list[str], folder: Path) -> None:
    directory = folder / "study"
    shutil.copytree(done.directory, directory)
    before = (directory / "config.yaml").read_bytes()
    refused = study(directory, *small, *TINY, "study.tables=[performance]")
    assert refused.status == 2
    assert refused.err == (
        "error: study.figures: robustness: it needs the table robustness; name that in study.tables, or leave it out\n"
    )
    refused = study(directory, *small, *TINY, "study.tables=[robustness,comparisons]")
    assert refused.status == 2
    assert refused.err.startswith("error: study.tables: comparisons: csp_aware plays more than one cell, solver=csp_aw")
    assert (directory / "config.yaml").read_bytes() == before
    other = study_well(directory, *small, *TINY, "study.tables=[performance]", "study.figures=[]")
    assert list_played(other) == []
    assert (directory / "tables" / "performance.csv").exists()


def test_a_study_whose_settings_are_lost_goes_on(done: Outcome, small: list[str], folder: Path) -> None:
    directory = folder / "study"
    shutil.copytree(done.directory, directory)
    (directory / "study.json").write_text("{", encoding="utf-8")
    assert list_played(study_well(directory, *small, *TINY)) == []
    assert read_results(directory) == read_results(done.directory)
