"""Patterns: the feedback of a guess, and the matrix of all of them.

A pattern is a row of tiles, gray 0, yellow 1, green 2, read as a base-3 number whose most significant digit is
the first tile. Words of L letters give 3**L patterns; the largest, all green, is the win.
"""

import reprlib
from dataclasses import dataclass
from functools import cached_property, partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec
from jaxtyping import Array, Integer, UInt8

from wordle_jax.errors import UserError
from wordle_jax.platform import guess_mesh

GRAY, YELLOW, GREEN = 0, 1, 2

# What people type or paste for a tile: letters, digits, and the squares of the share grid with their variants.
_TILE_OF_SYMBOL = {
    **dict.fromkeys("b0x-.⬛⬜", GRAY),
    **dict.fromkeys("y1🟨🟦", YELLOW),
    **dict.fromkeys("g2🟩🟧", GREEN),
}
# Guesses that a histogram over all answers counts side by side.
INTERLEAVE = 4
_TRANSPOSE_BLOCK = 256
_VARIATION_SELECTOR = "️"


def num_patterns(length: int) -> int:
    """Return 3**length, the number of patterns of words of that length."""
    return int(3**length)


def code_dtype(length: int) -> type[np.unsignedinteger]:
    """Return the storage type of codes: one byte up to five letters, two above."""
    return np.uint8 if num_patterns(length) <= 256 else np.uint16


def score_words(guess: str, answer: str) -> int:
    """Return the pattern of one guess by the two-pass rule: greens first, then yellows from the left.

    A yellow tile uses up one occurrence of its letter among the answer's letters that are not green.
    Eq. 8 of the paper counts only the tiles before a yellow one and so colours a letter that a later
    green needs (three/abide); it is not followed. Raises UserError for words of different lengths.
    """
    if len(guess) != len(answer):
        raise UserError(f"{guess!r} and {answer!r} have {len(guess)} and {len(answer)} letters: they must be as long")
    left_over = [a for g, a in zip(guess, answer, strict=True) if g != a]
    code = 0
    for g, a in zip(guess, answer, strict=True):
        tile = GRAY
        if g == a:
            tile = GREEN
        elif g in left_over:
            left_over.remove(g)
            tile = YELLOW
        code = 3 * code + tile
    return code


def format_pattern(code: int, length: int = 5) -> str:
    """Return the tiles of a pattern as letters, such as bbybg."""
    tiles = ""
    for _ in range(length):
        code, tile = divmod(code, 3)
        tiles = "byg"[tile] + tiles
    return tiles


def parse_pattern(text: str, length: int = 5) -> int:
    """Return the pattern typed as letters (gybbb), digits (21000) or squares, in either case.

    Blanks around and between the tiles do not count. Raises UserError for another number of tiles or an unknown one.
    """
    symbols = "".join(text.split()).lower().replace(_VARIATION_SELECTOR, "")
    unknown = sorted(set(symbols) - set(_TILE_OF_SYMBOL))
    if unknown or len(symbols) != length:
        what = f"has {len(symbols)} tiles" if not unknown else f"has the unknown tile {unknown[0]!r}"
        raise UserError(f"feedback {reprlib.repr(text.strip())} {what}: give {length} tiles as b/y/g, 0/1/2 or ⬛🟨🟩")
    code = 0
    for symbol in symbols:
        code = 3 * code + _TILE_OF_SYMBOL[symbol]
    return code


def is_tiles(text: str) -> bool:
    """Tell whether a text is made of nothing but tiles, as `parse_pattern` reads them, and blanks."""
    symbols = "".join(text.split()).lower().replace(_VARIATION_SELECTOR, "")
    return bool(symbols) and set(symbols) <= set(_TILE_OF_SYMBOL)


