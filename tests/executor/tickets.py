"""Stands for the workers of a Ray, one event after the other."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from worlds import tiny_world

from wordle_jax.executor import connection, crew, on_ray
from wordle_jax.executor.crew import Crew
from wordle_jax.executor.pool import RayPool
from wordle_jax.game import play_games, set_table


class Tickets:
    """Stands for Ray: chunks finish in a given order of their places, then comes Ctrl-C.

    Workers are numbered; a place in `lost` brings the news that its worker is dead.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, order: list[int | str], setup: Any, lost: tuple[int, ...] = ()
    ) -> None:
        import ray

        self.order, self.lost = order, lost
        self.sent: list[np.ndarray] = []
        self.sent_to: list[int] = []
        self.cancelled: list[int] = []
        self.killed: list[int] = []
        self.started = 0
        self.table = set_table(setup, tiny_world("five"))
        pool = RayPool([self.start_worker(0), self.start_worker(1)], self.start_worker)
        monkeypatch.setattr(RayPool, "share", lambda pool, world: "world")
        monkeypatch.setattr(on_ray, "connect", lambda config: pool)
        monkeypatch.setattr(connection, "_pools", {})
        monkeypatch.setattr(crew, "Metrics", lambda doing: self)
        monkeypatch.setattr(Crew, "_look_around", lambda self: None)
        monkeypatch.setattr(ray, "is_initialized", lambda: True)
        monkeypatch.setattr(ray, "wait", self.wait)
        monkeypatch.setattr(ray, "get", self.get)
        monkeypatch.setattr(ray, "kill", lambda worker: self.killed.append(worker.number))
        monkeypatch.setattr(ray, "cancel", self.cancelled.append)
        self.counted: dict[str, int] = {}

    def count(self, **more: int) -> None:
        for name, number in more.items():
            self.counted[name] = self.counted.get(name, 0) + number

    def set_workers(self, number: int) -> None:
        self.counted["workers"] = number

    def start_worker(self, place: int) -> Any:
        number = self.started
        self.started += 1

        def send(world_box: list[str], job_id: str, job: Any, chunk: np.ndarray) -> int:
            self.sent.append(chunk)
            self.sent_to.append(number)
            return len(self.sent) - 1

        ready = SimpleNamespace(remote=lambda: f"worker {number}")
        return SimpleNamespace(work=SimpleNamespace(remote=send), wait_until_ready=ready, number=number)

    def wait(self, running: list[int | str], num_returns: int, timeout: float) -> tuple[list[int | str], list[int]]:
        if not self.order:
            raise KeyboardInterrupt
        return [self.order.pop(0)], []

    def get(self, place: int | str) -> Any:
        import ray

        if place in self.lost:
            raise ray.exceptions.ActorDiedError
        return (play_games(self.table, self.sent[place]), 0.1) if isinstance(place, int) else None
