"""Channels: how the tiles that a player sees come from the true ones.

A channel is a matrix K[true pattern, shown pattern] whose rows sum to one. A win is decided before the channel.
Every channel here but the adversary, which looks at the whole game, is a sum of products over the tiles,
K = Σ_c Π_i T[c, i], and no entry of K comes from two products. So it can be applied tile by tile, without ever writing
K down for long words.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float64, Int8, Int32, Int64, UInt32

from wordle_jax.errors import UserError

Components = Float64[np.ndarray, "component tile true shown"]
# The rates of wrong tiles that a player who knows nothing holds possible.
UNKNOWN_RATES = (0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 0.35)
RandomBits = UInt32[np.ndarray, "game tile two"]

# An impossible tile counts as this unlikely, so that feedback which cannot be leaves the words that fit it best.
IMPOSSIBLE = 1e-26
_COLOURS = 3
_EXAMPLES = {
    "rate": "0.1",
    "matrix": "[[0.9,0.1,0],[0.1,0.9,0],[0,0,1]]",
    "rates": "[0.2,0.1,0.1,0.1,0]",
    "k": "1",
    "budget": "1",
}
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class ChannelConfig:
    """Which channel; see conf/channel. Of the other keys each kind reads its own.

    tile_flip: `rate`, the probability that a tile shows one of the two other colours (algorithm 6 of the paper).
    confusion: `matrix`, for each true colour (gray, yellow, green) the probabilities of the shown ones.
    position: `rates`, a rate like that of tile_flip for each tile.
    lies: `k`, exactly so many tiles of every row show one of the two other colours (the game Fibble).
    adversary: `budget`, at most so many tiles of the whole game show another colour, those that hurt most.
    """

    kind: Literal["tile_flip", "confusion", "position", "lies", "adversary"] = "tile_flip"
    rate: float | None = None
    matrix: tuple[tuple[float, ...], ...] | None = None
    rates: tuple[float, ...] | None = None
    k: int | None = None
    budget: int | None = None


@dataclass(frozen=True)
class TileChannel:
    """Each tile shows a colour that depends on its own true colour alone: `tiles[i][true][shown]`."""

    tiles: tuple[tuple[tuple[float, ...], ...], ...]

    @cached_property
    def components(self) -> Components:
        """The one product that the channel is."""
        return np.array(self.tiles)[None]

    @property
    def is_clean(self) -> bool:
        """Whether every tile shows its true colour."""
        return bool((self.components[0] == np.eye(_COLOURS)).all())

    def corrupt(self, pattern: Int32[np.ndarray, " game"], random_bits: RandomBits) -> Int32[np.ndarray, " game"]:
        """Return the shown patterns.

        `random_bits` are uniform. The first number of a tile says whether it lies, compared with an integer
        threshold so that no rounding of floats is involved, the second which of the two other colours it shows:
        where they are equally likely its lowest bit, else a threshold again.
        """
        tile = _split(pattern, random_bits.shape[1])
        true = self.components[0][np.arange(tile.shape[1]), tile]  # [game, tile, shown]
        one, two = (np.take_along_axis(true, (tile[..., None] + step) % _COLOURS, 2)[..., 0] for step in (1, 2))
        lies = random_bits[..., 0].astype(np.uint64) < np.rint((one + two) * 2**32)
        first = np.divide(one, one + two, out=np.full_like(one, 0.5), where=one + two > 0)
        second = random_bits[..., 1]
        takes_two = np.where(one == two, second & 1 == 1, second.astype(np.uint64) >= np.rint(first * 2**32))
        return _show(tile, lies, takes_two)


@dataclass(frozen=True)
class Lies:
    """Exactly `k` of `length` tiles of every row, any of them alike, show one of the two other colours."""

    k: int
    length: int
    is_clean = False

    @cached_property
    def components(self) -> Components:
        """A product for every choice of lying tiles."""
        lie = (np.ones((_COLOURS, _COLOURS)) - np.eye(_COLOURS)) / 2
        choices = list(combinations(range(self.length), self.k))
        products = np.tile(np.eye(_COLOURS), (len(choices), self.length, 1, 1))
        for c, tiles in enumerate(choices):
            products[c, list(tiles)] = lie
        products[:, 0] /= len(choices)
        return products

    def corrupt(self, pattern: Int32[np.ndarray, " game"], random_bits: RandomBits) -> Int32[np.ndarray, " game"]:
        """Return the shown patterns: the tiles with the lowest first numbers lie, the second ones say how."""
        tile = _split(pattern, self.length)
        order = np.argsort(random_bits[..., 0], axis=1, kind="stable")
        lies = np.zeros(tile.shape, bool)
        np.put_along_axis(lies, order[:, : self.k], True, 1)
        return _show(tile, lies, random_bits[..., 1] & 1 == 1)


@dataclass(frozen=True)
class Adversary:
    """At most `budget` tiles of a whole game show another colour: those that are worst for the solver (adversary.py).

    What it shows depends on all that it has shown and will, so it is no matrix. A player who knows the budget and no
    more holds every way to lie alike likely: then the next row comes from a matrix, `row`.
    """

    budget: int
    length: int
    is_clean = False

    def show(
        self, pattern: Int32[np.ndarray, " game"], lies: Int8[np.ndarray, "game tile"]
    ) -> Int32[np.ndarray, " game"]:
        """Return the shown patterns; `lies` is 0 for a true tile, 1 for the next colour, 2 for the one after it."""
        return _show(_split(pattern, self.length), lies > 0, lies == 2)

    def count_scripts(self, rows: int, told: int = 0) -> int:
        """Return the number of ways to lie in so many rows once some lies are told; none once too many are."""
        return sum(comb(rows * self.length, lies) * 2**lies for lies in range(self.budget - told + 1))

    def count_lies(self, shown: int) -> Int64[np.ndarray, " true_pattern"]:
        """Return how many tiles of a shown pattern lie, for every true one."""
        return count_wrong_tiles(shown, self.length)

    def row(self, rows: int, told: int) -> "SomeLies":
        """Return the channel of the next of so many rows if all ways to lie in them are alike likely."""
        ways = [
            comb(self.length, lies) * 2**lies * self.count_scripts(rows - 1, told + lies)
            for lies in range(self.length + 1)
        ]
        return SomeLies(tuple(number / self.count_scripts(rows, told) for number in ways), self.length)


@dataclass(frozen=True)
class SomeLies:
    """With probability shares[k] exactly k tiles of a row lie, any of them alike."""

    shares: tuple[float, ...]
    length: int

    @cached_property
    def components(self) -> Components:
        """The products of every number of lies that may be."""
        products = []
        for k, share in enumerate(self.shares):
            if share:
                products.append(Lies(k, self.length).components.copy())
                products[-1][:, 0] *= share
        return np.concatenate(products)


Channel = TileChannel | Lies | Adversary
RowChannel = TileChannel | Lies | SomeLies  # those that are a matrix


def tile_flip(rate: float, length: int) -> TileChannel:
    """Return the channel in which each tile shows either other colour with probability rate / 2."""
    return position_flip((rate,) * length)


def position_flip(rates: tuple[float, ...]) -> TileChannel:
    """Return the channel in which tile i shows either other colour with probability rates[i] / 2."""
    same = np.eye(_COLOURS, dtype=bool)
    tiles = [np.where(same, 1 - rate, rate / 2).tolist() for rate in rates]
    return TileChannel(tuple(tuple(tuple(row) for row in tile) for tile in tiles))


def make_channel(config: ChannelConfig, length: int, where: str = "channel") -> Channel:
    """Return the channel for words of that length.

    Raises UserError, which begins with the key `where`, for a parameter that is missing, not read or out of range.
    """
    reads = {"tile_flip": "rate", "confusion": "matrix", "position": "rates", "lies": "k", "adversary": "budget"}
    needs = reads[config.kind]
    if getattr(config, needs) is None:
        raise UserError(f"{where}.{needs}: {config.kind} needs it; give it, such as {needs}={_EXAMPLES[needs]}")
    for kind, key in reads.items():
        if key != needs and getattr(config, key) is not None:
            raise UserError(f"{where}.{key}: {config.kind} does not read it; give null, or kind={kind}, which does")
    if config.rate is not None:
        _check_rate(config.rate, f"{where}.rate")
        return tile_flip(config.rate, length)
    if config.rates is not None:
        if len(config.rates) != length:
            raise UserError(f"{where}.rates: has {len(config.rates)} rates; give {length}, one a letter")
        for i, rate in enumerate(config.rates):
            _check_rate(rate, f"{where}.rates[{i}]")
        return position_flip(config.rates)
    if config.matrix is not None:
        _check_matrix(config.matrix, f"{where}.matrix")
        return TileChannel((config.matrix,) * length)
    if config.budget is not None:
        if not 0 <= config.budget <= length:
            raise UserError(f"{where}.budget: is {config.budget}; give 0 to {length} tiles of a game")
        return Adversary(config.budget, length) if config.budget else tile_flip(0.0, length)
    assert config.k is not None
    if not 0 <= config.k <= length:
        raise UserError(f"{where}.k: is {config.k}; give 0 to {length} tiles of a row")
    return Lies(config.k, length) if config.k else tile_flip(0.0, length)


def check_noise(noise: float, channel: ChannelConfig) -> None:
    """Raise UserError if the share of wrong tiles is none, or a channel is told another one."""
    if not 0 <= noise <= 1:
        raise UserError(f"noise is {noise}: it is the share of wrong tiles, give 0 to 1")
    if channel.kind == "tile_flip" and channel.rate != noise:
        raise UserError(f"channel.rate: is {channel.rate} and noise is {noise}; set noise alone")
    if channel.kind != "tile_flip" and noise != 0:
        raise UserError(f"noise: is {noise}, but channel={channel.kind} does not read it; give 0")


def describe_channel(config: ChannelConfig) -> str:
    """Return the channel in a few words: `noise 0.1`, `lies 1`."""
    if config.kind == "tile_flip":
        return f"noise {config.rate:g}"
    if config.kind == "adversary":
        return f"adversary {config.budget}"
    given = config.matrix or config.rates
    return f"{config.kind} {config.k if given is None else json.dumps(given)}"


def count_wrong_tiles(shown: int, length: int) -> Int64[np.ndarray, " true_pattern"]:
    """Return in how many tiles a shown pattern differs from every true one."""
    tile = _split(np.array([*range(_COLOURS**length), shown], np.int32), length)
    return np.count_nonzero(tile[:-1] != tile[-1], axis=1)


def likelihood(channel: RowChannel, shown: int) -> Float64[np.ndarray, " true_pattern"]:
    """Return K[:, shown], the probability of a shown pattern for every true one, impossible ones just above zero."""
    components = np.maximum(channel.components, IMPOSSIBLE)
    colours = shown // _places(components.shape[1]) % _COLOURS
    columns = components[:, np.arange(len(colours)), :, colours].swapaxes(0, 1)  # [component, tile, true]
    return np.sum([_multiply(tiles) for tiles in columns], axis=0)


def dense_matrix(channel: RowChannel) -> Float64[np.ndarray, "true_pattern shown_pattern"]:
    """Return K itself, for words that are not too long."""
    return np.sum([_multiply(tiles) for tiles in channel.components], axis=0)


def channel_entropy(channel: RowChannel) -> Float64[np.ndarray, " true_pattern"]:
    """Return the entropy in bits of what is shown for each true pattern: Σ_o -K·log2 K, tile by tile."""
    logs = np.log2(channel.components, out=np.zeros_like(channel.components), where=channel.components > 0)
    total = np.zeros(_COLOURS ** channel.components.shape[1])
    for tiles, terms in zip(channel.components, channel.components * logs, strict=True):
        for i in range(len(tiles)):
            total -= _multiply([*tiles[:i].sum(2), terms[i].sum(1), *tiles[i + 1 :].sum(2)])
    return total


def _multiply(tiles: Iterable[np.ndarray]) -> np.ndarray:
    """Return for whole patterns what is given for each tile, the first tile most significant."""
    return reduce(np.kron, tiles)


def _split(pattern: Int32[np.ndarray, " game"], length: int) -> Int32[np.ndarray, "game tile"]:
    return pattern[:, None] // _places(length) % _COLOURS


def _show(
    tile: Int32[np.ndarray, "game tile"], lies: Bool[np.ndarray, "game tile"], takes_two: Bool[np.ndarray, "game tile"]
) -> Int32[np.ndarray, " game"]:
    """Return the patterns with the tiles that lie moved on to the next colour, or to the one after it."""
    shown = np.where(lies, (tile + 1 + takes_two) % _COLOURS, tile)
    return (shown * _places(tile.shape[1])).sum(1, dtype=np.int32)


def _places(length: int) -> Int32[np.ndarray, " tile"]:
    return _COLOURS ** np.arange(length - 1, -1, -1, dtype=np.int32)


def _check_rate(rate: float, where: str) -> None:
    if not 0 <= rate <= 1:
        raise UserError(f"{where}: is {rate}; give the share of wrong tiles, 0 to 1")


def _check_matrix(matrix: tuple[tuple[float, ...], ...], where: str) -> None:
    if len(matrix) != _COLOURS or any(len(row) != _COLOURS for row in matrix):
        raise UserError(f"{where}: is not 3 by 3; give a row each for gray, yellow and green")
    for i, row in enumerate(matrix):
        if min(row) < 0 or abs(sum(row) - 1) > _TOLERANCE:
            raise UserError(f"{where}[{i}]: {list(row)} are no probabilities; give three from 0 to 1 that add up to 1")
