"""How many workers start, and on what."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig, staff


def test_more_workers_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(staff, "available_cores", lambda: 2)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 3.0})
    here, there = ExecutorConfig("ray", workers=17), ExecutorConfig("ray", workers=4, address="head:1")
    with pytest.raises(UserError, match=r"^executor\.workers: is 17 for 2 cores here; give at most 16$"):
        staff._count_workers(here)
    with pytest.raises(UserError, match=r"^executor\.workers: is 4 for 3 CPUs in the cluster; give at most 3$"):
        staff._count_workers(there)
    assert staff._count_workers(ExecutorConfig("ray", workers=16)) == 16
    assert staff._count_workers(ExecutorConfig("ray", address="head:1")) == 3
    monkeypatch.setattr(ray, "cluster_resources", dict)
    with pytest.raises(UserError, match=r"^executor\.workers: is 0 for 0 CPUs in the cluster"):
        staff._count_workers(ExecutorConfig("ray", address="head:1"))


class FakeActor:
    """Takes every remote call and does nothing."""

    def remote(self, *arguments: Any) -> "FakeActor":
        return self

    wait_until_ready = property(lambda self: self)


def test_workers_that_do_not_start_are_one_line(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def fail(references: list[Any]) -> None:
        raise ray.exceptions.RayError("the node is gone\nand more")

    monkeypatch.setattr(ray, "remote", lambda **options: lambda worker: FakeActor())
    monkeypatch.setattr(ray, "get", fail)
    with pytest.raises(UserError, match=r"^Ray at this machine starts no workers: the node is gone$"):
        staff.start_workers(ExecutorConfig("ray", workers=1))


def test_cluster_has_a_worker_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    made: list[Any] = []
    options: dict[str, Any] = {}

    class Actor:
        @staticmethod
        def remote(core: int | None, platform: str) -> Any:
            made.append(core)
            return SimpleNamespace(wait_until_ready=SimpleNamespace(remote=lambda: None))

    def remote(**given: Any) -> Callable[[type], type]:
        options.update(given)
        return lambda worker: Actor

    monkeypatch.setattr(ray, "remote", remote)
    monkeypatch.setattr(ray, "get", lambda references: None)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 5.0})
    pool = staff.start_workers(ExecutorConfig("ray", address="head:6379"))
    assert (len(pool.workers), made, options["num_cpus"]) == (5, [None] * 5, 1)
