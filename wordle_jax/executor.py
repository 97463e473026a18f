"""Executors: where chunks of games, or of other work, are done: in this process or on Ray workers.

Games come back in the order of their ids. How they were cut into chunks, and where those were played, leaves
no trace in them. This is the only module of the package that imports Ray.
"""

import atexit
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

import jax
import numpy as np
from jaxtyping import Int64

from wordle_jax.address import check_address
from wordle_jax.adversary import count_scripts
from wordle_jax.chunks import LARGEST_CHUNK, ChunkQueue
from wordle_jax.compile_log import compile_log
from wordle_jax.errors import UserError, first_line
from wordle_jax.game import Setup, play_games, set_table
from wordle_jax.interrupts import holding_stops
from wordle_jax.placement import WorkerPlatform, count_gpu_places, worker_environment
from wordle_jax.platform import available_cores, configure_jax
from wordle_jax.records import GameRecords
from wordle_jax.world import World

# What Ray and a worker's first computation take to start, measured on two cores.
_RAY_START_SECONDS = 8.0
# How much is played here before executor=auto judges what is left.
_PROBE_GAMES = 2000
_CHUNKS_AT_WORKER = 2  # so that a worker always finds its next chunk waiting
_MOST_WORKERS_A_CORE = 8
_ANY_HERE = "auto"  # as an address: the Ray that was started on this machine
_RESTARTS = 3  # of a worker that was killed
_RETRY_SECONDS = 0.5


@dataclass(frozen=True)
class ExecutorConfig:
    """Where to play; see conf/executor."""

    kind: Literal["auto", "local", "ray"] = "auto"
    workers: int | None = None
    chunk: int | None = None
    address: str | None = None
    gpus_per_worker: float | None = None

    def __post_init__(self) -> None:
        for key in ("workers", "chunk"):
            value = getattr(self, key)
            if value is not None and value < 1:
                raise UserError(f"executor.{key}: is {value}; give 1 or more, or null")
        share = self.gpus_per_worker
        if share is not None and not 0 < share <= 1:
            raise UserError(f"executor.gpus_per_worker: is {share}; give more than 0 and at most 1, or null")
        if self.kind == "local":
            for key in ("workers", "address", "gpus_per_worker"):
                value = getattr(self, key)
                if value not in (None, 1):
                    raise UserError(f"executor.{key}: is {value}, but executor=local plays in this process; give null")

    @property
    def cluster(self) -> str | None:
        """The address of the cluster to play on, None being a Ray of this machine's own.

        RAY_ADDRESS, which Ray sets in the jobs of a cluster, counts where no address is given.
        """
        address = self.address or os.environ.get("RAY_ADDRESS")
        return None if address in ("", "local") else address

    @property
    def cluster_is_named_by(self) -> str:
        """The name of the setting that `cluster` comes from."""
        return "executor.address" if self.address else "RAY_ADDRESS"


