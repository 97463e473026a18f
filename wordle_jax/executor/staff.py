"""How many workers start on a Ray, and on what."""

import os
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.pool import RayPool
from wordle_jax.executor.worker import Worker
from wordle_jax.placement import WorkerPlatform, count_gpu_places, worker_environment
from wordle_jax.platform import available_cores

_MOST_WORKERS_A_CORE = 8
_MOST_WORKERS = 10_000
# How long workers with a GPU may take to start before the others do.
_HEAD_START_SECONDS = 60.0


def _count_workers(config: ExecutorConfig) -> int:
    """Return how many workers to start; raises UserError for too many.

    On a cluster that is not asked whether there is room: workers that wait for it are what an autoscaler sees.
    """
    import ray

    if config.cluster is None:
        cores = available_cores()
        number, most, where = config.workers or cores, _MOST_WORKERS_A_CORE * cores, f"{cores} cores here"
    else:
        number = config.workers or max(1, int(ray.cluster_resources().get("CPU", 0)))
        most, where = _MOST_WORKERS, "a cluster"
    if number > most:
        raise UserError(f"executor.workers: is {number} for {where}; give at most {most}")
    return number


def _count_gpu_workers(config: ExecutorConfig, number: int, cpus: int) -> int:
    """Return how many of the workers get a GPU, given the CPUs that each takes; raises UserError if none can.

    Those that find one now; where a cluster has none and the number of workers was given, all wait for one.
    """
    import ray

    if config.gpus_per_worker is None:
        return 0
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    places = count_gpu_places(nodes, config.gpus_per_worker, cpus)
    is_awaited = config.cluster is not None and config.workers is not None
    if places == 0 and is_awaited:
        return number
    if places == 0:
        where, advice = "here", "give null"
        if config.cluster is not None:
            where, advice = "in the cluster", "give null, or executor.workers=N to wait for N of them"
        raise UserError(
            f"executor.gpus_per_worker: is {config.gpus_per_worker}, but Ray finds no GPU {where}; {advice}"
        )
    return min(places, number)


def start_workers(config: ExecutorConfig) -> RayPool:
    """Start workers, and do not wait until they are ready. Raises UserError if there can be none."""
    import ray

    on_this_machine = config.cluster is None
    # Here as many workers start as are asked for; a cluster gives each a core.
    cpus = 0 if on_this_machine else 1
    number = _count_workers(config)
    platforms: list[WorkerPlatform] = ["gpu"] * _count_gpu_workers(config, number, cpus)
    platforms += ["cpu"] * (number - len(platforms))
    classes = {platform: _worker_class(platform, config.gpus_per_worker, cpus) for platform in platforms}
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    pinned = on_this_machine and number <= len(cores)

    def start_worker(place: int) -> Any:
        # A cluster that grows gets more of the last kind.
        platform = platforms[min(place, number - 1)]
        # What feeds a GPU has more than one thread.
        core = cores[place] if pinned and platform == "cpu" else None
        return classes[platform].remote(core, platform)

    pool = RayPool([], start_worker)
    on_gpus = platforms.count("gpu")
    for place in range(on_gpus):
        pool.start(place)
    if 0 < on_gpus < number:
        # The others might take the CPUs beside the GPUs.
        ray.wait([*pool.newcomers], num_returns=on_gpus, timeout=_HEAD_START_SECONDS)
    for place in range(on_gpus, number):
        pool.start(place)
    return pool


def _worker_class(platform: WorkerPlatform, gpus_per_worker: float | None, cpus: int) -> Any:
    """Return what makes workers for a platform, each with so many CPUs of Ray's."""
    import ray

    return ray.remote(
        num_cpus=cpus,
        num_gpus=(gpus_per_worker or 0) if platform == "gpu" else 0,
        runtime_env={"env_vars": worker_environment(platform, gpus_per_worker)},
    )(Worker)
