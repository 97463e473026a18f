"""Plays a study: `python -m wordle_jax.study study=noise`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from functools import cache
    from pathlib import Path
    from typing import TYPE_CHECKING, Any

    from hydra.core.hydra_config import HydraConfig

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import compose_values
    from wordle_jax.errors import UserError, naming
    from wordle_jax.schema import to_dataclass

    if TYPE_CHECKING:
        from wordle_jax.study.config import Cell, Plan, StudyConfig


def task(values: dict[str, Any], directory: Path) -> None:
    """Play what is missing of the study in the directory, and write its tables and figures."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.study.play import play_study

    play_study(_make_plan(), directory)


def check(values: dict[str, Any], directory: Path) -> None:
    """Raise UserError if the directory holds another study, or the study cannot be played."""
    with ending_at_once():
        from wordle_jax.study.settings import refuse_other_study

        _compose_plan.cache_clear()  # another job may find other files
        refuse_other_study(directory, _make_plan())


def _make_plan() -> "Plan":
    return _compose_plan(tuple(HydraConfig.get().overrides.task))


@cache
def _compose_plan(overrides: tuple[str, ...]) -> "Plan":
    """Return the study that a command line asks for, its cells and parts composed. Raises UserError."""
    from wordle_jax.study.config import Plan, StudyConfig

    config = to_dataclass(StudyConfig, compose_values("study", overrides))
    _refuse_varied(config, overrides)
    cells = [_compose_cell(config, overrides, labels) for labels in config.study.list_labels()]
    others = tuple(text for text in overrides if text.partition("=")[0].partition(".")[0] != "study")
    parts = []
    for name in config.study.studies:
        with naming(f"study.studies: {name}"):
            parts.append(_compose_plan((*others, f"study={name}")))
    return Plan(config, cells, parts)


def _refuse_varied(config: "StudyConfig", overrides: tuple[str, ...]) -> None:
    for key in config.study.vary:
        for text in overrides:
            if text.partition("=")[0] == key:
                raise UserError(
                    f"{text}: study={config.study.name} varies {key}; set the values by study.vary.{key}=[...]"
                )


def _compose_cell(config: "StudyConfig", overrides: tuple[str, ...], labels: dict[str, str]) -> "Cell":
    from wordle_jax.experiment import RunConfig
    from wordle_jax.study.config import Cell

    own = config.study.list_overrides(labels)
    with naming("study." + ("variants" if "variant" in labels else "vary")):
        values = compose_values("study", [*overrides, *own])
        values.pop("study")
        asked = any(text.lstrip("+").startswith("solver.opener=") for text in [*overrides, *own])
        return Cell(labels, to_dataclass(RunConfig, values), asked)


if __name__ == "__main__":
    exit_with_entry_point(task, "study", "study", check=check)
