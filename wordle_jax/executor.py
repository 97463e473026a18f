"""Executors: where chunks of games, or of other work, are done: in this process or on Ray workers.

How games were cut into chunks, and where those were played, leaves no trace in them. This is the only module of the
package that imports Ray.
"""

import atexit
import os
import signal
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
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
from wordle_jax.shards import PackedGames, Span, pack_games
from wordle_jax.world import World

# What Ray and a worker's first computation take to start, measured on two cores.
_RAY_START_SECONDS = 8.0
# How much is played here before executor=auto judges what is left.
_PROBE_GAMES = 2000
_CHUNKS_AT_WORKER = 2  # so that a worker always finds its next chunk waiting
_MOST_WORKERS_A_CORE = 8
_ANY_HERE = "auto"  # as an address: the Ray that was started on this machine
# So many workers in a row may be lost over one chunk.
_MOST_LOSSES = 4
_POLL_SECONDS = 1.0
# How long a cluster without a worker may take to find room for one.
_PATIENCE_SECONDS = 60.0


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
    executor, on its arrays or on Ray, compilation left out. `workers` are at work, `retries` counts chunks that were
    handed out again because their worker was lost.
    """

    say: Callable[[str], None]
    start_seconds: float = 0.0
    workers: int = 1
    retries: int = 0

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Count the seconds of the block as those of a start."""
        start, compiled = time.perf_counter(), compile_log().seconds
        yield
        self.start_seconds += time.perf_counter() - start - (compile_log().seconds - compiled)


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
    """The games of a setup, packed where they are played or as they are."""

    setup: Setup
    packed: bool
    doing = "playing"
    done = "played"

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " game"]], GameRecords | PackedGames]:
        table = set_table(self.setup, world)
        table.player.prepare()
        if self.packed:
            return lambda chunk: pack_games(chunk, play_games(table, chunk), jax.default_backend())
        return lambda chunk: play_games(table, chunk)


def play_in_chunks(
    setup: Setup, world: World, game_id: Int64[np.ndarray, " game"], config: ExecutorConfig, log: ExecutionLog
) -> Generator[GameRecords, None, None]:
    """Yield the games chunk by chunk, in the order of the ids.

    Raises UserError if Ray cannot be reached or loses its workers.
    """
    yield from work_in_chunks(_Games(setup, packed=False), world, _queue_games(setup, game_id, config), config, log)


def play_packed(
    setup: Setup,
    world: World,
    game_id: Int64[np.ndarray, " game"],
    spans: Sequence[Span],
    config: ExecutorConfig,
    log: ExecutionLog,
) -> Generator[PackedGames, None, None]:
    """Yield the games at these places chunk by chunk, as they are finished, in any order.

    Raises UserError if Ray cannot be reached or loses its workers.
    """
    queue = _queue_games(setup, game_id, config, spans)
    if not queue.num_left:
        return
    done = _work(_Games(setup, packed=True), world, queue, config, log)
    with closing(done):
        for _, games in done:
            yield games


def _queue_games(
    setup: Setup, game_id: Int64[np.ndarray, " game"], config: ExecutorConfig, spans: Sequence[Span] | None = None
) -> ChunkQueue:
    queue = ChunkQueue(game_id, config.chunk, count_scripts(setup.channel, setup.rules), spans=spans)
    if setup.channel.is_clean and setup.recipe.is_deterministic:
        # Without chance the games are one decision tree, built once if it is built in one chunk.
        queue.size, queue.is_whole = LARGEST_CHUNK, True
    return queue


def work_in_chunks(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, here: Job | None = None
) -> Generator[Any, None, None]:
    """Yield what a job makes of each chunk, in the order of the queue; but when interrupted, all that is finished.

    `here` does the same work in this process, if that is to be watched or stopped in other ways. Raises UserError
    if Ray cannot be reached or loses its workers.
    """
    waiting: dict[int, Any] = {}
    yielded = 0
    with closing(_work(job, world, queue, config, log, here)) as done:
        try:
            for place, result in done:
                waiting[place] = result
                while yielded in waiting:
                    yield waiting.pop(yielded)
                    yielded += 1
        except (KeyboardInterrupt, Exception):
            # Chunks that overtook an earlier one are finished too.
            for place in sorted(waiting):
                yield waiting[place]
            raise


