"""Chunks that come back in any order, workers that are lost, and what is left when interrupted."""

import time
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from worlds import tiny_world

from executor.games import GAMES, ids, setup_of
from executor.tickets import Tickets
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutionLog, ExecutorConfig, crew, on_ray, play_in_chunks
from wordle_jax.executor.crew import Crew
from wordle_jax.executor.games import _Games
from wordle_jax.records import GameRecords


def keep_all(chunks: Iterable[GameRecords], kept: list[int]) -> None:
    """Add the ids of the games as they come, so that they are there if an exception follows."""
    for records in chunks:
        kept.extend(ids(records))


def test_chunks_that_overtook_another_are_kept_on_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    tickets = Tickets(monkeypatch, [1, 0, 3, 4], setup)
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    kept: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        keep_all(chunks, kept)
    assert kept == [*range(8), *range(12, 20)]
    assert tickets.cancelled == [2, 5, 6, 7]


def test_what_still_runs_is_cancelled_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    tickets = Tickets(monkeypatch, [0], setup)
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    assert ids(next(chunks)) == [0, 1, 2, 3]
    chunks.close()
    assert tickets.cancelled == [1, 2, 3]


def test_the_chunks_of_a_killed_worker_are_played_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    # Chunks 1 and 3 were sent to the second worker, of whom chunk 3 brings the news; chunks 0, 2, 4 to the first.
    tickets = Tickets(monkeypatch, [0, 3, 2, 4, 5, "worker 2", 6, 7, 8, 9], setup, lost=(3,))
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
    monkeypatch.setattr(crew, "_MOST_LOSSES", 2)
    # Chunk 0 is lost with its worker, and once more when the next one has it as ticket 5.
    Tickets(monkeypatch, [1, 0, "worker 2", 5], setup, lost=(0, 5))
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    kept: list[int] = []
    with pytest.raises(UserError, match=r"^Ray lost 2 workers over one chunk of 4 and gave up on it: The actor died"):
        keep_all(chunks, kept)
    assert kept == [4, 5, 6, 7]


def test_where_the_dashboard_is_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    tickets = Tickets(monkeypatch, [0, 1, 2, 3], setup)
    on_ray.connect(ExecutorConfig("ray")).dashboard = "one:8265"
    said: list[str] = []
    for _ in range(2):
        tickets.order, tickets.sent = [0, 1], []
        game_id = np.arange(8, dtype=np.int64)
        config = ExecutorConfig("ray", chunk=4)
        list(play_in_chunks(setup, tiny_world("five"), game_id, config, ExecutionLog(said.append)))
    where = "playing on Ray on this machine (executor=ray)"
    assert said == [where, "the dashboard of Ray is at http://one:8265", where]


def look(
    monkeypatch: pytest.MonkeyPatch,
    config: ExecutorConfig,
    *,
    lost: int = 0,
    alone: tuple[float, ...] = (0.0,),
    raylet: str | None = None,
) -> tuple[Any, list[str]]:
    """A crew of two workers, some of them lost, and what it said when it looked around.

    That is as often as seconds are given: those since it had a worker, if it has none.
    """
    import ray

    look_around = Crew._look_around
    tickets = Tickets(monkeypatch, [], setup_of("random"))
    monkeypatch.setattr(Crew, "_look_around", look_around)
    monkeypatch.setattr(ray, "get_runtime_context", lambda: SimpleNamespace(gcs_address="here:1"))
    said: list[str] = []
    pool = on_ray.connect(config)
    two = Crew(pool, _Games(setup_of("random"), packed=False), tiny_world("five"), config, ExecutionLog(said.append))
    pool.newcomers |= {f"worker {place}": place for place in range(lost)}
    pool.raylet = raylet
    two._count_workers()
    for seconds in alone:
        if two._alone_since is not None:
            two._alone_since = time.monotonic() - seconds
        two._look_around()
    return tickets, said


def grow(monkeypatch: pytest.MonkeyPatch, total: float, free: float) -> None:
    """Let Ray tell of so many CPUs."""
    import ray

    monkeypatch.setattr(crew, "check_address", lambda address: None)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": total})
    monkeypatch.setattr(ray, "available_resources", lambda: {"CPU": free} if free else {})


def test_a_cluster_that_has_grown_gets_more_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    grow(monkeypatch, total=4.0, free=2.0)
    tickets, said = look(monkeypatch, ExecutorConfig("ray", address="head:1"))
    assert (tickets.started, said) == (4, ["the cluster has grown: one more worker starts"] * 2)
    tickets, said = look(monkeypatch, ExecutorConfig("ray", address="head:1", workers=2))
    assert (tickets.started, said) == (2, [])


