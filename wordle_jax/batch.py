"""Feeds the kernels: cuts any number of beliefs into batches of few fixed shapes, so that few are compiled.

Beliefs are sorted into size classes and padded to the class; what a batch holds never changes its results.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import jax.numpy as jnp
import numpy as np
from jaxtyping import Float64, Int32, Int64, Num

from wordle_jax import kernel
from wordle_jax.belief import BeliefSets
from wordle_jax.pattern import PatternMatrix
from wordle_jax.platform import scatters_well
from wordle_jax.scores import PartTable

# 512 holds the beliefs of a recovery.
_SIZE_CLASSES = np.array([8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 16384, 65536])
# Batches of about this many codes keep a core's cache and the device's launch overhead both content.
_CODES_ALL = {8: 128, 16: 64, 32: 32, 64: 16, 128: 8, 256: 8, 512: 4, 1024: 2, 2048: 1, 4096: 1, 16384: 1, 65536: 1}
_ROWS_LISTED = {8: 16384, 16: 16384, 32: 8192, 64: 4096}
_ROWS_HISTOGRAM = 1024


@dataclass(frozen=True, eq=False)
class Scoring:
    """A score made ready for the kernels: the compiled term and, for integer scores, its tables."""

    term: kernel.Term
    part_table: PartTable | None

    @cached_property
    def tables(self) -> kernel.Tables:
        """The tables on the device."""
        if self.part_table is None:
            return kernel.Tables(jnp.zeros(1, jnp.int32), jnp.zeros(1, jnp.int32))
        return kernel.Tables(jnp.asarray(self.part_table.of_part), jnp.asarray(self.part_table.of_member))


@dataclass(frozen=True, eq=False)
class Rows:
    """Pairs (belief, guess) to be scored, sorted by belief."""

    belief: Int64[np.ndarray, " row"]
    guess: Int32[np.ndarray, " row"]

    @cached_property
    def starts(self) -> Int64[np.ndarray, " present"]:
        """The first row of each belief that has one."""
        return np.flatnonzero(np.diff(self.belief, prepend=-1))

    def spread(self, values: Num[np.ndarray, " present"]) -> Num[np.ndarray, " row"]:
        """Return one value a row from one value a belief that has rows."""
        return np.repeat(values, np.diff(np.append(self.starts, len(self.belief))))


def _size_class(counts: Int64[np.ndarray, " belief"]) -> Int64[np.ndarray, " belief"]:
    return _SIZE_CLASSES[np.searchsorted(_SIZE_CLASSES, counts)]


def _pack(
    beliefs: BeliefSets, chosen: np.ndarray, width: int, height: int, weights: np.ndarray | None
) -> kernel.Beliefs:
    """Return the chosen beliefs as one padded batch of height rows."""
    taken = beliefs.take(chosen)
    candidates = np.zeros((height, width), np.int32)
    candidates[: len(taken)] = taken.padded(width)
    counts = np.zeros(height, np.int32)
    counts[: len(taken)] = taken.counts
    packed_weights = None
    if weights is not None:
        packed_weights = np.zeros((height, width), np.float32)
        filled = np.arange(width)[None] < counts[:, None]
        packed_weights[filled] = BeliefSets(weights, beliefs.offsets).take(chosen).members
    return kernel.Beliefs(candidates, counts, np.array(len(taken), np.int32), packed_weights)


def score_listed(
    matrix: PatternMatrix,
    beliefs: BeliefSets,
    rows: Rows,
    scoring: Scoring,
    weights: Float64[np.ndarray, " member"] | None = None,
) -> Num[np.ndarray, " row"]:
    """Return the score of every row; weights are those of the beliefs' members, each belief's summing to one."""
    scores = np.zeros(len(rows.belief), np.int32 if weights is None else np.float32)
    class_of_row = _size_class(beliefs.counts)[rows.belief]
    for width in np.unique(class_of_row).tolist():
        at = np.flatnonzero(class_of_row == width)
        num_rows = _ROWS_LISTED.get(width, _ROWS_HISTOGRAM)
        num_beliefs = num_rows // 4
        row_belief = rows.belief[at]
        # The place of each row's belief among the beliefs of this class.
        place = np.concatenate([[0], np.cumsum(row_belief[1:] != row_belief[:-1])])
        first = 0
        while first < len(at):
            last = min(first + num_rows, int(np.searchsorted(place, place[first] + num_beliefs)))
            part = at[first:last]
            chosen = np.unique(rows.belief[part])
            packed = _pack(beliefs, chosen, width, num_beliefs, weights)
            pad = (0, num_rows - len(part))
            local = np.pad((place[first:last] - place[first]).astype(np.int32), pad)
            guess = np.pad(rows.guess[part], pad)
            result = kernel.score_rows(matrix.replicated, packed, local, guess, scoring.tables, scoring.term)
            scores[part] = np.asarray(result)[: len(part)]
            first = last
    return scores


def _batches(beliefs: BeliefSets) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield (width, height, beliefs) of each batch that is scored against all guesses."""
    class_of_belief = _size_class(beliefs.counts)
    for width in np.unique(class_of_belief).tolist():
        at = np.flatnonzero(class_of_belief == width)
        height = _CODES_ALL[width]
        for first in range(0, len(at), height):
            yield width, height, at[first : first + height]


def score_all_guesses(
    matrix: PatternMatrix,
    beliefs: BeliefSets,
    scoring: Scoring,
    weights: Float64[np.ndarray, " member"] | None = None,
) -> Iterator[tuple[Int64[np.ndarray, " belief"], Num[np.ndarray, "belief guess"]]]:
    """Yield the scores of all guesses, batch by batch, with the beliefs that each batch holds."""
    for width, height, chosen in _batches(beliefs):
        if scatters_well() and len(chosen) == 1 and beliefs.counts[chosen[0]] == matrix.num_answers:
            own = None if weights is None else BeliefSets(weights, beliefs.offsets)[int(chosen[0])]
            yield chosen, _score_whole(matrix, scoring, own)[None]
            continue
        packed = _pack(beliefs, chosen, width, height, weights)
        scores = kernel.score_all(matrix.by_answer, packed, scoring.tables, scoring.term)
        yield chosen, np.asarray(scores)[: len(chosen), : matrix.num_guesses]


def _score_whole(matrix: PatternMatrix, scoring: Scoring, weights: np.ndarray | None) -> np.ndarray:
    whole = None if weights is None else weights.astype(np.float32)
    scores = kernel.score_whole_lexicon(matrix.interleaved, whole, scoring.tables, scoring.term)
    return np.asarray(scores)[: matrix.num_guesses]
