"""First guesses of a list, by the measures that claims name."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from wordle_jax.lexicon import Lexicon
from wordle_jax.study.openings import Openings
from wordle_jax.world import World

# Sums of floats that differ by less are equal.
_DECIMALS = 9
_LESS_IS_BETTER = ("largest", "largest_share", "expected_size")


@dataclass(frozen=True, eq=False)
class Splits:
    """A list, and the parts into which each guess splits its answers."""

    lexicon: Lexicon
    openings: Openings

    @property
    def world(self) -> World:
        """The world of the list."""
        return self.openings.world

    @property
    def sizes(self) -> Int64[np.ndarray, "guess pattern"]:
        """The answers that show each pattern."""
        return self.openings.sizes

    def measure(self, name: str) -> Float64[np.ndarray, " guess"]:
        """Return a measure of every guess: entropy, parts, largest, largest_share, expected_size, reduction, hybrid."""
        values = _MEASURES[name](self) if name in _MEASURES else self.openings.measures[name]
        return np.round(values, _DECIMALS)

    def worth(self, name: str) -> Float64[np.ndarray, " guess"]:
        """Return a measure of every guess, turned so that more is better."""
        return self.measure(name) * (-1 if name in _LESS_IS_BETTER else 1)

    def find(self, word: str) -> int:
        """Return the index of a guess."""
        return self.lexicon.guess_index[word]


_MEASURES: dict[str, Callable[[Splits], np.ndarray]] = {
    "largest": lambda splits: splits.openings.measures["largest_part"],
    "largest_share": lambda splits: 100 * splits.openings.measures["largest_part"] / splits.lexicon.num_answers,
    "reduction": lambda splits: 100 * (1 - splits.openings.measures["expected_size"] / splits.lexicon.num_answers),
}
