"""From ten thousand games to a million: seconds and bytes a game, the memory of the driver, and a finished run again.

The command plays csp_aware at 10% noise on Ray, with a worker for each core. The baseline of every figure is the
smallest run. Needs Linux, which tells the peak memory of a process while it is alive.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from measurement import Measurement, Target, read_arguments, report

_ANSWERS = 2315
_POLL_SECONDS = 0.2


@dataclass(frozen=True)
class Finished:
    """What a run took; the memory is that of the driver at its peak, without its workers and Ray's own processes."""

    games: int
    seconds: float
    play_seconds: float
    peak_mib: float
    bytes_a_game: float


def play(directory: Path, replicates: int, workers: int) -> Finished:
    """Run the command in a directory, or once more where it was finished."""
    arguments = ["solver=csp_aware", "noise=0.1", f"games.replicates={replicates}", f"hydra.run.dir={directory}"]
    executor = ["executor=ray", f"executor.workers={workers}"]
    command = [sys.executable, "-m", "wordle_jax.run", *arguments, *executor]
    start = perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, _read_peak(process.pid))
            sleep(_POLL_SECONDS)
        seconds = perf_counter() - start
        if process.returncode != 0:
            output.seek(0)
            raise SystemExit(f"scale: {' '.join(command)} failed:\n{output.read().decode()}")
    timing = json.loads((directory / "timing.json").read_text(encoding="utf-8"))
    games = replicates * _ANSWERS
    size = (directory / "games.parquet").stat().st_size
    return Finished(games, seconds, timing["seconds"]["play"], peak, size / games)


def _read_peak(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=1, workers=os.cpu_count() or 1, replicates=432)
    figures: list[Measurement] = []
    with tempfile.TemporaryDirectory() as folder:
        numbers = [max(1, arguments.replicates // part) for part in (100, 10, 1)]
        runs = [play(Path(folder, str(number)), number, arguments.workers) for number in numbers]
        again = play(Path(folder, str(numbers[-1])), numbers[-1], arguments.workers)
    least, most = runs[0], runs[-1]
    against = f"{least.games:,} games"

    def pace(run: Finished) -> float:
        return 1e6 * run.play_seconds / run.games

    for run in runs:
        what, flat, small = f"{run.games:,} games", Target("at most", 1.1, of="ratio"), Target("at most", 1024)
        figures += [
            Measurement(f"{what}, the command", run.seconds, "s", least.seconds, against),
            Measurement(f"{what}, play", pace(run), "µs/game", pace(least), against, flat),
            Measurement(f"{what}, games.parquet", run.bytes_a_game, "bytes/game", least.bytes_a_game, against),
            Measurement(f"{what}, peak memory of the driver", run.peak_mib, "MiB", least.peak_mib, against, small),
        ]
    what = f"{most.games:,} games, the command again"
    figures.append(Measurement(what, again.seconds, "s", most.seconds, "first", Target("at most", 5)))
    report("From ten thousand to a million games", figures, arguments.json)


if __name__ == "__main__":
    main()
