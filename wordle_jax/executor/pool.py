"""The workers that a process has on a Ray."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from wordle_jax.world import World


@dataclass
class RayPool:
    """Workers that live as long as this process, so that the jobs of a sweep share them and one copy of a world.

    `start_worker` returns a new worker for a place among them. `newcomers` took such a place and may not be ready: they
    have it by the reference that tells.
    """

    workers: list[Any]
    start_worker: Callable[[int], Any]
    worlds: dict[tuple[str, bytes], Any] = field(default_factory=dict)
    newcomers: dict[Any, int] = field(default_factory=dict)
    dashboard: str | None = None  # where it is, until that was said
    raylet: str | None = None  # the address of Ray's part on this machine, by which this process is in touch with it

    def start(self, place: int) -> None:
        """Start a worker for a place, a new one or that of a worker who was lost."""
        worker = self.start_worker(place)
        self.workers[place : place + 1] = [worker]
        self.newcomers[worker.wait_until_ready.remote()] = place

    def share(self, world: World) -> Any:
        """Return the world in the object store, put there once."""
        import ray

        key = (world.digest, world.prior.tobytes())
        if key not in self.worlds:
            self.worlds[key] = ray.put(world)
        return self.worlds[key]
