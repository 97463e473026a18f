"""Which Ray is played on, which workers get a GPU, and what they are told before JAX starts."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutionLog, ExecutorConfig, connection, play_in_chunks, staff, start
from wordle_jax.placement import count_gpu_places, worker_environment


@pytest.mark.parametrize(
    ("nodes", "share", "cpus", "places"),
    [
        ([], 1.0, 1, 0),
        ([{"CPU": 4.0}], 1.0, 1, 0),
        ([{"CPU": 4.0, "GPU": 2.0}], 1.0, 1, 2),
        ([{"CPU": 4.0, "GPU": 2.0}, {"CPU": 8.0}, {"CPU": 4.0, "GPU": 1.0}], 1.0, 1, 3),
        ([{"CPU": 8.0, "GPU": 2.0}], 0.5, 1, 4),
        ([{"CPU": 8.0, "GPU": 2.0}], 0.4, 1, 4),  # and not five
        ([{"CPU": 8.0, "GPU": 1.0}], 1 / 3, 1, 3),
        ([{"CPU": 8.0, "GPU": 1.0}], 0.1, 1, 8),  # for want of CPUs
        ([{"CPU": 1.0, "GPU": 1.0}], 0.1, 0, 10),
        ([{"CPU": 8.0, "GPU": 2.0}], 0.7, 1, 2),
    ],
)
def test_places_on_gpus(nodes: list[dict[str, float]], share: float, cpus: int, places: int) -> None:
    assert count_gpu_places(nodes, share, cpus) == places


def test_cpu_workers_see_no_gpu() -> None:
    for share in (None, 0.5, 1.0):
        assert worker_environment("cpu", share) == {"JAX_PLATFORMS": "cpu", "CUDA_VISIBLE_DEVICES": ""}


def test_memory_of_a_shared_gpu_is_shared() -> None:
    assert worker_environment("gpu", 1.0) == {"JAX_PLATFORMS": "cuda"}
    shared = {
        "JAX_PLATFORMS": "cuda",
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        "XLA_PYTHON_CLIENT_MEM_FRACTION": "0.188",
    }
    assert worker_environment("gpu", 0.25) == shared


# --- which Ray


GAMES = np.arange(32, dtype=np.int64)


def say_where(config: ExecutorConfig) -> list[str]:
    """What is said of the place where games are played."""
    setup = set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe("random"), noise=0.1).table.setup
    said: list[str] = []
    played = list(play_in_chunks(setup, tiny_world("five"), GAMES, config, ExecutionLog(said.append)))
    assert sum(map(len, played)) == len(GAMES)
    return said


@pytest.fixture
def no_ray(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A Ray that is not started and notes what it is asked for."""
    import ray

    asked: dict[str, Any] = {}
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **options: asked.update(options) or SimpleNamespace(dashboard_url=""))
    monkeypatch.setattr(start.atexit, "register", lambda function: None)
    monkeypatch.setattr(connection, "_pools", {})
    return asked


def test_ray_address_counts_where_no_address_is_given(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert ExecutorConfig().cluster is None
    for value, cluster in {"head:1": "head:1", "auto": "auto", "local": None, "": None}.items():
        monkeypatch.setenv("RAY_ADDRESS", value)
        assert ExecutorConfig().cluster == cluster
        assert ExecutorConfig(address="other:2").cluster == "other:2"
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(UserError, match=r"^RAY_ADDRESS: nobody answers at 127\.0\.0\.1:1 "):
        say_where(ExecutorConfig())
    assert say_where(ExecutorConfig("local")) == ["playing in this process (executor=local)"]


def test_ray_of_this_machine_is_found_by_auto(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(start, "check_cluster", lambda cluster, where: None)
    start.start_ray(ExecutorConfig("ray", address="auto"))
    assert no_ray["address"] == "auto"

    def fail(**options: Any) -> None:
        raise ConnectionError("Could not find any running Ray instance.")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(UserError, match=r"^executor\.address: Ray at auto turns us away \(Could not find"):
        start.start_ray(ExecutorConfig("ray", address="auto"))


def test_a_task_of_ray_plays_in_its_process() -> None:
    import ray

    connection.connect(ExecutorConfig("ray", workers=3))

    @ray.remote(num_cpus=0)
    def play_as_a_task() -> list[str]:
        return say_where(ExecutorConfig("auto", address="127.0.0.1:1"))

    assert not connection.is_task_of_ray()
    said = ray.get(
        play_as_a_task.options(runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).parent)}}).remote()
    )
    assert said == ["playing in this process, which is a task of Ray (executor=auto)"]


@pytest.mark.parametrize("share", [0.0, -1.0, 1.5])
def test_share_of_a_gpu_is_of_one(share: float) -> None:
    with pytest.raises(UserError) as caught:
        ExecutorConfig(gpus_per_worker=share)
    assert str(caught.value) == f"executor.gpus_per_worker: is {share}; give more than 0 and at most 1, or null"


def test_no_gpu_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    nodes = [{"Alive": True, "Resources": {"CPU": 2.0}}, {"Alive": False, "Resources": {"CPU": 2.0, "GPU": 1.0}}]
    monkeypatch.setattr(ray, "nodes", lambda: nodes)
    in_the_cluster = "in the cluster; give null, or executor.workers=N to wait for N of them"
    for address, rest in ((None, "here; give null"), ("head:1", in_the_cluster)):
        config = ExecutorConfig("ray", address=address, gpus_per_worker=0.5)
        with pytest.raises(UserError) as caught:
            staff._count_gpu_workers(config, 3, 1)
        assert str(caught.value) == f"executor.gpus_per_worker: is 0.5, but Ray finds no GPU {rest}"
    awaited = ExecutorConfig("ray", address="head:1", workers=3, gpus_per_worker=0.5)
    assert staff._count_gpu_workers(awaited, 3, 1) == 3
