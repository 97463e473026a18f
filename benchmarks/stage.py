"""Sets the stage for benchmarks inside this process: lexicon, recipe and setup by their names in conf/."""

from dataclasses import dataclass

import numpy as np
import yaml
from jaxtyping import Int64

from wordle_jax.channel import TileFlip
from wordle_jax.game import Setup, Table, set_table
from wordle_jax.lexicon import Lexicon, LexiconConfig, find_word, load_lexicon
from wordle_jax.opening import OpeningBook, find_explorers, find_opener, load_opening_book
from wordle_jax.platform import Platform, configure_jax
from wordle_jax.player import Player
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.resources import conf_dir
from wordle_jax.rules import Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import COMPUTED, Recipe
from wordle_jax.world import World, build_world

_SEED = 42


@dataclass(frozen=True, eq=False)
class Stage:
    """A lexicon and its world, JAX being set up."""

    lexicon: Lexicon
    world: World
    book: OpeningBook

    def setup(self, solver: str, noise: float = 0.0) -> Setup:
        """Return the setup of a recipe under the standard rules."""
        recipe = _read_recipe(solver)
        explorers = find_explorers(self.world, recipe, self.book)
        if recipe.opener == COMPUTED:
            opener = find_opener(Player(recipe, self.world, explorers), "normal", self.book)
        else:
            opener = find_word(self.lexicon, recipe.opener)
        return Setup(recipe, opener, explorers, Rules(), TileFlip(noise), _SEED)

    def table(self, solver: str, noise: float = 0.0) -> Table:
        """Return a table at which that setup is played."""
        return set_table(self.setup(solver, noise), self.world)

    def games(self, number: int | None = None) -> Int64[np.ndarray, " game"]:
        """Return the first game ids: all answers once, or any number of games."""
        return np.arange(self.world.num_answers if number is None else number)


def set_stage(lexicon: str = "english", platform: Platform = "auto") -> Stage:
    """Return the stage for a shipped lexicon; also sets JAX up as a run does."""
    configure_jax(platform)
    text = (conf_dir() / "lexicon" / f"{lexicon}.yaml").read_text(encoding="utf-8")
    words = load_lexicon(to_dataclass(LexiconConfig, yaml.safe_load(text)))
    return Stage(words, build_world(words, ONE_COUNT_PER_MILLION), load_opening_book())


def _read_recipe(name: str) -> Recipe:
    text = (conf_dir() / "solver" / f"{name}.yaml").read_text(encoding="utf-8")
    return to_dataclass(Recipe, yaml.safe_load(text))
