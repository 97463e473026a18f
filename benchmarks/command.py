"""The run command as people type it: seconds and peak memory of whole processes, and what they compile.

Each runs in an empty folder with a compilation cache of its own, empty for a cold start. The baseline is a
process that imports JAX and adds two numbers, timed in turns with the command. Needs a POSIX system.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from measurement import Measurement, Target, read_arguments, report

# This process must stay small: a child counts its parent's peak memory as its own.
_FLOOR = ["-c", "import jax.numpy as jnp; (jnp.ones(2) + 1).block_until_ready()"]
_ENTROPY = ["-m", "wordle_jax.run", "solver=entropy"]
_NOISY = ["-m", "wordle_jax.run", "solver=csp_aware", "noise=0.1"]
_MIB_PER_UNIT = 2**-20 if sys.platform == "darwin" else 2**-10


@dataclass(frozen=True)
class Process:
    """What a process took; `timing` is the timing.json it left, if any."""

    seconds: float
    peak_mib: float
    timing: dict[str, Any]


def run_python(arguments: list[str], cache: Path) -> Process:
    """Run Python in an empty folder of its own, with that compilation cache."""
    environment = os.environ | {"JAX_COMPILATION_CACHE_DIR": str(cache)}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
        start = perf_counter()
        child = subprocess.Popen(
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=output, stderr=output
        )
        _, status, usage = os.wait4(child.pid, 0)
        seconds = perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            output.seek(0)
            raise SystemExit(f"command: {' '.join(arguments)} failed:\n{output.read().decode()}")
        found = list(Path(folder).rglob("timing.json"))
        timing = json.loads(found[0].read_text(encoding="utf-8")) if found else {}
    return Process(seconds, usage.ru_maxrss * _MIB_PER_UNIT, timing)


def run_in_turns(repetitions: int) -> dict[str, list[Process]]:
    """Return the processes of each kind, those of one repetition right after each other."""
    runs: dict[str, list[Process]] = {"floor": [], "cold": [], "warm": [], "noisy cold": [], "noisy": []}
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as folder:
            cache, noisy_cache = Path(folder, "entropy"), Path(folder, "csp_aware")
            runs["floor"].append(run_python(_FLOOR, Path(folder, "floor")))
            runs["cold"].append(run_python(_ENTROPY, cache))
            runs["warm"].append(run_python(_ENTROPY, cache))
            runs["noisy cold"].append(run_python(_NOISY, noisy_cache))
            runs["noisy"].append(run_python(_NOISY, noisy_cache))
    return runs


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=3)
    run_python(_ENTROPY, Path(os.devnull))  # reads the files of Python and its packages once
    runs = run_in_turns(arguments.repetitions)
    seconds = {kind: median(process.seconds for process in processes) for kind, processes in runs.items()}
    peak = {kind: max(process.peak_mib for process in processes) for kind, processes in runs.items()}
    compilations = max(process.timing["compilations"] for process in runs["cold"])
    pace = median(process.timing["games_per_second"] for process in runs["noisy"])

    def whole(what: str, kind: str, most: float) -> Measurement:
        return Measurement(what, seconds[kind], "s", seconds["floor"], "import jax", Target("at most", most))

    figures = [
        whole("command solver=entropy, first run", "cold", 5),
        whole("command solver=entropy, warm cache", "warm", 3.5),
        Measurement(
            "its peak memory", max(peak["cold"], peak["warm"]), "MiB", peak["floor"], "import jax",
            Target("at most", 1024),
        ),
        Measurement("its compilations", compilations, "", target=Target("at most", 15)),
        whole("command csp_aware noise=0.1, first run", "noisy cold", 7),
        whole("command csp_aware noise=0.1, warm cache", "noisy", 7),
        Measurement("pace of play by its timing.json", pace, "games/s", target=Target("at least", 1000)),
    ]  # fmt: skip
    report("As a command", figures, arguments.json)


if __name__ == "__main__":
    main()
