"""The command as people type it."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from worlds import tiny_lexicon

from wordle_jax.entry import run_entry_point
from wordle_jax.run import task as play_task
from wordle_jax.tree import best, experiment, memo_file
from wordle_jax.tree.__main__ import task
from wordle_jax.tree.export import LEGEND


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder with two lists of words."""
    monkeypatch.chdir(tmp_path)
    lexicon = tiny_lexicon("five")
    Path("answers.txt").write_text("\n".join(lexicon.answers), encoding="utf-8")
    Path("guesses.txt").write_text("\n".join(lexicon.guesses), encoding="utf-8")
    return tmp_path


SMALL = ("lexicon=custom", "lexicon.answers=answers.txt", "lexicon.guesses=guesses.txt")


def command(*argv: str, config_name: str = "tree", what=task) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run_entry_point(what, config_name, [*SMALL, *argv], config_name=config_name)
    return status, out.getvalue(), err.getvalue()


def summary_in(directory: str) -> dict:
    return json.loads(Path(directory, "summary.json").read_text(encoding="utf-8"))


def test_search_leaves_a_tree_and_its_figures() -> None:
    status, out, err = command("search.exact=true", "hydra.run.dir=run")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == f"results  {Path('run').absolute()}"
    files = {path.name for path in Path("run").iterdir()}
    assert files >= {"tree.json", "tree.txt", "tree.dot", "tree.html", "summary.json", "certificate.npz", "config.yaml"}
    assert "unfinished.npz" not in files
    summary = summary_in("run")
    assert summary["total_guesses"] == summary["lower_bound"] == 34
    assert summary["optimal"] is summary["complete"] is True
    assert summary["openers"] == 27
    assert [best["guesses"] for best in summary["best_openers"]] == [34]
    assert sum(summary["openers_excluded"].values()) == 26
    assert sum(summary["distribution"].values()) == summary["answers"] == 16
    first = [(Path("run") / name).read_bytes() for name in sorted(files - {"run.log", ".hydra"})]
    assert command("search.exact=true", "hydra.run.dir=run")[0] == 0
    assert [(Path("run") / name).read_bytes() for name in sorted(files - {"run.log", ".hydra"})] == first


def test_failures_are_counted_where_trees_may_have_some() -> None:
    argv = ("search=fewest_failures", "rules.max_guesses=2")
    status, out, err = command(*argv, "search.top=all", "hydra.run.dir=run")
    assert (status, err) == (0, "")
    summary = summary_in("run")
    late = sum(answers for guesses, answers in summary["distribution"].items() if int(guesses) > 2)
    assert summary["failures"] == late > 0
    assert f"{late} need more than 2" in out
    assert summary["lower_bound"] <= summary["total_guesses"]
    assert summary["optimal"] is False
    assert summary["best_openers"] == []
    assert not Path("run/certificate.npz").exists()
    assert command(*argv, "search.failure_cost=1", "search.top=all", "hydra.run.dir=cheap")[0] == 0
    cheap = summary_in("cheap")
    assert cheap["failures"] >= late
    assert cheap["total_guesses"] <= summary["total_guesses"]


def test_saved_tree_is_checked_and_played() -> None:
    assert command("search.exact=true", "hydra.run.dir=run")[0] == 0
    for name, told in (
        ("tree.json", "16 answers, 34 guesses"),
        ("certificate.npz", "no tree costs less than 34 guesses"),
    ):
        status, out, err = command(f"check=run/{name}")
        assert (status, err) == (0, "")
        assert out.startswith(f"run/{name} holds: ")
        assert told in out
    status, _, err = command(
        "solver=tree", "solver.path=run/tree.json", "hydra.run.dir=played", config_name="config", what=play_task
    )
    assert (status, err) == (0, "")
    assert summary_in("played")["total_guesses"] == 34


@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_tree_of_hard_rules_is_played_by_them(mode: str) -> None:
    rules = f"rules.mode={mode}"
    assert command("search.exact=true", rules, "hydra.run.dir=run")[0] == 0
    argv = ("solver=tree", "solver.path=run/tree.json")
    assert command(*argv, rules, "hydra.run.dir=played", config_name="config", what=play_task)[0] == 0
    assert summary_in("played")["total_guesses"] == summary_in("run")["total_guesses"]
    status, _, err = command(*argv, config_name="config", what=play_task)
    assert (status, err) == (2, f"error: rules.mode: is normal, but run/tree.json is a tree for {mode}; give that\n")
    status, out, err = command("check=run/certificate.npz")
    assert (status, err) == (0, "")
    total = summary_in("run")["total_guesses"]
    assert out == f"run/certificate.npz holds: no tree under {mode} rules costs less than {total} guesses\n"