def _work(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, here: Job | None = None
) -> Generator[tuple[int, Any], None, None]:
    """Yield the number of each chunk and what a job makes of it, as they are finished."""
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
    number = -1
    while queue.num_left:
        number += 1
        chunk = queue.take()
        start = time.perf_counter()
        result = do(chunk)
        seconds = time.perf_counter() - start
        queue.learn(len(chunk), seconds)
        yield number, result
        if undecided and (queue.handed_out * queue.lines >= _PROBE_GAMES or not queue.num_left):
            undecided = False
            left = queue.num_left * seconds / len(chunk)
            cores = config.workers or available_cores()
            if left * (1 - 1 / cores) > 2 * _RAY_START_SECONDS:
                log.say(f"going on with Ray: {left:.0f} s of work are left for {cores} cores (executor=auto)")
                yield from _work_on_ray(job, world, queue, config, log, number + 1)
                return
            why = f"for {left:.0f} s of work Ray does not pay" if queue.num_left else "done before Ray would start"
            log.say(f"{job.done} in this process: {why} (executor=auto)")


# --- Ray ---------------------------------------------------------------------------------------------------


@dataclass
class _RayPool:
    """Workers that live as long as this process, so that the jobs of a sweep share them and one copy of a world.

    `start_worker` returns a new worker for a place among them. `newcomers` took such a place and may not be ready: they
    have it by the reference that tells.
    """

    workers: list[Any]
    start_worker: Callable[[int], Any]
    worlds: dict[tuple[str, bytes], Any] = field(default_factory=dict)
    newcomers: dict[Any, int] = field(default_factory=dict)
    dashboard: str | None = None  # where it is, until that was said

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
        dashboard = _start_ray(config)
        _pools[asked] = _start_workers(config)
        _pools[asked].dashboard = dashboard
    return _pools[asked]


def _dismiss(pool: _RayPool, *, leave: bool) -> None:
    """End the workers; `leave` tells to disconnect from their Ray too."""
    import ray

    for worker in pool.workers:
        ray.kill(worker)
    if leave:
        ray.shutdown()


def _start_ray(config: ExecutorConfig) -> str | None:
    """Start or join Ray, unless that was done; return where its dashboard is, if it has one."""
    # A driver started by `uv run` would make every worker build its environment anew.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Once a second it asks a Ray that does not let it in.
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "3")
    import ray

    if ray.is_initialized():
        return None
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
            started: Future[str | None] = Future()
            threading.Thread(target=_init_ray, args=(options, started), daemon=True).start()
            dashboard = started.result()
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
    return dashboard


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


def _init_ray(options: dict[str, Any], started: "Future[str | None]") -> None:
    """Call ray.init, and tell where the dashboard is.

    That is not done in the main thread, whose answer to SIGTERM it would replace; the thread stays as long as the
    process: Linux ends the processes that a thread has started with the thread.
    """
    import ray

    if hasattr(signal, "pthread_sigmask"):
        # The processes that it starts inherit this: Ctrl-C or the end of the terminal is for this one to answer.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        with warnings.catch_warnings():
            # Ray starts its processes by fork and exec at once, which threads of JAX do not disturb.
            warnings.filterwarnings("ignore", message="os.fork", category=RuntimeWarning)
            dashboard = ray.init(**options).dashboard_url or None
    except Exception as error:
        started.set_exception(error)
    else:
        started.set_result(dashboard)
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
    platforms: list[WorkerPlatform] = ["gpu"] * min(_count_gpu_workers(config, cpus), number)
    platforms += ["cpu"] * (number - len(platforms))
    classes = {platform: _worker_class(platform, config.gpus_per_worker, cpus) for platform in platforms}
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    pinned = on_this_machine and 0 < number <= len(cores)

    def start_worker(place: int) -> Any:
        # A cluster that grows gets more of the last kind.
        platform = platforms[min(place, number - 1)]
        # What feeds a GPU has more than one thread.
        core = cores[place] if pinned and platform == "cpu" else None
        return classes[platform].remote(core, platform)

    workers: list[Any] = []
    # Those for GPUs first, or the others might take the CPUs beside the GPUs.
    for platform in classes:
        others = len(workers)
        workers += [start_worker(place) for place in range(number) if platforms[place] == platform]
        _wait_for_workers(workers[others:], config)
    return _RayPool(workers, start_worker)


