"""Where games are played, and why; Ray with as many workers as are asked for, and what it leaves when interrupted."""

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from command_line import finish, play_well, start, use_small_english
from test_game import assert_same_records
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax import executor
from wordle_jax.chunks import LARGEST_CHUNK
from wordle_jax.errors import UserError
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


# --- the choice


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"workers": 0}, "executor.workers: is 0; give 1 or more, or null"),
        ({"chunk": -1}, "executor.chunk: is -1; give 1 or more, or null"),
        (
            {"kind": "local", "address": "head:6379"},
            "executor.address: is head:6379, but executor=local plays in this process; give null",
        ),
        (
            {"kind": "local", "workers": 2},
            "executor.workers: is 2, but executor=local plays in this process; give null",
        ),
    ],
)
def test_bad_configuration(given: dict[str, Any], error: str) -> None:
    with pytest.raises(UserError) as caught:
        ExecutorConfig(**given)
    assert str(caught.value) == error


def test_local_plays_here_in_chunks() -> None:
    chunks, said = play(ExecutorConfig("local", chunk=10))
    assert [len(chunk) for chunk in chunks] == [10, 10, 10, 2]
    assert said == ["playing in this process (executor=local)"]


def test_few_games_are_done_before_ray_would_start() -> None:
    chunks, said = play(ExecutorConfig(chunk=10))
    assert len(chunks) == 4
    assert said == ["played in this process: done before Ray would start (executor=auto)"]


def test_fast_games_are_not_worth_the_start_of_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_PROBE_GAMES", 15)
    _, said = play(ExecutorConfig(chunk=10))
    assert said == ["played in this process: for 0 s of work Ray does not pay (executor=auto)"]


def test_one_core_is_not_worth_it_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_PROBE_GAMES", 15)
    monkeypatch.setattr(executor, "_RAY_START_SECONDS", 0.0)
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


def test_start_is_timed_without_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, compiled = iter([10.0, 17.0, 20.0, 21.0]), iter([1.0, 3.0, 3.0, 3.0])
    monkeypatch.setattr(executor.time, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(executor, "compile_log", lambda: SimpleNamespace(seconds=next(compiled)))
    log = ExecutionLog(lambda line: None)
    for expected in (5.0, 6.0):
        with log.starting():
            pass
        assert log.start_seconds == expected


# --- Ray


def test_ray_plays_the_same_games_in_the_same_order() -> None:
    chunks, said = play(ExecutorConfig("ray", workers=2, chunk=5))
    assert [chunk.answer[0] + 16 * chunk.replicate[0] for chunk in chunks] == [0, 5, 10, 15, 20, 25, 30]
    assert said == ["playing on Ray on this machine (executor=ray)"]


def test_workers_stay_for_jobs_that_ask_for_the_same() -> None:
    import ray

    two = executor._connect(ExecutorConfig("ray", workers=2))
    assert executor._connect(ExecutorConfig("ray", workers=2, chunk=3)) is two
    assert two.share(tiny_world("five")) == two.share(tiny_world("five"))
    job = ray.get_runtime_context().get_job_id()
    three = executor._connect(ExecutorConfig("ray", workers=3))
    assert (len(two.workers), len(three.workers)) == (2, 3)  # on two cores as well
    assert ray.get_runtime_context().get_job_id() == job
    with pytest.raises(ray.exceptions.RayActorError):
        ray.get(two.workers[0].wait_until_ready.remote())


def test_command_joins_a_cluster_by_its_address(tmp_path: Path, english) -> None:
    import ray

    executor._connect(ExecutorConfig("ray", workers=3))
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


def test_more_workers_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(executor, "available_cores", lambda: 2)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 3.0})
    here, there = ExecutorConfig("ray", workers=17), ExecutorConfig("ray", workers=4, address="head:1")
    with pytest.raises(UserError, match=r"^executor\.workers: is 17 for 2 cores here; give at most 16$"):
        executor._count_workers(here)
    with pytest.raises(UserError, match=r"^executor\.workers: is 4 for 3 CPUs in the cluster; give at most 3$"):
        executor._count_workers(there)
    assert executor._count_workers(ExecutorConfig("ray", workers=16)) == 16
    assert executor._count_workers(ExecutorConfig("ray", address="head:1")) == 3
    monkeypatch.setattr(ray, "cluster_resources", dict)
    with pytest.raises(UserError, match=r"^executor\.workers: is 0 for 0 CPUs in the cluster"):
        executor._count_workers(ExecutorConfig("ray", address="head:1"))