@dataclass
class ExecutionLog:
    """What becomes of an execution beside its games.

    `say` is told where they are played and why; `start_seconds` were spent before the first game of an
    executor, on its arrays or on Ray, compilation left out. `platforms` says of every chunk that was done on which
    platform, by its first id and how many ids it had.
    """

    say: Callable[[str], None]
    start_seconds: float = 0.0
    platforms: dict[int, tuple[int, str]] = field(default_factory=dict)

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Count the seconds of the block as those of a start."""
        start, compiled = time.perf_counter(), compile_log().seconds
        yield
        self.start_seconds += time.perf_counter() - start - (compile_log().seconds - compiled)

    def note_platform(self, chunk: Int64[np.ndarray, " chunk"], platform: str) -> None:
        """Keep on which platform a chunk was done."""
        self.platforms[int(chunk[0])] = (len(chunk), platform)

    def list_platforms(self) -> list[dict[str, Any]]:
        """Return in the order of the ids which platform did how many of them; neighbours on the same one are joined."""
        spans: list[dict[str, Any]] = []
        for first, (number, platform) in sorted(self.platforms.items()):
            if spans and spans[-1]["platform"] == platform:
                spans[-1]["number"] += number
            else:
                spans.append({"first": first, "number": number, "platform": platform})
        return spans


@runtime_checkable
class Job(Protocol):
    """What is done for many ids, in chunks; it must be picklable."""

    @property
    def doing(self) -> str:
        """What is said of it while it goes on, as in "playing"."""

    @property
    def done(self) -> str:
        """What is said of it afterwards, as in "played"."""

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " chunk"]], Any]:
        """Return what does a chunk; called once in each process."""


@dataclass(frozen=True, eq=False)
class _Games:
    """The games of a setup."""

    setup: Setup
    doing = "playing"
    done = "played"

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " game"]], GameRecords]:
        table = set_table(self.setup, world)
        table.player.prepare()
        return lambda chunk: play_games(table, chunk)


def play_in_chunks(
    setup: Setup, world: World, game_id: Int64[np.ndarray, " game"], config: ExecutorConfig, log: ExecutionLog
) -> Generator[GameRecords, None, None]:
    """Yield the games chunk by chunk, in the order of the ids.

    Raises UserError if Ray cannot be reached or loses its workers.
    """
    queue = ChunkQueue(game_id, config.chunk, count_scripts(setup.channel, setup.rules))
    if setup.channel.is_clean and setup.recipe.is_deterministic:
        # Without chance the games are one decision tree, built once if it is built in one chunk.
        queue.size = LARGEST_CHUNK
    yield from work_in_chunks(_Games(setup), world, queue, config, log)


def work_in_chunks(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, here: Job | None = None
) -> Generator[Any, None, None]:
    """Yield what a job makes of each chunk, in the order of the queue; but when interrupted, all that is finished.

    `here` does the same work in this process, if that is to be watched or stopped in other ways. Raises UserError
    if Ray cannot be reached or loses its workers.
    """
    if config.kind == "ray":
        log.say(f"{job.doing} on Ray {config.cluster or 'on this machine'} (executor=ray)")
        yield from _work_on_ray(job, world, queue, config, log)
        return
    is_auto = config.kind == "auto"
    if is_auto and _is_task_of_ray():
        # Whoever made tasks of the jobs, as hydra/launcher=ray does, has given out the cores already.
        is_auto = False
        log.say(f"{job.doing} in this process, which is a task of Ray (executor=auto)")
    if is_auto and config.cluster is not None:
        how = "whose address was given" if config.address else "which RAY_ADDRESS names"
        log.say(f"{job.doing} on Ray {config.cluster}, {how} (executor=auto)")
        yield from _work_on_ray(job, world, queue, config, log)
        return
    with log.starting():
        do = (here or job).start(world)
    undecided = is_auto
    if config.kind == "local":
        log.say(f"{job.doing} in this process (executor=local)")
    while queue.num_left:
        chunk = queue.take()
        start = time.perf_counter()
        result = do(chunk)
        seconds = time.perf_counter() - start
        queue.learn(len(chunk), seconds)
        log.note_platform(chunk, jax.default_backend())
        yield result
        if undecided and (queue.handed_out * queue.lines >= _PROBE_GAMES or not queue.num_left):
            undecided = False
            left = queue.num_left * seconds / len(chunk)
            cores = config.workers or available_cores()
            if left * (1 - 1 / cores) > 2 * _RAY_START_SECONDS:
                log.say(f"going on with Ray: {left:.0f} s of work are left for {cores} cores (executor=auto)")
                yield from _work_on_ray(job, world, queue, config, log)
                return
            why = f"for {left:.0f} s of work Ray does not pay" if queue.num_left else "done before Ray would start"
            log.say(f"{job.done} in this process: {why} (executor=auto)")


# --- Ray ---------------------------------------------------------------------------------------------------


@dataclass
class _RayPool:
    """Workers that live as long as this process, so that the jobs of a sweep share them and one copy of a world."""

    workers: list[Any]
    platforms: list[WorkerPlatform]
    worlds: dict[tuple[str, bytes], Any] = field(default_factory=dict)

    def share(self, world: World) -> Any:
        """Return the world in the object store, put there once."""
        import ray

        key = (world.digest, world.prior.tobytes())
        if key not in self.worlds:
            self.worlds[key] = ray.put(world)
        return self.worlds[key]


class _Worker:
    """One process that does chunks; it keeps what the last job started, with its kernels and arrays on the device."""

    def __init__(self, core: int | None, platform: WorkerPlatform) -> None:
        # XLA would start a thread for each core in every worker; a core each is 97% efficient.
        if core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {core})
        configure_jax(platform)
        self._world: tuple[Any, World] | None = None
        self._started: tuple[str, Callable[[Int64[np.ndarray, " chunk"]], Any]] | None = None

    def wait_until_ready(self) -> None:
        """Return once the process has started."""

    def work(
        self, world_box: list[Any], job_id: str, job: Job, chunk: Int64[np.ndarray, " chunk"]
    ) -> tuple[Any, float]:
        """Return what a job makes of a chunk and the seconds it took; the world comes boxed, to be fetched once."""
        import ray

        (reference,) = world_box
        if self._world is None or self._world[0] != reference:
            self._world = (reference, ray.get(reference))
            self._started = None
        if self._started is None or self._started[0] != job_id:
            self._started = (job_id, job.start(self._world[1]))
        start = time.perf_counter()
        result = self._started[1](chunk)
        return result, time.perf_counter() - start


# The workers of the last job, by its cluster, number of workers and GPUs for each: at most one entry.
_pools: dict[tuple[str | None, int | None, float | None], _RayPool] = {}


def _is_task_of_ray() -> bool:
    """Tell whether this process does a task of Ray, instead of giving tasks out."""
    ray = sys.modules.get("ray")  # which is slow to load, and loaded where there are tasks
    return ray is not None and ray.is_initialized() and ray.get_runtime_context().get_task_id() is not None


def _connect(config: ExecutorConfig) -> _RayPool:
    """Return the workers of this process on that Ray: those of the last job if it asked for the same."""
    asked = (config.cluster, config.workers, config.gpus_per_worker)
    if asked not in _pools:
        for (cluster, *_), pool in _pools.items():
            # Two sets of workers would contend for the same cores.
            _dismiss(pool, leave=cluster != config.cluster)
        _pools.clear()
        _start_ray(config)
        _pools[asked] = _start_workers(config)
    return _pools[asked]


def _dismiss(pool: _RayPool, *, leave: bool) -> None:
    """End the workers; `leave` tells to disconnect from their Ray too."""
    import ray

    for worker in pool.workers:
        ray.kill(worker)
    if leave:
        ray.shutdown()


def _start_ray(config: ExecutorConfig) -> None:
    # A driver started by `uv run` would make every worker build its environment anew.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Once a second it asks a Ray that does not let it in.
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "3")
    import ray

    if ray.is_initialized():
        return
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if config.cluster is None:
        # "local" is a Ray of its own, whatever else runs on this machine.
        options |= {"address": "local", "num_cpus": available_cores(), "include_dashboard": False}
    else:
        if config.cluster != _ANY_HERE:
            check_address(config.cluster, config.cluster_is_named_by)
        options["address"] = config.cluster
    try:
        # Cut short, it would leave processes behind.
        with holding_stops(), _silencing_stderr():
            started: Future[None] = Future()
            threading.Thread(target=_init_ray, args=(options, started), daemon=True).start()
            started.result()
    except Exception as error:  # of many kinds, all about this machine or that cluster
        reason = first_line(error)
        if config.cluster is None:
            raise UserError(f"cannot start Ray: {reason}") from error
        hint = "if it asks for a token, set RAY_AUTH_MODE=token and, unless it is in ~/.ray, RAY_AUTH_TOKEN"
        if config.cluster == _ANY_HERE:
            hint = f"auto is the one that `ray start` made on this machine; {hint}"
        where = config.cluster_is_named_by
        raise UserError(f"{where}: Ray at {config.cluster} turns us away ({reason}); {hint}") from error
    atexit.register(ray.shutdown)


@contextmanager
def _silencing_stderr() -> Iterator[None]:
    """Keep the C++ of Ray from writing to the terminal what is raised as an exception too."""
    kept = os.dup(2)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _init_ray(options: dict[str, Any], started: "Future[None]") -> None:
    """Call ray.init, not in the main thread, whose answer to SIGTERM it would replace; stay as long as the process.

    Linux ends the processes that a thread has started with the thread.
    """
    import ray

    if hasattr(signal, "pthread_sigmask"):
        # The processes that it starts inherit this: Ctrl-C or the end of the terminal is for this one to answer.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        with warnings.catch_warnings():
            # Ray starts its processes by fork and exec at once, which threads of JAX do not disturb.
            warnings.filterwarnings("ignore", message="os.fork", category=RuntimeWarning)
            ray.init(**options)
    except Exception as error:
        started.set_exception(error)
    else:
        started.set_result(None)
        threading.Event().wait()


def _count_workers(config: ExecutorConfig) -> int:
    """Return how many workers to start; raises UserError for more than there is room for."""
    import ray

    if config.cluster is None:
        cores = available_cores()
        number, most, room = config.workers or cores, _MOST_WORKERS_A_CORE * cores, f"{cores} cores here"
    else:
        cores = int(ray.cluster_resources().get("CPU", 0))
        # Ray would wait for the cluster to grow.
        number, most, room = config.workers or cores, cores, f"{cores} CPUs in the cluster"
    if not 0 < number <= most:
        raise UserError(f"executor.workers: is {number} for {room}; give at most {most}")
    return number


def _count_gpu_workers(config: ExecutorConfig, cpus: int) -> int:
    """Return how many workers find a GPU, given the CPUs that each takes; raises UserError if none does."""
    import ray

    if config.gpus_per_worker is None:
        return 0
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    number = count_gpu_places(nodes, config.gpus_per_worker, cpus)
    if number == 0:
        where = "here" if config.cluster is None else "in the cluster"
        raise UserError(
            f"executor.gpus_per_worker: is {config.gpus_per_worker}, but Ray finds no GPU {where}; give null"
        )
    return number


def _start_workers(config: ExecutorConfig) -> _RayPool:
    on_this_machine = config.cluster is None
    # Here as many workers start as are asked for; a cluster gives each a core.
    cpus = 0 if on_this_machine else 1
    number = _count_workers(config)
    num_gpu = min(_count_gpu_workers(config, cpus), number)
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    pinned = on_this_machine and 0 < number <= len(cores)
    platforms: tuple[WorkerPlatform, ...] = ("gpu", "cpu")
    pool = _RayPool([], [platforms[i >= num_gpu] for i in range(number)])
    # Those for GPUs first, or the others might take the CPUs beside the GPUs.
    for platform in platforms:
        actor = _worker_class(platform, config.gpus_per_worker, cpus)
        places = [i for i, of_worker in enumerate(pool.platforms) if of_worker == platform]
        # What feeds a GPU has more than one thread.
        pins = [cores[i] if pinned and platform == "cpu" else None for i in places]
        workers = [actor.remote(pin, platform) for pin in pins]
        _wait_for_workers(workers, config)
        pool.workers += workers
    return pool


def _worker_class(platform: WorkerPlatform, gpus_per_worker: float | None, cpus: int) -> Any:
    """Return what makes workers for a platform, each with so many CPUs of Ray's."""
    import ray

    return ray.remote(
        num_cpus=cpus,
        num_gpus=(gpus_per_worker or 0) if platform == "gpu" else 0,
        max_restarts=_RESTARTS,
        max_task_retries=_RESTARTS,
        runtime_env={"env_vars": worker_environment(platform, gpus_per_worker)},
    )(_Worker)


