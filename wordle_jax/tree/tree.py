"""Decision trees: what to guess after every feedback, until the word is found."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from wordle_jax.rules import RuleMode

# As good as no limit: no rules allow more guesses, and no tree worth having needs them.
UNLIMITED = 100


@dataclass(frozen=True, eq=False)
class Node:
    """A guess (index in the lexicon) and what follows each pattern; None follows the pattern that wins.

    A pattern that no answer of the tree can show here has no branch.
    """

    guess: int
    branches: Mapping[int, "Node | None"]


@dataclass(frozen=True, eq=False)
class Tree:
    """A policy for clean feedback. `settings` says what it was made by, in plain values."""

    lexicon_digest: str
    mode: RuleMode
    root: Node
    settings: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def guesses_of(self) -> dict[int, int]:
        """The guesses that each answer takes, by its guess index."""
        return {node.guess: depth for node, depth in walk(self.root) if None in node.branches.values()}

    @property
    def num_answers(self) -> int:
        """Answers that the tree finds."""
        return len(self.guesses_of)

    @property
    def total_guesses(self) -> int:
        """Guesses over all answers."""
        return sum(self.guesses_of.values())

    @property
    def mean_guesses(self) -> float:
        """Guesses an answer."""
        return self.total_guesses / self.num_answers

    @property
    def worst_case(self) -> int:
        """The most guesses that an answer takes."""
        return max(self.guesses_of.values())

    @property
    def distribution(self) -> dict[int, int]:
        """How many answers take how many guesses."""
        return dict(sorted(Counter(self.guesses_of.values()).items()))


def walk(root: Node, depth: int = 1) -> Iterator[tuple[Node, int]]:
    """Yield every node of a tree and the number of its guess, the root's being 1; parents come first."""
    stack = [(root, depth)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        stack.extend((child, depth + 1) for child in reversed(list(node.branches.values())) if child is not None)
