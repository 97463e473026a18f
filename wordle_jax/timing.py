"""How long single guesses take, and on what machine."""

import platform as host
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from statistics import mean
from typing import Any

import jax
import numpy as np
from jaxtyping import Int64

from wordle_jax.channel import Adversary, tile_flip
from wordle_jax.game import Setup, play_games, set_table
from wordle_jax.platform import available_cores
from wordle_jax.world import World

_NUM_GAMES = 10
# Groups of decisions by the answers left: the most that each holds, and the rest.
_MOST_LEFT = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_PACKAGES = ("wordle-jax", "jax", "jaxlib", "numpy", "hydra-core", "pyarrow", "ray")


@dataclass(frozen=True)
class Latency:
    """Mean milliseconds of a decision: by turn, and "all"; and by the answers left before it, "6-10" or "1001-"."""

    by_turn: Mapping[str, float]
    by_candidates: Mapping[str, float]


def measure_latency(setup: Setup, world: World, game_id: Int64[np.ndarray, " game"]) -> Latency:
    """Return how long a decision takes, over ten games played one by one (eq. 27 of the paper).

    The games are spread evenly over the ids. Each is played twice and the second time counts, so that no
    compilation does. "all" is the mean over all guesses. A first guess that is known beforehand decides nothing and
    is left out of `by_candidates`. An adversary tells the truth here: it would play many games side by side.
    """
    if isinstance(setup.channel, Adversary):
        setup = replace(setup, channel=tile_flip(0.0, setup.channel.length))
    table = set_table(setup, world)
    by_turn: dict[int, list[float]] = defaultdict(list)
    by_candidates: dict[str, list[float]] = {name_group(most): [] for most in (*_MOST_LEFT, None)}
    for place in np.linspace(0, len(game_id) - 1, min(_NUM_GAMES, len(game_id))).astype(int):
        one = game_id[place : place + 1]
        play_games(table, one)
        spent: dict[int, float] = {}
        records = play_games(table, one, spent.__setitem__)
        for turn, seconds in spent.items():
            by_turn[turn].append(1000 * seconds)
            if turn > 1 or setup.opener < 0:
                left = world.num_answers if turn == 1 else float(records.candidates[0, turn - 2])
                most = next((most for most in _MOST_LEFT if left <= most), None)
                by_candidates[name_group(most)].append(1000 * seconds)
    return Latency(
        {str(turn): mean(times) for turn, times in sorted(by_turn.items())}
        | {"all": mean(time for times in by_turn.values() for time in times)},
        {group: mean(times) for group, times in by_candidates.items() if times},
    )


def name_group(most: int | None) -> str:
    """Return the name of the group of decisions with at most so many answers left, and more than the group below."""
    place = len(_MOST_LEFT) if most is None else _MOST_LEFT.index(most)
    least = _MOST_LEFT[place - 1] + 1 if place else 0
    return f"{least}-" if most is None else f"{most}" if least in (0, most) else f"{least}-{most}"


def describe_host() -> dict[str, Any]:
    """Return where this process runs and on what software."""
    return {
        "device": jax.devices()[0].device_kind,
        "platform": jax.default_backend(),
        "devices": jax.device_count(),
        "cores": available_cores(),
        "machine": f"{host.system()} {host.machine()}",
        "python": host.python_version(),
        "versions": {package: version(package) for package in _PACKAGES},
    }