@pytest.fixture
def no_ray(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A Ray that is not started and notes what it is asked for."""
    import ray

    asked: dict[str, Any] = {}
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **options: asked.update(options))
    monkeypatch.setattr(ray, "shutdown", lambda: asked.update(left=True))
    monkeypatch.setattr(ray, "kill", lambda worker: asked.setdefault("killed", []).append(worker))
    monkeypatch.setattr(executor.atexit, "register", lambda function: None)
    monkeypatch.setattr(executor, "_pools", {})
    return asked


def test_ray_of_this_machine_is_one_of_its_own(no_ray: dict[str, Any]) -> None:
    executor._start_ray(ExecutorConfig("ray"))
    assert no_ray["address"] == "local"
    assert no_ray["num_cpus"] >= 1


class FakeActor:
    """Takes every remote call and does nothing."""

    def remote(self, *arguments: Any) -> "FakeActor":
        return self

    wait_until_ready = property(lambda self: self)


def test_ray_that_does_not_start_is_one_line(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def fail(**options: Any) -> None:
        raise ConnectionError("\nno head node\nat all")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(UserError, match=r"^cannot start Ray: no head node$"):
        executor._start_ray(ExecutorConfig("ray"))
    monkeypatch.setattr(executor, "check_address", lambda address, where: None)
    turned_away = r"^executor\.address: Ray at one:1 turns us away \(no head node\); if it asks for a token, set "
    with pytest.raises(UserError, match=turned_away):
        executor._start_ray(ExecutorConfig("ray", address="one:1"))


def test_workers_that_do_not_start_are_one_line(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def fail(references: list[Any]) -> None:
        raise ray.exceptions.RayError("the node is gone\nand more")

    monkeypatch.setattr(ray, "remote", lambda **options: lambda worker: FakeActor())
    monkeypatch.setattr(ray, "get", fail)
    with pytest.raises(UserError, match=r"^Ray at this machine starts no workers: the node is gone$"):
        executor._start_workers(ExecutorConfig("ray", workers=1))


def test_another_address_is_another_ray(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "check_address", lambda address, where: None)
    monkeypatch.setattr(executor, "_start_workers", lambda config: executor._RayPool([config.address], ["cpu"]))
    one = executor._connect(ExecutorConfig("ray", address="one:1"))
    assert executor._connect(ExecutorConfig("ray", address="one:1")) is one
    assert no_ray["address"] == "one:1"
    assert "left" not in no_ray
    executor._connect(ExecutorConfig("ray", address="two:1"))
    assert (no_ray["address"], no_ray["killed"], no_ray["left"]) == ("two:1", ["one:1"], True)
    assert list(executor._pools) == [("two:1", None, None)]


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
    pool = executor._start_workers(ExecutorConfig("ray", address="head:6379"))
    assert (len(pool.workers), made, options["num_cpus"]) == (5, [None] * 5, 1)


def test_worker_keeps_its_world_and_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    fetched: list[str] = []

    def get(name: str):
        fetched.append(name)
        return tiny_world(name)

    pinned: list[Any] = []
    monkeypatch.setattr(ray, "get", get)
    monkeypatch.setattr(os, "sched_setaffinity", lambda process, cores: pinned.append(cores), raising=False)
    worker = executor._Worker(3, "cpu")
    assert pinned == [{3}]
    worker.wait_until_ready()
    setup = setup_of("random")
    for job in ("one", "one", "two"):
        records, seconds = worker.work(["five"], job, executor._Games(setup), GAMES)
        assert seconds > 0
        assert_same_records(records, play_games(set_table(setup, tiny_world("five")), GAMES))
        started = worker._started
        assert started is not None
        assert started[0] == job
    assert fetched == ["five"]
    other = set_match(tiny_lexicon("three"), tiny_world("three"), read_recipe("random")).table.setup
    worker.work(["three"], "two", executor._Games(other), GAMES)
    assert fetched == ["five", "three"]


# --- interruption


class _Tickets:
    """Stands for Ray: chunks finish in a given order of their places, then comes Ctrl-C."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, order: list[int], setup: Any) -> None:
        import ray

        self.order = order
        self.sent: list[np.ndarray] = []
        self.cancelled: list[int] = []
        self.table = set_table(setup, tiny_world("five"))
        worker = SimpleNamespace(work=SimpleNamespace(remote=self.send))
        pool = SimpleNamespace(workers=[worker, worker], platforms=["gpu", "cpu"], share=lambda world: "world")
        monkeypatch.setattr(executor, "_connect", lambda config: pool)
        monkeypatch.setattr(ray, "wait", self.wait)
        monkeypatch.setattr(ray, "get", lambda place: (play_games(self.table, self.sent[place]), 0.1))
        monkeypatch.setattr(ray, "cancel", self.cancelled.append)

    def send(self, world_box: list[str], job_id: str, job: Any, chunk: np.ndarray) -> int:
        self.sent.append(chunk)
        return len(self.sent) - 1

    def wait(self, running: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        if not self.order:
            raise KeyboardInterrupt
        return [self.order.pop(0)], []


def ids(records: GameRecords) -> list[int]:
    return (records.replicate * 16 + records.answer).tolist()


def test_chunks_that_overtook_another_are_kept_on_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    tickets = _Tickets(monkeypatch, [1, 0, 3, 4], setup)
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    kept: list[int] = []

    def take_all() -> None:
        for records in chunks:
            kept.extend(ids(records))

    with pytest.raises(KeyboardInterrupt):
        take_all()
    assert kept == [*range(8), *range(12, 20)]
    assert tickets.cancelled == [2, 5, 6, 7]


def test_what_still_runs_is_cancelled_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    tickets = _Tickets(monkeypatch, [0], setup)
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    assert ids(next(chunks)) == [0, 1, 2, 3]
    chunks.close()
    assert tickets.cancelled == [1, 2, 3]


def test_the_chunk_of_a_killed_worker_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    setup = setup_of("random")
    tickets = _Tickets(monkeypatch, [0, 1, 2, 4, 3], setup)
    monkeypatch.setattr(executor, "_RETRY_SECONDS", 0)
    play = ray.get

    def lose_the_second(place: int) -> tuple[GameRecords, float]:
        if place == 1:
            raise ray.exceptions.ActorUnavailableError("killed", None)
        return play(place)

    monkeypatch.setattr(ray, "get", lose_the_second)
    log = ExecutionLog(lambda line: None)
    game_id = np.arange(16, dtype=np.int64)
    chunks = play_in_chunks(setup, tiny_world("five"), game_id, ExecutorConfig("ray", chunk=4), log)
    assert [game for records in chunks for game in ids(records)] == list(range(16))
    assert tickets.sent[4].tolist() == tickets.sent[1].tolist() == [4, 5, 6, 7]


def test_a_worker_that_is_given_up_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    setup = setup_of("random")
    _Tickets(monkeypatch, [1, 3, 0], setup)
    left: list[bool] = []
    monkeypatch.setattr(ray, "shutdown", lambda: left.append(True))
    play = ray.get

    def lose_the_first(place: int) -> tuple[GameRecords, float]:
        if place == 0:
            raise ray.exceptions.ActorDiedError
        return play(place)

    monkeypatch.setattr(ray, "get", lose_the_first)
    chunks = play_in_chunks(
        setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), ExecutionLog(lambda line: None)
    )
    kept: list[int] = []

    def take_all() -> None:
        for records in chunks:
            kept.extend(ids(records))

    with pytest.raises(UserError, match=r"^Ray lost a worker and gave up on it: The actor died"):
        take_all()
    assert kept == [*range(4, 8), *range(12, 16)]
    assert left


def test_an_error_of_the_games_themselves_is_not_blamed_on_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    setup = setup_of("random")
    _Tickets(monkeypatch, [0], setup)

    def fail(place: int) -> None:
        raise ray.exceptions.RayTaskError("play", "a traceback", ZeroDivisionError()).as_instanceof_cause()

    monkeypatch.setattr(ray, "get", fail)
    chunks = play_in_chunks(
        setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), ExecutionLog(lambda line: None)
    )
    with pytest.raises(ZeroDivisionError):
        next(chunks)


