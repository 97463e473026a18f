"""Ray with as many workers as are asked for, shared by the jobs of a process."""

from pathlib import Path
from typing import Any

import pytest
from command_line import finish, play_well, start, use_small_english
from worlds import tiny_world

from executor.games import play
from wordle_jax.address import check_address
from wordle_jax.executor import ExecutorConfig, connection
from wordle_jax.executor.pool import RayPool


def test_ray_plays_the_same_games_in_the_same_order() -> None:
    chunks, said = play(ExecutorConfig("ray", workers=2, chunk=5))
    assert [chunk.answer[0] + 16 * chunk.replicate[0] for chunk in chunks] == [0, 5, 10, 15, 20, 25, 30]
    assert said == ["playing on Ray on this machine (executor=ray)"]


def test_workers_stay_for_jobs_that_ask_for_the_same() -> None:
    import ray

    two = connection.connect(ExecutorConfig("ray", workers=2))
    assert connection.connect(ExecutorConfig("ray", workers=2, chunk=3)) is two
    assert two.share(tiny_world("five")) == two.share(tiny_world("five"))
    job = ray.get_runtime_context().get_job_id()
    three = connection.connect(ExecutorConfig("ray", workers=3))
    assert (len(two.workers), len(three.workers)) == (2, 3)  # on two cores as well
    assert ray.get_runtime_context().get_job_id() == job
    with pytest.raises(ray.exceptions.RayActorError):
        ray.get(two.workers[0].wait_until_ready.remote())


def test_the_part_of_ray_on_this_machine_is_known() -> None:
    import ray

    raylet = connection.connect(ExecutorConfig("ray", workers=3)).raylet
    assert raylet is not None
    check_address(raylet)
    assert raylet != ray.get_runtime_context().gcs_address


def test_command_joins_a_cluster_by_its_address(tmp_path: Path, english) -> None:
    import ray

    connection.connect(ExecutorConfig("ray", workers=3))
    address = ray.get_runtime_context().gcs_address
    argv = [
        *use_small_english(tmp_path, english),
        "noise=0.1",
        "games.sample=30",
        "executor.chunk=7",
        "executor.workers=1",
    ]
    there = finish(start(tmp_path / "there", *argv, f"executor.address='{address}'"), tmp_path / "there")
    assert (there.status, there.err) == (0, "")
    assert f"playing on Ray {address}, whose address was given (executor=auto)\n" in there.out
    assert there.results == play_well(tmp_path / "here", *argv).results


def test_another_address_is_another_ray(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_jax.executor.start.check_address", lambda address, where="": None)
    monkeypatch.setattr(connection, "_find_raylet", lambda: None)
    monkeypatch.setattr(connection, "start_workers", lambda config: RayPool([config.address], lambda place: None))
    one = connection.connect(ExecutorConfig("ray", address="one:1"))
    assert connection.connect(ExecutorConfig("ray", address="one:1")) is one
    assert no_ray["address"] == "one:1"
    assert "left" not in no_ray
    connection.connect(ExecutorConfig("ray", address="two:1"))
    assert (no_ray["address"], no_ray["killed"], no_ray["left"]) == ("two:1", ["one:1"], True)
    assert list(connection._pools) == [("two:1", None, None)]
