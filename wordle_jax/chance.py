"""Chance: the random bits of a game, derived from (seed, game id, turn) alone.

A game gets the same bits whatever else is played beside it, in whatever order and wherever. Noise and random
choices draw from streams of their own, so that one never shifts the other.
"""

from functools import partial
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int64, UInt32

_STREAMS = {"noise": 0, "choice": 1}
_BATCH = 4096


def draw_bits(
    stream: Literal["noise", "choice"],
    seed: int,
    game_id: Int64[np.ndarray, " game"],
    turns: int,
    per_turn: int,
) -> UInt32[np.ndarray, "game turn number"]:
    """Return uniform 32-bit numbers for every game and turn. Ids and the seed are below 2**32."""
    bits = np.zeros((len(game_id), turns, per_turn), np.uint32)
    for first in range(0, len(game_id), _BATCH):
        ids = game_id[first : first + _BATCH].astype(np.uint32)
        padded = np.pad(ids, (0, _BATCH - len(ids)))
        drawn = _draw(np.uint32(seed), np.uint32(_STREAMS[stream]), padded, turns, per_turn)
        bits[first : first + len(ids)] = np.asarray(drawn)[: len(ids)]
    return bits


@partial(jax.jit, static_argnames=("turns", "per_turn"))
def _draw(seed: Array, stream: Array, game_id: UInt32[Array, " game"], turns: int, per_turn: int) -> Array:
    root = jax.random.fold_in(jax.random.key(seed, impl="threefry2x32"), stream)

    def draw(identity: Array, turn: Array) -> Array:
        key = jax.random.fold_in(jax.random.fold_in(root, identity), turn)
        return jax.random.bits(key, (per_turn,), jnp.uint32)

    every_turn = jax.vmap(draw, in_axes=(None, 0))
    return jax.vmap(every_turn, in_axes=(0, None))(game_id, jnp.arange(turns, dtype=jnp.uint32))
