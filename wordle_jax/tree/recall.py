"""Reads the tree that a search found out of its memo."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Int64, Integer

from wordle_jax.belief import BeliefSets, join_sets
from wordle_jax.tree import kernel
from wordle_jax.tree.memory import Numbering
from wordle_jax.tree.tree import Node

# No search without a limit goes so deep that fewer guesses than this are left.
_AS_GOOD_AS_UNLIMITED = 50


def recall_tree(
    problem: kernel.Problem, memo: kernel.Memo, legal: kernel.Legal, numbering: Numbering, opener: int, left: int
) -> Node:
    """Return the tree that opens with a guess (in the search's numbers) whose parts the memo knows exactly.

    `left` is the number of guesses that the search of it was given.
    """
    best = _read_entries(memo)
    legal_after = _read_steps(problem, legal)

    def choose(members: Integer[np.ndarray, " member"], legal_set: int, left: int) -> int:
        if len(members) > 2:
            known = best.get((members.tobytes(), legal_set, min(left, len(members))))
            if known is not None:
                return known
            rows = problem.by_guess[problem.answer_guess[members]][:, members]
            for row, member in zip(rows, members, strict=True):
                if len(np.unique(row)) == len(members):
                    return int(problem.answer_guess[member])
        return int(problem.answer_guess[members[0]])

    def grow(members: Integer[np.ndarray, " member"], guess: int, legal_set: int, left: int) -> Node:
        branches: dict[int, Node | None] = {}
        row = problem.by_guess[guess, members]
        for pattern in np.unique(row).tolist():
            if pattern == problem.win:
                branches[pattern] = None
                continue
            part = members[row == pattern]
            step = legal_after(legal_set, guess, pattern)
            branches[pattern] = grow(part, choose(part, step, left - 1), step, left - 1)
        return Node(int(numbering.guess_of[guess]), branches)

    return grow(np.arange(len(numbering.answer_of), dtype=np.uint16), opener, 0, left)


def recall_claims(
    problem: kernel.Problem, memo: kernel.Memo, numbering: Numbering
) -> tuple[BeliefSets, Int64[np.ndarray, " claim"]]:
    """Return the sets, small ones first, that a search without rules or limits bounded by more than one rating.

    With each comes its lower bound.
    """
    assert problem.mode == kernel.NORMAL
    entries = memo.entry[1 : int(memo.counter[kernel.ENTRIES]) + 1]
    size, left = entries[:, kernel.SIZE], entries[:, kernel.LEFT]
    is_claim = (entries[:, kernel.LOWER] > entries[:, kernel.BOUND]) & (left >= np.minimum(size, _AS_GOOD_AS_UNLIMITED))
    claims = entries[is_claim]
    sets = [
        np.sort(numbering.answer_of[memo.pool[start : start + size]]).astype(np.int32)
        for start, size in claims[:, [kernel.OFFSET, kernel.SIZE]].tolist()
    ]
    order = sorted(range(len(sets)), key=lambda i: (len(sets[i]), sets[i].tolist()))
    return join_sets([sets[i] for i in order]), claims[order, kernel.LOWER].astype(np.int64)


def _read_entries(memo: kernel.Memo) -> dict[tuple[bytes, int, int], int]:
    """Return the guess of every set that is known exactly, by members, legal guesses and guesses left."""
    last = int(memo.counter[kernel.ENTRIES])
    entries = memo.entry[1 : last + 1]
    exact = entries[(entries[:, kernel.EXACT] == 1) & (entries[:, kernel.GUESS] >= 0)]
    columns = exact[:, [kernel.OFFSET, kernel.SIZE, kernel.LEGAL, kernel.LEFT, kernel.GUESS]].tolist()
    return {
        (memo.pool[start : start + size].tobytes(), legal_set, left): guess
        for start, size, legal_set, left, guess in columns
    }


def _read_steps(problem: kernel.Problem, legal: kernel.Legal) -> Callable[[int, int, int], int]:
    """Return what tells the set of guesses that is legal after one more guess; -1 if no set was ever needed."""
    if problem.mode == kernel.NORMAL:
        return lambda *_: 0
    known = dict(legal.step[1 : int(legal.counter[1])].tolist())
    num_guesses, num_patterns = problem.by_guess.shape[0], problem.win + 1
    return lambda before, guess, pattern: known.get((before * num_guesses + guess) * num_patterns + pattern, -1)
