"""Launchers that run many jobs at once still number them rightly and leave a row for each."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hydra.core.global_hydra import GlobalHydra
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from omegaconf import DictConfig

from tests.entry import program
from tests.entry.test_command import find_directory, read_rows
from wordle_jax.entry import run_entry_point
from wordle_jax.entry.job import JobOutcome


class BatchLauncher(Launcher):
    """Notes what it is asked to launch, and pretends that each job went well in another process."""

    launched: list[tuple[int, list[str]]]

    def __init__(self) -> None:
        self.launched = []

    def setup(self, *, config: DictConfig, **_: Any) -> None:
        self.config = config

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        self.launched.append((initial_job_idx, [" ".join(overrides) for overrides in job_overrides]))
        loader = GlobalHydra.instance().config_loader()
        for overrides in job_overrides:
            loader.load_sweep_config(self.config, list(overrides))
        outcome = JobOutcome("ok", summary={"games": 5})
        return [JobReturn(status=JobStatus.COMPLETED, _return_value=outcome) for _ in job_overrides]


@pytest.fixture
def launcher(conf: Path, monkeypatch: pytest.MonkeyPatch) -> BatchLauncher:
    """The launcher that `hydra/launcher=batch` names."""
    (conf / "hydra" / "launcher").mkdir()
    (conf / "hydra" / "launcher" / "batch.yaml").write_text("_target_: batch\n", encoding="utf-8")
    launcher = BatchLauncher()

    def instantiate(self: Plugins, *, config: DictConfig, **rest: Any) -> Launcher:
        launcher.setup(config=config)
        return launcher

    monkeypatch.setattr(Plugins, "instantiate_launcher", instantiate)
    return launcher


def test_jobs_that_can_be_composed_run_together(conf: Path, launcher: BatchLauncher) -> None:
    argv = ["-m", "hydra/launcher=batch", "solver=random,csp_aware,bogus,entropy", "noise=0,1"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf) == 2
    assert launcher.launched == [
        (
            0,
            [
                "solver=random noise=0",
                "solver=random noise=1",
                "solver=csp_aware noise=0",
                "solver=csp_aware noise=1",
            ],
        ),
        (4, ["solver=bogus noise=0"]),
        (5, ["solver=bogus noise=1"]),
        (6, ["solver=entropy noise=0", "solver=entropy noise=1"]),
    ]
    rows = read_rows(find_directory())
    assert [row["job"] for row in rows] == list("01234567")
    assert [row["status"] for row in rows] == ["ok"] * 4 + ["failed"] * 2 + ["ok"] * 2
    assert [row["games"] for row in rows] == ["5"] * 4 + [""] * 2 + ["5"] * 2


def test_launcher_that_fails_fails_its_jobs(
    conf: Path, launcher: BatchLauncher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Callable[..., Any]:
        raise ConnectionError("no cluster at this address")

    monkeypatch.setattr(launcher, "launch", refuse)
    argv = ["-m", "hydra/launcher=batch", "noise=0,1"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf) == 2
    assert [row["error"] for row in read_rows(find_directory())] == ["no cluster at this address"] * 2


def test_sweep_in_batches_counts_on(conf: Path) -> None:
    argv = ["-m", "hydra.sweeper.max_batch_size=2", "noise=0,0.5,1"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf) == 0
    assert [(row["job"], row["noise"]) for row in read_rows(find_directory())] == [
        ("0", "0"),
        ("1", "0.5"),
        ("2", "1"),
    ]
