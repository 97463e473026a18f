"""Counts what is compiled in this process and how long that takes."""

import time
from dataclasses import dataclass, field
from functools import cache

import jax

_COMPILED = "/jax/core/compile/backend_compile_duration"
_STAGES = (_COMPILED, "/jax/core/compile/jaxpr_trace_duration", "/jax/core/compile/jaxpr_to_mlir_module_duration")


@dataclass
class CompileLog:
    """Compilations since the process began to listen, and the seconds of tracing, lowering and compiling.

    A kernel fetched from the cache on disk counts like a compiled one; it takes less time. A stage that took
    place within another counts once.
    """

    count: int = 0
    seconds: float = 0.0
    _stages: list[tuple[float, float]] = field(default_factory=list)  # start and seconds, none within another

    def on_event(self, event: str, duration_secs: float, **_: str | int) -> None:
        """Take note of a duration that JAX reports."""
        if event in _STAGES:
            self.count += event == _COMPILED
            self.seconds += duration_secs
            start = time.perf_counter() - duration_secs
            # JAX reports a stage when it ends, so those within it came before.
            while self._stages and self._stages[-1][0] >= start:
                self.seconds -= self._stages.pop()[1]
            self._stages.append((start, duration_secs))


@cache
def compile_log() -> CompileLog:
    """Return the log of this process, which listens from the first call on."""
    log = CompileLog()
    jax.monitoring.register_event_duration_secs_listener(log.on_event)
    return log