def _wait_for_workers(workers: list[Any], config: ExecutorConfig) -> None:
    import ray

    try:
        ray.get([worker.wait_until_ready.remote() for worker in workers])
    except ray.exceptions.RayError as error:
        # A complaint of the worker itself is the last line of what Ray makes of it.
        complaint = str(error).strip().splitlines()[-1].partition("UserError: ")[2]
        where = config.cluster or "this machine"
        raise UserError(f"Ray at {where} starts no workers: {complaint or first_line(error)}") from error


def _work_on_ray(job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog) -> Iterator[Any]:
    with log.starting():
        pool = _connect(config)
    import ray

    world_box, job_id = [pool.share(world)], os.urandom(8).hex()
    running: dict[Any, tuple[int, int, np.ndarray]] = {}  # reference -> place of the chunk, worker, chunk
    finished: dict[int, Any] = {}
    idle = list(range(len(pool.workers))) * _CHUNKS_AT_WORKER
    sent = yielded = 0

    def send(place: int, worker: int, chunk: np.ndarray) -> None:
        reference = pool.workers[worker].work.remote(world_box, job_id, job, chunk)
        running[reference] = (place, worker, chunk)

    try:
        while queue.num_left or running:
            while queue.num_left and idle:
                send(sent, idle.pop(0), queue.take())
                sent += 1
            (reference,), _ = ray.wait(list(running), num_returns=1)
            place, worker, chunk = running.pop(reference)
            try:
                finished[place], seconds = ray.get(reference)
            except ray.exceptions.ActorUnavailableError:
                # Ray is starting a worker anew that was killed; its chunk is done again.
                time.sleep(_RETRY_SECONDS)
                send(place, worker, chunk)
                continue
            idle.append(worker)
            queue.learn(len(chunk), seconds)
            log.note_platform(chunk, pool.platforms[worker])
            while yielded in finished:
                yield finished.pop(yielded)
                yielded += 1
    except (KeyboardInterrupt, ray.exceptions.RayError) as error:
        # Chunks that overtook an earlier one are finished too.
        for place in sorted(finished):
            yield finished[place]
        if isinstance(error, UserError) and isinstance(error, ray.exceptions.RayTaskError):
            raise error.cause from None  # in one line, without what Ray adds
        if isinstance(error, KeyboardInterrupt | ray.exceptions.RayTaskError):
            raise  # the second is an error of the work itself
        # The next job of a sweep gets a new one.
        _pools.clear()
        ray.shutdown()
        raise UserError(f"Ray lost a worker and gave up on it: {first_line(error)}") from error
    finally:
        if ray.is_initialized():  # else cancel would connect to any Ray that it finds
            for reference in running:
                ray.cancel(reference)
