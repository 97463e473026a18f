"""Seconds that people wait for the web page's suggestion, ten of them at once.

A server is started on a free port, and each client plays games against it on the loopback: it sends its turns, waits
for the advice, and takes the first suggestion. First all clients think a while between their turns, as people do, then
none does, which is the worst that ten clients can ask for. So many games are played, whatever they take.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx
import numpy as np
from measurement import Measurement, Target, read_arguments, report

from wordle_jax.catalog import load_shipped_lexicon
from wordle_jax.pattern import format_pattern, score_words

_CLIENTS, _TURNS = 10, 6
_THINK_SECONDS = (1.0, 3.0)
_TARGET = Target("at most", 300)


async def play(client: httpx.AsyncClient, answer: str, thinks: random.Random | None) -> list[float]:
    """Play a game, and return the seconds that each suggestion took."""
    turns: list[dict[str, Any]] = []
    waited: list[float] = []
    for _ in range(_TURNS):
        if thinks is not None:
            await asyncio.sleep(thinks.uniform(*_THINK_SECONDS))
        start = time.perf_counter()
        response = await client.post(
            "/api/assist", json={"kind": {"lexicon": "english"}, "position": {"turns": turns}}, timeout=60
        )
        waited.append(time.perf_counter() - start)
        advice = response.raise_for_status().json()
        if advice["status"] != "open":
            break
        guess = advice["suggestions"][0]["guess"]
        turns.append({"guess": guess, "tiles": [format_pattern(score_words(guess, answer))]})
    return waited


async def play_all(address: str, answers: list[str], games: int, *, is_thinking: bool) -> list[float]:
    """Let all clients play so many games each, all of them at the same time."""

    async def person(number: int) -> list[float]:
        thinks = random.Random(number) if is_thinking else None
        async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
            own = answers[number * games : (number + 1) * games]
            return [seconds for answer in own for seconds in await play(client, answer, thinks)]

    return [seconds for waited in await asyncio.gather(*map(person, range(_CLIENTS))) for seconds in waited]


def main() -> None:
    """Measure, and print the table."""
    arguments = read_arguments(__doc__, repetitions=3)
    answers = list(load_shipped_lexicon("english").answers)
    random.Random(0).shuffle(answers)
    games = arguments.repetitions
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "wordle_jax.web", "port=0", "lexicons=[]", f"hydra.run.dir={folder}/run"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[4]
            asyncio.run(play_all(address, answers, 1, is_thinking=False))  # kernels that are not warm yet
            thinking = asyncio.run(play_all(address, answers[_CLIENTS:], games, is_thinking=True))
            begin = _CLIENTS * (1 + games)
            hurried = asyncio.run(play_all(address, answers[begin:], games, is_thinking=False))
        finally:
            process.terminate()
            process.wait(20)
    measurements = []
    for what, seconds in (("thinking", thinking), ("never thinking", hurried)):
        for share in (50, 95, 100):
            label = {50: "median", 95: "95th percentile", 100: "longest"}[share]
            target = _TARGET if what == "thinking" and share == 95 else None
            value = 1000 * float(np.percentile(seconds, share))
            measurements.append(Measurement(f"suggestion, ten people {what}: {label}", value, "ms", target=target))
    report("The web page under load", measurements, arguments.json)


if __name__ == "__main__":
    main()
