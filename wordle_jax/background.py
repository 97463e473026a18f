"""Threads that compile while people read or think: they cannot be interrupted, so that a process ends beside them."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

_NAME = "compiling"


def start_thread(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    """Start work that may compile, and return its thread."""
    thread = threading.Thread(target=work, args=arguments, name=_NAME, daemon=True)
    thread.start()
    return thread


def end_process(status: int) -> NoReturn:
    """End this process, on the spot if such a thread is at work: it would have the process aborted otherwise."""
    if any(thread.name == _NAME for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(status)
    sys.exit(status)
