"""How every guess parts all answers of a list, and what that is worth as a first guess."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float64, Int64

from wordle_jax.lexicon import Lexicon
from wordle_jax.world import World

# Sums of floats that differ by less are equal.
_DECIMALS = 9


@dataclass(frozen=True, eq=False)
class Splits:
    """The parts of all first guesses of a list."""

    lexicon: Lexicon
    world: World

    @cached_property
    def sizes(self) -> Int64[np.ndarray, "guess pattern"]:
        """The answers that give each pattern."""
        codes, patterns = self.world.matrix.codes, self.world.matrix.num_patterns
        return np.stack([np.bincount(row, minlength=patterns) for row in codes])

    def measure(self, name: str) -> Float64[np.ndarray, " guess"]:
        """Return a measure of every guess: entropy, parts, largest, largest_share, expected_size or reduction."""
        return np.round(_MEASURES[name](self).astype(np.float64), _DECIMALS)

    def better(self, name: str) -> Float64[np.ndarray, " guess"]:
        """Return a measure of every guess, turned so that more is better."""
        sign = 1 if name in ("entropy", "parts", "reduction") else -1
        return sign * self.measure(name)

    def find(self, word: str) -> int:
        """Return the index of a guess."""
        return self.lexicon.guess_index[word]


def _entropy(splits: Splits) -> np.ndarray:
    sizes, answers = splits.sizes, splits.lexicon.num_answers
    logs = np.log2(sizes, where=sizes > 0, out=np.zeros(sizes.shape))
    return np.log2(answers) - (sizes * logs).sum(axis=1) / answers


def _expected_size(splits: Splits) -> np.ndarray:
    return (splits.sizes**2).sum(axis=1) / splits.lexicon.num_answers


_MEASURES: dict[str, Callable[[Splits], np.ndarray]] = {
    "entropy": _entropy,
    "parts": lambda splits: (splits.sizes > 0).sum(axis=1),
    "largest": lambda splits: splits.sizes.max(axis=1),
    "largest_share": lambda splits: 100 * splits.sizes.max(axis=1) / splits.lexicon.num_answers,
    "expected_size": _expected_size,
    "reduction": lambda splits: 100 * (1 - _expected_size(splits) / splits.lexicon.num_answers),
}
