"""Ctrl-C where it must wait, and where Python would lose it."""

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_AGAIN_SECONDS = 0.01


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Answer Ctrl-C at the end of the block, for what must not be cut short."""
    if threading.current_thread() is not threading.main_thread():
        yield  # which signals never reach
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


@contextmanager
def repeating_lost_interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt again, a moment later, where Python can only print and drop it.

    That is so in destructors and in callbacks of the garbage collector, of which JAX has one: at any moment that
    a run is interrupted, chances are some per cent that it would go on.
    """
    before = sys.unraisablehook

    def repeat(lost: Any) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            # From another thread, because at once it would be raised, and lost, right here.
            threading.Timer(_AGAIN_SECONDS, _thread.interrupt_main).start()
        else:
            before(lost)

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = before
