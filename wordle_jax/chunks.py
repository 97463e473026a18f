"""Chunks: consecutive games that are played together, sized to a couple of seconds of work."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

FIRST_CHUNK, LARGEST_CHUNK = 512, 65_536
_CHUNK_SECONDS = 2.0


@dataclass
class ChunkQueue:
    """Game ids still to be handed out, in chunks of a fixed size or of a size that follows the pace.

    A game counts as `lines` in what follows the pace: so many are played to know it.
    """

    game_id: Int64[np.ndarray, " game"]
    fixed_size: int | None
    lines: int = 1
    size: int = FIRST_CHUNK
    handed_out: int = 0

    @property
    def num_left(self) -> int:
        """Games not handed out yet."""
        return len(self.game_id) - self.handed_out

    def take(self) -> Int64[np.ndarray, " chunk"]:
        """Return the next chunk; empty if there is none."""
        size = self.fixed_size or max(1, self.size // self.lines)
        chunk = self.game_id[self.handed_out : self.handed_out + size]
        self.handed_out += len(chunk)
        return chunk

    def learn(self, num_games: int, seconds: float) -> None:
        """Adapt the size of later chunks to the pace of one that was played."""
        wanted = int(num_games * self.lines / max(seconds, 1e-6) * _CHUNK_SECONDS)
        # The first chunks also pay for compiling, so their pace says little: growth is gradual.
        self.size = int(np.clip(wanted, FIRST_CHUNK // 8, min(4 * self.size, LARGEST_CHUNK)))