def test_tree_of_a_solver() -> None:
    assert command("search=as_played", "solver=minimax", "hydra.run.dir=run")[0] == 0
    summary = summary_in("run")
    assert summary["made_by"] == "minimax"
    assert command("solver=minimax", "hydra.run.dir=played", config_name="config", what=play_task)[0] == 0
    assert summary_in("played")["total_guesses"] == summary["total_guesses"]


def test_families_are_printed_of_a_tree_as_it_is_made_and_when_it_is_checked() -> None:
    argv = ("search=as_played", "solver=frequency", "families=3", "hydra.run.dir=run")
    status, out, err = command(*argv)
    assert (status, err) == (0, "")
    families = out.partition("frequency · custom")[0]
    hard = [line.split()[0] for line in families.splitlines() if line.startswith("  ")]
    assert len(hard) == sum(
        number for guesses, number in summary_in("run")["distribution"].items() if int(guesses) >= 3
    )
    status, out, err = command("check=run/tree.json", "families=3")
    assert (status, err) == (0, "")
    assert out.partition("\n")[2] == families


def test_show_prints_two_levels_by_size() -> None:
    status, out, _ = command("show=speed", "hydra.run.dir=run")
    assert status == 0
    legend, *lines = out.splitlines()
    assert legend == LEGEND.strip()
    assert lines[0] == "speed*  16"
    sizes = [
        int(line.split("  ")[-1]) if line.endswith(tuple("0123456789")) else 1
        for line in lines[1:]
        if line.startswith("  ")
    ]
    assert sizes
    assert sizes == sorted(sizes, reverse=True)
    assert summary_in("run")["opener"] == "speed"
    status, again, _ = command("show=run/tree.json", "hydra.run.dir=other")
    assert status == 0
    assert again.splitlines() == [legend, *lines[: len(again.splitlines()) - 1]]
    assert not Path("other/tree.json").exists()


def test_a_certificate_does_not_outlive_its_tree() -> None:
    assert command("search.exact=true", "hydra.run.dir=run")[0] == 0
    assert Path("run/certificate.npz").exists()
    assert command("opener=geese", "hydra.run.dir=run")[0] == 0
    assert not Path("run/certificate.npz").exists()


def test_expected_guesses_of_the_best_tree_are_its_bound() -> None:
    status, out, _ = command("search=frequency", "search.exact=true", "hydra.run.dir=run")
    summary = json.loads(Path("run/summary.json").read_text(encoding="utf-8"))
    assert (status, summary["optimal"]) == (0, True)
    assert summary["lower_bound"] == summary["expected_guesses"]
    assert "expected guesses" in out


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["opener=zzzzz"], "opener: 'zzzzz' is not a word of the lexicon Custom list"),
        (["show=zzzzz"], "show: 'zzzzz' is not a word"),
        (["show=speed", "opener=abide"], "show: is speed and opener is abide; give one of them"),
        (["search=as_played", "opener=speed"], "opener: search=as_played takes the solver's own"),
        (["search=as_played", "solver=random"], "solver: random draws its guesses"),
        (["rules.max_guesses=1"], "rules.max_guesses: no tree was found within 1"),
        (["search.top=0"], "search.top: is 0; give 1 or more guesses, or all"),
        (["search=fast"], "fast"),
        (
            ["search=fewest_failures", "search.exact=true"],
            "search.exact: there are no proofs about trees with failures",
        ),
        (["search.failure_cost=5000000"], "is 5000000; give at most 4,194,304 for 16 answers"),
        (["families=0"], "families: is 0; give 1 or more guesses"),
        (["families=6", "check=run/certificate.npz"], "families: run/certificate.npz is a certificate"),
        (["check=none.json"], "check: none.json cannot be read"),
        (["check=answers.txt"], "check: answers.txt is not a tree of this program"),
    ],
)
def test_bad_input_is_one_line(argv: list[str], problem: str) -> None:
    status, _, err = command(*argv)
    assert status == 2
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert problem in err


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["solver=tree"], "solver.path"),
        (["solver=tree", "solver.path=none.json"], "solver.path: none.json cannot be read"),
        (
            ["solver=tree", "solver.path=run/tree.json", "noise=0.1"],
            "noise: run/tree.json is a tree, which needs true feedback",
        ),
        (["solver=tree", "solver.path=run/tree.json", "solver.opener=xylyl"], "solver.opener: the tree opens with"),
        (
            ["solver=entropy", "solver.path=run/tree.json"],
            "solver.path: names the file of a saved tree, for score=tree alone",
        ),
    ],
)
def test_tree_that_cannot_be_played_is_one_line(argv: list[str], problem: str) -> None:
    assert command("hydra.run.dir=run")[0] == 0
    status, _, err = command(*argv, config_name="config", what=play_task)
    assert status == 2
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert problem in err


