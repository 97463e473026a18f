"""Where games are played, and why."""

import numpy as np
import pytest
from worlds import tiny_world

from executor.games import play, setup_of
from wordle_jax.chunks import LARGEST_CHUNK
from wordle_jax.executor import ExecutionLog, ExecutorConfig, choice, play_in_chunks


def test_local_plays_here_in_chunks() -> None:
    chunks, said = play(ExecutorConfig("local", chunk=10))
    assert [len(chunk) for chunk in chunks] == [10, 10, 10, 2]
    assert said == ["playing in this process (executor=local)"]


def test_few_games_are_done_before_ray_would_start() -> None:
    chunks, said = play(ExecutorConfig(chunk=10))
    assert len(chunks) == 4
    assert said == ["played in this process: done before Ray would start (executor=auto)"]


def test_fast_games_are_not_worth_the_start_of_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_PROBE_GAMES", 15)
    _, said = play(ExecutorConfig(chunk=10))
    assert said == ["played in this process: for 0 s of work Ray does not pay (executor=auto)"]


def test_one_core_is_not_worth_it_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_PROBE_GAMES", 15)
    monkeypatch.setattr(choice, "_RAY_START_SECONDS", 0.0)
    _, said = play(ExecutorConfig(chunk=10, workers=1))
    assert said == ["played in this process: for 0 s of work Ray does not pay (executor=auto)"]


@pytest.mark.parametrize(
    ("name", "noise", "largest"), [("entropy", 0.0, LARGEST_CHUNK), ("entropy", 0.1, 512), ("random", 0.0, 512)]
)
def test_one_tree_is_built_in_one_chunk(name: str, noise: float, largest: int) -> None:
    game_id = np.arange(600, dtype=np.int64)
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup_of(name, noise), tiny_world("five"), game_id, ExecutorConfig("local"), log)
    assert len(next(chunks)) == min(largest, 600)
    chunks.close()
