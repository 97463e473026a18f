"""What executors do: anything that is done for many ids, chunk by chunk."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from jaxtyping import Int64

from wordle_jax.world import World


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