def _worker_class(platform: WorkerPlatform, gpus_per_worker: float | None, cpus: int) -> Any:
    """Return what makes workers for a platform, each with so many CPUs of Ray's."""
    import ray

    return ray.remote(
        num_cpus=cpus,
        num_gpus=(gpus_per_worker or 0) if platform == "gpu" else 0,
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


@dataclass(frozen=True, eq=False)
class _Errand:
    """A chunk that was sent to the worker who has that place in the pool."""

    number: int
    chunk: Int64[np.ndarray, " chunk"]
    place: int
    worker: Any


class _Crew:
    """The workers of a pool at one job. One that is lost is replaced, and what it had to do goes to whoever is idle."""

    def __init__(self, pool: _RayPool, job: Job, world: World, config: ExecutorConfig, log: ExecutionLog) -> None:
        self.pool, self.job, self.config, self.log = pool, job, config, log
        self.lost: list[tuple[int, np.ndarray]] = []  # chunks to be sent again
        self._world_box, self._job_id = [pool.share(world)], os.urandom(8).hex()
        ready = [place for place in range(len(pool.workers)) if place not in pool.newcomers.values()]
        self._idle = ready * _CHUNKS_AT_WORKER
        self._errands: dict[Any, _Errand] = {}
        self._losses: Counter[int] = Counter()
        self._failed_starts = 0
        self._metrics = _Metrics(job.doing)
        self._heard = self._looked = time.monotonic()
        self._count_workers()

    @property
    def is_idle(self) -> bool:
        """Whether a worker waits for a chunk."""
        return bool(self._idle)

    @property
    def is_busy(self) -> bool:
        """Whether anything that was sent is not done."""
        return bool(self._errands or self.lost)

    def send(self, number: int, chunk: Int64[np.ndarray, " chunk"]) -> None:
        """Send a chunk to a worker that waits."""
        place = self._idle.pop(0)
        worker = self.pool.workers[place]
        reference = worker.work.remote(self._world_box, self._job_id, self.job, chunk)
        self._errands[reference] = _Errand(number, chunk, place, worker)

    def wait(self) -> tuple[_Errand, Any, float] | None:
        """Return a finished errand, its result and the seconds it took; None if something else happened, or nothing.

        Raises UserError where Ray is gone, and what the work itself raises.
        """
        import ray

        ready, _ = ray.wait([*self._errands, *self.pool.newcomers], num_returns=1, timeout=_POLL_SECONDS)
        if time.monotonic() - self._looked > _POLL_SECONDS:
            self._look_around()
        if not ready:
            return None
        (reference,) = ready
        if reference in self.pool.newcomers:
            self._welcome(reference)
            return None
        errand = self._errands[reference]
        try:
            result, seconds = ray.get(reference)
        except (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError, ray.exceptions.OutOfMemoryError) as error:
            self._replace(errand, error)
            return None
        del self._errands[reference]
        self._idle.append(errand.place)
        self._heard = time.monotonic()
        self._metrics.count(games=len(errand.chunk), chunks=1)
        return errand, result, seconds

    def cancel(self) -> None:
        """Let go of what is not done."""
        import ray

        for reference in self._errands:
            ray.cancel(reference)

    def _replace(self, errand: _Errand, error: Exception) -> None:
        """Start another worker in the place of one that was lost, and take back what it had to do."""
        import ray

        theirs = {r: e for r, e in self._errands.items() if e.worker is errand.worker}
        for reference, other in theirs.items():
            del self._errands[reference]
            self.lost.append((other.number, other.chunk))
        # The first of them was being done, the others waited.
        first = min(theirs.values(), key=lambda other: other.number)
        self._losses[first.number] += 1
        if self._losses[first.number] == _MOST_LOSSES:
            what = f"Ray lost {_MOST_LOSSES} workers over one chunk of {len(first.chunk):,} and gave up on it"
            raise UserError(f"{what}: {first_line(error)}") from error
        self.log.retries += len(theirs)
        self._metrics.count(retries=len(theirs))
        self._idle = [place for place in self._idle if place != errand.place]
        self.log.say(f"a worker was lost ({first_line(error)}); another one starts in its place")
        ray.kill(errand.worker)
        self._start(errand.place)

    def _start(self, place: int) -> None:
        worker = self.pool.start_worker(place)
        self.pool.workers[place : place + 1] = [worker]
        self.pool.newcomers[worker.wait_until_ready.remote()] = place
        self._count_workers()

    def _welcome(self, reference: Any) -> None:
        import ray

        place = self.pool.newcomers.pop(reference)
        try:
            ray.get(reference)
        except ray.exceptions.RayError as error:
            self._failed_starts += 1
            if self._failed_starts == _MOST_LOSSES:
                raise UserError(f"Ray starts no workers any more: {first_line(error)}") from error
            self._start(place)
            return
        self._failed_starts = 0
        self._heard = time.monotonic()
        self._idle += [place] * _CHUNKS_AT_WORKER
        self._count_workers()

    def _look_around(self) -> None:
        """Find out whether Ray is there, and whether a cluster has grown."""
        import ray

        self._looked = time.monotonic()
        cluster = self.config.cluster
        try:
            check_address(ray.get_runtime_context().gcs_address if cluster in (None, _ANY_HERE) else cluster)
        except UserError as error:
            _forget_ray()
            raise UserError(f"the head of Ray at {self.config.cluster or 'this machine'} is gone") from error
        if self.config.cluster is not None and self.config.workers is None:
            for place in range(len(self.pool.workers), int(ray.cluster_resources().get("CPU", 0))):
                self.log.say("the cluster has grown: one more worker starts")
                self._start(place)
        if self.log.workers == 0 and not any(node["Alive"] for node in ray.nodes()):
            _forget_ray()
            raise UserError(f"Ray at {self.config.address or 'this machine'} has lost its last node")
        if self.log.workers == 0 and self._looked - self._heard > _PATIENCE_SECONDS:
            what = f"no node had room for another one in {_PATIENCE_SECONDS:.0f} s"
            raise UserError(f"Ray at {self.config.cluster or 'this machine'} has lost all workers, and {what}")

    def _count_workers(self) -> None:
        self.log.workers = len(self.pool.workers) - len(self.pool.newcomers)
        self._metrics.set_workers(self.log.workers)


class _Metrics:
    """What Ray's own metrics tell of a job."""

    def __init__(self, doing: str) -> None:
        from ray.util.metrics import Counter, Gauge

        what = {"games": "Games, or other things, done", "chunks": "Chunks done", "retries": "Chunks handed out again"}
        self._counters = {
            name: Counter(f"wordle_jax_{name}", description=text, tag_keys=("doing",)) for name, text in what.items()
        }
        self._workers = Gauge("wordle_jax_workers", description="Workers that are ready", tag_keys=("doing",))
        self._tags = {"doing": doing}

    def count(self, **more: int) -> None:
        """Add to counters, by their names."""
        for name, number in more.items():
            self._counters[name].inc(number, self._tags)

    def set_workers(self, number: int) -> None:
        """Tell how many workers there are."""
        self._workers.set(number, self._tags)


def _work_on_ray(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, number: int = 0
) -> Generator[tuple[int, Any], None, None]:
    """Yield chunks as `_work` does; theirs are the numbers from `number`."""
    with log.starting():
        pool = _connect(config)
    import ray

    if pool.dashboard:
        log.say(f"the dashboard of Ray is at http://{pool.dashboard}")
        pool.dashboard = None
    crew = _Crew(pool, job, world, config, log)
    queue.workers = len(pool.workers)
    try:
        while queue.num_left or crew.is_busy:
            while crew.is_idle and (crew.lost or queue.num_left):
                if crew.lost:
                    crew.send(*crew.lost.pop(0))
                else:
                    crew.send(number, queue.take())
                    number += 1
            if done := crew.wait():
                errand, result, seconds = done
                queue.learn(len(errand.chunk), seconds)
                yield errand.number, result
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, UserError):
            raise error.cause from None  # in one line, without what Ray adds
        raise  # an error of the work itself
    except ray.exceptions.RayError as error:
        _forget_ray()
        raise UserError(f"Ray failed: {first_line(error)}") from error
    finally:
        if ray.is_initialized():  # else cancel would connect to any Ray that it finds
            crew.cancel()


def _forget_ray() -> None:
    """Leave a Ray that does not work; the next job of a sweep gets a new one."""
    import ray

    _pools.clear()
    ray.shutdown()
