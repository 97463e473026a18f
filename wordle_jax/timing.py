"""How long single guesses take, and on what machine."""

import platform as host
from collections import defaultdict
from dataclasses import replace
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
_PACKAGES = ("wordle-jax", "jax", "jaxlib", "numpy", "hydra-core", "pyarrow", "ray")


def measure_latency(setup: Setup, world: World, game_id: Int64[np.ndarray, " game"]) -> dict[str, float]:
    """Return the mean milliseconds of a decision by turn, over ten games played one by one (eq. 27 of the paper).

    The games are spread evenly over the ids. Each is played twice and the second time counts, so that no
    compilation does. "all" is the mean over all guesses. An adversary tells the truth here: it would play many games
    side by side.
    """
    if isinstance(setup.channel, Adversary):
        setup = replace(setup, channel=tile_flip(0.0, setup.channel.length))
    table = set_table(setup, world)
    milliseconds: dict[int, list[float]] = defaultdict(list)
    for place in np.linspace(0, len(game_id) - 1, min(_NUM_GAMES, len(game_id))).astype(int):
        one = game_id[place : place + 1]
        play_games(table, one)
        play_games(table, one, lambda turn, seconds: milliseconds[turn].append(1000 * seconds))
    by_turn = {str(turn): mean(times) for turn, times in sorted(milliseconds.items())}
    return by_turn | {"all": mean(t for times in milliseconds.values() for t in times)}


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
