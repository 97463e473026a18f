"""Reads the tree that a search found, and what it proved, out of its memo."""

from collections.abc import Callable, Iterator

import numpy as np
from jaxtyping import Bool, Integer, UInt16

from wordle_jax.tree import kernel
from wordle_jax.tree.claims import AS_GOOD_AS_UNLIMITED, NEVER, Claims, Path, Subject
from wordle_jax.tree.memory import Numbering
from wordle_jax.tree.tree import Node


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
            known = best.get((members.tobytes(), legal_set, max(0, min(left, len(members)))))
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
    problem: kernel.Problem,
    memo: kernel.Memo,
    legal: kernel.Legal,
    work: kernel.Work,
    numbering: Numbering,
    given: int,
) -> Claims:
    """Return what took more than one rating to find out of sets of candidates.

    Left out are the first cores, so many as were given, and what follows from a core that a set holds. If the last core
    is one for more than two guesses, cores for two are of use only if it holds them.
    """
    paths = _read_paths(problem, legal, numbering)
    entries = memo.entry[1 : int(memo.counter[kernel.ENTRIES]) + 1]
    # Where any tree would do, what the found one costs is no lower bound.
    known = entries[:, kernel.BOUND] if not problem.any_tree else kernel.IMPOSSIBLE - 1
    proved = entries[entries[:, kernel.LOWER] > known]
    columns = [kernel.OFFSET, kernel.SIZE, kernel.LEGAL, kernel.LEFT, kernel.LOWER]
    claims: Claims = {}
    for start, size, legal_set, left, lower in proved[:, columns].tolist():
        members = memo.pool[start : start + size]
        if not kernel.holds_core(memo.cores, work, members, left):
            left = size if left >= AS_GOOD_AS_UNLIMITED else left
            claims[_subject(numbering, members, left, paths(legal_set))] = min(lower, NEVER)
    cores = [
        (memo.cores.member[memo.cores.end[core] : memo.cores.end[core + 1]], int(memo.cores.left[core]))
        for core in range(given, int(memo.cores.counter[0]))
    ]
    whole = cores[-1][0] if cores and cores[-1][1] > 2 else None
    for members, left in cores:
        if len(members) >= 3 and (whole is None or np.isin(members, whole).all()):
            claims[_subject(numbering, members, left, ())] = NEVER
    return claims


def _subject(numbering: Numbering, members: Integer[np.ndarray, " member"], left: int, path: Path) -> Subject:
    return Subject(np.sort(numbering.answer_of[members]).astype(np.uint16).tobytes(), left, path)


def read_cores(cores: Claims, numbering: Numbering) -> Iterator[tuple[UInt16[np.ndarray, " member"], int]]:
    """Yield the members (in the search's numbers, rising) and guesses left of cores, always in the same order.

    Those for many guesses come first, as they exclude openers, and small ones, as they exclude most.
    """
    own = np.empty(len(numbering.answer_of), np.uint16)
    own[numbering.answer_of] = np.arange(len(own))
    for subject in sorted(cores, key=lambda subject: (-subject.left, len(subject.members), subject)):
        yield np.sort(own[np.frombuffer(subject.members, np.uint16)]), subject.left


def find_excluded(cores: kernel.Cores, num: int, left: int) -> Bool[np.ndarray, " guess"]:
    """Tell which guesses leave one of the first cores in one part that cannot be found in so many guesses."""
    of_use = np.zeros(cores.kept_by.shape[1] * 64, np.uint8)
    of_use[:num] = cores.left[:num] >= left
    words = np.packbits(of_use, bitorder="little").view("<u8")
    return np.asarray((cores.kept_by & words).any(axis=1))


def find_hopeless(memo: kernel.Memo, left: int) -> UInt16[np.ndarray, " member"] | None:
    """Return the first set that turned out not to be found with so many guesses left; None if there is none."""
    entries = memo.entry[1 : int(memo.counter[kernel.ENTRIES]) + 1]
    found = entries[(entries[:, kernel.LEFT] == left) & (entries[:, kernel.LOWER] >= kernel.IMPOSSIBLE)]
    if not len(found):
        return None
    start = found[0, kernel.OFFSET]
    return memo.pool[start : start + found[0, kernel.SIZE]]


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


def _read_paths(problem: kernel.Problem, legal: kernel.Legal, numbering: Numbering) -> Callable[[int], Path]:
    """Return what tells a history after which a set of guesses is legal: the one that it was met with first."""
    num_guesses, num_patterns = problem.by_guess.shape[0], problem.win + 1
    first: dict[int, tuple[int, int, int]] = {}
    for key, after in legal.step[1 : int(legal.counter[1])].tolist():
        before, guess = divmod(key // num_patterns, num_guesses)
        first.setdefault(after, (before, int(numbering.guess_of[guess]), key % num_patterns))

    def path_to(legal_set: int) -> Path:
        if legal_set == 0:
            return ()
        before, guess, pattern = first[legal_set]
        return (*path_to(before), (guess, pattern))

    return path_to
