"""Reports on what the commands leave: runs, sweeps, studies, trees, audits, and two compared."""

import csv
import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from command_line import play_well, run, use_small_english

from report.parsed import Tag, check_page, read_tables
from wordle_jax.audit.__main__ import task as audit_task
from wordle_jax.entry import run_entry_point
from wordle_jax.frames import load_run
from wordle_jax.report.__main__ import main
from wordle_jax.study.__main__ import check as study_check
from wordle_jax.study.__main__ import task as study_task
from wordle_jax.study.table import read_csv, read_markdown, write_markdown
from wordle_jax.tree.__main__ import task as tree_task

STUDIES = {
    "few": "vary: {solver: [csp_aware, random], noise: [0, 0.1]}, tables: [robustness], figures: [robustness]",
    "others": "vary: {solver: [csp_aware, frequency], noise: [0.1]}, tables: [robustness], figures: []",
    "both": "vary: {}, tables: [], figures: [], studies: [few, others]",
}


def command(task, name: str, directory: str, *argv: str, check=None) -> None:
    out, err = io.StringIO(), io.StringIO()
    arguments = [*argv, f"hydra.run.dir='{directory}'"]
    with redirect_stdout(out), redirect_stderr(err):
        status = run_entry_point(task, name, arguments, config_name=name, check=check)
    assert (status, err.getvalue()) == (0, "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, english) -> Path:
    """One directory of each kind, by its name, on few words."""
    folder = tmp_path_factory.mktemp("results")
    words = use_small_english(folder, english)
    few = [*words, "games.sample=12"]
    (folder / "mine" / "study").mkdir(parents=True)
    for name, content in STUDIES.items():
        text = f"# @package _global_\nstudy: {{name: {name}, variants: {{}}, {content}}}\n"
        (folder / "mine" / "study" / f"{name}.yaml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        play_well(folder / "run", *few, "solver=csp_aware")
        for solver in ("csp_aware", "mac"):
            play_well(folder / solver, *few, f"solver={solver}", "noise=0.2", "games.replicates=2")
        jobs = ["-m", *few, "solver=random,csp_aware,bogus", "noise=0,0.1", "hydra.sweep.dir=sweep"]
        assert run(jobs, folder / "sweep").status == 2
        mine = ("--config-dir", "mine", "study=both")
        command(study_task, "study", "both", *mine, *few, check=study_check)
        for name in ("few", "others"):
            shutil.copytree(folder / "both" / name, folder / name)
        tiny = [*words[:2], "search.exact=true", "lexicon.most_frequent=null"]
        command(tree_task, "tree", "tree", *tiny)
        command(audit_task, "audit", "audit", "audit.ids=[paper-005,paper-754,cpp-025]")
    (folder / "unplayed").mkdir()
    settings = {"study": {"name": "unplayed", "tables": [], "figures": [], "studies": []}, "cells": {}}
    (folder / "unplayed" / "study.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


def report(*directories: Path) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([str(directory) for directory in directories])
    return status, out.getvalue(), err.getvalue()


def report_well(*directories: Path) -> Tag:
    """The page, once its twin in Markdown says as much."""
    name = "report" if len(directories) == 1 else "comparison"
    paths = [directories[0] / f"{name}.{suffix}" for suffix in ("html", "md")]
    assert report(*directories) == (0, "".join(f"report   {path}\n" for path in paths), "")
    before = [path.read_bytes() for path in paths]
    assert report(*directories)[0] == 0
    assert [path.read_bytes() for path in paths] == before
    page, markdown = check_page(before[0].decode()), before[1].decode()
    assert markdown.startswith(f"# {page.one('h1').text}\n")
    headings = [e.text for e in page.all() if e.name in ("h1", "h2", "h3", "h4", "h5")]
    in_markdown = markdown.splitlines()
    assert all(any(line.lstrip("#").strip() == heading for line in in_markdown) for heading in headings)
    for header, rows in read_tables(page).values():
        for cells in (header, *rows):
            assert "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" in in_markdown
    return page


def test_a_run_is_told_from_its_files(folder: Path) -> None:
    tables = read_tables(page := report_well(folder / "csp_aware"))
    loaded = load_run(folder / "csp_aware")
    summary = loaded.summary
    facts = {name: (value, interval) for name, value, interval in tables["Result"][1]}
    assert facts["games"] == ("24", "")
    low, high = summary["intervals"]["success_rate"]
    solved = (f"{100 * summary['success_rate']:.2f}%", f"{100 * low:.2f}% to {100 * high:.2f}%")
    assert facts["solved"] == solved
    assert facts["mean guesses, all games"][0] == f"{summary['mean_guesses_all']:.4f}"
    assert facts["recoveries"] == (str(summary["recoveries"]), "")
    counts = {name: int(count) for name, count, *_ in tables["Guesses that the games took"][1]}
    assert counts == {{"fail": "not solved"}.get(name, name): n for name, n in summary["distribution"].items()}
    turns = tables["What each turn left"][1]
    assert [int(row[1]) for row in turns] == [int((loaded.games["num_guesses"] >= t).sum()) for t in range(1, 7)]
    assert [row[2] for row in turns] == [f"{left:.2f}" for left in summary["mean_candidates"]]
    # Each word's mean over its two games, a failure counting seven.
    made = np.where(loaded.games["solved"], loaded.games["num_guesses"], 7)
    means = pd.Series(made).groupby(loaded.games["answer"]).mean()
    longest = tables["All answers"][1]
    assert {row[0]: row[3] for row in longest} == {answer: f"{mean:.2f}" for answer, mean in means.items()}
    shown = [float(row[3]) for row in longest]
    assert shown == sorted(shown, reverse=True)
    first = loaded.turns[(loaded.turns["answer"] == longest[0][0]) & (loaded.turns["replicate"] == 0)]
    assert longest[0][4] == "  ".join(f"{t.guess} {t.observed_pattern}" for t in first.itertuples())
    assert any("python -m wordle_jax.run" in code.text and "noise=0.2" in code.text for code in page.all("code"))
    versions = json.loads((folder / "csp_aware" / "timing.json").read_text(encoding="utf-8"))["host"]["versions"]
    assert versions.items() <= dict(tables["Machine and versions"][1]).items()


def test_a_run_with_a_propagator_tells_of_its_work(folder: Path) -> None:
    tables = read_tables(report_well(folder / "mac"))
    assert len(tables["Work of the propagator mac"][1]) == 6


@pytest.mark.parametrize("names", [("few",), ("mac",), ("csp_aware", "mac")])
def test_the_same_results_elsewhere_give_the_same_bytes(folder: Path, tmp_path: Path, names: tuple[str, ...]) -> None:
    written = []
    for place in (folder, tmp_path / "elsewhere"):
        for name in names:
            if place != folder:
                shutil.copytree(folder / name, place / name)
        assert report(*(place / name for name in names))[0] == 0
        kind = "report" if len(names) == 1 else "comparison"
        written.append([(place / names[0] / f"{kind}.{suffix}").read_bytes() for suffix in ("html", "md")])
    assert written[0] == written[1]


def test_an_interrupted_run_says_so(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "run", tmp_path / "run")
    path = tmp_path / "run" / "summary.json"
    summary = json.loads(path.read_text(encoding="utf-8")) | {"complete": False}
    path.write_text(json.dumps(summary), encoding="utf-8")
    (tmp_path / "run" / "timing.json").unlink()  # it is written last
    page = report_well(tmp_path / "run")
    assert "The run was interrupted" in page.all("p")[0].text
    assert "Time" not in read_tables(page)


def test_a_sweep_tells_of_every_job(folder: Path) -> None:
    page = report_well(folder / "sweep")
    tables = read_tables(page)
    assert page.one("h1").text == "Sweep over solver, noise"
    assert "4 of 6 jobs done; not done, for the reasons below: 4, 5." in [p.text for p in page.all("p")]
    rows = read_csv(folder / "sweep" / "sweep.csv")
    header, jobs = tables["Jobs"]
    assert [row[0] for row in jobs] == ["0", "1", "2", "3"]
    for row, job in zip(rows, jobs, strict=False):
        told = dict(zip(header, job, strict=True))
        assert (told["solver"], told["noise"]) == (row["solver"], row["noise"])
        assert told["success rate"] == f"{100 * float(row['success_rate']):.2f}%"
        assert told["mean guesses all"] == f"{float(row['mean_guesses_all']):.4f}"
    assert ["games", "12"] in tables["The same in all jobs"][1]
    failed = tables["Jobs that were not done"][1]
    assert [row[0] for row in failed] == ["4", "5"]
    assert "'bogus' is not in the group solver" in failed[0][-1]
    distributions = tables["Guesses that the games took"][1]
    assert [row[0] for row in distributions][1] == "job 1 random 0.1"
    assert all(sum(int(cell) for cell in row[1:]) == 12 for row in distributions)


def test_a_sweep_is_named_by_what_varies(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "sweep", tmp_path / "sweep")
    rows = read_csv(tmp_path / "sweep" / "sweep.csv")
    kept = [row for row in rows if row["noise"] == "0.1"]
    with (tmp_path / "sweep" / "sweep.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(kept)
    assert report_well(tmp_path / "sweep").one("h1").text == "Sweep over solver"


def test_a_study_holds_its_tables_figures_and_runs(folder: Path) -> None:
    page = report_well(folder / "few")
    tables = read_tables(page)
    title, header, rows, caption, _ = read_markdown(folder / "few" / "tables" / "robustness.md")
    assert tables[title] == (header, rows)
    assert caption in [p.text for p in page.all("p")]
    cells = {(row[0], row[1]): row[2:] for row in tables["Runs of the study"][1]}
    summary = json.loads((folder / "few/cells/solver=random,noise=0.1/summary.json").read_text(encoding="utf-8"))
    assert cells["random", "0.1"][:2] == [str(summary["games"]), str(summary["failures"])]
    assert len(cells) == 4
    drawn = {text.text for text in page.one("figure").all("text")}
    assert {"csp_aware", "random"} <= drawn
    assert "(figures/robustness.svg)" in (folder / "few" / "report.md").read_text(encoding="utf-8")


def test_a_study_of_studies_holds_each(folder: Path, tmp_path: Path) -> None:
    assert [heading.text for heading in report_well_twice(folder / "both").all("h2")] == [
        "Study few", "Study others", "How this was made"
    ]  # fmt: skip
    shutil.copytree(folder / "both", tmp_path / "both")
    shutil.rmtree(tmp_path / "both" / "others")
    report(tmp_path / "both")
    assert "The study others has not been played yet." in (tmp_path / "both/report.md").read_text(encoding="utf-8")
    assert "(few/figures/robustness.svg)" in (tmp_path / "both/report.md").read_text(encoding="utf-8")


def report_well_twice(directory: Path) -> Tag:
    """The page of a study of studies, in which tables of different studies have the same captions."""
    assert report(directory)[0] == 0
    return check_page((directory / "report.html").read_text(encoding="utf-8"))


def test_a_tree_shows_its_first_two_levels(folder: Path) -> None:
    tables = read_tables(report_well(folder / "tree"))
    written = json.loads((folder / "tree" / "tree.json").read_text(encoding="utf-8"))
    summary = json.loads((folder / "tree" / "summary.json").read_text(encoding="utf-8"))
    opener, branches = written["tree"]
    header, rows = tables[f"What follows {opener}"]
    assert header[0] == f"tiles of {opener}"
    assert {row[0]: row[2] for row in rows} == {
        tiles: node if isinstance(node, str) else node[0] for tiles, node in branches.items() if node is not None
    }
    found = [int(row[1]) for row in rows]
    assert found == sorted(found, reverse=True)
    assert sum(found) + (None in branches.values()) == summary["answers"]
    guesses = sum(int(row[1]) * float(row[4]) for row in rows) + (None in branches.values())
    assert guesses == pytest.approx(summary["total_guesses"], abs=0.01 * len(rows) * max(found))
    assert max(int(row[5]) for row in rows) == summary["worst_case"]
    excluded = {how.removeprefix("by_"): f"{n:,}" for how, n in summary["openers_excluded"].items()}
    assert dict(tables["Openers that cannot be better"][1]) == excluded
    assert dict(tables["Result"][1])["optimal"] == "yes"


def test_an_audit_can_be_read_by_verdict(folder: Path) -> None:
    page = report_well(folder / "audit")
    tables = read_tables(page)
    rows = read_csv(folder / "audit" / "audit.csv")
    header, claims = tables["Claims"]
    verdict = header.index("verdict")
    assert [(row[0], row[verdict]) for row in claims] == [(row["id"], row["verdict"]) for row in rows]
    options = {option.attributes["value"] for option in page.one("select").all("option")}
    assert options == {"", *(row["verdict"] for row in rows)}
    counts = {row[0]: row[-1] for row in tables["Verdicts"][1]}
    assert counts == {"paper": "2", "cpp": "1", "all": "3"}


def test_two_runs_are_compared_game_by_game(folder: Path) -> None:
    page = report_well(folder / "csp_aware", folder / "mac")
    tables = read_tables(page)
    runs = [load_run(folder / name) for name in ("csp_aware", "mac")]
    for outcome, *cells in tables["Guesses that the games took"][1]:
        name = "fail" if outcome == "not solved" else outcome
        first, second = (run.summary["distribution"][name] for run in runs)
        assert cells[:2] == [str(first), str(second)]
        assert cells[4] == f"{100 * (second - first) / 24:+.2f}"
    means = [
        run.games.assign(made=np.where(run.games["solved"], run.games["num_guesses"], 7))
        .groupby("answer")["made"]
        .mean()
        for run in runs
    ]
    difference = (means[1] - means[0])[lambda values: values != 0]
    told = {row[0]: row[3] for row in tables["Answers that took different numbers of guesses"][1]}
    assert told == {answer: f"{value:+.2f}" for answer, value in difference.items()}
    text = " ".join(p.text for p in page.all("p"))
    assert "Paired: both solvers played the same 12 words" in text
    assert "McNemar's exact test on 24 pairs" in text
    assert "census" not in text


def test_studies_are_compared_where_rows_have_the_same_names(folder: Path) -> None:
    page = report_well(folder / "few", folder / "others")
    assert [heading.text for heading in page.all("h2")][:2] == ["runs", "robustness"]
    notes = [p.text for p in page.all("p") if p.text.startswith("Rows that both have")]
    # One cell is of both, and of the same games.
    assert [note.partition(". ")[0] for note in notes] == [
        "Rows that both have: 1; rows that one alone has, not shown: 4"
    ] * 2
    assert "Equal in all of them: games, failures, success_rate, mean_guesses" in notes[0]
    assert "How few was made" in [heading.text for heading in page.all("h2")]


def test_studies_that_played_otherwise_differ(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "few", tmp_path / "few")
    place = tmp_path / "few/cells/solver=random,noise=0/summary.json"
    summary = json.loads(place.read_text(encoding="utf-8"))
    place.write_text(json.dumps(summary | {"mean_guesses": summary["mean_guesses"] + 0.25}), encoding="utf-8")
    header, rows = read_tables(report_well(tmp_path / "few", folder / "few"))["Rows of runs that both have"]
    assert len(header) == 5
    assert header[2].startswith("mean_guesses, ")
    (row,) = [row for row in rows if row[:2] == ["random", "0"]]
    assert row[2:] == [f"{summary['mean_guesses'] + 0.25:,.4f}", f"{summary['mean_guesses']:,.4f}", "-0.25"]
    assert all(row[4] == "0" for row in rows if row[:2] != ["random", "0"])


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["nowhere"], "nowhere is no folder; give the directory of a run, sweep, study, tree or audit"),
        (["mine"], "mine holds none of study.json, audit.csv, sweep.csv, tree.json, games.parquet; give"),
        (["run", "few"], "few a study; give two runs or two studies to compare"),
        (["sweep", "sweep"], "sweep a sweep; give two runs or two studies to compare"),
        (["run", "run"], "are the same directory; give two"),
        (["mac", "run"], "games have no partner; both must have played the same games"),
        (["few", "unplayed"], "have no row of a table in common; give studies that have"),
        ([], "the following arguments are required: DIR; see --help"),
        (["run", "mac", "few"], "unrecognized arguments: "),
    ],
)
def test_bad_input_is_one_line_and_status_2(folder: Path, names: list[str], message: str) -> None:
    status, out, err = report(*(folder / name for name in names))
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    ("name", "file", "content", "message"),
    [
        ("sweep", "sweep.csv", "a,b\n1,2\n", "sweep.csv holds no job of a sweep of this program"),
        ("audit", "audit.csv", "a,b\n1,2\n", "audit.csv holds no claim of an audit of this program"),
        ("tree", "tree.json", "{}", "tree.json is not a tree of this program: its format is not 'wordle_jax tree 1'"),
        (
            "run",
            ".hydra/accepted.yaml",
            "[]",
            "accepted.yaml is damaged, or of another version of this program: its content",
        ),
        (
            "run",
            ".hydra/accepted.yaml",
            "{overrides: [1]}",
            "accepted.yaml is damaged, or of another version of this pro",
        ),
        (
            "sweep",
            "multirun.yaml",
            "hydra: 1",
            "multirun.yaml is damaged, or of another version of this program: the va",
        ),
        (
            "run",
            "timing.json",
            "[]",
            "timing.json is damaged, or of another version of this program: its content is of",
        ),
        (
            "run",
            "timing.json",
            '{"host": 1}',
            "timing.json is damaged, or of another version of this program: the value of hos",
        ),
        (
            "run",
            "timing.json",
            '{"latency_ms_by_turn": {"1": "a"}}',
            "the value of latency_ms_by_turn.1 is of another kind",
        ),
        (
            "run",
            "summary.json",
            "[]",
            "summary.json is damaged, or of another version of this program: its content is of",
        ),
        (
            "run",
            "summary.json",
            '{"intervals": 3}',
            "summary.json is damaged, or of another version of this program: the valu",
        ),
        (
            "run",
            "config.yaml",
            "7",
            "config.yaml is damaged, or of another version of this program: its content is of ano",
        ),
        (
            "few",
            "study.json",
            "[]",
            "study.json is damaged, or of another version of this program: its content is of anot",
        ),
        ("few", "study.json", "{}", "study.json lacks 'study': it is damaged, or of another version of this program"),
        (
            "few",
            "study.json",
            '{"study": {"name": "few"}}',
            "study.json lacks 'cells': it is damaged, or of another ve",
        ),
        ("few", "cells/solver=random,noise=0/summary.json", "{}", "summary.json lacks 'games': it is damaged, or"),
        (
            "audit",
            "summary.json",
            "[]",
            "summary.json is damaged, or of another version of this program: its content is",
        ),
        ("audit", "summary.json", '{"all": {}}', "summary.json lacks 'claims': it is damaged, or of another version"),
        ("audit", "audit.csv", "\udcff", "audit.csv is damaged: it is no CSV in UTF-8"),
        (
            "tree",
            "summary.json",
            '"a"',
            "summary.json is damaged, or of another version of this program: its content is of an",
        ),
        (
            "tree",
            "summary.json",
            "{}",
            "summary.json lacks 'opener': it is damaged, or of another version of this program",
        ),
        (
            "tree",
            "tree.json",
            '{"format": "wordle_jax tree 1", "tree": ["a"]}',
            "tree.json is damaged: it is not a whole",
        ),
        ("run", "summary.json", "{}", "summary.json lacks 'complete': it is damaged, or of another version of"),
        ("run", "summary.json", "{", "summary.json is damaged: it is no JSON"),
        ("few", "tables/robustness.md", "nonsense", "robustness.md is not a table of this program"),
        ("few", "figures/robustness.svg", "nonsense", "robustness.svg is damaged: it is no SVG"),
    ],
)
def test_damage_is_one_line(folder: Path, tmp_path: Path, name: str, file: str, content: str, message: str) -> None:
    shutil.copytree(folder / name, tmp_path / name)
    (tmp_path / name / file).write_text(content, encoding="utf-8", errors="surrogateescape")
    status, _, err = report(tmp_path / name)
    assert (status, err.count("\n")) == (2, 1)
    assert message in err


