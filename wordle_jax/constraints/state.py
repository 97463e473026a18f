"""What feedback says about the secret word: a domain for each position and bounds on each letter's count.

Axes: position (place in the word), letter (index into the alphabet), mask_word (32 letters of a bit mask),
turn. All functions are unbatched; `jax.vmap` adds a leading belief axis.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int32, UInt8, UInt32

from wordle_jax.pattern import GRAY, GREEN, YELLOW

Domains = UInt32[Array, "position mask_word"]

_MASK_BITS = 32  # uint64 would hold any alphabet in one word, but jax leaves it off by default


class ConstraintState(NamedTuple):
    """Domains and count bounds: the D of section 3.1 and the C of eq. 7 of the CSP paper.

    Bit `letter % 32` of `domains[position, letter // 32]` is one while the letter may stand at the position.
    Each letter occurs at least `min_count` and at most `max_count` times (eq. 6).
    """

    domains: Domains
    min_count: UInt8[Array, " letter"]
    max_count: UInt8[Array, " letter"]


@partial(jax.jit, static_argnames=("num_letters", "word_length"))
def initial_state(num_letters: int, word_length: int) -> ConstraintState:
    """Return the state before any feedback: every letter anywhere, 0 to `word_length` times."""
    anywhere = pack_letters(jnp.ones((word_length, num_letters), bool))
    return ConstraintState(anywhere, jnp.zeros(num_letters, jnp.uint8), jnp.full(num_letters, word_length, jnp.uint8))


def pack_letters(members: Bool[Array, "*axes letter"]) -> UInt32[Array, "*axes mask_word"]:
    """Return sets of letters as bit masks."""
    num_letters = members.shape[-1]
    num_words = -(-num_letters // _MASK_BITS)
    padding = [(0, 0)] * (members.ndim - 1) + [(0, num_words * _MASK_BITS - num_letters)]
    bits = jnp.pad(members, padding).reshape(*members.shape[:-1], num_words, _MASK_BITS)
    place_values = jnp.left_shift(jnp.uint32(1), jax.lax.broadcasted_iota(jnp.uint32, bits.shape, bits.ndim - 1))
    return jnp.where(bits, place_values, jnp.uint32(0)).sum(axis=-1, dtype=jnp.uint32)


@partial(jax.jit, static_argnames="num_letters")
def unpack_letters(masks: UInt32[Array, "*axes mask_word"], num_letters: int) -> Bool[Array, "*axes letter"]:
    """Return bit masks as sets of letters."""
    shape = (*masks.shape, _MASK_BITS)
    bits = jnp.right_shift(masks[..., None], jax.lax.broadcasted_iota(jnp.uint32, shape, masks.ndim)) & 1
    return bits.reshape(*masks.shape[:-1], -1)[..., :num_letters] == 1


def domain_sizes(domains: Domains) -> Int32[Array, " position"]:
    """Return how many letters each position may still hold."""
    return jax.lax.population_count(domains).astype(jnp.int32).sum(axis=-1)


@partial(jax.jit, static_argnames="num_letters")
def extract_constraints(
    guess_letters: UInt8[Array, " position"], observed: Int32[Array, ""], num_letters: int
) -> ConstraintState:
    """Return what one observed pattern says by itself (eqs. 3-6 of the CSP paper), as a state to be added.

    A green tile leaves its position one letter; a yellow or a gray tile takes its letter from its own
    position. The green and yellow tiles of a letter are its minimum. A gray tile is a maximum: the greens
    of its letter and the yellows to its left, the occurrences "already confirmed" (eq. 5) when tiles are
    coloured from the left. A maximum of zero takes the letter from every position.

    In a pattern that some word answers, no yellow stands to the right of a gray of the same letter, so the
    maximum is the number of all coloured tiles of the letter. Where noise made such a pattern, the maximum
    falls below the minimum and no word is left, as none answers it.

    Args:
        guess_letters: the guess, as indices into the alphabet.
        observed: pattern code, gray 0, yellow 1, green 2, base 3, first tile most significant.
        num_letters: size of the alphabet, at most 64.
    """
    word_length = guess_letters.shape[0]
    guess = guess_letters.astype(jnp.int32)
    place_values = 3 ** jnp.arange(word_length - 1, -1, -1, dtype=jnp.int32)
    tiles = observed // place_values % 3
    is_tile_letter = guess[:, None] == jnp.arange(num_letters, dtype=jnp.int32)[None, :]

    min_count = (is_tile_letter & (tiles != GRAY)[:, None]).sum(axis=0, dtype=jnp.uint8)
    same_letter = guess[:, None] == guess[None, :]
    left_of = jnp.tri(word_length, k=-1, dtype=bool)
    confirms = same_letter & ((tiles == GREEN)[None, :] | (left_of & (tiles == YELLOW)[None, :]))
    confirmed = confirms.sum(axis=1, dtype=jnp.uint8)
    says_maximum = is_tile_letter & (tiles == GRAY)[:, None]
    max_count = jnp.where(says_maximum, confirmed[:, None], jnp.uint8(word_length)).min(axis=0)

    at_position = is_tile_letter == (tiles == GREEN)[:, None]
    return ConstraintState(pack_letters(at_position & (max_count > 0)[None]), min_count, max_count)


def add_constraints(state: ConstraintState, constraints: ConstraintState) -> ConstraintState:
    """Return the state that satisfies both (eq. 7): domains intersect, minima rise, maxima fall."""
    return ConstraintState(
        state.domains & constraints.domains,
        jnp.maximum(state.min_count, constraints.min_count),
        jnp.minimum(state.max_count, constraints.max_count),
    )


@partial(jax.jit, static_argnames="num_letters")
def accumulate_constraints(
    guess_letters: UInt8[Array, "turn position"], observed: Int32[Array, " turn"], num_letters: int
) -> ConstraintState:
    """Return all that a history says (eq. 7), not propagated; a turn whose pattern is -1 says nothing."""
    start = initial_state(num_letters, guess_letters.shape[1])

    def add_turn(state: ConstraintState, turn: tuple[Array, Array]) -> tuple[ConstraintState, None]:
        added = add_constraints(state, extract_constraints(*turn, num_letters))
        return jax.tree.map(partial(jnp.where, turn[1] >= 0), added, state), None

    return jax.lax.scan(add_turn, start, (guess_letters, observed))[0]
