"""What a worker keeps from one chunk to the next."""

import os
from typing import Any

import pytest
from test_game import assert_same_records
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from executor.games import GAMES, setup_of
from wordle_jax.executor.games import _Games
from wordle_jax.executor.worker import Worker
from wordle_jax.game import play_games, set_table


def test_worker_keeps_its_world_and_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    fetched: list[str] = []

    def get(name: str):
        fetched.append(name)
        return tiny_world(name)

    pinned: list[Any] = []
    monkeypatch.setattr(ray, "get", get)
    monkeypatch.setattr(os, "sched_setaffinity", lambda process, cores: pinned.append(cores), raising=False)
    worker = Worker(3, "cpu")
    assert pinned == [{3}]
    worker.wait_until_ready()
    setup = setup_of("random")
    for job in ("one", "one", "two"):
        records, seconds = worker.work(["five"], job, _Games(setup, packed=False), GAMES)
        assert seconds > 0
        assert_same_records(records, play_games(set_table(setup, tiny_world("five")), GAMES))
        started = worker._started
        assert started is not None
        assert started[0] == job
    assert fetched == ["five"]
    other = set_match(tiny_lexicon("three"), tiny_world("three"), read_recipe("random")).table.setup
    worker.work(["three"], "two", _Games(other, packed=False), GAMES)
    assert fetched == ["five", "three"]
