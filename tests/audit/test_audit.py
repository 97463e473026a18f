"""The command, in this process, on a few claims."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from command_line import Outcome, press_ctrl_c_in_the_second_cell, use_small_english

from wordle_jax.audit.__main__ import task
from wordle_jax.audit.verdict import VERDICTS
from wordle_jax.entry import run_entry_point
from wordle_jax.study.table import read_csv

# Of each family that needs no long work, and one that is not played.
IDS = (
    "[paper-001,paper-002,paper-004,paper-005,paper-162,paper-348,paper-482,paper-660,"
    "paper-754,paper-755,paper-810,cpp-025]"
)
CELLS = [
    "cells/study=main,solver=csp_aware",
    "cells/study=main,solver=csp_aware,without=entropy",
    "cells/study=main,solver=forward_checking",
    "cells/study=main,solver=random",
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, english) -> list[str]:
    """Arguments that let study main be of 290 answers; jazzy, of which a claim tells, is one of them."""
    folder = tmp_path_factory.mktemp("lexicon")
    arguments = use_small_english(folder, english)
    for name in ("answers.txt", "guesses.txt"):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write("jazzy\n")
    typed = ",".join(f'"{argument}"' for argument in ["study=main", *arguments])
    return [f"audit.settings.study.main=[{typed}]"]


def audit(directory: Path, *argv: str) -> Outcome:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run_entry_point(task, "audit", [*argv, f"hydra.run.dir='{directory}'"], config_name="audit")
    return Outcome(status, out.getvalue(), err.getvalue(), directory)


def audit_well(directory: Path, *argv: str) -> Outcome:
    outcome = audit(directory, *argv)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def read_results(directory: Path) -> dict[str, bytes]:
    """What may depend on nothing but the question."""
    return {name: (directory / name).read_bytes() for name in ("audit.csv", "audit.md", "summary.json")}


def list_played(outcome: Outcome) -> list[str]:
    said = ["cells/" + line.split(": ", 2)[2] for line in outcome.out.splitlines() if line.startswith("audit: cell ")]
    return [name for name in said if not name.endswith(", played before")]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, small: list[str]) -> Outcome:
    return audit_well(tmp_path_factory.mktemp("audit"), *small, f"audit.ids={IDS}")


def test_an_audit_plays_what_the_claims_ask_for_and_writes_a_table(done: Outcome) -> None:
    assert sorted(list_played(done)) == CELLS
    assert sorted(path.name for path in done.directory.iterdir() if path.name != ".hydra") == [
        "audit.csv", "audit.md", "cells", "config.yaml", "run.log", "summary.json", "timing.json"
    ]  # fmt: skip
    rows = {row["id"]: row for row in read_csv(done.directory / "audit.csv")}
    assert ",".join(rows) == IDS.strip("[]").replace("cpp-025", "").rstrip(",") + ",cpp-025"
    games = json.loads((done.directory / CELLS[0] / "summary.json").read_bytes())
    assert float(rows["paper-002"]["number"]) == games["mean_guesses"]
    other = json.loads((done.directory / CELLS[2] / "summary.json").read_bytes())
    improvement = 100 * (1 - games["mean_guesses"] / other["mean_guesses"])
    assert float(rows["paper-004"]["number"]) == pytest.approx(improvement)
    drawn = json.loads((done.directory / CELLS[3] / "summary.json").read_bytes())
    assert float(rows["paper-162"]["number"]) == drawn["solved"]
    assert float(rows["paper-162"]["number_low"]) <= drawn["solved"] <= float(rows["paper-162"]["number_high"])
    assert {name: row["verdict"] for name, row in rows.items() if name not in ("paper-004", "paper-660")} == {
        "paper-001": "holds",
        "paper-002": rows["paper-002"]["verdict"],
        "paper-005": "holds",
        "paper-162": "does not hold",  # of 290 words
        "paper-348": "holds",
        "paper-482": "not checkable",
        "paper-754": "not checkable",
        "paper-755": rows["paper-755"]["verdict"],
        "paper-810": "holds",
        "cpp-025": "holds",
    }
    assert rows["paper-482"]["reason"].startswith("not measured here: python -m wordle_jax.study study=noise_full ")
    assert float(rows["cpp-025"]["distance"]) == pytest.approx(float(rows["cpp-025"]["number"]) - 5.886)


def test_the_summary_counts_the_rows(done: Outcome) -> None:
    rows = read_csv(done.directory / "audit.csv")
    summary = json.loads((done.directory / "summary.json").read_bytes())
    assert list(summary) == ["paper", "article", "hybrid", "cpp", "all"]
    for source, counts in summary.items():
        own = [row["verdict"] for row in rows if source in (row["id"].partition("-")[0], "all")]
        assert counts == {verdict: own.count(verdict) for verdict in VERDICTS} | {"claims": len(own)}
    lines = (done.directory / "audit.md").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith(("| paper-", "| cpp-")) for line in lines) == len(rows) == 12
    assert done.out.endswith(f"results  {done.directory}\n")
    for word in ("paper-002", "holds", "not checkable"):
        assert word in done.out


def test_an_audit_that_is_repeated_plays_what_is_missing(done: Outcome, small: list[str], tmp_path: Path) -> None:
    first = audit_well(tmp_path / "audit", *small, f"audit.ids={IDS}", "executor=local", "executor.chunk=50")
    assert read_results(first.directory) == read_results(done.directory)
    (first.directory / CELLS[2] / "games.parquet").unlink()
    (first.directory / CELLS[3] / "timing.json").unlink()
    again = audit_well(first.directory, *small, f"audit.ids={IDS}")
    assert sorted(list_played(again)) == CELLS[2:]
    assert read_results(again.directory) == read_results(done.directory)


def test_an_audit_that_is_stopped_keeps_its_games_and_goes_on(
    done: Outcome, small: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        press_ctrl_c_in_the_second_cell(patch)
        stopped = audit(tmp_path / "audit", *small, f"audit.ids={IDS}", "executor=local", "executor.chunk=50")
    assert stopped.status == 130
    assert stopped.err == f"error: interrupted; what it leaves is in {tmp_path / 'audit'}\n"
    assert not (tmp_path / "audit" / "audit.csv").exists()
    again = audit_well(stopped.directory, *small, f"audit.ids={IDS}")
    assert list_played(again) == list_played(stopped)[1:] + list_played(done)[2:]
    assert read_results(again.directory) == read_results(done.directory)


def test_games_of_studies_are_played_once(done: Outcome, small: list[str], tmp_path: Path) -> None:
    other = audit_well(tmp_path / "other", *small, f"audit.ids={IDS}", f"audit.studies='{done.directory}'")
    assert list_played(other) == []
    assert not (tmp_path / "other" / "cells").exists()
    assert read_results(other.directory) == read_results(done.directory)
    seeded = audit_well(
        tmp_path / "seeded", *small, "audit.ids=[paper-002]", "seed=7", f"audit.studies='{done.directory}'"
    )
    assert list_played(seeded) == CELLS[:1]


def test_a_folder_keeps_the_games_of_one_question(done: Outcome, small: list[str]) -> None:
    before = (done.directory / CELLS[0] / "config.yaml").read_bytes()
    outcome = audit(done.directory, *small, "audit.ids=[paper-002]", "seed=7")
    assert outcome.status == 2
    assert outcome.err == (
        f"error: {done.directory / CELLS[0]} holds games with other settings; "
        "name another folder with hydra.run.dir=FOLDER\n"
    )
    assert (done.directory / CELLS[0] / "config.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("audit.ids=[paper-9999]", "audit.ids: there is no 'paper-9999'; they are paper-001 to paper-"),
        ("audit.ids=[]", "audit.ids: names nothing; give at least one, or all"),
        ("audit.sources=[]", "audit.sources: names nothing; give at least one, or all"),
        ("audit.kinds=[]", "audit.kinds: names nothing; give at least one, or all"),
        ("audit.sources=[papers]", "audit.sources: there is no 'papers' (did you mean paper?)"),
        ("audit.studies=nowhere", "audit.studies: nowhere is no folder"),
        ("audit.settings=5", "audit.settings: is 5; give a group of keys"),
        ("audit.settings.noise=5", "audit.settings.noise: is 5; give a group of keys"),
        ("audit.settings.without.csp=solver", "audit.settings.without.csp: is 'solver'; give a list"),
        (
            "audit.settings.without.prior=['solver.priors=uniform']",
            "audit.settings: solver.priors=uniform: there is no key solver.priors",
        ),
        ("seed=-1", "seed: is -1; give 0 to "),
        ("audit.idz=[]", "audit.idz"),
    ],
)
def test_bad_input_is_one_line(asked: str, line: str, small: list[str], tmp_path: Path) -> None:
    claims = [] if "ids" in asked or "sources" in asked else ["audit.ids=[paper-761]"]
    outcome = audit(tmp_path / "audit", *small, *claims, asked)
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {line}")
    assert outcome.err.count("\n") == 1


def test_a_setting_that_nobody_knows(small: list[str], tmp_path: Path) -> None:
    outcome = audit(tmp_path / "audit", *small, "audit.ids=[paper-761]", "~audit.settings.without.prior")
    assert outcome.status == 2
    assert outcome.err.startswith("error: audit.settings.without: says nothing of 'prior'; it knows propagation, ")
