"""Recovery: what a hard belief becomes when no candidate agrees with all that was shown, so that some of it is false.

What it becomes is a matter of the rows alone, guesses and patterns, in any order: games with equal rows share it.
"""

from typing import Literal

import numpy as np
from jaxtyping import Int32, Int64

from wordle_jax.channel import count_wrong_tiles
from wordle_jax.world import World

Recovery = int | Literal["fewest_lies"]


def recover(
    world: World, recovery: Recovery, guessed: Int32[np.ndarray, " turn"], shown: Int32[np.ndarray, " turn"]
) -> Int32[np.ndarray, " member"]:
    """Return the candidates to go on with after these guesses in vain and the patterns shown for them."""
    if recovery == "fewest_lies":
        return _find_least_contradicted(world, guessed, shown)
    return _list_most_frequent(world, recovery, guessed)


def sort_rows(
    world: World,
    recovery: Recovery,
    guessed: Int32[np.ndarray, "game turn"],
    shown: Int32[np.ndarray, "game turn"],
) -> Int64[np.ndarray, "game turn"]:
    """Return all that the recovery of each game looks at, in one order, so that equal rows recover alike."""
    rows = guessed.astype(np.int64)
    if recovery == "fewest_lies":
        rows = rows * world.matrix.num_patterns + shown
    return np.sort(rows, axis=1)


def _list_most_frequent(world: World, size: int, guessed: Int32[np.ndarray, " turn"]) -> Int32[np.ndarray, " member"]:
    """Return the most frequent answers not yet guessed, all earlier constraints dropped (eq. 21 of the paper)."""
    answers = world.guess_answer[guessed]
    frequent = world.frequency_order[: size + len(guessed)]
    is_new = np.ones(len(frequent), bool)
    place = world.frequency_rank[answers[answers >= 0]]
    is_new[place[place < len(frequent)]] = False
    return np.sort(frequent[is_new][:size])


def _find_least_contradicted(
    world: World, guessed: Int32[np.ndarray, " turn"], shown: Int32[np.ndarray, " turn"]
) -> Int32[np.ndarray, " member"]:
    """Return the answers not yet guessed that the fewest of all tiles shown contradict.

    They are the likeliest ones if every tile is wrong with the same probability below 2/3, either colour alike. What
    agrees with later rows remains so: the candidates are the likeliest answers at every turn.
    """
    num_tiles = world.letters.shape[1]
    lies = np.zeros(world.num_answers, np.int64)
    for guess, pattern in zip(guessed.tolist(), shown.tolist(), strict=True):
        lies += count_wrong_tiles(pattern, num_tiles)[world.matrix.codes[guess]]
    answers = world.guess_answer[guessed]
    lies[answers[answers >= 0]] = np.iinfo(np.int64).max
    return np.flatnonzero(lies == lies.min()).astype(np.int32)