def test_a_complaint_of_a_worker_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    setup = setup_of("random")
    _Tickets(monkeypatch, [0], setup)

    def complain(place: int) -> None:
        raise ray.exceptions.RayTaskError("work", "a traceback", UserError("no room")).as_instanceof_cause()

    monkeypatch.setattr(ray, "get", complain)
    chunks = play_in_chunks(
        setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), ExecutionLog(lambda line: None)
    )
    with pytest.raises(UserError) as caught:
        next(chunks)
    assert (type(caught.value), str(caught.value)) == (UserError, "no room")


# --- which Ray, and which devices


def test_ray_address_counts_where_no_address_is_given(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert ExecutorConfig().cluster is None
    for value, cluster in {"head:1": "head:1", "auto": "auto", "local": None, "": None}.items():
        monkeypatch.setenv("RAY_ADDRESS", value)
        assert ExecutorConfig().cluster == cluster
        assert ExecutorConfig(address="other:2").cluster == "other:2"
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(UserError, match=r"^RAY_ADDRESS: nobody answers at 127\.0\.0\.1:1 "):
        play(ExecutorConfig())
    assert play(ExecutorConfig("local"))[1] == ["playing in this process (executor=local)"]


def test_ray_of_this_machine_is_found_by_auto(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    executor._start_ray(ExecutorConfig("ray", address="auto"))
    assert no_ray["address"] == "auto"

    def fail(**options: Any) -> None:
        raise ConnectionError("Could not find any running Ray instance.")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(UserError, match=r"^executor\.address: Ray at auto turns us away .*`ray start` made on this"):
        executor._start_ray(ExecutorConfig("ray", address="auto"))


def test_a_task_of_ray_plays_in_its_process() -> None:
    import ray

    executor._connect(ExecutorConfig("ray", workers=3))

    @ray.remote(num_cpus=0)
    def play_as_a_task() -> list[str]:
        said: list[str] = []
        config = ExecutorConfig("auto", address="127.0.0.1:1")
        list(play_in_chunks(setup_of("random"), tiny_world("five"), GAMES, config, ExecutionLog(said.append)))
        return said

    assert not executor._is_task_of_ray()
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
    for address, where in ((None, "here"), ("head:1", "in the cluster")):
        config = ExecutorConfig("ray", address=address, gpus_per_worker=0.5)
        with pytest.raises(
            UserError, match=rf"^executor\.gpus_per_worker: is 0\.5, but Ray finds no GPU {where}; give"
        ):
            executor._count_gpu_workers(config, 1)


def test_platforms_of_chunks_are_joined_in_the_order_of_the_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    _Tickets(monkeypatch, [1, 0, 2, 3], setup)
    log = ExecutionLog(lambda line: None)
    game_id = np.arange(14, dtype=np.int64)
    list(play_in_chunks(setup, tiny_world("five"), game_id, ExecutorConfig("ray", chunk=4), log))
    # Chunk after chunk goes to the workers in turn, of which the first has a GPU.
    spans = [(span["first"], span["number"], span["platform"]) for span in log.list_platforms()]
    assert spans == [(0, 4, "gpu"), (4, 4, "cpu"), (8, 4, "gpu"), (12, 2, "cpu")]
    log = ExecutionLog(lambda line: None)
    list(play_in_chunks(setup, tiny_world("five"), game_id, ExecutorConfig("local", chunk=4), log))
    assert log.list_platforms() == [{"first": 0, "number": 14, "platform": "cpu"}]
