"""The shipped lexicons and recipes by name, for use without a command line."""

from typing import Any

from omegaconf import OmegaConf

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon, LexiconConfig, load_lexicon
from wordle_jax.resources import conf_dir
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe, check_recipe


def read_options(group: str) -> dict[str, dict[str, Any]]:
    """Return the options of a configuration group as plain values, by name; one that asks for a value is left out."""
    options = {path.stem: OmegaConf.load(path) for path in sorted((conf_dir() / group).glob("*.yaml"))}
    complete = {name: node for name, node in options.items() if not OmegaConf.missing_keys(node)}
    return {name: OmegaConf.to_container(node) for name, node in complete.items()}  # type: ignore[misc]


def load_shipped_lexicon(name: str) -> Lexicon:
    """Return a shipped lexicon: english, english_nyt, english_wide or spanish. Raises UserError for another name."""
    return load_lexicon(to_dataclass(LexiconConfig, _read_option("lexicon", name), "lexicon"))


def load_recipe(name: str, **changes: Any) -> Recipe:
    """Return a shipped recipe, such as entropy, with changed fields, such as candidate_at=3.

    Raises UserError for an unknown name or a change that does not fit.
    """
    recipe = to_dataclass(Recipe, _read_option("solver", name, **changes), "solver")
    check_recipe(recipe)
    return recipe


def _read_option(group: str, name: str, **changes: Any) -> dict[str, Any]:
    options = {path.stem: path for path in sorted((conf_dir() / group).glob("*.yaml"))}
    if name not in options:
        raise UserError(f"{name!r} is no {group}; choose one of {', '.join(read_options(group))}")
    node = OmegaConf.load(options[name])
    missing = sorted(set(OmegaConf.missing_keys(node)) - set(changes))
    if missing:
        raise UserError(f"{group}.{missing[0]}: {name} needs a value; give one")
    return {str(key): value for key, value in OmegaConf.to_container(node).items()} | changes  # type: ignore[union-attr]
