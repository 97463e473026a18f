"""The Ray of this process, and its workers there, from one job to the next."""

import sys

from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.pool import RayPool
from wordle_jax.executor.staff import start_workers
from wordle_jax.executor.start import start_ray

# The workers of the last job, by its cluster, number of workers and GPUs for each: at most one entry.
_pools: dict[tuple[str | None, int | None, float | None], RayPool] = {}


def is_task_of_ray() -> bool:
    """Tell whether this process does a task of Ray, instead of giving tasks out."""
    ray = sys.modules.get("ray")  # which is slow to load, and loaded where there are tasks
    return ray is not None and ray.is_initialized() and ray.get_runtime_context().get_task_id() is not None


def connect(config: ExecutorConfig) -> RayPool:
    """Return the workers of this process on that Ray: those of the last job if it asked for the same."""
    asked = (config.cluster, config.workers, config.gpus_per_worker)
    if asked not in _pools:
        for (cluster, *_), pool in _pools.items():
            # Two sets of workers would contend for the same cores.
            _dismiss(pool, leave=cluster != config.cluster)
        _pools.clear()
        dashboard = start_ray(config)
        _pools[asked] = start_workers(config)
        _pools[asked].dashboard = dashboard
        _pools[asked].raylet = _find_raylet()
    return _pools[asked]


def _find_raylet() -> str | None:
    """Return the address of Ray's part on this machine; None if Ray does not tell."""
    import ray

    own = ray.get_runtime_context().get_node_id()
    for node in ray.nodes():
        if node["NodeID"] == own:
            return f"{node['NodeManagerAddress']}:{node['NodeManagerPort']}"
    return None


def _dismiss(pool: RayPool, *, leave: bool) -> None:
    """End the workers; `leave` tells to disconnect from their Ray too."""
    import ray

    for worker in pool.workers:
        ray.kill(worker)
    if leave:
        ray.shutdown()


def forget_ray() -> None:
    """Leave a Ray that does not work; the next job of a sweep gets a new one."""
    import ray

    _pools.clear()
    ray.shutdown()
