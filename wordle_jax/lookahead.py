"""Look-ahead: a guess is rated by what it leaves once the best next guess has been made too.

The article proposes it as an extension: the information of two guesses instead of one. A guess splits a belief into
parts; in each of them the next guess is the best that the recipe makes without looking ahead. The scores that those
leave, summed over the parts (for largest_part, the largest), are the two-step value of the guess, lower is better. For
entropy it is n times the bits that are still missing after two guesses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int32, Int64, Num

from wordle_jax.batch import Rows
from wordle_jax.belief import BeliefSets, join_sets
from wordle_jax.rules import AllowedAfter
from wordle_jax.scores import PartTable
from wordle_jax.world import World

# So many members, or masks of legal guesses, are held at a time: some tens of megabytes.
_MEMBERS_AT_ONCE = 1 << 20
_MASKS_AT_ONCE = 2048

# The score of the best next guess for every belief, given what the rules allow it.
RateNext = Callable[[BeliefSets, Bool[np.ndarray, "part guess"] | None], Int32[np.ndarray, " part"]]


@dataclass(frozen=True, eq=False)
class Parts:
    """What rows (belief, guess) split their beliefs into: the candidates of each part, its row and its pattern."""

    sets: BeliefSets
    row: Int64[np.ndarray, " part"]
    pattern: Int64[np.ndarray, " part"]


def shortlist_rows(
    rows: Rows, scores: Num[np.ndarray, " row"], preference: Int64[np.ndarray, " row"], number: int
) -> Int64[np.ndarray, " near"]:
    """Return the places of so many rows of each belief with the best scores, the best first; a guess counts once."""
    order = np.lexsort((preference, scores, rows.belief))
    again = (np.diff(rows.belief[order], prepend=-1) == 0) & (np.diff(rows.guess[order], prepend=-1) == 0)
    order = order[~again]
    ranked = Rows(rows.belief[order], rows.guess[order])
    return order[np.arange(len(order)) - ranked.spread(ranked.starts) < number]


def split_beliefs(world: World, beliefs: BeliefSets, rows: Rows) -> Parts:
    """Return the parts of every row, row by row; those of a row in the order of their patterns."""
    taken = beliefs.take(rows.belief)
    row = taken.member_belief
    patterns = world.matrix.num_patterns
    key = row * patterns + world.matrix.codes[rows.guess[row], taken.members]
    order = np.argsort(key, kind="stable")  # the members of a part stay in increasing order
    key = key[order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    sets = BeliefSets(taken.members[order], np.append(starts, len(key)))
    return Parts(sets, key[starts] // patterns, key[starts] % patterns)


def rate_two_steps(
    world: World,
    beliefs: BeliefSets,
    rows: Rows,
    table: PartTable,
    rate_next: RateNext,
    legal: Bool[np.ndarray, "belief guess"] | None = None,
    allowed_after: AllowedAfter | None = None,
) -> Int64[np.ndarray, " row"]:
    """Return the two-step value of every row for an integer score.

    `legal` are the guesses that the rules allow each belief, None for all; `allowed_after` says which they allow
    after a row and its tiles, None if always all. A part that they allow none may take any, as in a game.
    """
    reduce = np.add if table.reduction == "sum" else np.maximum
    # No term of a score that is maximised is below that of an empty part.
    values = np.full(len(rows.belief), 0 if table.reduction == "sum" else table.of_part[0], np.int64)
    for first, portion in _portions(beliefs, rows):
        parts = split_beliefs(world, beliefs, portion)
        # A single candidate is known, and has been guessed already or is guessed next.
        won = world.answer_guess[parts.sets.members[parts.sets.offsets[:-1]]] == portion.guess[parts.row]
        left = np.where(won, table.of_won, table.of_known).astype(np.int64)
        several = np.flatnonzero(parts.sets.counts > 1)
        if legal is None and allowed_after is None:
            different, copies = _drop_copies(parts.sets.take(several))
            left[several] = rate_next(different, None)[copies]
        else:
            for at in np.split(several, range(_MASKS_AT_ONCE, len(several), _MASKS_AT_ONCE)):
                masks = _legal_after(world.num_guesses, portion, parts, at, legal, allowed_after)
                left[at] = rate_next(parts.sets.take(at), masks)
        reduce.at(values, first + parts.row, left)
    return values


def _portions(beliefs: BeliefSets, rows: Rows) -> Iterator[tuple[int, Rows]]:
    """Yield the rows in portions of about as many members as are held at a time, each with the place of its first."""
    members = np.cumsum(beliefs.counts[rows.belief])
    cuts = np.flatnonzero(np.diff(members // _MEMBERS_AT_ONCE)) + 1
    for at in np.split(np.arange(len(members)), cuts):
        yield int(at[0]), Rows(rows.belief[at], rows.guess[at])


def _drop_copies(sets: BeliefSets) -> tuple[BeliefSets, Int64[np.ndarray, " belief"]]:
    """Return the different sets, and which of them each is: guesses often split beliefs alike."""
    place: dict[bytes, int] = {}
    copies = np.array([place.setdefault(sets[b].tobytes(), len(place)) for b in range(len(sets))], np.int64)
    return join_sets([np.frombuffer(content, np.int32) for content in place]), copies


def _legal_after(
    num_guesses: int,
    rows: Rows,
    parts: Parts,
    at: Int64[np.ndarray, " chosen"],
    legal: Bool[np.ndarray, "belief guess"] | None,
    allowed_after: AllowedAfter | None,
) -> Bool[np.ndarray, "chosen guess"]:
    """Return what the rules allow next in the chosen parts."""
    masks = []
    for row, pattern in zip(parts.row[at].tolist(), parts.pattern[at].tolist(), strict=True):
        guess = int(rows.guess[row])
        mask = np.ones(num_guesses, bool) if legal is None else legal[rows.belief[row]].copy()
        if allowed_after is not None:
            mask &= allowed_after(guess, pattern)
            mask[guess] = False
        masks.append(mask if mask.any() else np.ones(num_guesses, bool))
    return np.stack(masks) if masks else np.zeros((0, num_guesses), bool)
