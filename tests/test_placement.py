"""Which workers get a GPU, and what they are told before JAX starts."""

import pytest

from wordle_jax.placement import count_gpu_places, worker_environment


@pytest.mark.parametrize(
    ("nodes", "share", "cpus", "places"),
    [
        ([], 1.0, 1, 0),
        ([{"CPU": 4.0}], 1.0, 1, 0),
        ([{"CPU": 4.0, "GPU": 2.0}], 1.0, 1, 2),
        ([{"CPU": 4.0, "GPU": 2.0}, {"CPU": 8.0}, {"CPU": 4.0, "GPU": 1.0}], 1.0, 1, 3),
        ([{"CPU": 8.0, "GPU": 2.0}], 0.5, 1, 4),
        ([{"CPU": 8.0, "GPU": 2.0}], 0.4, 1, 4),  # and not five
        ([{"CPU": 8.0, "GPU": 1.0}], 1 / 3, 1, 3),
        ([{"CPU": 8.0, "GPU": 1.0}], 0.1, 1, 8),  # for want of CPUs
        ([{"CPU": 1.0, "GPU": 1.0}], 0.1, 0, 10),
        ([{"CPU": 8.0, "GPU": 2.0}], 0.7, 1, 2),
    ],
)
def test_places_on_gpus(nodes: list[dict[str, float]], share: float, cpus: int, places: int) -> None:
    assert count_gpu_places(nodes, share, cpus) == places


def test_cpu_workers_see_no_gpu() -> None:
    for share in (None, 0.5, 1.0):
        assert worker_environment("cpu", share) == {"JAX_PLATFORMS": "cpu", "CUDA_VISIBLE_DEVICES": ""}


def test_memory_of_a_shared_gpu_is_shared() -> None:
    assert worker_environment("gpu", 1.0) == {"JAX_PLATFORMS": "cuda"}
    shared = {
        "JAX_PLATFORMS": "cuda",
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        "XLA_PYTHON_CLIENT_MEM_FRACTION": "0.188",
    }
    assert worker_environment("gpu", 0.25) == shared
