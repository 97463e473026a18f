"""How well each guess opens: what it tells of all answers, in closed form, and its rank among all guesses."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from jaxtyping import Float64, Int64

from wordle_jax.catalog import load_recipe
from wordle_jax.lexicon import Lexicon
from wordle_jax.scores import entropy_of_sizes, part_table
from wordle_jax.study.measures import rank_from_least
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.world import World, build_world

# What a first guess is measured by. Less is better of expected_size and largest_part, more of all others.
MEASURES = (
    "entropy", "expected_size", "largest_part", "parts", "letter_frequency", "letter_frequency_answers", "hybrid",
)  # fmt: skip
_LESS_IS_BETTER = ("expected_size", "largest_part")


@dataclass(frozen=True, eq=False)
class Openings:
    """The parts that each guess splits all answers into, and what follows.

    `sizes[g, p]` counts the answers of which guess g would show pattern p.
    """

    world: World
    sizes: Int64[np.ndarray, "guess pattern"]
    entropy_weight: float
    frequency_weight: float

    @cached_property
    def measures(self) -> Mapping[str, Float64[np.ndarray, " guess"]]:
        """The value of each measure for every guess.

        entropy                   bits of the pattern if all answers are alike
        expected_size             answers left, mean: sum c² / n (eq. 19 of the paper)
        largest_part, parts       answers in the largest part; number of parts
        letter_frequency          eq. 18 of the paper with letters of the guesses as often as these are used
        letter_frequency_answers  the same with letters of the answers, each counted once (algorithm 7)
        hybrid                    weighted sum of entropy and frequency, each scaled to [0, 1] over all guesses
        """
        sizes, total = self.sizes, self.world.num_answers
        entropy = entropy_of_sizes(sizes)
        hybrid = self.entropy_weight * _scale(entropy)
        hybrid = hybrid + self.frequency_weight * _scale(self.world.frequency_per_million)
        return {
            "entropy": entropy,
            "expected_size": (sizes**2).sum(axis=1) / total,
            "largest_part": sizes.max(axis=1).astype(np.float64),
            "parts": (sizes > 0).sum(axis=1).astype(np.float64),
            "letter_frequency": self.world.letter_score["guesses_by_frequency"],
            "letter_frequency_answers": self.world.letter_score["answers"],
            "hybrid": hybrid,
        }

    @cached_property
    def ranks(self) -> Mapping[str, Int64[np.ndarray, " guess"]]:
        """The rank of each guess by each measure: one more than the number of guesses that are better.

        By entropy equals are those that the solvers hold equal, see score.additive_log2.
        """
        keys = {name: self.measures[name] * (1 if name in _LESS_IS_BETTER else -1) for name in MEASURES}
        scores = part_table("entropy", self.world.num_answers).of_part.astype(np.int64)
        keys["entropy"] = scores[self.sizes].sum(axis=1)
        return {name: rank_from_least(key) for name, key in keys.items()}

    def find_best(self, measure: str) -> list[int]:
        """Return the guesses than which no other is better: by falling entropy, ties in the order of the list."""
        best = np.flatnonzero(self.ranks[measure] == 1)
        return best[np.argsort(self.ranks["entropy"][best], kind="stable")].tolist()


def rate_openings(world: World, entropy_weight: float, frequency_weight: float) -> Openings:
    """Return what every guess tells of all answers; the weights are those of the measure `hybrid`."""
    width = world.matrix.num_patterns
    sizes = np.stack([np.bincount(row, minlength=width) for row in world.matrix.codes])
    return Openings(world, sizes, entropy_weight, frequency_weight)


@lru_cache(maxsize=1)
def rate_lexicons(results: StudyResults) -> list[tuple[Lexicon, Openings]]:
    """Return the openings of each lexicon of a study, in the order of its cells.

    `hybrid` has the weights of conf/solver/hybrid.yaml. Several tables ask for the same.
    """
    recipe = load_recipe("hybrid")
    first: dict[str, PlayedCell] = {}
    for cell in results.cells:
        first.setdefault(cell.lexicon.digest, cell)
    rated = []
    for cell in first.values():
        world = build_world(cell.lexicon, cell.config.prior.smoothing)
        rated.append((cell.lexicon, rate_openings(world, recipe.entropy_weight, recipe.frequency_weight)))
    return rated


def played_opener(cell: PlayedCell) -> str | None:
    """Return the first guess of all games of a cell; None if they differ."""
    first = np.unique(cell.records.guesses[:, 0])
    return cell.lexicon.guesses[first[0]] if len(first) == 1 else None


def _scale(values: Float64[np.ndarray, " guess"]) -> Float64[np.ndarray, " guess"]:
    span = values.max() - values.min()
    return (values - values.min()) / (span if span > 0 else 1.0)
