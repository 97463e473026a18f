"""Sets the stage for benchmarks inside this process: lexicon, recipe and setup by their names in conf/."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import yaml
from jaxtyping import Int64

from wordle_jax.channel import tile_flip
from wordle_jax.experiment import make_setup
from wordle_jax.game import Setup, Table, set_table
from wordle_jax.lexicon import Lexicon, LexiconConfig, load_lexicon
from wordle_jax.platform import Platform, configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.resources import conf_dir
from wordle_jax.rules import RuleMode, Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe
from wordle_jax.world import World, build_world

_SEED = 42


@dataclass(frozen=True, eq=False)
class Stage:
    """A lexicon and its world, JAX being set up."""

    lexicon: Lexicon
    world: World

    def setup(self, solver: str, noise: float = 0.0, mode: RuleMode = "normal") -> Setup:
        """Return the setup of a recipe for six guesses."""
        recipe = to_dataclass(Recipe, _read_option("solver", solver))
        channel = tile_flip(noise, self.lexicon.word_length)
        return make_setup(recipe, self.lexicon, self.world, Rules(mode=mode), channel, _SEED)

    def table(self, solver: str, noise: float = 0.0) -> Table:
        """Return a table at which that setup is played."""
        return set_table(self.setup(solver, noise), self.world)

    def games(self, number: int | None = None) -> Int64[np.ndarray, " game"]:
        """Return the first game ids: all answers once, or any number of games."""
        return np.arange(self.world.num_answers if number is None else number)


def set_stage(lexicon: str = "english", platform: Platform = "auto") -> Stage:
    """Return the stage for a shipped lexicon; also sets JAX up as a run does."""
    configure_jax(platform)
    words = load_lexicon(to_dataclass(LexiconConfig, _read_option("lexicon", lexicon)))
    return Stage(words, build_world(words, ONE_COUNT_PER_MILLION))


def _read_option(group: str, name: str) -> dict[str, Any]:
    # Not by way of wordle_jax.catalog: a lent GPU machine may have JAX and yet no OmegaConf.
    return yaml.safe_load((conf_dir() / group / f"{name}.yaml").read_text(encoding="utf-8"))
