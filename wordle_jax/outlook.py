"""Outlooks: how likely a belief is to win in the turns that are left, for guesses before the last two.

The odds of winning are taken as even·C**power, where C is the sum of squares of the belief. Both numbers were fitted to
games played for information alone (data/outlooks.json, by `python -m wordle_jax.derive_outlooks`), for a few rates of
wrong tiles and numbers of turns. Any channel stands between two of those rates by what it adds to the feedback.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from wordle_jax.channel import RowChannel, channel_entropy, tile_flip
from wordle_jax.resources import data_dir
from wordle_jax.soft_score import Outlook

OUTLOOK_FILE = "outlooks.json"


@dataclass(frozen=True)
class OutlookTable:
    """The outlooks that were fitted: [even, power] at each of the rising rates, by the number of turns left."""

    rates: Sequence[float]
    by_turns_left: Mapping[str, Sequence[Sequence[float]]]


def load_outlooks() -> OutlookTable:
    """Return the table that is shipped."""
    return OutlookTable(**json.loads((data_dir() / OUTLOOK_FILE).read_text(encoding="utf-8")))


def find_outlook(table: OutlookTable, channel: RowChannel, turns_left: int) -> Outlook | None:
    """Return the outlook through a channel; None for so many turns, or so little noise, that winning is no question."""
    fitted = table.by_turns_left.get(str(turns_left))
    noise = _noise_bits(channel)
    known = np.array([_noise_bits(tile_flip(rate, 1)) for rate in table.rates])
    if fitted is None or noise < known[0] * (1 - 1e-9):
        return None
    even, power = np.array(fitted).T
    return Outlook(np.exp(np.interp(noise, known, np.log(even))), np.interp(noise, known, power))


def _noise_bits(channel: RowChannel) -> float:
    """Return the bits that a channel adds to the feedback of a tile, over all true patterns alike."""
    entropy: Float64[np.ndarray, " true_pattern"] = channel_entropy(channel)
    return float(entropy.mean() / channel.components.shape[1])
