"""Hard families: the words that take a tree many guesses, by the letters that they share, and the way to each."""

from collections import defaultdict
from dataclasses import dataclass

from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import format_pattern
from wordle_jax.tree.export import count_answers
from wordle_jax.tree.tree import Node, Tree

BLANK = "_"


@dataclass(frozen=True)
class Step:
    """A guess on the way to a word, the tiles that it shows, and how many answers those leave."""

    guess: str
    tiles: str
    left: int


@dataclass(frozen=True)
class Family:
    """Hard words that share all letters but one, such as those of `_atch`; a word without relatives is its own.

    `members` are all answers of the family, hard or not; `ways` the steps to each hard word, without the last guess.
    """

    shared: str
    members: tuple[str, ...]
    ways: dict[str, tuple[Step, ...]]


def find_families(tree: Tree, lexicon: Lexicon, num_guesses: int) -> list[Family]:
    """Return the words that take so many guesses or more as families, the largest first.

    A word belongs to the family that holds most hard words; then to the one with most answers, then to the first by
    letters. Words are taken away family by family, so that each is in one.
    """
    ways = _find_ways(tree, lexicon, num_guesses)
    members: dict[str, list[str]] = defaultdict(list)
    for word in lexicon.answers:
        for shared in _shapes(word):
            members[shared].append(word)
    families, rest = [], set(ways)
    while rest:
        hard: dict[str, list[str]] = defaultdict(list)
        for word in sorted(rest):
            for shared in _shapes(word):
                hard[shared].append(word)
        shared = min(hard, key=lambda shape: (-len(hard[shape]), -len(members[shape]), shape))
        words = hard[shared]
        name = shared if len(members[shared]) > 1 else words[0]
        families.append(Family(name, tuple(members[shared]), {word: ways[word] for word in words}))
        rest -= set(words)
    return families


def describe_families(families: list[Family]) -> str:
    """Return a line for every family, and one for each of its hard words with the way to it."""
    lines = [] if families else ["no word takes so many guesses"]
    for family in families:
        others = [word for word in family.members if word not in family.ways]
        also = f", but not {' '.join(others)}" if others else ""
        lines.append(f"{family.shared}  {' '.join(family.ways)}{also}")
        for word, way in family.ways.items():
            steps = "  ".join(f"{step.guess} {step.tiles} {step.left}" for step in way)
            lines.append(f"  {word} {len(way) + 1}  {steps}")
    return "".join(line + "\n" for line in lines)


def _shapes(word: str) -> list[str]:
    return [word[:i] + BLANK + word[i + 1 :] for i in range(len(word))]


def _find_ways(tree: Tree, lexicon: Lexicon, num_guesses: int) -> dict[str, tuple[Step, ...]]:
    """Return the way to every word that takes so many guesses or more."""
    ways: dict[str, tuple[Step, ...]] = {}
    stack: list[tuple[Node, tuple[Step, ...]]] = [(tree.root, ())]
    while stack:
        node, way = stack.pop()
        guess = lexicon.guesses[node.guess]
        for pattern, child in node.branches.items():
            if child is not None:
                step = Step(guess, format_pattern(pattern, lexicon.word_length), count_answers(child))
                stack.append((child, (*way, step)))
            elif len(way) + 1 >= num_guesses:
                ways[guess] = way
    return ways
