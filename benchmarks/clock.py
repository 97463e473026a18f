"""Time that functions take, measured in turns so that a slow moment of the machine falls on all of them."""

import os
import time
from collections.abc import Callable
from statistics import median
from typing import Any

# Threads of OpenMP, as numba's may be, otherwise wait for their next loop in one of their own, for milliseconds that a
# core is then not free for what is timed after them.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def time_once(function: Callable[[], Any]) -> float:
    """Return the seconds of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def time_in_turns(repetitions: int, *functions: Callable[[], Any]) -> list[list[float]]:
    """Return the seconds of every call of each function, called A B A B ... once each has been called untimed."""
    for function in functions:
        function()
    seconds: list[list[float]] = [[] for _ in functions]
    for _ in range(repetitions):
        for times, function in zip(seconds, functions, strict=True):
            times.append(time_once(function))
    return seconds


def median_in_turns(repetitions: int, *functions: Callable[[], Any]) -> list[float]:
    """Return the median seconds of each function, called in turns."""
    return [median(times) for times in time_in_turns(repetitions, *functions)]
