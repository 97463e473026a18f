"""Kills runs at random moments, repeats the command until it ends, and compares the bytes with an undisturbed run.

`python tests/kill_at_random.py 20` does it twenty times for each kind of victim; tests/test_faults.py fewer times.
"""

import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from command_line import Outcome, finish, start

GAMES = ("solver=random", "noise=0.2", "games.replicates=12", "executor.chunk=300")
# What the command line of a victim looks like; the driver is the process that was started.
VICTIMS = {
    "driver": None,
    "driver on Ray": None,
    "worker": r"^ray::Worker",
    "raylet": r"/raylet ",
    "head": r"/gcs_server ",
}
_MOST_STARTS = 10


def choose_executor(victim: str) -> tuple[str, ...]:
    """Return where the games are played that this victim is killed in."""
    return ("executor=local",) if victim == "driver" else ("executor=ray", "executor.workers=2")


@dataclass(frozen=True)
class Ordeal:
    """How a run came to its end: all its outcomes, the last one undisturbed, and how many kills there were."""

    outcomes: list[Outcome]
    kills: int


def play_undisturbed(directory: Path) -> Outcome:
    """Return a run that nothing happens to."""
    return finish(start(directory, *GAMES, "executor=local"), directory)


def torment(directory: Path, victim: str, generator: random.Random, kills: int) -> Ordeal:
    """Start the command again and again in one directory, until it ends well, and kill so many victims meanwhile."""
    outcomes: list[Outcome] = []
    done = 0
    for _ in range(_MOST_STARTS):
        process = start(directory, *GAMES, *choose_executor(victim))
        killer = _Killer(process.pid, VICTIMS[victim], directory, generator, kills - done)
        killer.start()
        outcomes.append(finish(process, directory))
        killer.stop()
        done += killer.kills
        if outcomes[-1].status == 0:
            return Ordeal(outcomes, done)
    raise AssertionError(f"{_MOST_STARTS} starts were not enough: {outcomes[-1]}")


class _Killer(threading.Thread):
    """Kills a victim now and then once the first games are finished."""

    def __init__(self, pid: int, pattern: str | None, directory: Path, generator: random.Random, most: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.pattern, self.directory, self.generator, self.most = pid, pattern, directory, generator, most
        self.kills = 0
        self._ended = threading.Event()

    def run(self) -> None:
        while self.kills < self.most and not self._ended.is_set():
            if any(self.directory.glob("shards/*.arrow")):
                if self._ended.wait(self.generator.uniform(0, 1.0)):
                    return
                victims = [self.pid] if self.pattern is None else list(self._find())
                if victims:
                    os.kill(self.generator.choice(victims), signal.SIGKILL)
                    self.kills += 1
            self._ended.wait(0.02)

    def stop(self) -> None:
        self._ended.set()
        self.join()

    def _find(self) -> Iterator[int]:
        assert self.pattern is not None
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace") + " "
                if os.getsid(int(path.name)) == self.pid and re.search(self.pattern, command):
                    yield int(path.name)


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    victims = sys.argv[2:] or list(VICTIMS)
    with tempfile.TemporaryDirectory() as folder:
        expected = play_undisturbed(Path(folder, "undisturbed"))
        assert expected.status == 0, expected
        for victim in victims:
            kills = starts = 0
            begun = time.monotonic()
            for seed in range(repetitions):
                ordeal = torment(Path(folder, f"{victim}-{seed}"), victim, random.Random(seed), 1)
                kills, starts = kills + ordeal.kills, starts + len(ordeal.outcomes)
                assert ordeal.outcomes[-1].results == expected.results, (victim, seed)
                errors = {outcome.err for outcome in ordeal.outcomes}
                print(victim, seed, [outcome.status for outcome in ordeal.outcomes], errors, flush=True)
            seconds = time.monotonic() - begun
            print(f"{victim}: {repetitions} runs, {kills} kills, {starts} starts, {seconds:.0f} s: the same bytes")


if __name__ == "__main__":
    main()
