"""Signals that ask a run to stop: Ctrl-C, the end of its terminal, a scheduler's SIGTERM.

A run is in one of three states. Until there is anything to keep it may end on the spot (`ending_at_once`), which
is also the only safe answer while libraries load or Hydra composes: they lose exceptions, or crash. While games
are played the signal is raised as an exception (`raising_stops`). While results are written, and between the jobs
of a sweep, it waits (`holding_stops`) until the end of that or until it may be raised.
"""

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NoReturn

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
_AGAIN_SECONDS = 0.01
# So long after a signal was raised others are taken for the same impatience: what was played is being saved.
_DEAF_SECONDS = 3.0


@dataclass
class _Inbox:
    """What has come so far: signals that wait, the last one that was raised, and until when more are ignored."""

    held: list[int] = field(default_factory=list)
    raised: int = signal.SIGINT
    deaf_until: float = 0.0

    @property
    def is_deaf(self) -> bool:
        return time.monotonic() < self.deaf_until

    def stop(self, number: int) -> NoReturn:
        self.raised, self.deaf_until = number, time.monotonic() + _DEAF_SECONDS
        raise Stopped(number)

    def stop_if_held(self) -> None:
        if self.held:
            number = self.held[0]
            self.held.clear()
            self.stop(number)


_inbox = _Inbox()


class Stopped(KeyboardInterrupt):
    """A signal asked the run to stop; `status` is the exit status that tells which."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__(number)
        self.number = number

    @property
    def status(self) -> int:
        """128 and the number of the signal, as shells have it: 130 after Ctrl-C."""
        return 128 + self.number

    @property
    def word(self) -> str:
        """What happened to the run."""
        return "interrupted" if self.number == signal.SIGINT else f"ended by {signal.Signals(self.number).name}"


def as_stopped(error: KeyboardInterrupt) -> Stopped:
    """Return the exception itself, or what was raised before a library made a plain KeyboardInterrupt of it."""
    return error if isinstance(error, Stopped) else Stopped(_inbox.raised)


@contextmanager
def _answering(handler: Callable[[int, FrameType | None], Any]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # signals never reach other threads
        return
    # What the parent process has chosen to ignore, as nohup does, stays ignored.
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, old in before.items():
        if old is not signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _raise(number: int, _: FrameType | None) -> None:
    if not _inbox.is_deaf:
        _inbox.stop(number)


def _end(number: int, _: FrameType | None) -> None:
    if _inbox.is_deaf:
        return
    stopped = Stopped(number)
    with suppress(OSError):
        os.write(2, f"error: {stopped.word}\n".encode())
    os._exit(stopped.status)


def ending_at_once() -> AbstractContextManager[None]:
    """End the process on the spot, with one line."""
    return _answering(_end)


@contextmanager
def raising_stops() -> Iterator[None]:
    """Raise Stopped where the program is, also where Python could only print and drop an exception.

    That is so in destructors and in callbacks of the garbage collector, of which JAX has one: at any moment that
    a run is interrupted, chances are some per cent that it would go on. There it is raised again a moment later.
    """
    before = sys.unraisablehook

    def repeat(lost: Any) -> None:
        if isinstance(lost.exc_value, KeyboardInterrupt):
            # From another thread, because at once it would be raised, and lost, right here.
            _inbox.deaf_until = 0.0
            threading.Timer(_AGAIN_SECONDS, _thread.interrupt_main, [as_stopped(lost.exc_value).number]).start()
        else:
            before(lost)

    sys.unraisablehook = repeat
    try:
        # What another run of this process was stopped by says nothing of this one.
        _inbox.raised, _inbox.deaf_until = signal.SIGINT, 0.0
        with _answering(_raise):
            _inbox.stop_if_held()
            yield
    finally:
        sys.unraisablehook = before


@contextmanager
def holding_stops() -> Iterator[None]:
    """Raise Stopped at the end of the block, or where `raising_stops` begins inside; not for the block's own error."""
    try:
        with _answering(lambda number, _: _inbox.held.append(number)):
            yield
    except BaseException:
        _inbox.held.clear()
        raise
    _inbox.stop_if_held()


def ignore_stops() -> None:
    """Let no signal disturb the end of the process."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
