"""Forms that the CSP paper prints and that are not what plays, kept to be measured.

Eq. 8 colours a tile by the coloured tiles of its letter to the left only, and so spends a letter that a
later green needs. Algorithm 2, line 19 takes the letter of every gray tile from all positions, though
another tile may have found it. Line 22 keeps the words that fit the domains, and forgets that yellow
letters must occur, and how often.
"""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int32, Integer, UInt8

from wordle_jax.constraints.state import extract_constraints
from wordle_jax.constraints.words import in_domains
from wordle_jax.pattern import GRAY, GREEN, YELLOW, code_dtype, num_patterns


@dataclass(frozen=True)
class PrintedFormFailures:
    """On how many (guess, answer) pairs the printed forms fail, and how many words line 22 wrongly keeps."""

    pairs: int
    other_feedback: int
    answer_lost: int
    answer_lost_in_order: int
    wrong_words_pairs: int
    wrong_words: int


def measure_printed_forms(
    guess_letters: UInt8[np.ndarray, "guess position"],
    answer_letters: UInt8[np.ndarray, "answer position"],
    patterns: Integer[np.ndarray, "guess answer"],
    num_letters: int,
) -> PrintedFormFailures:
    """Return how often the printed forms fail on every pair of a guess and an answer.

    Args:
        guess_letters, answer_letters: words as indices into one alphabet.
        patterns: the true pattern codes of the pairs.
        num_letters: size of the alphabet.
    """
    wrong_words = np.asarray(count_wrong_words(guess_letters, answer_letters, patterns, num_letters))
    return PrintedFormFailures(
        pairs=patterns.size,
        other_feedback=int((score_as_printed(guess_letters, answer_letters) != patterns).sum()),
        answer_lost=int(find_lost_answers(guess_letters, answer_letters, patterns).sum()),
        answer_lost_in_order=int(find_answers_lost_in_order(guess_letters, answer_letters, patterns).sum()),
        wrong_words_pairs=int((wrong_words > 0).sum()),
        wrong_words=int(wrong_words.sum(dtype=np.int64)),
    )


@jax.jit
def score_as_printed(
    guess_letters: UInt8[Array, "guess position"], answer_letters: UInt8[Array, "answer position"]
) -> Integer[Array, "guess answer"]:
    """Return the pattern codes that eq. 8 gives as printed: n_j counts coloured tiles before tile j only."""
    word_length = guess_letters.shape[1]
    dtype = code_dtype(word_length)
    guess, answer = guess_letters[:, None, :], answer_letters[None, :, :]
    code = jnp.zeros((len(guess_letters), len(answer_letters)), dtype)
    is_coloured: list[Bool[Array, "guess answer"]] = []
    for j in range(word_length):
        is_green = guess[..., j] == answer[..., j]
        in_answer = sum((guess[..., j] == answer[..., i]).astype(jnp.uint8) for i in range(word_length))
        coloured_before = sum(((guess[..., i] == guess[..., j]) & is_coloured[i]).astype(jnp.uint8) for i in range(j))
        # `g_j in a` follows from n_j < count(a, g_j).
        is_yellow = ~is_green & (coloured_before < in_answer)
        is_coloured.append(is_green | is_yellow)
        tile = jnp.where(is_green, dtype(GREEN), jnp.where(is_yellow, dtype(YELLOW), dtype(GRAY)))
        code = code * dtype(3) + tile
    return code


@jax.jit
def find_lost_answers(
    guess_letters: UInt8[Array, "guess position"],
    answer_letters: UInt8[Array, "answer position"],
    patterns: Integer[Array, "guess answer"],
) -> Bool[Array, "guess answer"]:
    """Return where line 19 rules out the answer after its own true feedback: a gray tile has its letter."""
    word_length = guess_letters.shape[1]
    guess, answer = guess_letters[:, None, :], answer_letters[None, :, :]
    lost = jnp.zeros(patterns.shape, bool)
    for j in range(word_length):
        in_answer = (guess[..., j, None] == answer).any(axis=2)
        lost |= (_read_tile(patterns, j, word_length) == GRAY) & in_answer
    return lost


@jax.jit
def find_answers_lost_in_order(
    guess_letters: UInt8[Array, "guess position"],
    answer_letters: UInt8[Array, "answer position"],
    patterns: Integer[Array, "guess answer"],
) -> Bool[Array, "guess answer"]:
    """Return the same with lines 12-22 carried out in order, where a later green brings its letter back."""
    word_length = guess_letters.shape[1]
    guess, answer = guess_letters[:, None, :], answer_letters[None, :, :]
    # Whether each position's domain still holds the answer's letter; no other value matters.
    holds = [jnp.ones(patterns.shape, bool)] * word_length
    for j in range(word_length):
        tile = _read_tile(patterns, j, word_length)
        is_gray = tile == GRAY
        holds = [holds[i] & ~(is_gray & (guess[..., j] == answer[..., i])) for i in range(word_length)]
        holds[j] = (tile == GREEN) | (holds[j] & ~((tile == YELLOW) & (guess[..., j] == answer[..., j])))
    return ~jnp.stack(holds).all(axis=0)


@partial(jax.jit, static_argnames="num_letters")
def count_wrong_words(
    guess_letters: UInt8[Array, "guess position"],
    answer_letters: UInt8[Array, "answer position"],
    patterns: Integer[Array, "guess answer"],
    num_letters: int,
) -> Int32[Array, "guess answer"]:
    """Return how many answers line 22 keeps although their pattern is another one than the pair's.

    The domains are the exact ones, so that line 22 is measured without line 19. O(guesses * patterns *
    answers).
    """
    all_patterns = jnp.arange(num_patterns(guess_letters.shape[1]), dtype=jnp.int32)

    def count_for_guess(row: tuple[Array, Array]) -> Int32[Array, " answer"]:
        guess, observed = row[0], row[1].astype(jnp.int32)
        states = jax.vmap(lambda pattern: extract_constraints(guess, pattern, num_letters))(all_patterns)
        kept = jax.vmap(in_domains, in_axes=(0, None))(states, answer_letters).sum(axis=1, dtype=jnp.int32)
        right = jnp.zeros_like(kept).at[observed].add(1)
        return (kept - right)[observed]

    return jax.lax.map(count_for_guess, (guess_letters, patterns))


def _read_tile(
    patterns: Integer[Array, "guess answer"], position: int, word_length: int
) -> Int32[Array, "guess answer"]:
    return patterns.astype(jnp.int32) // 3 ** (word_length - 1 - position) % 3
