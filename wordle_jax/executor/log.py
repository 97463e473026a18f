"""What becomes of an execution beside its games."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from wordle_jax.compile_log import compile_log


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
