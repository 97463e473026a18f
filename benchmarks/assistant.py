"""The assistant as people meet it: from the command to the prompt, and from a line to its reply.

Games are those of some answers, played by what is suggested; each mode is a process of its own, which is asked by lines
and answers by lines, so that the first reply counts like any other.
"""

import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from measurement import Measurement, Target, read_arguments, report

from wordle_jax.catalog import load_shipped_lexicon
from wordle_jax.pattern import format_pattern, score_words

_COMMAND = [sys.executable, "-m", "wordle_jax.assist"]
_BEFORE_PROMPT, _PROMPT = b"or help.", b">"
_MODES = {
    "normal": ([], 0.2),
    "hard rules": (["rules.mode=hard"], 0.5),
    "noise=0.05": (["noise=0.05"], 0.5),
    "four boards": (["boards=4"], 0.2),
    "Spanish": (["lexicon=spanish"], 0.2),
    "Spanish, hard rules": (["lexicon=spanish", "rules.mode=hard"], 0.5),
}


def time_to_prompt(folder: Path) -> float:
    """Return the seconds from the command to the prompt on a terminal."""
    mine, its = pty.openpty()
    start = time.perf_counter()
    # A terminal that does not tell where its cursor is.
    environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    command = [*_COMMAND, f"hydra.run.dir={folder}"]
    process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment)
    os.close(its)
    shown = b""
    while _PROMPT not in shown.partition(_BEFORE_PROMPT)[2]:
        if not select.select([mine], [], [], 60)[0]:
            raise TimeoutError(shown)
        shown += os.read(mine, 65536)
    seconds = time.perf_counter() - start
    process.kill()
    process.wait()
    os.close(mine)
    return seconds


@contextmanager
def asking(arguments: list[str], folder: Path) -> Iterator[Any]:
    """Yield what sends a line to an assistant and returns its reply with the seconds that it took."""
    process = subprocess.Popen(
        [*_COMMAND, *arguments, f"hydra.run.dir={folder}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def ask(line: str) -> tuple[dict[str, Any], float]:
        start = time.perf_counter()
        process.stdin.write(line + "\n")
        process.stdin.flush()
        reply = json.loads(process.stdout.readline())
        return reply, time.perf_counter() - start

    try:
        yield ask
    finally:
        process.stdin.close()
        process.wait()


def time_replies(arguments: list[str], folder: Path, games: int) -> list[float]:
    """Return the seconds of every suggestion after a turn in so many games."""
    lexicon = next((text.partition("=")[2] for text in arguments if text.startswith("lexicon=")), "english")
    answers, random = load_shipped_lexicon(lexicon).answers, Random(1)
    boards = next((int(text.partition("=")[2]) for text in arguments if text.startswith("boards=")), 1)
    noise = next((float(text.partition("=")[2]) for text in arguments if text.startswith("noise=")), 0.0)
    seconds = []
    with asking(arguments, folder) as ask:
        for _ in range(games):
            secrets = random.sample(answers, boards)
            advice, _ = ask("restart")
            while advice["status"] == "open":
                guess = advice["suggestions"][0]["guess"]
                tiles = [
                    "".join(
                        random.choice("byg") if guess != secret and random.random() < 1.5 * noise else tile
                        for tile in format_pattern(score_words(guess, secret))
                    )
                    for secret, board in zip(secrets, advice["boards"], strict=True)
                    if board["status"] == "open"
                ]
                advice, took = ask(f"{guess} {' '.join(tiles)}")
                seconds.append(took)
    return seconds


def main() -> None:
    arguments = read_arguments(__doc__.partition("\n")[0], repetitions=3, games=40)
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        time_to_prompt(Path(folder, "warm"))
        prompt = median(time_to_prompt(Path(folder, f"prompt{i}")) for i in range(arguments.repetitions))
        figures.append(
            Measurement("assistant: command to prompt, warm cache", prompt, "s", target=Target("at most", 3))
        )
        for mode, (asked, most) in _MODES.items():
            time_replies(asked, Path(folder, "warm"), 2)
            seconds = time_replies(asked, Path(folder, str(len(figures))), arguments.games)
            figures.append(Measurement(f"assistant, {mode}: a suggestion, median", 1000 * median(seconds), "ms"))
            slowest = Measurement(
                f"assistant, {mode}: the slowest of {len(seconds)}", max(seconds), "s", target=Target("at most", most)
            )
            figures.append(slowest)
    report("The assistant", figures, arguments.json)


if __name__ == "__main__":
    main()