@pytest.mark.parametrize(
    ("total", "free", "started"),
    [
        (4.0, 0.0, 2),  # the CPUs are somebody else's
        (2.0, 2.0, 2),  # it is not known yet that those are taken
        (4.0, 1.0, 3),
    ],
)
def test_workers_start_where_there_is_room(
    total: float, free: float, started: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(monkeypatch, total, free)
    assert look(monkeypatch, ExecutorConfig("ray", address="head:1"))[0].started == started


def test_a_new_node_has_room_for_the_lost_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    # Ray counts the node that was lost for some seconds more.
    grow(monkeypatch, total=3.0, free=1.0)
    tickets, said = look(monkeypatch, ExecutorConfig("ray", address="head:1"), lost=1)
    assert (tickets.started, said) == (2, [])
    grow(monkeypatch, total=4.0, free=2.0)
    assert look(monkeypatch, ExecutorConfig("ray", address="head:1"), lost=1)[0].started == 3


def test_the_head_and_the_raylet_are_asked_for_by_their_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(crew, "check_address", asked.append)
    look(monkeypatch, ExecutorConfig("ray", address="head:1", workers=2), raylet="here:2")
    assert asked == ["head:1", "here:2"]


@pytest.mark.parametrize(
    ("gone", "complaint"),
    [
        ("here:1", "the head of Ray at this machine is gone"),
        ("here:2", r"the part of Ray on this machine \(its raylet\) is gone"),
    ],
)
def test_a_ray_that_is_gone_is_one_line(gone: str, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def check(address: str) -> None:
        if address == gone:
            raise UserError(f"executor.address: nobody answers at {address}")

    left: list[bool] = []
    monkeypatch.setattr(ray, "shutdown", lambda: left.append(True))
    monkeypatch.setattr(crew, "check_address", check)
    with pytest.raises(UserError, match=f"^{complaint}$"):
        look(monkeypatch, ExecutorConfig("ray"), raylet="here:2")
    assert left == [True]


def test_the_last_node_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    left: list[bool] = []
    monkeypatch.setattr(ray, "shutdown", lambda: left.append(True))
    monkeypatch.setattr(crew, "check_address", lambda address: None)
    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": False}])
    with pytest.raises(UserError, match=r"^Ray at this machine has lost its last node$"):
        look(monkeypatch, ExecutorConfig("ray"), lost=2)
    assert left == [True]


def test_room_is_waited_for_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    config = ExecutorConfig("ray", address="head:1", workers=2)
    monkeypatch.setattr(crew, "check_address", lambda address: None)
    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": True}, {"Alive": False}])
    waiting = "no worker is ready: waiting for room on Ray at head:1, 10 minutes at most"
    assert look(monkeypatch, config, lost=2, alone=(1.0,))[1] == []
    assert look(monkeypatch, config, lost=2, alone=(6.0, 7.0, 599.0))[1] == [waiting]
    assert look(monkeypatch, config, lost=1, alone=(601.0,))[1] == []  # the other one works
    with pytest.raises(UserError, match=r"^Ray at head:1 has no worker, and no node had room for one in 10 minutes$"):
        look(monkeypatch, config, lost=2, alone=(601.0,))


def test_play_begins_with_the_first_worker_that_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    tickets = Tickets(monkeypatch, ["worker 1", 0, 1, "worker 0", 2, 3, 4, 5, 6, 7], setup_of("random"))
    on_ray.connect(ExecutorConfig("ray")).newcomers |= {"worker 0": 0, "worker 1": 1}
    log = ExecutionLog(lambda line: None)
    chunks = play_in_chunks(setup_of("random"), tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log)
    assert [game for records in chunks for game in ids(records)] == list(range(32))
    assert set(tickets.sent_to[:4]) == {1}
    assert 0 in tickets.sent_to
    assert log.workers == 2


def test_workers_that_never_become_ready_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("random")
    monkeypatch.setattr(crew, "_MOST_LOSSES", 2)
    Tickets(monkeypatch, [1, "worker 2", "worker 3"], setup, lost=(1, "worker 2", "worker 3"))
    log = ExecutionLog(lambda line: None)
    with pytest.raises(UserError, match=r"^Ray at this machine starts no workers: The actor died"):
        list(play_in_chunks(setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), log))


def test_what_a_first_worker_complains_of_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    Tickets(monkeypatch, ["worker 1"] * 2, setup_of("random"))
    on_ray.connect(ExecutorConfig("ray")).newcomers |= {"worker 0": 0, "worker 1": 1}

    def fail(reference: str) -> None:
        raise ray.exceptions.RayError("The actor died\n  a traceback\nwordle_jax.errors.UserError: platform: no GPU")

    monkeypatch.setattr(ray, "get", fail)
    for _ in range(2):  # the next job of a sweep hears the same
        log = ExecutionLog(lambda line: None)
        with pytest.raises(UserError, match=r"^Ray at this machine starts no workers: platform: no GPU$"):
            list(play_in_chunks(setup_of("random"), tiny_world("five"), GAMES, ExecutorConfig("ray"), log))


def test_an_error_of_the_games_themselves_is_not_blamed_on_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    setup = setup_of("random")
    Tickets(monkeypatch, [0], setup)

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
    Tickets(monkeypatch, [0], setup)

    def complain(place: int) -> None:
        raise ray.exceptions.RayTaskError("work", "a traceback", UserError("no room")).as_instanceof_cause()

    monkeypatch.setattr(ray, "get", complain)
    chunks = play_in_chunks(
        setup, tiny_world("five"), GAMES, ExecutorConfig("ray", chunk=4), ExecutionLog(lambda line: None)
    )
    with pytest.raises(UserError) as caught:
        next(chunks)
    assert (type(caught.value), str(caught.value)) == (UserError, "no room")
