"""The nodes of deterministic games on true feedback, and what guesses tell there."""

from collections.abc import Iterator

import numpy as np
from jaxtyping import Int64

from wordle_jax.audit.games import Games
from wordle_jax.world import World


def walk_nodes(games: Games) -> Iterator[tuple[Int64[np.ndarray, " candidate"], int, int]]:
    """Yield each node: its answers, the guess made there, and the guess before it, -1 at the first."""
    records = games.records
    node = np.zeros(len(records), np.int64)
    for turn in range(records.guesses.shape[1]):
        live = records.num_guesses > turn
        for which in np.unique(node[live]).tolist():
            here = np.flatnonzero(live & (node == which))
            before = int(records.guesses[here[0], turn - 1]) if turn else -1
            yield records.answer[here].astype(np.int64), int(records.guesses[here[0], turn]), before
        step = np.stack([node, records.guesses[:, turn], records.observed_patterns[:, turn]], axis=1).astype(np.int64)
        node = np.unique(step, axis=0, return_inverse=True)[1].reshape(-1)


def entropy_of(world: World, guess: int, members: Int64[np.ndarray, " candidate"]) -> float:
    """Return the bits that a guess gives where these answers are left."""
    sizes = np.unique(world.matrix.codes[guess, members], return_counts=True)[1]
    return float(np.log2(len(members)) - (sizes * np.log2(sizes)).sum() / len(members))