@pytest.mark.parametrize(
    ("name", "file", "message"),
    [
        ("run", "games.parquet", "holds question.json, but no games.parquet: its run is not finished, or the file was"),
        ("tree", "tree.json", "holds summary.json and config.yaml, but none of study.json, audit.csv, sweep.csv, tree"),
        (
            "few",
            "study.json",
            "holds cells, but no study.json or audit.csv: its study or audit is not finished, or the",
        ),
    ],
)
def test_what_a_report_begins_with_is_named(folder: Path, tmp_path: Path, name: str, file: str, message: str) -> None:
    shutil.copytree(folder / name, tmp_path / name)
    (tmp_path / name / file).unlink()
    status, _, err = report(tmp_path / name)
    assert (status, err.count("\n")) == (2, 1)
    assert message in err


def test_what_a_study_lacks_stands_first(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "both", tmp_path / "both")
    few = tmp_path / "both" / "few"
    (few / "cells/solver=random,noise=0/games.parquet").unlink()
    (few / "cells/solver=csp_aware,noise=0.1/timing.json").unlink()
    (few / "tables/robustness.md").unlink()
    (few / "figures/robustness.svg").unlink()
    shutil.rmtree(tmp_path / "both" / "others")
    said = [p.text for p in report_well(tmp_path / "both").one("main").all("p")[:4]]
    assert said == [
        "Study few: 2 of 4 cells played; missing: solver=csp_aware,noise=0.1, solver=random,noise=0.",
        "Study few: missing tables: robustness.",
        "Study few: missing figures: robustness.",
        "The study others has not been played yet.",
    ]


