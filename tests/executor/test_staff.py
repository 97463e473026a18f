"""How many workers start, and on what."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig, staff


def test_workers_of_this_machine_have_room_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff, "available_cores", lambda: 2)
    assert staff._count_workers(ExecutorConfig("ray", workers=16)) == 16
    with pytest.raises(UserError, match=r"^executor\.workers: is 17 for 2 cores here; give at most 16$"):
        staff._count_workers(ExecutorConfig("ray", workers=17))


@pytest.mark.parametrize("cpus", [0.0, 3.0])
def test_workers_of_a_cluster_may_wait_for_room(cpus: float, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": cpus} if cpus else {})
    assert staff._count_workers(ExecutorConfig("ray", address="head:1")) == max(1, cpus)
    assert staff._count_workers(ExecutorConfig("ray", workers=70, address="head:1")) == 70
    with pytest.raises(UserError, match=r"^executor\.workers: is 10001 for a cluster; give at most 10000$"):
        staff._count_workers(ExecutorConfig("ray", workers=10_001, address="head:1"))


@pytest.mark.parametrize(("gpus", "workers", "on_gpus"), [(0, 3, 3), (2, 3, 2), (2, 1, 1), (2, None, 2)])
def test_workers_with_a_gpu(gpus: int, workers: int | None, on_gpus: int, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": True, "Resources": {"CPU": 8.0, "GPU": float(gpus)}}])
    config = ExecutorConfig("ray", workers=workers, address="head:1", gpus_per_worker=1.0)
    assert staff._count_gpu_workers(config, workers or 8, 1) == on_gpus


@pytest.mark.parametrize(
    ("address", "workers", "complaint"),
    [
        (None, 3, "Ray finds no GPU here; give null"),
        ("head:1", None, "Ray finds no GPU in the cluster; give null, or executor.workers=N to wait for N of them"),
    ],
)
def test_no_gpu(address: str | None, workers: int | None, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": True, "Resources": {"CPU": 8.0}}])
    config = ExecutorConfig("ray", workers=workers, address=address, gpus_per_worker=0.5)
    with pytest.raises(UserError, match=rf"^executor\.gpus_per_worker: is 0\.5, but {complaint}$"):
        staff._count_gpu_workers(config, 8, 1)


def test_cluster_has_a_worker_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    made: list[Any] = []
    options: dict[str, Any] = {}

    class Actor:
        @staticmethod
        def remote(core: int | None, platform: str) -> Any:
            made.append(core)
            return SimpleNamespace(wait_until_ready=SimpleNamespace(remote=lambda: len(made)))

    def remote(**given: Any) -> Callable[[type], type]:
        options.update(given)
        return lambda worker: Actor

    monkeypatch.setattr(ray, "remote", remote)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 5.0})
    pool = staff.start_workers(ExecutorConfig("ray", address="head:6379"))
    assert (len(pool.workers), made, options["num_cpus"]) == (5, [None] * 5, 1)
    assert pool.newcomers == {number + 1: number for number in range(5)}
