"""Scores: what makes one guess better than another, as a function of the parts it splits a belief into.

A guess splits the candidates into parts, one for each pattern. With c the size of a part, m its probability
mass and n the number of candidates, and lower always better:

    entropy         sum c·log2 c / n, that is log2 n minus the entropy of the pattern (article; C++ source)
    expected_size   sum c² / n, the expected number left (eq. 19 and algorithm 4 of the paper)
    largest_part    max c, minimax (algorithm 2 of the paper)
    parts           minus the number of parts
    least_guesses   3n - k - h, the fewest guesses that finding all candidates can take if the first makes k parts; h is
                    1 if it is a candidate, 0 otherwise (docs/trees.md, bound 2)
    posterior_mass  sum m**power, power 2 or 3 (algorithm 5 of the paper)
    hybrid          minus the weighted sum of entropy and word frequency, each scaled to [0, 1] over the pool

Scores of part sizes are computed in integers, so that ties are exact and no order of summation matters.
`letter_frequency` (eq. 18) and `random` look at no parts and are not kernels: see solver.py. `win_chance` is for
feedback that may lie: see soft_score.py.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np
from jaxtyping import Float64, Int32, Int64, Integer

ScoreName = Literal[
    "entropy",
    "expected_size",
    "largest_part",
    "parts",
    "least_guesses",
    "posterior_mass",
    "hybrid",
    "letter_frequency",
    "random",
    "win_chance",
    "tree",
]

# The largest belief whose candidates a kernel compares with each other instead of counting patterns in bins.
COMPARE_LIMIT = 128

# Fixed point of 1/c, whose sum over the c members of a part rounds to exactly one part.
_MEMBER_BITS = 20


@dataclass(frozen=True, eq=False)
class PartTable:
    """An integer score: a function of part sizes, summed or maximised over the parts.

    `of_part[c]` is the term of a part of c candidates. `of_member[c]` is what each of the c members adds
    if members are summed instead of parts, in units of 2**-member_shift. `unit` times n is the score 1.0
    of a belief of n candidates where scores are means over candidates (entropy, expected_size), and `unit`
    alone where they are not. `of_known` and `of_won` are the scores of a single candidate, that is still to be guessed
    or has been.
    """

    of_part: Int32[np.ndarray, " part_size"]
    of_member: Int32[np.ndarray, " member_size"]
    member_shift: int
    reduction: Literal["sum", "max"]
    unit: int
    is_mean: bool
    of_known: int
    of_won: int


@cache
def part_table(name: ScoreName, num_answers: int) -> PartTable:
    """Return the integer form of a score for beliefs of up to num_answers candidates."""
    size = np.arange(num_answers + 1, dtype=np.int64)
    member_size = size[: COMPARE_LIMIT + 1]
    if name in ("entropy", "hybrid"):
        bits = entropy_bits_of_scale(num_answers)
        log_table = additive_log2(num_answers, bits)
        return _table(size * log_table, log_table[: COMPARE_LIMIT + 1], unit=2**bits, is_mean=True)
    if name == "expected_size":
        return _table(size**2, member_size, unit=1, is_mean=True)
    if name == "largest_part":
        return _table(size, member_size, unit=1, is_mean=False, reduction="max")
    share = np.round(2**_MEMBER_BITS / np.maximum(member_size, 1)).astype(np.int64)
    if name == "least_guesses":
        # Without h, which depends on more than sizes: whoever has the candidates takes it off.
        of_member = (3 << _MEMBER_BITS) - share
        table = _table(3 * size - np.sign(size), of_member, unit=1, is_mean=True, member_shift=_MEMBER_BITS)
        return replace(table, of_known=1, of_won=0)
    if name == "parts":
        return _table(-np.sign(size), -share, unit=1, is_mean=False, member_shift=_MEMBER_BITS)
    raise ValueError(f"{name} is not a score of part sizes")


def _table(
    of_part: np.ndarray,
    of_member: np.ndarray,
    *,
    unit: int,
    is_mean: bool,
    reduction: Literal["sum", "max"] = "sum",
    member_shift: int = 0,
) -> PartTable:
    of_member = np.pad(of_member, (0, COMPARE_LIMIT + 1 - len(of_member)))
    of_one = int(of_part[1])
    of_part, of_member = of_part.astype(np.int32), of_member.astype(np.int32)
    return PartTable(of_part, of_member, member_shift, reduction, unit, is_mean, of_known=of_one, of_won=of_one)


def entropy_bits_of_scale(num_answers: int) -> int:
    """Return the largest s up to 16 for which n·log2 n·2**s of the whole list fits an int32."""
    total = num_answers * np.log2(max(num_answers, 2)) + num_answers
    return int(min(16, np.floor(np.log2((2**31 - 1) / total))))


@cache
def additive_log2(largest: int, bits: int) -> np.ndarray:
    """Return L(n), the sum over the prime factors p of n of round(2**bits·log2 p), for n from 0 to largest.

    L(a·b) = L(a) + L(b) exactly, so splits that have equal entropy in exact arithmetic tie exactly.
    """
    smallest_factor = np.zeros(largest + 1, np.int64)
    for p in range(2, largest + 1):
        if smallest_factor[p] == 0:
            multiples = smallest_factor[p::p]
            multiples[multiples == 0] = p
    table = np.zeros(largest + 1, np.int64)
    for n in range(2, largest + 1):
        p = smallest_factor[n]
        table[n] = table[n // p] + round(2**bits * float(np.log2(p)))
    return table


def split_entropy_bits(
    table: PartTable, score: Int32[np.ndarray, " row"], num_candidates: Int64[np.ndarray, " row"]
) -> Float64[np.ndarray, " row"]:
    """Return the entropy of the pattern, in bits, from the integer score of `part_table("entropy")`."""
    total = table.of_part[num_candidates]
    return (total - score.astype(np.float64)) / (table.unit * num_candidates)


def entropy_of_sizes(sizes: Int64[np.ndarray, "guess part"]) -> Float64[np.ndarray, " guess"]:
    """Return the entropy of the pattern, in bits, from the sizes of the parts; parts of size 0 count nothing.

    Each row adds up to the same number of candidates. Guesses with the same sizes have the same bits to the last one.
    """
    total = int(sizes[0].sum())
    terms = np.array([c * math.log2(max(c, 1)) for c in range(total + 1)])
    inside = np.zeros(len(sizes))
    # By falling size, one by one: the order of a sum decides its last bit.
    for column in -np.sort(-sizes, axis=1).T:
        inside += terms[column]
    return math.log2(total) - inside / total


def mass_scores(
    codes: Integer[np.ndarray, "row member"], weights: Float64[np.ndarray, "row member"], power: int
) -> Float64[np.ndarray, " row"]:
    """Return the sum over parts of m**power, or of m·log2 m for power 1, in float64.

    Each row is a guess under a belief: the codes of its members and their weights, which sum to one; padding has
    weight 0. Masses are summed in the order of the members and parts in the order of their first member, so
    guesses that split a belief alike score alike to the last bit, in whatever batch.
    """
    num_members = codes.shape[1]
    mass = np.zeros(codes.shape)
    leads = weights > 0
    for j in range(num_members):
        alike = codes == codes[:, j, None]
        mass += np.where(alike, weights[:, j, None], 0.0)
        leads[:, j + 1 :] &= ~(alike[:, j + 1 :] & leads[:, j, None])
    if power == 1:
        terms = mass * np.log2(mass, where=mass > 0, out=np.zeros_like(mass))
    else:
        terms = mass**power
    total = np.zeros(len(codes))
    for j in range(num_members):
        total += np.where(leads[:, j], terms[:, j], 0.0)
    return total
