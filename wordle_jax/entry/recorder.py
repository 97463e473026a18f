"""Runs the jobs of a sweep under any of Hydra's launchers; a job that fails is a row and the others run."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hydra._internal.callbacks import Callbacks
from hydra.core.config_loader import ConfigLoader
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext
from omegaconf import DictConfig, open_dict

from wordle_jax.entry.explain import explain_composition
from wordle_jax.entry.job import (
    JobOutcome,
    complain,
    explain_failure,
    keeping_logging,
    print_traceback_if_asked,
    set_directory,
)
from wordle_jax.errors import UserError
from wordle_jax.interrupts import holding_stops, raising_stops
from wordle_jax.ray_token import show_ray_token
from wordle_jax.sweep import JobRow, write_sweep_table

# Compared by name: Hydra's search for plugins makes a second class of this name.
_IN_THIS_PROCESS = "hydra._internal.core_plugins.basic_launcher.BasicLauncher"
_ON_RAY = "hydra_plugins.hydra_ray_launcher.ray_launcher.RayLauncher"


def _complete_ray_launcher(config: DictConfig) -> None:
    """Let hydra/launcher=ray start Ray as executor=ray does, where the command line does not say otherwise.

    Raises UserError if nobody answers at the address of a cluster.
    """
    from wordle_jax.executor.start import check_cluster  # which loads JAX

    show_ray_token()
    with open_dict(config):
        init = config.hydra.launcher.ray.init
        where = "hydra.launcher.ray.init.address"
        if init.address is None:
            # Not any Ray that has run on this machine.
            init.address, where = os.environ.get("RAY_ADDRESS") or "local", "RAY_ADDRESS"
        if init.address != "local" and "://" not in init.address:
            check_cluster(init.address, where)
        # What the launcher asks for itself a running cluster refuses, and jobs that print at once make no sense.
        for key, value in {"object_store_memory": None, "log_to_driver": False, "logging_level": "ERROR"}.items():
            init.setdefault(key, value)


class SweepRecorder(Launcher):
    """Passes jobs to the launcher proper and keeps sweep.csv up to date with what becomes of them."""

    def __init__(self, loader: ConfigLoader, config: DictConfig, directory: Path) -> None:
        self.loader = loader
        self.config = config
        self.directory = directory
        self.path = directory / "sweep.csv"
        self.rows: dict[int, JobRow] = {}
        self._runs_here = config.hydra.launcher._target_ == _IN_THIS_PROCESS

    def sweep(self, job: Callable[[DictConfig], JobOutcome]) -> None:
        """Run all jobs with the sweeper and the launcher that the configuration names.

        Raises:
          UserError: the sweeper cannot read the overrides, or there is no cluster where the launcher is to find one.
        """
        if self.config.hydra.launcher._target_ == _ON_RAY:
            _complete_ray_launcher(self.config)
            # The folder of the jobs' processes may be any.
            set_directory(self.config, "hydra.sweep.dir", self.directory.absolute())
        config_name, overrides = self.config.hydra.job.config_name, list(self.config.hydra.overrides.task)
        callbacks = Callbacks(self.config)
        callbacks.on_multirun_start(config=self.config, config_name=config_name)
        try:
            sweeper = Plugins.instance().instantiate_sweeper(
                config=self.config,
                hydra_context=HydraContext(config_loader=self.loader, callbacks=callbacks),
                task_function=job,
            )
            assert sweeper.launcher is not None
            self.launcher = sweeper.launcher
            sweeper.launcher = self
            # The sweeper would refuse all jobs for one that cannot be composed; `launch` makes a row of it.
            sweeper.validate_batch_is_legal = lambda batch: None  # type: ignore[method-assign]
            # Launchers in other processes leave this one to wait, which may be cut short.
            with holding_stops() if self._runs_here else raising_stops():
                sweeper.sweep(overrides)
        except OSError:
            raise
        except Exception as error:
            raise UserError(explain_composition(error, self.loader, config_name, overrides)) from error
        callbacks.on_multirun_end(config=self.config, config_name=config_name)

    def setup(self, **_: Any) -> None:
        """Do nothing: the launcher proper is set up already."""

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        """Run the jobs; nothing is returned, because the rows hold every outcome."""
        jobs = {initial_job_idx + i: tuple(overrides) for i, overrides in enumerate(job_overrides)}
        self._record({number: JobOutcome("interrupted", "not started") for number in jobs}, jobs)
        for batch in self._split_into_batches(jobs):
            for number in batch:
                print(f"job {number}: {' '.join(jobs[number])}", flush=True)
            outcomes = {number: JobOutcome("interrupted", "interrupted") for number in batch}
            try:
                with keeping_logging():
                    results = self.launcher.launch([jobs[number] for number in batch], batch[0])
                outcomes = dict(zip(batch, (result.return_value for result in results), strict=True))
            except Exception as error:
                print_traceback_if_asked()
                outcomes = {number: self._explain(error, jobs[number]) for number in batch}
            finally:
                self._record(outcomes, jobs)
        return []

    def _split_into_batches(self, jobs: dict[int, tuple[str, ...]]) -> list[list[int]]:
        """Return consecutive job numbers: one by one in this process, else as many as can be composed.

        The launcher numbers a batch consecutively, so a job that cannot be composed parts two batches, and
        its own batch fails with the reason.
        """
        if self._runs_here:
            return [[number] for number in jobs]
        batches: list[list[int]] = []
        joins_next = False
        for number, overrides in jobs.items():
            is_composable = self._can_compose(overrides)
            if joins_next and is_composable:
                batches[-1].append(number)
            else:
                batches.append([number])
            joins_next = is_composable
        return batches

    def _can_compose(self, overrides: tuple[str, ...]) -> bool:
        try:
            self.loader.load_sweep_config(self.config, list(overrides))
        except Exception:
            return False
        return True

    def _explain(self, error: Exception, overrides: tuple[str, ...]) -> JobOutcome:
        if isinstance(error, OSError) and error.errno is not None:
            return explain_failure(error)
        config_name = self.config.hydra.job.config_name
        return JobOutcome("failed", explain_composition(error, self.loader, config_name, list(overrides)))

    def _record(self, outcomes: dict[int, JobOutcome], jobs: dict[int, tuple[str, ...]]) -> None:
        for number, outcome in outcomes.items():
            self.rows[number] = JobRow(number, jobs[number], outcome.status, outcome.error, outcome.summary)
            if outcome.status == "failed":
                log_file = self.directory / str(number) / "run.log"
                hint = f"; the traceback is in {log_file}" if outcome.is_bug else ""
                complain(f"job {number}: {outcome.error}{hint}")
        write_sweep_table(self.path, list(self.rows.values()))
