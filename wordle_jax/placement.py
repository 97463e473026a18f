"""Which workers play on a GPU, and the environment that keeps each to its device before JAX starts."""

from collections.abc import Mapping, Sequence
from typing import Literal

WorkerPlatform = Literal["cpu", "gpu"]

# JAX takes this share of a GPU that it has to itself; the rest is for the contexts of the processes.
_MEMORY_FRACTION = 0.75


def count_gpu_places(nodes: Sequence[Mapping[str, float]], gpus_per_worker: float, cpus_per_worker: int) -> int:
    """Return how many workers find a GPU, or their share of one, on nodes with such resources as Ray counts them.

    A worker's share is of a single GPU: two of 0.4 fit on it, and five do not fit on two. Each takes
    `cpus_per_worker` CPUs of the same node.
    """
    a_gpu = int(1 / gpus_per_worker + 1e-9)
    places = 0
    for resources in nodes:
        most = int(resources.get("GPU", 0)) * a_gpu
        if cpus_per_worker:
            most = min(most, int(resources.get("CPU", 0)) // cpus_per_worker)
        places += most
    return places


def worker_environment(platform: WorkerPlatform, gpus_per_worker: float | None) -> dict[str, str]:
    """Return the environment variables of a worker."""
    if platform == "cpu":
        # Ray does not hide GPUs from workers that asked for none.
        return {"JAX_PLATFORMS": "cpu", "CUDA_VISIBLE_DEVICES": ""}
    environment = {"JAX_PLATFORMS": "cuda"}  # which GPU, Ray says by CUDA_VISIBLE_DEVICES
    if gpus_per_worker is not None and gpus_per_worker < 1:
        # The first process would take the memory of all that share the GPU.
        fraction = f"{_MEMORY_FRACTION * gpus_per_worker:.3f}"
        environment |= {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", "XLA_PYTHON_CLIENT_MEM_FRACTION": fraction}
    return environment
