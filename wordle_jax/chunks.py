"""Chunks: consecutive games that are played together, sized to some seconds of work."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

FIRST_CHUNK, LARGEST_CHUNK = 512, 131_072
# Games of a chunk share what they have in common, so that one of 131,072 noisy games is twice as fast as one of 20,000.
CHUNK_SECONDS = 6.0
# So seconds grow slower than games, about as their power of 2/3.
_GROWTH = 3 / 2
# The last chunks are a worker's share of what is left, but not below this part of a usual one.
_LEAST = 1 / 8


@dataclass
class ChunkQueue:
    """Game ids still to be handed out, in chunks of a fixed size or of a size that follows the pace.

    `spans` are the places of the ids that are wanted, first and after the last, in order; all by default. A game counts
    as `lines` in what follows the pace: so many are played to know it. The last chunks get smaller, so that the
    `workers` end together, unless all games are to be one chunk if they can (`is_whole`).
    """

    game_id: Int64[np.ndarray, " game"]
    fixed_size: int | None
    lines: int = 1
    size: int = FIRST_CHUNK
    is_whole: bool = False
    workers: int = 1
    handed_out: int = 0
    spans: Sequence[tuple[int, int]] | None = None

    def __post_init__(self) -> None:
        self._spans = [(0, len(self.game_id))] if self.spans is None else list(self.spans)
        self.num_left = sum(stop - start for start, stop in self._spans)  # games not handed out yet

    def take(self) -> Int64[np.ndarray, " chunk"]:
        """Return the next chunk, of games side by side; empty if there is none."""
        if not self.num_left:
            return self.game_id[:0]
        start, stop = self._spans.pop(0)
        end = min(stop, start + (self.fixed_size or self._choose_size()))
        if end < stop:
            self._spans.insert(0, (end, stop))
        self.num_left -= end - start
        self.handed_out += end - start
        return self.game_id[start:end]

    def _choose_size(self) -> int:
        lines = self.size
        if self.workers > 1 and not self.is_whole:
            share = self.num_left * self.lines // self.workers
            lines = min(lines, max(share, FIRST_CHUNK // 8, int(_LEAST * lines)))
        return max(1, lines // self.lines)

    def learn(self, num_games: int, seconds: float) -> None:
        """Adapt the size of later chunks to the pace of one that was played."""
        wanted = int(num_games * self.lines * (CHUNK_SECONDS / max(seconds, 1e-6)) ** _GROWTH)
        # The first chunks also pay for compiling, so their pace says little: growth is gradual.
        self.size = int(np.clip(wanted, FIRST_CHUNK // 8, min(4 * self.size, LARGEST_CHUNK)))
