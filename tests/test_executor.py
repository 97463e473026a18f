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
    monkeypatch.setattr(
        ray, "init", lambda **options: asked.update(options) or SimpleNamespace(dashboard_url="one:8265")
    )
    monkeypatch.setattr(ray, "shutdown", lambda: asked.update(left=True))
    monkeypatch.setattr(ray, "kill", lambda worker: asked.setdefault("killed", []).append(worker))
    monkeypatch.setattr(executor.atexit, "register", lambda function: None)
    monkeypatch.setattr(executor, "_pools", {})
    return asked


def test_ray_of_this_machine_is_one_of_its_own(no_ray: dict[str, Any]) -> None:
    assert executor._start_ray(ExecutorConfig("ray")) == "one:8265"
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
    monkeypatch.setattr(executor, "check_address", lambda address, where="": None)
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
    monkeypatch.setattr(executor, "check_address", lambda address, where="": None)
    monkeypatch.setattr(
        executor, "_start_workers", lambda config: executor._RayPool([config.address], lambda place: None)
    )
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
        records, seconds = worker.work(["five"], job, executor._Games(setup, packed=False), GAMES)
        assert seconds > 0
        assert_same_records(records, play_games(set_table(setup, tiny_world("five")), GAMES))
        started = worker._started
        assert started is not None
        assert started[0] == job
    assert fetched == ["five"]
    other = set_match(tiny_lexicon("three"), tiny_world("three"), read_recipe("random")).table.setup
    worker.work(["three"], "two", executor._Games(other, packed=False), GAMES)
    assert fetched == ["five", "three"]


# --- interruption


class _Tickets:
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
        pool = executor._RayPool([self.start_worker(0), self.start_worker(1)], self.start_worker)
        monkeypatch.setattr(executor._RayPool, "share", lambda pool, world: "world")
        monkeypatch.setattr(executor, "_connect", lambda config: pool)
        monkeypatch.setattr(executor, "_pools", {})
        monkeypatch.setattr(executor, "_Metrics", lambda doing: self)
        monkeypatch.setattr(executor._Crew, "_look_around", lambda crew: None)
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


def test_the_chunks_of_a_killed_worker_are_played_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    # Chunks 1 and 3 were sent to the second worker, of whom chunk 3 brings the news; chunks 0, 2, 4 to the first.
    tickets = _Tickets(monkeypatch, [0, 3, 2, 4, 5, "worker 2", 6, 7, 8, 9], setup, lost=(3,))
    said: list[str] = []
    log = ExecutionLog(said.append)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    assert [game for records in chunks for game in ids(records)] == list(range(32))
    assert (tickets.killed, log.retries, log.workers) == ([1], 2, 2)
    assert sorted(map(tuple, tickets.sent)) == sorted(
        [*map(tuple, GAMES.reshape(8, 4)), *map(tuple, GAMES[[4, 5, 6, 7, 12, 13, 14, 15]].reshape(2, 4))]
    )
    assert set(tickets.sent_to[5:7]) == {0}  # before the new worker was ready
    assert 2 in tickets.sent_to
    assert tickets.counted == {"games": 32, "chunks": 8, "retries": 2, "workers": 2}
    assert said[1:] == [
        "a worker was lost (The actor died unexpectedly before finishing this task.); another one starts in its place"
    ]


def test_a_chunk_that_kills_every_worker_is_given_up_and_the_others_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    monkeypatch.setattr(executor, "_MOST_LOSSES", 2)
    # Chunk 0 is lost with its worker, and once more when the next one has it as ticket 5.
    _Tickets(monkeypatch, [1, 0, "worker 2", 5], setup, lost=(0, 5))
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    kept: list[int] = []

    def take_all() -> None:
        for records in chunks:
            kept.extend(ids(records))

    with pytest.raises(UserError, match=r"^Ray lost 2 workers over one chunk of 4 and gave up on it: The actor died"):
        take_all()
    assert kept == [4, 5, 6, 7]


def test_where_the_dashboard_is_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    tickets = _Tickets(monkeypatch, [0, 1, 2, 3], setup)
    executor._connect(ExecutorConfig("ray")).dashboard = "one:8265"
    said: list[str] = []
    for _ in range(2):
        tickets.order, tickets.sent = [0, 1], []
        game_id = np.arange(8, dtype=np.int64)
        config = ExecutorConfig("ray", chunk=4)
        list(play_in_chunks(setup, tiny_world("five"), game_id, config, ExecutionLog(said.append)))
    where = "playing on Ray on this machine (executor=ray)"
    assert said == [where, "the dashboard of Ray is at http://one:8265", where]


def look(monkeypatch: pytest.MonkeyPatch, config: ExecutorConfig, *, lost: bool = False) -> tuple[Any, list[str]]:
    """A crew of two workers that has looked around, and what it said."""
    import ray

    look_around = executor._Crew._look_around
    tickets = _Tickets(monkeypatch, [], setup_of("random"))
    monkeypatch.setattr(executor._Crew, "_look_around", look_around)
    monkeypatch.setattr(ray, "get_runtime_context", lambda: SimpleNamespace(gcs_address="here:1"))
    said: list[str] = []
    pool = executor._connect(config)
    crew = executor._Crew(
        pool, executor._Games(setup_of("random"), packed=False), tiny_world("five"), config, ExecutionLog(said.append)
    )
    if lost:
        pool.newcomers |= {"one": 0, "two": 1}
        crew._count_workers()
    crew._heard -= 100
    crew._look_around()
    return tickets, said


def test_a_cluster_that_has_grown_gets_more_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    asked: list[str] = []
    monkeypatch.setattr(executor, "check_address", asked.append)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 4.0})
    tickets, said = look(monkeypatch, ExecutorConfig("ray", address="head:1"))
    assert (tickets.started, said) == (4, ["the cluster has grown: one more worker starts"] * 2)
    tickets, said = look(monkeypatch, ExecutorConfig("ray", address="head:1", workers=2))
    assert (tickets.started, said, asked) == (2, [], ["head:1", "head:1"])


def test_a_ray_that_is_gone_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def nobody(address: str) -> None:
        raise UserError(f"executor.address: nobody answers at {address}")

    left: list[bool] = []
    monkeypatch.setattr(ray, "shutdown", lambda: left.append(True))
    monkeypatch.setattr(executor, "check_address", nobody)
    with pytest.raises(UserError, match=r"^the head of Ray at this machine is gone$"):
        look(monkeypatch, ExecutorConfig("ray"))
    monkeypatch.setattr(executor, "check_address", lambda address: None)
    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": False}])
    with pytest.raises(UserError, match=r"^Ray at this machine has lost its last node$"):
        look(monkeypatch, ExecutorConfig("ray"), lost=True)
    assert left == [True, True]
    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": True}, {"Alive": False}])
    with pytest.raises(
        UserError, match=r"^Ray at this machine has lost all workers, and no node had room for another one"
    ):
        look(monkeypatch, ExecutorConfig("ray"), lost=True)
    look(monkeypatch, ExecutorConfig("ray"))


def test_workers_that_never_become_ready_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    monkeypatch.setattr(executor, "_MOST_LOSSES", 2)
    _Tickets(monkeypatch, [1, "worker 2", "worker 3"], setup, lost=(1, "worker 2", "worker 3"))
    log = ExecutionLog(lambda line: None)
    with pytest.raises(UserError, match=r"^Ray starts no workers any more: The actor died"):
        list(play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log))


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
