"""The game that keeps its answer open, known as Absurdle."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64

from wordle_jax.pattern import GREEN, YELLOW
from wordle_jax.world import World


def answer_openly(
    world: World, candidates: Int64[np.ndarray, " candidate"], guess: int
) -> tuple[int, Int64[np.ndarray, " left"]]:
    """Return the pattern that leaves most of the candidates (answer indices), and those that it leaves.

    Of equally many the pattern with the fewest green tiles is taken, then the fewest yellow ones, then the smallest
    code; so the win, which leaves one, is given only when nothing else can be said truthfully.
    """
    codes = world.matrix.codes[guess, candidates]
    patterns, sizes = np.unique(codes, return_counts=True)
    length = world.letters.shape[1]

    def preference(at: int) -> tuple[int, int, int, int]:
        pattern = int(patterns[at])
        tiles = [pattern // 3**i % 3 for i in range(length)]
        return -int(sizes[at]), tiles.count(GREEN), tiles.count(YELLOW), pattern

    chosen = int(patterns[min(range(len(patterns)), key=preference)])
    return chosen, candidates[codes == chosen]


def answer_all_openly(world: World, guesses: Sequence[int]) -> tuple[list[int], Int64[np.ndarray, " left"]]:
    """Return the patterns of guesses (indices) made one after the other, and the answers that are left."""
    left, patterns = np.arange(world.num_answers), []
    for guess in guesses:
        pattern, left = answer_openly(world, left, guess)
        patterns.append(pattern)
    return patterns, left
