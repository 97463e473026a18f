"""Workers at one job: who has which chunk, and what follows when one of them is lost."""

import os
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Int64

from wordle_jax.address import check_address
from wordle_jax.errors import UserError, first_line
from wordle_jax.executor.config import ANY_HERE, ExecutorConfig
from wordle_jax.executor.connection import forget_ray
from wordle_jax.executor.job import Job
from wordle_jax.executor.log import ExecutionLog
from wordle_jax.executor.metrics import Metrics
from wordle_jax.executor.pool import RayPool
from wordle_jax.world import World

_CHUNKS_AT_WORKER = 2  # so that a worker always finds its next chunk waiting
# So many workers in a row may be lost over one chunk.
_MOST_LOSSES = 4
_POLL_SECONDS = 1.0
# How long there may be no worker: the nodes of a cluster take minutes to start.
_PATIENCE_SECONDS = 600.0
# So soon that is said.
_QUIET_SECONDS = 5.0


@dataclass(frozen=True, eq=False)
class _Errand:
    """A chunk that was sent to the worker who has that place in the pool."""

    number: int
    chunk: Int64[np.ndarray, " chunk"]
    place: int
    worker: Any


class Crew:
    """The workers of a pool at one job. One that is lost is replaced, and what it had to do goes to whoever is idle."""

    def __init__(self, pool: RayPool, job: Job, world: World, config: ExecutorConfig, log: ExecutionLog) -> None:
        self.pool, self.job, self.config, self.log = pool, job, config, log
        self.lost: list[tuple[int, np.ndarray]] = []  # chunks to be sent again
        self._world_box, self._job_id = [pool.share(world)], os.urandom(8).hex()
        ready = [place for place in range(len(pool.workers)) if place not in pool.newcomers.values()]
        self._idle = ready * _CHUNKS_AT_WORKER
        self._errands: dict[Any, _Errand] = {}
        self._losses: Counter[int] = Counter()
        self._failed_starts = 0
        self._metrics = Metrics(job.doing)
        self._looked = time.monotonic()
        self._alone_since: float | None = None  # when there was no worker any more, or none yet
        self._has_told = False
        self._count_workers()

    @property
    def is_idle(self) -> bool:
        """Whether a worker waits for a chunk."""
        return bool(self._idle)

    @property
    def is_busy(self) -> bool:
        """Whether anything that was sent is not done."""
        return bool(self._errands or self.lost)

    def wait_for_a_worker(self) -> None:
        """Return once a worker is ready. Raises UserError if none comes."""
        while not self.is_idle:
            self.wait()

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
        self.pool.start(place)
        self._count_workers()

    def _welcome(self, reference: Any) -> None:
        """Give work to a worker that is ready, or start another one if this one failed to start."""
        import ray

        place = self.pool.newcomers[reference]
        try:
            ray.get(reference)
        except ray.exceptions.RayError as error:
            self._failed_starts += 1
            # A complaint of the worker itself is the last line of what Ray makes of it.
            complaint = str(error).strip().splitlines()[-1].partition("UserError: ")[2]
            if self._failed_starts == _MOST_LOSSES or (complaint and not self.log.workers):
                raise UserError(f"Ray at {self._where} starts no workers: {complaint or first_line(error)}") from error
            del self.pool.newcomers[reference]
            self._start(place)
            return
        del self.pool.newcomers[reference]
        self._failed_starts = 0
        self._idle += [place] * _CHUNKS_AT_WORKER
        self._count_workers()

    @property
    def _where(self) -> str:
        return self.config.cluster or "this machine"

    def _look_around(self) -> None:
        """Find out whether Ray is there, whether a cluster has grown, and whether it has room for any worker."""
        import ray

        self._looked = time.monotonic()
        cluster = self.config.cluster
        head = ray.get_runtime_context().gcs_address if cluster in (None, ANY_HERE) else cluster
        _check_that_it_is_there(head, f"the head of Ray at {self._where}")
        if self.pool.raylet is not None:
            # Ray itself would find that out after some ten seconds, and end this process.
            _check_that_it_is_there(self.pool.raylet, "the part of Ray on this machine (its raylet)")
        if cluster is not None and self.config.workers is None:
            for place in range(len(self.pool.workers), self._count_places()):
                self.log.say("the cluster has grown: one more worker starts")
                self._start(place)
        if self._alone_since is not None:
            self._bear_being_alone(self._looked - self._alone_since)

    def _bear_being_alone(self, seconds: float) -> None:
        """Say what is waited for when there was no worker for so long. Raises UserError if there is no hope."""
        import ray

        if not any(node["Alive"] for node in ray.nodes()):
            forget_ray()
            raise UserError(f"Ray at {self._where} has lost its last node")
        minutes = f"{_PATIENCE_SECONDS / 60:.0f} minutes"
        if seconds > _PATIENCE_SECONDS:
            raise UserError(f"Ray at {self._where} has no worker, and no node had room for one in {minutes}")
        if seconds > _QUIET_SECONDS and self.config.cluster is not None and not self._has_told:
            self._has_told = True
            self.log.say(f"no worker is ready: waiting for room on Ray at {self._where}, {minutes} at most")

    def _count_places(self) -> int:
        """Return how many workers the cluster has room for.

        A node that was lost counts as there until Ray misses it; but no CPU of it is free.
        """
        import ray

        total, free = (int(cpus.get("CPU", 0)) for cpus in (ray.cluster_resources(), ray.available_resources()))
        return min(total, len(self.pool.workers) + free - len(self.pool.newcomers))

    def _count_workers(self) -> None:
        self.log.workers = len(self.pool.workers) - len(self.pool.newcomers)
        self._metrics.set_workers(self.log.workers)
        if self.log.workers:
            self._alone_since, self._has_told = None, False
        elif self._alone_since is None:
            self._alone_since = time.monotonic()


def _check_that_it_is_there(address: str, what: str) -> None:
    """Raise UserError, Ray being forgotten, unless a Ray listens at an address."""
    try:
        check_address(address)
    except UserError as error:
        forget_ray()
        raise UserError(f"{what} is gone") from error
