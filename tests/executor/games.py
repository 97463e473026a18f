"""Games on a tiny lexicon, as the tests of executors play them."""

import numpy as np
from test_game import assert_same_records
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax.executor import ExecutionLog, ExecutorConfig, play_in_chunks
from wordle_jax.game import play_games, set_table
from wordle_jax.records import GameRecords, concatenate_records

GAMES = np.arange(32, dtype=np.int64)


def setup_of(name: str, noise: float = 0.1):
    return set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe(name), noise=noise).table.setup


def play(config: ExecutorConfig, name: str = "entropy", noise: float = 0.1) -> tuple[list[GameRecords], list[str]]:
    """The chunks that come back, and what was said."""
    said: list[str] = []
    chunks = list(play_in_chunks(setup_of(name, noise), tiny_world("five"), GAMES, config, ExecutionLog(said.append)))
    assert_same_records(
        concatenate_records(chunks), play_games(set_table(setup_of(name, noise), tiny_world("five")), GAMES)
    )
    return chunks, said


def ids(records: GameRecords) -> list[int]:
    return (records.replicate * 16 + records.answer).tolist()
