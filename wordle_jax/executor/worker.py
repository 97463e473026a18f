"""What a worker does in its process."""

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import Int64

from wordle_jax.executor.job import Job
from wordle_jax.placement import WorkerPlatform
from wordle_jax.platform import configure_jax
from wordle_jax.world import World


class Worker:
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
