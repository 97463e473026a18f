"""What a search has proved of sets of candidates: the substance of a certificate.

A claim says that a set of candidates costs at least so much if so many guesses are left after a history of guesses
and patterns, which decides what is legal next. Where the rules do not look back the history is empty.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

# What a set costs at least that cannot be found in the guesses left: more than twice what any tree costs, so that what
# is left of it for one part when all others are paid is still more than a tree costs. A memo keeps it in 32 bits.
NEVER = 1 << 30
# No search without a limit goes so deep that fewer guesses than this are left.
AS_GOOD_AS_UNLIMITED = 50

# Guesses (in the lexicon's numbers), each with its pattern.
Path = tuple[tuple[int, int], ...]


class Subject(NamedTuple):
    """What a claim is about: `members` are answer indices in increasing order, uint16 in bytes.

    As many guesses as members are as good as any number: each that is of use rules a candidate out.
    """

    members: bytes
    left: int
    path: Path


# What is claimed to be the least that each subject costs.
Claims = dict[Subject, int]


def add_claims(claims: Claims, more: Mapping[Subject, int]) -> None:
    """Add what was proved elsewhere; of two claims about the same the stronger stays."""
    for subject, lower in more.items():
        claims[subject] = max(lower, claims.get(subject, 0))


def pack_claims(claims: Claims) -> dict[str, np.ndarray]:
    """Return claims as arrays, by name, small sets first; the same claims give the same arrays.

    members, offsets  the sets, one after the other, and where each begins and the last ends
    left, lower       the guesses left and the bound of each claim
    path              the number of its history
    steps, ends       the histories' guesses and patterns, one after the other, and where each begins and the last ends
    """
    order = sorted(claims, key=lambda subject: (len(subject.members), subject))
    paths = sorted({subject.path for subject in order})
    number = {path: i for i, path in enumerate(paths)}
    sizes = [len(subject.members) // 2 for subject in order]
    return {
        "members": np.frombuffer(b"".join(subject.members for subject in order), np.uint16),
        "offsets": np.cumsum([0, *sizes], dtype=np.int64),
        "left": np.array([subject.left for subject in order], np.int64),
        "lower": np.array([claims[subject] for subject in order], np.int64),
        "path": np.array([number[subject.path] for subject in order], np.int64),
        "steps": np.array([step for path in paths for step in path], np.int32).reshape(-1, 2),
        "ends": np.cumsum([0, *(len(path) for path in paths)], dtype=np.int64),
    }


def unpack_claims(packed: Mapping[str, np.ndarray]) -> Claims:
    """Return the claims of arrays that `pack_claims` made."""
    steps, ends = [(guess, code) for guess, code in packed["steps"].tolist()], packed["ends"].tolist()
    paths = [tuple(steps[begin:end]) for begin, end in pairwise(ends)]
    members, offsets = packed["members"], packed["offsets"].tolist()
    facts = zip(packed["left"].tolist(), packed["path"].tolist(), packed["lower"].tolist(), strict=True)
    return {
        Subject(members[offsets[i] : offsets[i + 1]].tobytes(), left, paths[path]): lower
        for i, (left, path, lower) in enumerate(facts)
    }
