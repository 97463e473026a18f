"""Which words a state allows."""

from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, UInt8, UInt32

from wordle_jax.constraints.state import ConstraintState, pack_letters


@jax.jit
def satisfies(state: ConstraintState, word_letters: UInt8[Array, "word position"]) -> Bool[Array, " word"]:
    """Return which words satisfy all constraints: letters in domains, counts within bounds (eqs. 2 and 20).

    After any observed patterns these are exactly the words that answer every guess with them, whether the
    state was propagated or not. Unbatched in the state.
    """
    word_length = word_letters.shape[1]
    num_letters = state.min_count.shape[0]
    letter_bits = _letter_bits(word_letters, num_letters)
    # A word has at least k of a letter if one of its tiles is the k-th occurrence from the left.
    same_letter = word_letters[:, :, None] == word_letters[:, None, :]
    occurrence = (same_letter & jnp.tri(word_length, dtype=bool)[None]).sum(axis=2, dtype=jnp.uint8)
    k = jnp.arange(1, word_length + 1, dtype=jnp.uint8)
    is_kth = occurrence[:, None, :] == k[None, :, None]
    kth_letters = jnp.where(is_kth[..., None], letter_bits[:, None], jnp.uint32(0))
    has_k = jax.lax.reduce(kth_letters, jnp.uint32(0), jax.lax.bitwise_or, (2,))

    must_have_k = pack_letters(state.min_count[None, :] >= k[:, None])
    must_not_have_k = pack_letters(state.max_count[None, :] < k[:, None])
    wrong = (must_have_k[None] & ~has_k) | (must_not_have_k[None] & has_k)
    return in_domains(state, word_letters) & ~(wrong != 0).any(axis=(1, 2))


@jax.jit
def in_domains(state: ConstraintState, word_letters: UInt8[Array, "word position"]) -> Bool[Array, " word"]:
    """Return which words have their letters in the domains, whatever the counts (algorithm 2, line 22)."""
    letter_bits = _letter_bits(word_letters, state.min_count.shape[0])
    return ((letter_bits & state.domains[None]) != 0).any(axis=2).all(axis=1)


@partial(jax.jit, static_argnames="num_letters")
def _letter_bits(
    word_letters: UInt8[Array, "word position"], num_letters: int
) -> UInt32[Array, "word position mask_word"]:
    """Return the letter at each place of each word as a bit mask."""
    return pack_letters(word_letters[:, :, None] == jnp.arange(num_letters, dtype=jnp.uint8)[None, None])
