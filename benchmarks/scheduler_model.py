"""What chunks of games cost, and how long a number of workers takes for them under one driver.

The simulation cuts games by the queue that cuts them in a run (`wordle_jax.chunks`), keeps as many chunks at a worker
as the executor does, and lets the driver see to one chunk at a time.
"""

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from wordle_jax.chunks import CHUNK_SECONDS, ChunkQueue

_CHUNKS_AT_WORKER = 2
# More would take minutes to simulate, and by then the pace is steady.
_MOST_CHUNKS = 50_000


@dataclass(frozen=True)
class GameCost:
    """What the games of a solver cost on one core: games and seconds of single chunks, and bytes a game.

    `merge_seconds` a game is what the driver takes at the end, from shards to results.
    """

    solver: str
    noise: float
    chunks: Sequence[tuple[int, float]]
    shard_bytes: float
    result_bytes: float
    merge_seconds: float

    @cached_property
    def _paces(self) -> dict[int, float]:
        """Mean seconds a game by the size of the chunk, to the nearest power of two."""
        by_size: dict[int, list[float]] = defaultdict(list)
        for games, seconds in sorted(self.chunks):
            by_size[round(np.log2(games))].append(seconds / games)
        return {size: float(np.mean(paces)) for size, paces in by_size.items()}

    @property
    def seconds(self) -> float:
        """Mean seconds a game of the largest chunks, of which a long run consists."""
        return self._paces[max(self._paces)]

    @property
    def spread(self) -> list[float]:
        """How many times the mean of its size each chunk took."""
        return [seconds / games / self._paces[round(np.log2(games))] for games, seconds in self.chunks]

    def seconds_of(self, games: int) -> float:
        """Return the mean seconds of a chunk of any size; games of larger chunks share more."""
        pace = np.interp(np.log2(games), list(self._paces), list(self._paces.values()))
        return games * float(pace)


@dataclass(frozen=True)
class ChunkCost:
    """What a chunk costs beside its games, in seconds: on the way to a worker and back, and of the driver's time."""

    on_the_way: float
    driver: float
    driver_a_byte: float


@dataclass(frozen=True)
class Outcome:
    """What a simulation found: seconds from the first chunk sent to the last one kept, chunks, and shares of time."""

    seconds: float
    chunks: int
    efficiency: float
    driver_load: float


def simulate(cost: GameCost, chunk: ChunkCost, games: int, workers: int, seed: int = 0) -> Outcome:
    """Return how long so many workers take; `efficiency` is the share of their time that games take.

    How chunks of a size differ is drawn from those measured. Of very many games the first are simulated, and the rest
    go on at that pace.
    """
    largest = _MOST_CHUNKS * max(1, int(CHUNK_SECONDS / cost.seconds))
    if games > largest:
        part = simulate(cost, chunk, largest, workers, seed)
        scale = games / largest
        return Outcome(part.seconds * scale, round(part.chunks * scale), part.efficiency, part.driver_load)
    spread = np.random.default_rng(seed).choice(np.asarray(cost.spread), size=4096).tolist()
    # Which ids does not matter; one that is repeated takes no memory.
    queue = ChunkQueue(np.broadcast_to(np.int64(0), (games,)), None, workers=workers)
    free_at = [0.0] * workers  # when each has done all that was sent to it
    finished: list[tuple[float, int, int, float]] = []
    now = busy = driver_busy = 0.0  # now: when the driver has time
    sent = 0

    def send(worker: int) -> None:
        nonlocal sent, busy
        size = len(queue.take())
        seconds = cost.seconds_of(size) * spread[sent % len(spread)]
        free_at[worker] = max(now, free_at[worker]) + chunk.on_the_way + seconds
        heapq.heappush(finished, (free_at[worker], worker, size, seconds))
        sent += 1
        busy += seconds

    for worker in list(range(workers)) * _CHUNKS_AT_WORKER:
        if queue.num_left:
            send(worker)
    while finished:
        at, worker, size, seconds = heapq.heappop(finished)
        spent = chunk.driver + chunk.driver_a_byte * size * cost.shard_bytes
        now, driver_busy = max(now, at) + spent, driver_busy + spent
        queue.learn(size, seconds)
        if queue.num_left:
            send(worker)
    return Outcome(now, sent, busy / (workers * now), driver_busy / now)
