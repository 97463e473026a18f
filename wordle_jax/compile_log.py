"""Counts what XLA compiles in this process and how long that takes."""

from dataclasses import dataclass
from functools import cache

import jax

_COMPILED = "/jax/core/compile/backend_compile_duration"


@dataclass
class CompileLog:
    """Compilations since the process started listening; one fetched from the cache on disk counts too, briefly."""

    count: int = 0
    seconds: float = 0.0

    def on_event(self, event: str, duration_secs: float, **_: str | int) -> None:
        """Take note of a duration that JAX reports."""
        if event == _COMPILED:
            self.count += 1
            self.seconds += duration_secs


@cache
def compile_log() -> CompileLog:
    """Return the log of this process, which listens from the first call on."""
    log = CompileLog()
    jax.monitoring.register_event_duration_secs_listener(log.on_event)
    return log
