"""Plays a study: `python -m wordle_jax.study study=noise`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from collections.abc import Mapping
    from functools import cache
    from pathlib import Path
    from typing import TYPE_CHECKING, Any

    from hydra.core.hydra_config import HydraConfig

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import Composer, is_overridden
    from wordle_jax.errors import UserError, naming
    from wordle_jax.schema import to_dataclass

    if TYPE_CHECKING:
        from wordle_jax.study.config import Cell, Plan, StudyGrid


def task(values: dict[str, Any], directory: Path) -> None:
    """Play what is missing of the study in the directory, and write its tables and figures."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.study.play import play_study

    play_study(make_plan(), directory)


def check(values: dict[str, Any], directory: Path) -> None:
    """Raise UserError if the directory holds another study, or the study cannot be played."""
    with ending_at_once():
        from wordle_jax.study.requirements import check_plan
        from wordle_jax.study.settings import refuse_other_study

        _compose_plan.cache_clear()  # another job may find other files
        plan = make_plan()
        refuse_other_study(directory, plan)
        check_plan(plan, directory)


def make_plan() -> "Plan":
    """Return the study that this job's command line asks for. Raises UserError."""
    return _compose_plan(tuple(HydraConfig.get().overrides.task))


@cache
def _compose_plan(overrides: tuple[str, ...]) -> "Plan":
    """Return the study that a command line asks for, its cells and parts composed. Raises UserError."""
    from wordle_jax.study.config import Plan, StudyConfig

    composer = Composer("study")
    config = to_dataclass(StudyConfig, composer.compose(overrides))
    study = config.study
    for text in overrides:
        key = text.partition("=")[0]
        if key in study.vary:
            # Hydra would take a key with a dot for one below another.
            how = (
                f"set the values by study.vary.{key}=[...]"
                if "." not in key
                else "name other values in a file of yours"
            )
            raise UserError(f"{text}: study={study.name} varies {key}; {how}")
    cells = [_compose_cell(study, composer, overrides, settings) for settings in study.list_settings()]
    others = tuple(text for text in overrides if text.partition("=")[0].partition(".")[0] != "study")
    parts = []
    for name in study.studies:
        with naming(f"study.studies: {name}"):
            parts.append(_compose_plan((*others, f"study={name}")))
    return Plan(config, cells, parts)


def _compose_cell(
    study: "StudyGrid", composer: Composer, overrides: tuple[str, ...], settings: "Mapping[str, Any]"
) -> "Cell":
    from wordle_jax.experiment import RunConfig
    from wordle_jax.study.config import Cell, make_labels

    varied = {key: value for key, value in settings.items() if key != "variant"}
    asked = [*overrides, *(study.variants[settings["variant"]] if "variant" in settings else [])]
    with naming("study." + ("variants" if "variant" in settings else "vary")):
        values = composer.compose(asked, varied)
        values.pop("study")
        is_asked = "solver.opener" in varied or is_overridden("solver.opener", asked)
        return Cell(make_labels(settings), to_dataclass(RunConfig, values), is_asked)


if __name__ == "__main__":
    exit_with_entry_point(task, "study", "study", check=check)
