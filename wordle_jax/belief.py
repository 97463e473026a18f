"""Hard beliefs: the answers still possible, as many sets at once as there are different situations.

A set is kept as the sorted answer indices, all sets one after the other, so that filtering thousands of sets
by what was observed is a handful of array operations.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int32, Int64, Num

from wordle_jax.pattern import PatternMatrix


@dataclass(frozen=True, eq=False)
class BeliefSets:
    """The candidates of each belief: those of belief b are `members[offsets[b]:offsets[b + 1]]`.

    They are answer indices in increasing order; the same shape also carries what belongs to each candidate,
    its weight or its guess index.
    """

    members: Num[np.ndarray, " member"]
    offsets: Int64[np.ndarray, " belief_and_end"]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, belief: int) -> Num[np.ndarray, " member"]:
        return self.members[self.offsets[belief] : self.offsets[belief + 1]]

    @property
    def counts(self) -> Int64[np.ndarray, " belief"]:
        """How many candidates each belief has."""
        return np.diff(self.offsets)

    @property
    def member_belief(self) -> Int64[np.ndarray, " member"]:
        """The belief that each member belongs to."""
        return np.repeat(np.arange(len(self)), self.counts)

    @property
    def num_candidates(self) -> Int64[np.ndarray, " belief"]:
        """How many answers are left."""
        return self.counts

    def take(self, beliefs: Int64[np.ndarray, " chosen"]) -> "BeliefSets":
        """Return the chosen beliefs, in the order given."""
        counts = self.counts[beliefs]
        offsets = _offsets(counts)
        at = np.arange(offsets[-1]) + np.repeat(self.offsets[:-1][beliefs] - offsets[:-1], counts)
        return BeliefSets(self.members[at], offsets)

    def padded(self, width: int) -> Int32[np.ndarray, "belief width"]:
        """Return one row a belief, filled up with answer 0."""
        rows = np.zeros((len(self), width), np.int32)
        rows[np.arange(width)[None] < self.counts[:, None]] = self.members
        return rows


def join_sets(sets: list[Int32[np.ndarray, " _"]]) -> BeliefSets:
    """Return beliefs made of the given sets of answer indices."""
    members = np.concatenate(sets).astype(np.int32) if sets else np.zeros(0, np.int32)
    return BeliefSets(members, _offsets(np.array([len(s) for s in sets], np.int64)))


def observe(
    matrix: PatternMatrix,
    beliefs: BeliefSets,
    guess: Int32[np.ndarray, " belief"],
    observed: Int32[np.ndarray, " belief"],
    answer_guess: Int32[np.ndarray, " answer"],
) -> BeliefSets:
    """Return each belief after its guess was answered by a pattern and did not win (eq. 17 of the paper).

    Candidates stay whose pattern equals the observed one. The guessed word itself leaves even if noise
    showed all green, since the game went on.
    """
    belief = beliefs.member_belief
    stays = matrix.codes[guess[belief], beliefs.members] == observed[belief]
    stays &= answer_guess[beliefs.members] != guess[belief]
    counts = np.bincount(belief[stays], minlength=len(beliefs))
    return BeliefSets(beliefs.members[stays], _offsets(counts))


def _offsets(counts: Int64[np.ndarray, " belief"]) -> Int64[np.ndarray, " belief_and_end"]:
    """Return where each belief's members begin, and where the last one's end."""
    return np.concatenate([[0], np.cumsum(counts)])
