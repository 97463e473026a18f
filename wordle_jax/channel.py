"""Channels: how the tiles that a player sees come from the true ones."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int32, UInt32

from wordle_jax.errors import UserError


@dataclass(frozen=True)
class TileFlip:
    """Each tile shows one of the two other colours with probability `rate` (algorithm 6 of the paper)."""

    rate: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise UserError(f"noise is {self.rate}: it is the share of wrong tiles, give 0 to 1")

    def corrupt(
        self, pattern: Int32[np.ndarray, " game"], random_bits: UInt32[np.ndarray, "game letter two"]
    ) -> Int32[np.ndarray, " game"]:
        """Return the observed patterns.

        `random_bits` are uniform: the first number of a tile says whether it flips, compared with an integer
        threshold so that no rounding of floats is involved; the lowest bit of the second says to which colour.
        """
        threshold = round(self.rate * 2**32)
        flips = random_bits[..., 0].astype(np.uint64) < threshold
        step = 1 + (random_bits[..., 1] & 1).astype(np.int32)
        place = 3 ** np.arange(random_bits.shape[1] - 1, -1, -1, dtype=np.int32)
        tiles = pattern[:, None] // place % 3
        observed = np.where(flips, (tiles + step) % 3, tiles)
        return (observed * place).sum(1, dtype=np.int32)