def test_the_command_of_a_study_is_told_in_full(folder: Path) -> None:
    def find(name: str) -> str:
        page = report_well_twice(folder / name) if name == "both" else report_well(folder / name)
        return next(code.text for code in page.all("code") if "python -m" in code.text)

    whole, part = find("both"), find("both/few")
    assert whole.startswith(f"python -m wordle_jax.study --config-dir {folder / 'mine'} study=both lexicon=custom ")
    assert whole.endswith(" games.sample=12")
    assert part == whole.replace("study=both ", "").replace("lexicon=custom", "study=few lexicon=custom")


def test_many_notes_are_a_folded_list(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "few", tmp_path / "few")
    path = tmp_path / "few" / "tables" / "robustness.md"
    text = path.read_text(encoding="utf-8")
    for number, folds in ((2, False), (9, True)):
        notes = [f"Note {i} | of {number}." for i in range(number)]
        path.write_text(text + "\n" + "".join(f"- {note}\n" for note in notes), encoding="utf-8")
        page = report_well(tmp_path / "few")
        (found,) = page.all("ul", **{"class": "note"})
        assert [item.text for item in found.all("li")] == notes
        folded = [details for details in page.all("details") if details.all("ul")]
        assert len(folded) == folds
        in_markdown = (tmp_path / "few" / "report.md").read_text(encoding="utf-8").splitlines()
        assert [line for line in in_markdown if line.startswith("- Note")] == [f"- {note}" for note in notes]


def test_help_names_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "python -m wordle_jax.report [-h] DIR [OTHER]" in capsys.readouterr().out


def test_tables_are_read_as_they_were_written(tmp_path: Path) -> None:
    rows = [["a \\| b", "", "1"], ["c", "d", "2"]]
    write_markdown(tmp_path / "table.md", "Title", ["x", "y", "z"], rows, "Caption.", ["one", "two"])
    title, header, read, caption, notes = read_markdown(tmp_path / "table.md")
    assert (title, header, caption, notes) == ("Title", ["x", "y", "z"], "Caption.", ["one", "two"])
    assert read == [["a | b", "", "1"], ["c", "d", "2"]]


def test_settings_are_shown_as_they_are(folder: Path) -> None:
    page = report_well(folder / "run")
    listings = {d.one("summary").text: d.one("code").text for d in page.all("details")}
    assert yaml.safe_load(listings["Settings (config.yaml)"])["solver"]["name"] == "csp_aware"
