"""The arrays that the loops of the search work on."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int32, Int64

from wordle_jax.tree import kernel
from wordle_jax.tree.tree import UNLIMITED
from wordle_jax.world import World

_LOG_UNIT = 1 << 12
# Cores that a memo has room for, and how many of them may be given to it, so that there is room for its own.
_CORES, GIVEN_CORES, _CORE_MEMBERS = 1 << 16, 60_000, 1 << 20
_MODES = {"normal": kernel.NORMAL, "hard": kernel.HARD, "ultra_hard": kernel.ULTRA_HARD}


@dataclass(frozen=True, eq=False)
class Numbering:
    """How the search numbers words: `guess_of[i]` is the lexicon's index of its guess i, and so on."""

    guess_of: Int64[np.ndarray, " guess"]
    answer_of: Int64[np.ndarray, " answer"]
    own_guess: Int64[np.ndarray, " guess"]  # the search's number of a guess of the lexicon


def make_problem(
    world: World,
    mode: str,
    weight: Int64[np.ndarray, " answer"],
    *,
    top: int | None = None,
    candidates_at: int = 0,
    by_entropy: bool = False,
    any_tree: bool = False,
    bound_only: bool = False,
    failure_cost: int = 0,
) -> tuple[kernel.Problem, Numbering]:
    """Return what the loops search, and how it numbers words.

    Guesses that make many parts of the whole list come first, so that good bounds are found early; answers come
    by falling weight.
    """
    answer_of = np.argsort(-weight, kind="stable")
    by_guess = world.matrix.codes[:, answer_of]
    parts = count_parts(by_guess, world.matrix.num_patterns)
    guess_of = np.argsort(-parts, kind="stable")
    by_guess = np.ascontiguousarray(by_guess[guess_of])
    num_guesses, num_answers = by_guess.shape
    own_guess = np.empty(num_guesses, np.int64)
    own_guess[guess_of] = np.arange(num_guesses)
    by_answer = np.zeros((num_answers, -(-num_guesses // kernel.BLOCK) * kernel.BLOCK), by_guess.dtype)
    for first in range(0, num_guesses, kernel.BLOCK):
        block = by_guess[first : first + kernel.BLOCK]
        by_answer[:, first : first + len(block)] = block.T
    letters = np.ascontiguousarray(world.letters[guess_of])
    letter_count = np.zeros((num_guesses, int(letters.max()) + 1), np.uint8)
    for i in range(letters.shape[1]):
        letter_count[np.arange(num_guesses), letters[:, i]] += 1
    problem = kernel.Problem(
        by_answer=by_answer,
        by_guess=by_guess,
        answer_guess=own_guess[world.answer_guess[answer_of]],
        weight=weight[answer_of].astype(np.int64),
        log=_scale_logs(num_answers),
        mark=np.random.default_rng(0).integers(0, 2**64, num_answers, np.uint64),
        letters=letters,
        letter_count=letter_count,
        win=world.matrix.num_patterns - 1,
        most_parts=int(parts.max()),
        is_uniform=bool((weight == 1).all()),
        mode=_MODES[mode],
        top=num_guesses if top is None else min(top, num_guesses),  # more than there are may be no machine's number
        candidates_at=min(candidates_at, num_answers),
        by_entropy=by_entropy,
        any_tree=any_tree,
        bound_only=bound_only,
        failure_cost=failure_cost,
    )
    return problem, Numbering(guess_of, answer_of, own_guess)


def _scale_logs(largest: int) -> Int64[np.ndarray, " count"]:
    counts = np.arange(largest + 1)
    return np.rint(counts * np.log2(np.maximum(counts, 1)) * _LOG_UNIT).astype(np.int64)


def count_parts(by_guess: np.ndarray, num_patterns: int) -> Int64[np.ndarray, " guess"]:
    """Return into how many parts each guess splits all answers."""
    parts = np.empty(len(by_guess), np.int64)
    step = max(1, 8_000_000 // num_patterns)
    for first in range(0, len(by_guess), step):
        rows = by_guess[first : first + step]
        seen = np.zeros((len(rows), num_patterns), bool)
        seen[np.arange(len(rows))[:, None], rows] = True
        parts[first : first + step] = seen.sum(axis=1)
    return parts


def make_memo(entries: int, members: int, cores: kernel.Cores) -> kernel.Memo:
    """Return an empty memo with room for so many sets with so many members in all. Untouched room costs nothing."""
    return kernel.Memo(
        slot=np.zeros(_slots(entries), np.int32),
        entry=np.zeros((entries, kernel.ENTRY_COLUMNS), np.int32),
        pool=np.zeros(members, np.uint16),
        counter=np.zeros(kernel.COUNTERS, np.int64),
        cores=cores,
    )


def make_cores(problem: kernel.Problem) -> kernel.Cores:
    """Return room for cores, where there are any."""
    room = _CORES if problem.any_tree and problem.mode == kernel.NORMAL else 0
    return kernel.Cores(
        member=np.zeros(_CORE_MEMBERS if room else 0, np.uint16),
        end=np.zeros(room + 1, np.int64),
        left=np.zeros(room, np.int64),
        kept_by=np.zeros((len(problem.by_guess), room // 64), np.uint64),
        counter=np.zeros(1, np.int64),
    )


def make_legal(sets: int, guesses: int) -> kernel.Legal:
    """Return the store of legal guesses that holds the set of all guesses, with room for so many sets and members."""
    steps = 8 * sets
    return kernel.Legal(
        slot=np.zeros(_slots(sets), np.int32),
        offset=np.zeros(sets, np.int64),
        pool=np.zeros(guesses, np.int32),
        step_slot=np.zeros(_slots(steps), np.int32),
        step=np.zeros((steps, 2), np.int64),
        counter=np.ones(2, np.int64),
    )


def pack(memo: kernel.Memo, legal: kernel.Legal) -> dict[str, np.ndarray]:
    """Return the used parts of what a search has learned, by name; of a hash table the places of its entries."""
    sets, steps = legal.counter.tolist()
    cores = int(memo.cores.counter[0])
    return {
        "memo_slot": _find_places(memo.slot),
        "memo_entry": memo.entry[: memo.counter[kernel.ENTRIES] + 1],
        "memo_pool": memo.pool[: memo.counter[kernel.POOLED]],
        "memo_counter": memo.counter,
        "core_member": memo.cores.member[: memo.cores.end[cores]],
        "core_end": memo.cores.end[1 : cores + 1],
        "core_left": memo.cores.left[:cores],
        "legal_slot": _find_places(legal.slot),
        "legal_offset": legal.offset[: sets + 1],
        "legal_pool": legal.pool[: legal.offset[sets]],
        "legal_step_slot": _find_places(legal.step_slot),
        "legal_step": legal.step[:steps],
        "legal_counter": legal.counter,
    }


def unpack(packed: Mapping[str, np.ndarray], problem: kernel.Problem, memo: kernel.Memo, legal: kernel.Legal) -> None:
    """Fill an empty memo and store of the same room with what `pack` returned; the memo's cores are replaced."""
    for prefix, arrays in (("memo", memo._asdict()), ("legal", legal._asdict())):
        for name, array in arrays.items():
            if name == "cores":
                continue
            part = packed[f"{prefix}_{name}"]
            if name.endswith("slot"):
                array[part] = np.arange(1, len(part) + 1)
            else:
                array[: len(part)] = part
    kernel.drop_cores(memo.cores, 0)
    for members, left in zip(
        np.split(packed["core_member"], packed["core_end"][:-1]), packed["core_left"].tolist(), strict=False
    ):
        kernel.note_core(problem, memo.cores, members, left)
    memo.counter[kernel.STATE] = kernel.RUNNING


def _find_places(table: Int32[np.ndarray, " slot"]) -> Int64[np.ndarray, " entry"]:
    """Return where in a hash table its entries 1, 2, ... stand."""
    places = np.flatnonzero(table != 0)  # five times as fast as without the comparison
    return places[np.argsort(table[places])]


def _slots(entries: int) -> int:
    """Return the size of a hash table that is never more than half full: a power of two."""
    return 1 << (2 * entries - 1).bit_length()


def make_work(problem: kernel.Problem) -> kernel.Work:
    """Return scratch space for one thread."""
    num_guesses, num_answers = problem.by_guess.shape
    num_patterns, depth, block = problem.win + 1, UNLIMITED + 2, kernel.BLOCK
    alphabet = max(problem.letter_count.shape[1], problem.letters.shape[1])
    return kernel.Work(
        frame=np.zeros((depth, kernel.FRAME_COLUMNS), np.int64),
        members=np.zeros((depth, num_answers), np.uint16),
        part=np.zeros((depth, num_patterns, kernel.PART_COLUMNS), np.int64),
        heap=np.zeros((depth, num_guesses), np.int64),
        guess=np.zeros((2, num_guesses), np.int32),
        answer=np.zeros((2, num_answers), np.int64),
        block=np.zeros((1 if problem.mode == kernel.NORMAL else num_answers, block), problem.by_guess.dtype),
        total=np.zeros(block, np.int32),
        same=np.zeros(block, np.uint8),
        seen=np.zeros((block, num_patterns), np.int32),
        tally=np.zeros((2, num_patterns), np.int64),
        letter=np.zeros((2, alphabet), np.int64),
        is_member=np.zeros(num_answers, np.uint8),
        core=np.zeros(2 * num_answers, np.uint16),
        inside=np.zeros((depth, _CORES // 64), np.uint64),
    )
