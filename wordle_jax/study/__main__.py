"""Plays a study: `python -m wordle_jax.study study=noise`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from pathlib import Path
    from typing import TYPE_CHECKING, Any

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import compose_option
    from wordle_jax.errors import naming
    from wordle_jax.schema import to_dataclass

    if TYPE_CHECKING:
        from wordle_jax.solver import Recipe
        from wordle_jax.study.config import StudyConfig


def task(values: dict[str, Any], directory: Path) -> None:
    """Play what is missing of the study in the directory, and write its table and figure."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.study.play import play_study

    play_study(*read_study(values), directory)


def check(values: dict[str, Any], directory: Path) -> None:
    """Raise UserError if the directory holds another study."""
    with ending_at_once():
        from wordle_jax.lexicon import load_lexicon
        from wordle_jax.study.settings import describe_settings, holds_study, refuse_other_study

        if not holds_study(directory):
            return
        config, recipes = read_study(values)
        refuse_other_study(directory, describe_settings(config, recipes, load_lexicon(config.lexicon)))


def read_study(values: dict[str, Any]) -> "tuple[StudyConfig, dict[str, Recipe]]":
    """Return the study that a configuration asks for, and the recipes that it names. Raises UserError."""
    from wordle_jax.solver import Recipe, check_recipe
    from wordle_jax.study.config import StudyConfig

    def read_recipe(name: str) -> Recipe:
        with naming("study.solvers"):
            keys = compose_option("solver", name)
        with naming(f"study.solvers: {name}"):
            recipe = to_dataclass(Recipe, keys, "solver")
            check_recipe(recipe)
        return recipe

    config = to_dataclass(StudyConfig, values)
    return config, {name: read_recipe(name) for name in config.study.solvers}


if __name__ == "__main__":
    exit_with_entry_point(task, "study", "study", check=check)
