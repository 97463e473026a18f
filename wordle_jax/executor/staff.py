"""How many workers start on a Ray, and on what."""

import os
from typing import Any

from wordle_jax.errors import UserError, first_line
from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.pool import RayPool
from wordle_jax.executor.worker import Worker
from wordle_jax.placement import WorkerPlatform, count_gpu_places, worker_environment
from wordle_jax.platform import available_cores

_MOST_WORKERS_A_CORE = 8


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


def start_workers(config: ExecutorConfig) -> RayPool:
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
    return RayPool(workers, start_worker)


def _worker_class(platform: WorkerPlatform, gpus_per_worker: float | None, cpus: int) -> Any:
    """Return what makes workers for a platform, each with so many CPUs of Ray's."""
    import ray

    return ray.remote(
        num_cpus=cpus,
        num_gpus=(gpus_per_worker or 0) if platform == "gpu" else 0,
        runtime_env={"env_vars": worker_environment(platform, gpus_per_worker)},
    )(Worker)


def _wait_for_workers(workers: list[Any], config: ExecutorConfig) -> None:
    import ray

    try:
        ray.get([worker.wait_until_ready.remote() for worker in workers])
    except ray.exceptions.RayError as error:
        # A complaint of the worker itself is the last line of what Ray makes of it.
        complaint = str(error).strip().splitlines()[-1].partition("UserError: ")[2]
        where = config.cluster or "this machine"
        raise UserError(f"Ray at {where} starts no workers: {complaint or first_line(error)}") from error
