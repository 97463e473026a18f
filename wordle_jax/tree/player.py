"""A saved tree at work: the guess of its node for each belief."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Int32

from wordle_jax.belief import BeliefSets, join_sets
from wordle_jax.rules import build_allowed_after
from wordle_jax.solver import Recipe
from wordle_jax.tree.tree import Node, Tree
from wordle_jax.world import World

# Turn, members and legal guesses: what the engine tells nodes apart by.
_Situation = tuple[int, bytes, bytes]


@dataclass(frozen=True, eq=False)
class TreePlayer:
    """Plays a tree of the same world and rules, on clean feedback; it offers what a Player does."""

    recipe: Recipe
    world: World
    tree: Tree

    def prepare(self) -> None:
        """Find the situation of every node, so that the first decision does not wait for it."""
        _ = self._guesses

    def start(self) -> BeliefSets:
        """Return the belief before the first guess: every answer."""
        return join_sets([np.arange(self.world.num_answers, dtype=np.int32)])

    def decide(
        self, beliefs: BeliefSets, turn: int, legal: Bool[np.ndarray, "belief guess"] | None = None
    ) -> Int32[np.ndarray, " belief"]:
        """Return the tree's guess for every belief at a turn, counted from 1."""
        choice = np.zeros(len(beliefs), np.int32)
        for b in range(len(beliefs)):
            choice[b] = self._guesses[_situation(turn, beliefs[b], None if legal is None else legal[b])]
        return choice

    @cached_property
    def _guesses(self) -> dict[_Situation, int]:
        allowed_after = build_allowed_after(self.world.letters, self.tree.mode)
        codes, guesses = self.world.matrix.codes, {}
        everything = None if allowed_after is None else np.ones(self.world.num_guesses, bool)
        stack: list[tuple[Node, int, np.ndarray, np.ndarray | None]] = [
            (self.tree.root, 1, np.arange(self.world.num_answers, dtype=np.int32), everything)
        ]
        while stack:
            node, turn, members, legal = stack.pop()
            guesses[_situation(turn, members, legal)] = node.guess
            for pattern, child in node.branches.items():
                if child is None:
                    continue
                after = legal
                if allowed_after is not None and legal is not None:
                    after = legal & allowed_after(node.guess, pattern)
                    after[node.guess] = False
                stack.append((child, turn + 1, members[codes[node.guess, members] == pattern], after))
        return guesses


def _situation(turn: int, members: np.ndarray, legal: np.ndarray | None) -> _Situation:
    return turn, members.astype(np.int32).tobytes(), b"" if legal is None else np.packbits(legal).tobytes()
