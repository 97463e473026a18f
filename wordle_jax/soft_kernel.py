"""The kernel of soft beliefs: the scores of listed guesses under a channel, belief by belief.

What a belief's scores are never depends on the others of its batch: each goes through the same program.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec
from jaxtyping import Array, Float32, Int32, Integer

from wordle_jax.kernel import AnyArray
from wordle_jax.platform import guess_mesh, scatters_well
from wordle_jax.soft_score import Aggregates, ChannelArrays, Outlook, SoftScore, combine, score_aggregates


class SoftBatch(NamedTuple):
    """Padded soft beliefs and the guesses to rate for each: padding has weight 0, or repeats a guess.

    `told` are the lies that an adversary has told if the member is the answer; 0 under any other channel.
    """

    members: Int32[AnyArray, "belief member"]
    told: Int32[AnyArray, "belief member"]
    weights: Float32[AnyArray, "belief member"]
    guesses: Int32[AnyArray, "belief row"]


@partial(jax.jit, static_argnames=("num_patterns", "score"))
def score_soft(
    codes: Integer[Array, "guess answer"],
    batch: SoftBatch,
    channel: ChannelArrays,
    num_patterns: int,
    score: SoftScore,
    outlook: Outlook | None = None,
) -> Float32[Array, "belief row"]:
    """Return the score of each listed guess under its belief, higher is better; beliefs are split over the devices."""

    def shard(codes: Array, batch: SoftBatch, channel: ChannelArrays, outlook: Outlook | None) -> Array:
        def one(belief: SoftBatch) -> Array:
            rows = codes[belief.guesses[:, None], belief.members[None]].astype(jnp.int32)
            wins, parts = rows == num_patterns - 1, rows + belief.told * num_patterns
            of = _aggregate(wins, parts, belief.weights, len(channel.entropy), combine(score))
            if score == "win_chance":
                squares = _aggregate(wins, parts, belief.weights**2, len(channel.entropy), "sum").parts
                of = of._replace(squares=squares)
            return score_aggregates(of, channel, score, outlook)

        return jax.lax.map(one, batch)

    split, whole = PartitionSpec("guess"), PartitionSpec()
    # The carries of the loops inside start as constants, which the check of varying axes does not understand.
    function = jax.shard_map(
        shard, mesh=guess_mesh(), in_specs=(whole, split, whole, whole), out_specs=split, check_vma=False
    )
    return function(codes, batch, channel, outlook)


def _aggregate(wins: Array, part: Array, weights: AnyArray, num_parts: int, how: str) -> Aggregates:
    """Return the aggregates of the parts [row, member] that the members fall into. A win is in no part."""
    amounts = jnp.where(wins, 0.0, weights)
    win = jnp.where(wins, weights, 0.0).sum(1)
    if scatters_well():
        none = jnp.zeros(num_parts, jnp.float32)

        def scatter(row: tuple[Array, Array]) -> Array:
            parts = none.at[row[0]]
            update = parts.max if how == "max" else parts.add
            return update(row[1], mode="promise_in_bounds")

        return Aggregates(win, jax.lax.map(scatter, (part, amounts)))

    def compare(own: Array) -> Array:
        alike = jnp.where(part == own, amounts, 0.0)
        return alike.max(1) if how == "max" else alike.sum(1)

    return Aggregates(win, jax.vmap(compare, out_axes=1)(jnp.arange(num_parts)))
