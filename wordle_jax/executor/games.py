"""Games as a job of executors."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

import jax
import numpy as np
from jaxtyping import Int64

from wordle_jax.adversary import count_scripts
from wordle_jax.chunks import LARGEST_CHUNK, ChunkQueue
from wordle_jax.executor.choice import work, work_in_chunks
from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.log import ExecutionLog
from wordle_jax.game import Setup, play_games, set_table
from wordle_jax.records import GameRecords
from wordle_jax.shards import PackedGames, Span, pack_games
from wordle_jax.world import World


@dataclass(frozen=True, eq=False)
class _Games:
    """The games of a setup, packed where they are played or as they are."""

    setup: Setup
    packed: bool
    doing = "playing"
    done = "played"

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " game"]], GameRecords | PackedGames]:
        table = set_table(self.setup, world)
        table.player.prepare()
        if self.packed:
            return lambda chunk: pack_games(chunk, play_games(table, chunk), jax.default_backend())
        return lambda chunk: play_games(table, chunk)


def play_in_chunks(
    setup: Setup, world: World, game_id: Int64[np.ndarray, " game"], config: ExecutorConfig, log: ExecutionLog
) -> Generator[GameRecords, None, None]:
    """Yield the games chunk by chunk, in the order of the ids.

    Raises UserError if Ray cannot be reached or loses its workers.
    """
    yield from work_in_chunks(_Games(setup, packed=False), world, _queue_games(setup, game_id, config), config, log)


def play_packed(
    setup: Setup,
    world: World,
    game_id: Int64[np.ndarray, " game"],
    spans: Sequence[Span],
    config: ExecutorConfig,
    log: ExecutionLog,
) -> Generator[PackedGames, None, None]:
    """Yield the games at these places chunk by chunk, as they are finished, in any order.

    Raises UserError if Ray cannot be reached or loses its workers.
    """
    queue = _queue_games(setup, game_id, config, spans)
    if not queue.num_left:
        return
    done = work(_Games(setup, packed=True), world, queue, config, log)
    with closing(done):
        for _, games in done:
            yield games


def _queue_games(
    setup: Setup, game_id: Int64[np.ndarray, " game"], config: ExecutorConfig, spans: Sequence[Span] | None = None
) -> ChunkQueue:
    queue = ChunkQueue(game_id, config.chunk, count_scripts(setup.channel, setup.rules), spans=spans)
    if setup.channel.is_clean and setup.recipe.is_deterministic:
        # Without chance the games are one decision tree, built once if it is built in one chunk.
        queue.size, queue.is_whole = LARGEST_CHUNK, True
    return queue
