"""Scores under a channel: what makes a guess good when the feedback may lie. Higher is better.

A guess sorts the answers into true patterns p, and the channel K shows one of the patterns o in its stead. The guess
itself, if it is an answer, wins and is shown by nothing. With w the weights of the other answers and, over those of
true pattern p, the aggregates S[p] = Σ w and M[p] = max w:

    entropy         entropy of the outcomes P[o] = Σ_p S[p]·K[p, o] and of the win, less what the channel adds to it,
                    Σ_p S[p]·H(K[p]): the mutual information of answer and feedback, in bits
    posterior_mass  minus Σ_o P[o]² - w[guess]²: what is left of algorithm 5 of the paper when tiles lie
    win_chance      w[guess] + Σ_o P[o]·V(C[o]), with C[o] the sum of squares of what is believed once o is shown, and
                    V(C) the chance of winning from there: see Outlook
    last_turns      w[guess] + Σ_o max_p M[p]·K[p, o]: the chance to win now or, by the likeliest answer, at the next
                    turn, so that the last two turns are planned exactly

Against an adversary the channel of an answer depends on how many lies it has taken so far. Then p stands for the pair
of this number and the true pattern, numbered number · patterns + pattern, and K has as many rows more.

The functions here work on arrays of numpy, for the last word in float64, and of JAX, inside the kernels.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from wordle_jax.channel import RowChannel, channel_entropy, dense_matrix

SoftScore = Literal["entropy", "posterior_mass", "win_chance", "last_turns"]
AnyArray = Any  # of numpy or JAX

# Up to five letters a matrix product is faster than going through the tiles.
_MOST_DENSE = 243
_TOO_RARE = 1e-12


class ChannelArrays(NamedTuple):
    """A channel for each number of lies told as arrays: products, entropy added to each true pattern, K if short."""

    tiles: AnyArray  # [told, component, tile, true, shown]
    entropy: AnyArray  # [told_pattern], bits
    dense: AnyArray | None  # [told_pattern, shown_pattern]


class Outlook(NamedTuple):
    """The chance of winning in the turns that are left: its odds are even·C**power.

    C is the sum of squares of the belief, 1 / C its number of answers if they were equally likely.
    """

    even: AnyArray
    power: AnyArray


class Goal(NamedTuple):
    """What a guess is rated by: a score, and for `win_chance` the outlook after the guess."""

    score: SoftScore
    outlook: Outlook | None = None


class Aggregates(NamedTuple):
    """What a score knows of a guess.

    The weight of its own win [row], sums or maxima of the other weights w [row, told_pattern], and for `win_chance` the
    sums of w².
    """

    win: AnyArray
    parts: AnyArray
    squares: AnyArray | None = None


def channel_arrays(*channels: RowChannel) -> ChannelArrays:
    """Return the arrays in float64 of a channel, or of one for each number of lies told."""
    products = [channel.components for channel in channels]
    tiles = np.zeros((len(products), max(map(len, products)), *products[0].shape[1:]))
    for told, components in enumerate(products):
        tiles[told, : len(components)] = components  # what is missing is a product of nothing
    is_short = 3 ** tiles.shape[2] <= _MOST_DENSE
    dense = np.concatenate([dense_matrix(channel) for channel in channels]) if is_short else None
    return ChannelArrays(tiles, np.concatenate([channel_entropy(channel) for channel in channels]), dense)


def xlog2x(x: AnyArray) -> AnyArray:
    """Return x·log2 x, 0 at 0."""
    xp = _module(x)
    return xp.where(x > 0, x * xp.log2(xp.where(x > 0, x, 1.0)), 0.0)


def combine(score: SoftScore) -> Literal["sum", "max"]:
    """Return which aggregate of the weights of a true pattern a score needs."""
    return "max" if score == "last_turns" else "sum"


def score_aggregates(
    of: Aggregates, channel: ChannelArrays, score: SoftScore, outlook: Outlook | None = None
) -> AnyArray:
    """Return the score of every row; `win_chance` needs the outlook."""
    if score == "last_turns":
        return of.win + _push_largest(of.parts, channel).sum(1)
    chance = _push(of.parts, channel)
    if score == "win_chance":
        assert outlook is not None
        assert of.squares is not None
        return of.win + (chance * _win_chance(chance, _push(of.squares, channel, 2), outlook)).sum(1)
    if score == "posterior_mass":
        return -(chance**2).sum(1) - of.win**2
    return -xlog2x(chance).sum(1) - xlog2x(of.win) - (of.parts * channel.entropy).sum(1)


def _win_chance(chance: AnyArray, squares: AnyArray, outlook: Outlook) -> AnyArray:
    """Return the chance of winning after each shown pattern from Σ w·K and Σ (w·K)², both [row, shown]."""
    xp = _module(chance)
    # The square of a chance that is too small to matter may be no number of float32.
    matters = chance > _TOO_RARE
    collision = xp.where(matters, squares, 1.0) / xp.where(matters, chance, 1.0) ** 2
    odds = outlook.even * collision**outlook.power
    return odds / (1 + odds)


# --- through the channel -----------------------------------------------------------------------------------


def _push(sums: AnyArray, channel: ChannelArrays, power: int = 1) -> AnyArray:
    """Return Σ_p S[p]·K[p, o]**power."""
    if channel.dense is not None:
        return sums @ channel.dense**power

    def push(x: AnyArray, product: AnyArray) -> AnyArray:
        for tile in product**power:
            # The axis of the first tile goes to the end, so that after all of them the order is the old one.
            x = _module(x).tensordot(x, tile, axes=(1, 0))
        return x

    return _through_products(push, sums, channel).sum(0)


def _push_largest(largest: AnyArray, channel: ChannelArrays) -> AnyArray:
    """Return max_p M[p]·K[p, o]: a maximum over the products, each tile by tile."""
    xp = _module(largest)

    def push(x: AnyArray, product: AnyArray) -> AnyArray:
        for i in range(len(product)):
            x, tile = xp.moveaxis(x, i + 1, 0), product[i]
            x = xp.stack([(x * tile[:, shown].reshape(3, *[1] * (x.ndim - 1))).max(0) for shown in range(3)], i + 1)
        return x

    return _through_products(push, largest, channel).max(0)


def _through_products(
    push: Callable[[AnyArray, AnyArray], AnyArray], parts: AnyArray, channel: ChannelArrays
) -> AnyArray:
    """Return [product, row, shown]: for each product its parts [row, told_pattern], an axis a tile, pushed through."""
    numbers, products, tiles = channel.tiles.shape[:3]
    by_told = parts.reshape(len(parts), numbers, *[3] * tiles).swapaxes(0, 1)
    told = np.repeat(np.arange(numbers), products)
    through = channel.tiles.reshape(-1, tiles, 3, 3)
    if isinstance(parts, jax.Array):
        # One body for all products: unrolled, those of an adversary take a minute to compile.
        pushed = jax.lax.map(lambda pair: push(*pair), (by_told[told], through))
    else:
        pushed = np.stack([push(by_told[number], product) for number, product in zip(told, through, strict=True)])
    return pushed.reshape(len(told), len(parts), -1)


def _module(x: AnyArray) -> Any:
    return jnp if isinstance(x, jax.Array) else np
