"""A sweep under hydra/launcher=ray writes what it writes job after job."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import command_line
import pytest
from command_line import Outcome, use_small_english
from hydra.core.config_store import ConfigStore
from hydra.core.plugins import Plugins


def test_jobs_side_by_side_on_ray(tmp_path: Path, english) -> None:
    argv = ["-m", *use_small_english(tmp_path, english), "games.sample=30", "noise=0.1,2,0"]
    side_by_side = subprocess.run(
        [sys.executable, "-m", "wordle_jax.run", *argv, "hydra/launcher=ray", f"hydra.sweep.dir='{tmp_path / 'ray'}'"],
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"},
        check=False,
    )
    assert side_by_side.stderr == "error: job 1: noise is 2.0: it is the share of wrong tiles, give 0 to 1\n"
    assert side_by_side.returncode == 2
    one_by_one = command_line.run([*argv, f"hydra.sweep.dir='{tmp_path / 'here'}'"], tmp_path)
    assert one_by_one.status == 2
    for job in "02":
        here, there = (Outcome(0, "", "", tmp_path / launcher / job) for launcher in ("here", "ray"))
        assert there.results == here.results
        log = there.read("run.log").decode()
        assert "playing in this process, which is a task of Ray (executor=auto)" in log
    tables = [(tmp_path / launcher / "sweep.csv").read_text(encoding="utf-8") for launcher in ("here", "ray")]
    assert tables[0] == tables[1]
    assert [row["status"] for row in csv.DictReader(tables[0].splitlines())] == ["ok", "failed", "ok"]


def test_cluster_of_the_launcher_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_jax.entry.recorder.show_ray_token", lambda: None)  # it would last
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    for given, where in (
        ([], "RAY_ADDRESS"),
        (["hydra.launcher.ray.init.address='127.0.0.1:1'"], "hydra.launcher.ray.init.address"),
    ):
        outcome = command_line.run(["-m", "hydra/launcher=ray", "noise=0,0.1", *given], tmp_path)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith(f"error: {where}: nobody answers at 127.0.0.1:1 (")
        assert outcome.err.count("\n") == 1


def test_launcher_that_is_not_installed_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Plugins.instance()  # which is what adds the launchers
    monkeypatch.delitem(ConfigStore.instance().repo["hydra"]["launcher"], "ray.yaml")
    outcome = command_line.run(["-m", "hydra/launcher=ray", "noise=0,0.1"], tmp_path)
    assert (outcome.status, outcome.out) == (2, "")
    reason = "the extra is not installed that brings this launcher: pip install '.[launcher]'"
    assert outcome.err == f"error: hydra/launcher=ray: {reason}\n"