def score_letters(
    guess: UInt8[Array, "guess letter"], answer: UInt8[Array, "answer letter"]
) -> Integer[Array, "guess answer"]:
    """Return the pattern of every guess against every answer, as `score_words` does; not jitted.

    Tile i is yellow if fewer tiles before it ask for the same letter than the answer has to spare, where
    green tiles neither ask nor spare. That needs no state from tile to tile, so it is one fused loop.
    """
    length = guess.shape[1]
    dtype = code_dtype(length)
    g = [guess[:, i, None] for i in range(length)]
    a = [answer[None, :, i] for i in range(length)]
    green = [g[i] == a[i] for i in range(length)]

    def count(flags: list[Array]) -> Array:
        return sum((flag.astype(jnp.uint8) for flag in flags), jnp.uint8(0))

    code = jnp.zeros(green[0].shape, dtype)
    for i in range(length):
        spare = count([(g[i] == a[j]) & ~green[j] for j in range(length) if j != i])
        asked = count([(g[i] == g[j]) & ~green[j] for j in range(i)])
        tile = jnp.where(green[i], dtype(GREEN), (asked < spare).astype(dtype))
        code = code * dtype(3) + tile
    return code


@partial(jax.jit, static_argnames="mesh")
def _score_shards(guess: Array, answer: Array, mesh: jax.sharding.Mesh) -> Array:
    rows = PartitionSpec("guess")
    return jax.shard_map(score_letters, mesh=mesh, in_specs=(rows, PartitionSpec()), out_specs=rows)(guess, answer)


@dataclass(frozen=True, eq=False)
class PatternMatrix:
    """The outcome of every guess against every answer; all that beliefs, scores and games know of the words.

    `codes` lives on the host. The device copies are made when a kernel first asks for them: guesses are
    split over the devices of this process, and padded with copies of the last to a multiple of their number.
    """

    codes: Integer[np.ndarray, "guess answer"]
    num_patterns: int

    def __reduce__(self) -> tuple:
        # The device copies stay behind: another process makes its own.
        return PatternMatrix, (self.codes, self.num_patterns)

    @property
    def num_guesses(self) -> int:
        return int(self.codes.shape[0])

    @property
    def num_answers(self) -> int:
        return int(self.codes.shape[1])

    @cached_property
    def replicated(self) -> Array:
        """The codes on the first device, for kernels that look up single rows."""
        return jnp.asarray(self.codes)

    @cached_property
    def interleaved(self) -> Array:
        """The codes for one histogram a guess over all answers: INTERLEAVE guesses a row, answer by answer.

        The codes of the r-th guess of a block are raised by r times the number of patterns, so that a block's
        guesses count into bins side by side. Blocks are split over the devices.
        """
        padded = _pad_rows(self.codes, INTERLEAVE * guess_mesh().size).astype(np.uint16)
        offsets = (np.arange(INTERLEAVE) * self.num_patterns).astype(np.uint16)
        blocks = padded.reshape(-1, INTERLEAVE, self.num_answers).transpose(0, 2, 1) + offsets
        rows = blocks.reshape(len(blocks), -1)
        return jax.device_put(rows, NamedSharding(guess_mesh(), PartitionSpec("guess")))

    @cached_property
    def by_answer(self) -> Array:
        """The transposed codes, so that one answer's codes lie side by side; guesses split over the devices."""
        padded = _pad_rows(self.codes, guess_mesh().size)
        transposed = np.empty(padded.shape[::-1], padded.dtype)
        # In blocks that stay in the cache: three times as fast as at once.
        for first in range(0, len(padded), _TRANSPOSE_BLOCK):
            block = slice(first, first + _TRANSPOSE_BLOCK)
            transposed[:, block] = padded[block].T
        return jax.device_put(transposed, NamedSharding(guess_mesh(), PartitionSpec(None, "guess")))


def build_pattern_matrix(
    guess_letters: UInt8[np.ndarray, "guess letter"], answer_letters: UInt8[np.ndarray, "answer letter"]
) -> PatternMatrix:
    """Return the pattern matrix of two word lists given as letter indices of one alphabet."""
    padded = _pad_rows(guess_letters, guess_mesh().size)
    codes = np.asarray(_score_shards(padded, answer_letters, guess_mesh()))
    return PatternMatrix(codes[: len(guess_letters)], num_patterns(guess_letters.shape[1]))


def _pad_rows(rows: np.ndarray, multiple: int) -> np.ndarray:
    """Return the rows with the last one repeated up to a multiple of that many."""
    missing = -len(rows) % multiple
    return np.concatenate([rows, np.repeat(rows[-1:], missing, axis=0)]) if missing else rows
