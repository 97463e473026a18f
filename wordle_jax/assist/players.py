"""Recipes at work: players, which are made once, and what they open with."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from jaxtyping import Int32

from wordle_jax.channel import Channel
from wordle_jax.lexicon import Lexicon
from wordle_jax.opening import OpeningBook, find_explorers, find_opener, load_opening_book, read_opener
from wordle_jax.player import Player
from wordle_jax.rules import RuleMode
from wordle_jax.soft_player import SoftPlayer, expect_channels
from wordle_jax.solver import Recipe
from wordle_jax.world import World


@dataclass(frozen=True, eq=False)
class Players:
    """The players of recipes in a world under rules, which expect a channel where their recipes look at tiles so."""

    lexicon: Lexicon
    world: World
    mode: RuleMode
    channel: Channel
    _hard: dict[Recipe, Player] = field(default_factory=dict)
    _soft: dict[tuple[Recipe, int], SoftPlayer] = field(default_factory=dict)

    def hard(self, recipe: Recipe) -> Player:
        """Return the player of a recipe that takes every tile for true."""
        if recipe not in self._hard:
            explorers = find_explorers(self.world, recipe, self._book)
            self._hard[recipe] = Player(recipe, self.world, explorers, self.mode)
        return self._hard[recipe]

    def soft(self, recipe: Recipe, turns: int) -> SoftPlayer:
        """Return the player of a recipe with a soft belief, in games of so many turns."""
        key = recipe, turns
        if key not in self._soft:
            channels = expect_channels(recipe, self.channel, self.lexicon.word_length)
            self._soft[key] = SoftPlayer(recipe, self.world, channels, turns)
        return self._soft[key]

    def find_opener(self, recipe: Recipe, *, is_asked: bool) -> int | None:
        """Return what a recipe opens with; None if that is to be found like any other guess."""
        opener = read_opener(recipe, self.lexicon, is_asked, lambda line: None)
        if opener is None and recipe.belief == "hard" and recipe.is_deterministic:
            return find_opener(self.hard(recipe), self.mode, self._book)
        return opener

    def known_openers(self, recipe: Recipe, opener: int | None) -> Int32[np.ndarray, " rank"] | None:
        """Return the best first guesses, the opener before the others, if the opening book has them by entropy."""
        known = self._book.explorers.get(self.world.digest)
        if known is None or opener is None or recipe.score != "entropy" or recipe.uses_masses:
            return None
        return np.array([opener, *(guess for guess in known if guess != opener)], np.int32)

    @cached_property
    def _book(self) -> OpeningBook:
        return load_opening_book()
