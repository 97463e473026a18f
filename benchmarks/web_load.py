"""Seconds that people wait for the web page's suggestion, ten of them at once, in each kind of game.

A server is started on a free port, and each client plays a game of each kind against it on the loopback: it thinks a
while, as people do, sends its turns, waits for the advice, takes the first suggestion, and asks for the search of the
worst case beside it, as the page does, without waiting for it. While the last kind is played, somebody reviews one game
after the other. Then nobody thinks any more, which is the worst that ten clients can ask for. All of it takes well
below two minutes, whatever is measured.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np
from measurement import Measurement, Target, read_arguments, report

from wordle_jax.catalog import load_shipped_lexicon
from wordle_jax.pattern import format_pattern, score_words

_CLIENTS, _TURNS, _PATIENCE = 10, 6, 60
_THINK_SECONDS = (0.5, 2.0)
_TARGET = Target("at most", 300)
_TILES = "byg"


@dataclass(frozen=True)
class Kind:
    """A kind of game."""

    name: str
    lexicon: str = "english"
    mode: str = "normal"
    noise: float = 0.0
    boards: int = 1
    has_reviewer: bool = False

    @property
    def is_searched(self) -> bool:
        """Whether the page asks for the search of the worst case."""
        return self.boards == 1 and not self.noise

    def ask(self, turns: list[dict[str, Any]]) -> dict[str, Any]:
        """Return what the page sends to be advised on some turns."""
        kind = {"lexicon": self.lexicon, "mode": self.mode, "tiles": "noise_5" if self.noise else "true"}
        return {"kind": kind, "position": {"boards": self.boards, "turns": turns}}


_KINDS = (
    Kind("normal"),
    Kind("hard rules", mode="hard"),
    Kind("noise=0.05", noise=0.05),
    Kind("four boards", boards=4),
    Kind("Spanish", "spanish"),
    Kind("Spanish, hard rules, beside reviews", "spanish", "hard", has_reviewer=True),
)


@dataclass
class Waits:
    """Seconds that answers took."""

    suggestions: list[float] = field(default_factory=list)
    searches: list[float] = field(default_factory=list)
    reviews: list[float] = field(default_factory=list)


async def ask(client: httpx.AsyncClient, path: str, values: dict[str, Any], waited: list[float]) -> dict[str, Any]:
    """Return an answer of the server, and note how long it took."""
    start = time.perf_counter()
    response = await client.post(f"/api/{path}", json=values, timeout=_PATIENCE)
    waited.append(time.perf_counter() - start)
    answer: dict[str, Any] = response.raise_for_status().json()
    return answer


def show(guess: str, answer: str, noise: float, draws: random.Random) -> str:
    """Return the tiles of a guess, some of which may be wrong, but for those of the word itself."""
    tiles = format_pattern(score_words(guess, answer))
    if guess == answer:
        return tiles
    return "".join(draws.choice(_TILES.replace(tile, "")) if draws.random() < noise else tile for tile in tiles)


async def play(
    client: httpx.AsyncClient, kind: Kind, answers: Sequence[str], draws: random.Random, waits: Waits, *, thinks: bool
) -> None:
    """Play a game."""
    turns: list[dict[str, Any]] = []
    found: set[str] = set()
    searches = []
    for turn in range(_TURNS + kind.boards):
        if thinks:
            await asyncio.sleep(draws.uniform(*_THINK_SECONDS))
        advice = await ask(client, "assist", kind.ask(turns), waits.suggestions)
        if found == set(answers) or not advice["suggestions"]:
            break
        if thinks and turn and kind.is_searched:
            searches.append(asyncio.create_task(ask(client, "search", kind.ask(turns), waits.searches)))
        guess = advice["suggestions"][0]["guess"]
        tiles = [None if answer in found else show(guess, answer, kind.noise, draws) for answer in answers]
        turns.append({"guess": guess, "tiles": tiles})
        found |= {guess} & set(answers)
    await asyncio.gather(*searches)


async def review(client: httpx.AsyncClient, kind: Kind, words: list[str], waits: Waits) -> None:
    """Review one game after the other: some words, then the answer."""
    draws = random.Random(0)
    while True:
        *guesses, answer = draws.sample(words, 4)
        values = {"lexicon": kind.lexicon, "mode": kind.mode, "answer": answer, "guesses": [*guesses, answer]}
        await ask(client, "review", values, waits.reviews)


async def play_all(address: str, kind: Kind, seed: int, games: int, *, thinks: bool) -> Waits:
    """Let all clients play so many games each, all of them at the same time."""
    words, waits = list(load_shipped_lexicon(kind.lexicon).answers), Waits()

    async def person(number: int) -> None:
        draws = random.Random(f"{seed} {number}")
        async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
            for _ in range(games):
                await play(client, kind, draws.sample(words, kind.boards), draws, waits, thinks=thinks)

    async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
        reviewer = asyncio.create_task(review(client, kind, words, waits)) if kind.has_reviewer and thinks else None
        await asyncio.gather(*map(person, range(_CLIENTS)))
        if reviewer is not None:
            reviewer.cancel()
            with suppress(asyncio.CancelledError):
                await reviewer
    return waits


def measure(address: str, games: int) -> list[Measurement]:
    """Let people play each kind, and return what they waited."""
    measurements: list[Measurement] = []

    def note(what: str, seconds: list[float], shares: Sequence[int], target: Target | None = None) -> None:
        for share in shares if seconds else ():
            label = {50: "median", 95: "95th percentile", 100: "longest"}[share]
            value = 1000 * float(np.percentile(seconds, share))
            measurements.append(Measurement(f"{what}: {label}", value, "ms", target=target if share == 95 else None))

    for kind in _KINDS:
        asyncio.run(play_all(address, kind, 0, 1, thinks=False))  # kernels that are not warm yet
        waits = asyncio.run(play_all(address, kind, 1, games, thinks=True))
        note(f"{kind.name}: suggestion, ten people thinking", waits.suggestions, (50, 95, 100), _TARGET)
        note(f"{kind.name}: search of the worst case", waits.searches, (95, 100))
        note(f"{kind.name}: review", waits.reviews, (50, 100))
    hurried = asyncio.run(play_all(address, _KINDS[0], 2, games, thinks=False))
    note(f"{_KINDS[0].name}: suggestion, ten people who never think", hurried.suggestions, (50, 95, 100))
    return measurements


def main() -> None:
    """Measure, and print the table."""
    arguments = read_arguments(__doc__, repetitions=1)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "wordle_jax.web", "port=0", "lexicons=[spanish]"]
        command.append(f"hydra.run.dir={folder}/run")
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        try:
            measurements = measure(process.stdout.readline().split()[4], arguments.repetitions)
        finally:
            process.terminate()
            process.wait(20)
    report("The web page under load", measurements, arguments.json)


if __name__ == "__main__":
    main()
