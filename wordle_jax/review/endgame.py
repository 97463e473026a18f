"""The best way on from a position with few candidates, found by search."""

import numpy as np
from jaxtyping import Bool, Int64

from wordle_jax.rules import RuleMode
from wordle_jax.tree.search import Searcher
from wordle_jax.tree.tree import UNLIMITED
from wordle_jax.world import World, restrict_world


class Endgame:
    """All ways on from some candidates (answer indices): guesses in total over all of them, each alike likely.

    No limit is set to the number of guesses.
    """

    def __init__(
        self,
        world: World,
        candidates: Int64[np.ndarray, " candidate"],
        mode: RuleMode,
        legal: Bool[np.ndarray, " guess"] | None,
    ) -> None:
        self._guesses = np.arange(world.num_guesses) if legal is None else np.flatnonzero(legal)
        self._number = np.full(world.num_guesses, -1)
        self._number[self._guesses] = np.arange(len(self._guesses))
        small = restrict_world(world, candidates, self._guesses)
        self._searcher = Searcher(small, mode, np.ones(len(candidates), np.int64))
        best = self._searcher.search_best(UNLIMITED)
        assert best is not None  # candidate after candidate is a tree
        self.cost, self._opener = best
        by_use = candidates[np.argsort(-world.prior[candidates], kind="stable")]
        for guess in world.answer_guess[by_use].tolist():
            if self.cost_of(guess, self.cost + 1) == self.cost:
                self._opener = self._own(guess)
                break

    @property
    def best(self) -> int:
        """The guess (index) of a best tree: the candidate used most, if one opens a best tree."""
        return int(self._guesses[self._searcher.numbering.guess_of[self._opener]])

    def cost_of(self, guess: int, beta: int | None = None) -> int:
        """Return what the best tree costs that opens with a legal guess; one not below beta may be a lower bound."""
        cost = self._searcher.search(self._own(guess), UNLIMITED, beta)
        assert cost is not None
        return cost

    def _own(self, guess: int) -> int:
        return int(self._searcher.numbering.own_guess[self._number[guess]])