@pytest.mark.parametrize("argv", [(), ("rules.mode=hard",), ("search=worst_case",), ("search.ranks=3",)])
def test_executors_leave_the_same_bytes(argv: tuple[str, ...]) -> None:
    def results(name: str, *executor: str) -> dict[str, bytes]:
        status, _, err = command("search.exact=true", *argv, *executor, f"hydra.run.dir={name}")
        assert (status, err) == (0, "")
        names = ("tree.json", "summary.json", "certificate.npz", "tree.txt")
        return {file: Path(name, file).read_bytes() for file in names}

    here = results("here", "executor=local")
    assert results("chunks", "executor=local", "executor.chunk=5") == here
    assert results("ray", "executor=ray", "executor.workers=2", "executor.chunk=2") == here


@pytest.mark.parametrize("argv", [("search.ranks=3",), ("search=worst_case",)])
def test_where_openers_are_searched_is_said_once(argv: tuple[str, ...]) -> None:
    for kind, line in (("local", "searching in this process"), ("auto", "searched in this process")):
        status, out, _ = command("search.exact=true", *argv, f"executor={kind}", "hydra.run.dir=run")
        assert (status, out.count(line)) == (0, 1)


@pytest.mark.parametrize("argv", [("opener=eel", "search=worst_case"), ("search.ranks=3",), ("rules.mode=hard",)])
def test_memo_on_disk_leaves_the_same_bytes(argv: tuple[str, ...], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(memo_file, "cache_folder", lambda name: tmp_path / "cache" / name)
    lexicon = tiny_lexicon("three")  # of the small worlds the one in which sets must be searched
    Path("answers.txt").write_text("\n".join(lexicon.answers), encoding="utf-8")
    Path("guesses.txt").write_text("\n".join(lexicon.guesses), encoding="utf-8")

    def results(name: str, *settings: str) -> dict[str, bytes]:
        status, _, err = command("search.exact=true", *argv, *settings, f"hydra.run.dir={name}")
        assert (status, err) == (0, "")
        names = ("tree.json", "summary.json", "certificate.npz", "tree.txt")
        return {file: Path(name, file).read_bytes() for file in names}

    without = results("without")
    assert not Path("cache").exists()
    assert results("cold", "search.memo=true") == without
    kept = sorted(Path("cache", "trees").iterdir())
    assert kept
    assert results("warm", "search.memo=true") == without
    assert sorted(Path("cache", "trees").iterdir()) == kept


@pytest.mark.parametrize("search", ["total", "worst_case"])
def test_interruption_waits_for_a_first_tree(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find = best._find_first_tree

    def interrupted(*arguments: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        find(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(best, "_find_first_tree", interrupted)
        status, out, err = command(f"search={search}", "search.exact=true", "hydra.run.dir=run")
    assert (status, err) == (130, "error: interrupted; what it leaves is in run\n")
    assert "stopped early: the best tree after 0 of 27 openers is kept" in out
    summary = summary_in("run")
    assert summary["optimal"] is summary["complete"] is False
    assert summary["total_guesses"] >= 34
    status, out, _ = command("check=run/tree.json")
    assert (status, out.startswith("run/tree.json holds: 16 answers")) == (0, True)
    status, out, _ = command(f"search={search}", "search.exact=true", "hydra.run.dir=run")
    assert status == 0
    assert "going on with" in out
    assert summary_in("run")["optimal"] is True


def test_interruption_before_the_search_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(experiment, "prepare_search", interrupted)
    status, out, err = command("hydra.run.dir=run")
    assert (status, err) == (130, "error: interrupted; what it leaves is in run\n")
    assert out == "stopped before a first tree was found: there is nothing to keep\n"
    assert not Path("run/tree.json").exists()


def test_interrupted_search_writes_the_best_tree_and_goes_on(folder: Path) -> None:
    """Ctrl-C in the middle of a proof over all openers, which takes minutes."""
    argv = [sys.executable, "-m", "wordle_jax.tree", "search.exact=true", "executor=local", "hydra.run.dir=run"]
    top = str(Path(__file__).parents[2])
    environment = os.environ | {"PYTHONPATH": top}
    with subprocess.Popen(argv, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as process:
        deadline = time.monotonic() + 120
        log = folder / "run" / "run.log"
        while time.monotonic() < deadline and not (log.exists() and "searching" in log.read_text(encoding="utf-8")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err.startswith("error: interrupted; what it leaves is in run")
    summary = summary_in("run")
    assert summary["optimal"] is summary["complete"] is False
    assert summary["lower_bound"] < summary["total_guesses"]
    assert Path("run/unfinished.npz").exists()
