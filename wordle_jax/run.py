"""Plays games: `python -m wordle_jax.run solver=csp_aware noise=0.1`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from hydra.core.hydra_config import HydraConfig

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import is_overridden
    from wordle_jax.question import FILE as QUESTION_FILE
    from wordle_jax.schema import to_dataclass


def task(config: dict[str, Any], directory: Path) -> Mapping[str, Any]:
    """Play what the configuration asks for."""
    # JAX takes most of a second to load, for which --help and complaints about the command line need not wait.
    with ending_at_once():
        from wordle_jax.experiment import RunConfig, run_experiment

    asked = is_overridden("solver.opener", HydraConfig.get().overrides.task)
    return run_experiment(to_dataclass(RunConfig, config), directory, opener_is_asked=asked)


def check(config: dict[str, Any], directory: Path) -> None:
    """Raise UserError if the directory holds games of another question, before its configuration is replaced."""
    if not (directory / QUESTION_FILE).exists():
        return
    with ending_at_once():
        from wordle_jax.experiment import RunConfig, refuse_other_run

        refuse_other_run(to_dataclass(RunConfig, config), directory)


if __name__ == "__main__":
    exit_with_entry_point(task, "run", check=check)
