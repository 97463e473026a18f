"""Kernels: the scores of many guesses under many beliefs, in the form that suits the platform.

A belief is a padded row of candidates (answer indices), a guess is a row of the pattern matrix. Padding takes
the code one past the largest pattern and is counted nowhere. Small beliefs need no bins: each candidate counts
the candidates that share its pattern. Larger ones take a histogram a guess: scattered into bins row by row on
a CPU, found by comparing with every pattern elsewhere.

`score_all` and `score_whole_lexicon` rate all guesses, split over the devices; `score_rows` rates listed
(belief, guess) pairs on one device.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec
from jaxtyping import Array, Float32, Int32, Integer, Num, UInt16

from wordle_jax.pattern import INTERLEAVE
from wordle_jax.platform import guess_mesh, scatters_well
from wordle_jax.scores import COMPARE_LIMIT

# Comparing beats bins up to here, measured on CPUs; listed rows vectorise less well.
_COMPARE_ALL, _COMPARE_ROWS = COMPARE_LIMIT, 64

# Callers pass arrays of the host, kernels see those of the device.
AnyArray = Array | np.ndarray

_WHOLE, _SPLIT = PartitionSpec(), PartitionSpec("guess")


@dataclass(frozen=True)
class Term:
    """How the parts of a belief make a score; fixed when a kernel is compiled.

    `mass_power` None: an integer score from part sizes through the tables of score.part_table.
    `mass_power` 1: sum of m·log2 m, the negative entropy; k above 1: sum of m**k.
    """

    num_patterns: int
    reduction: Literal["sum", "max"] = "sum"
    member_shift: int = 0
    mass_power: int | None = None


class Beliefs(NamedTuple):
    """A padded batch of beliefs. Only the first `num` rows are scored; weights are None for part sizes."""

    candidates: Int32[AnyArray, "belief member"]
    counts: Int32[AnyArray, " belief"]
    num: Int32[AnyArray, ""]
    weights: Float32[AnyArray, "belief member"] | None = None


class Tables(NamedTuple):
    """The tables of an integer score, see score.PartTable; both of length one for masses."""

    of_part: Int32[Array, " part_size"]
    of_member: Int32[Array, " member_size"]


# --- parts of a belief -------------------------------------------------------------------------------------


def _totals_by_member(codes: Array, num_members: Array, weights: Array | None) -> Array:
    """Return, for each member (first axis), the size or mass of the part it belongs to."""
    if not scatters_well():
        alike = codes[:, None] == codes[None]
        if weights is None:
            return alike.sum(1, dtype=jnp.int32)
        return jnp.where(alike, weights[None], 0).sum(1)

    def add(j: Array, totals: Array) -> Array:
        alike = codes == codes[j]
        return totals + (alike.astype(jnp.uint8) if weights is None else jnp.where(alike, weights[j], 0))

    start = jnp.zeros(codes.shape, jnp.uint8 if weights is None else jnp.float32)
    return jax.lax.fori_loop(0, num_members, add, start)


def _score_members(codes: Array, valid: Array, weights: Array | None, tables: Tables, term: Term) -> Array:
    """Return the scores of codes [member, *guess] by comparing members; weights [member, *guess or 1]."""
    num_members = jnp.max(jnp.sum(valid, axis=0, dtype=jnp.int32))
    totals = _totals_by_member(codes, num_members, weights)
    power = term.mass_power
    if weights is not None and power is not None:
        mass = jnp.where(valid, totals, 1)
        terms = weights * (jnp.log2(mass) if power == 1 else mass ** (power - 1))
        return jnp.where(valid, terms, 0).sum(0)
    terms = tables.of_member.at[totals].get(mode="promise_in_bounds")
    terms = jnp.where(valid, terms, 0)
    if term.reduction == "max":
        return terms.max(0)
    half = (1 << term.member_shift) >> 1
    return (terms.sum(0) + half) >> term.member_shift


def _score_bins(codes: Array, weights: Array | None, tables: Tables, term: Term) -> Array:
    """Return the scores of codes [guess, member] by a histogram over the patterns; weights [guess, member]."""
    if scatters_well():
        dtype = jnp.uint16 if weights is None else jnp.float32
        no_bins = jnp.zeros(term.num_patterns + 1, dtype)  # the last is padding's

        def scatter(row: tuple[Array, Array | None]) -> Array:
            amount = jnp.ones((), dtype) if row[1] is None else row[1]
            return no_bins.at[row[0]].add(amount, mode="promise_in_bounds")

        bins = jax.lax.map(scatter, (codes, weights))[:, : term.num_patterns]
    else:

        def compare(pattern: Array) -> Array:
            alike = codes == pattern
            amount = alike.astype(jnp.int32) if weights is None else jnp.where(alike, weights, 0)
            return amount.sum(1)

        bins = jax.vmap(compare, out_axes=1)(jnp.arange(term.num_patterns, dtype=codes.dtype))
    return _sum_bins(bins, tables, term)


def _sum_bins(bins: Num[Array, "guess pattern"], tables: Tables, term: Term) -> Num[Array, " guess"]:
    """Return the scores of guesses from the sizes or the masses of their parts."""
    if term.mass_power is None:
        terms = tables.of_part.at[bins].get(mode="promise_in_bounds")
        return terms.max(1) if term.reduction == "max" else terms.sum(1)
    if term.mass_power == 1:
        return jnp.where(bins > 0, bins * jnp.log2(jnp.where(bins > 0, bins, 1)), 0).sum(1)
    return (bins**term.mass_power).sum(1)


# --- all guesses -------------------------------------------------------------------------------------------


def _score_belief(
    by_answer: Array, candidates: Array, count: Array, weights: Array | None, tables: Tables, term: Term
) -> Array:
    """Return the scores of this shard's guesses under one belief."""
    valid = jnp.arange(candidates.shape[0]) < count
    codes = jnp.where(valid[:, None], by_answer[candidates], term.num_patterns).astype(by_answer.dtype)
    if candidates.shape[0] <= _COMPARE_ALL:
        return _score_members(codes, valid[:, None], None if weights is None else weights[:, None], tables, term)
    row_weights = None if weights is None else jnp.broadcast_to(weights, codes.T.shape)
    return _score_bins(codes.T, row_weights, tables, term)


def _score_shard(by_answer: Array, beliefs: Beliefs, tables: Tables, term: Term) -> Array:
    def score(b: Array) -> Array:
        weights = None if beliefs.weights is None else beliefs.weights[b]
        return _score_belief(by_answer, beliefs.candidates[b], beliefs.counts[b], weights, tables, term)

    size = beliefs.candidates.shape[0]
    if not scatters_well():
        return jax.vmap(score)(jnp.arange(size))
    dtype = jnp.int32 if beliefs.weights is None else jnp.float32
    scores = jnp.zeros((size, by_answer.shape[1]), dtype)
    return jax.lax.fori_loop(0, beliefs.num, lambda b, s: s.at[b].set(score(b)), scores)


def _on_shards(function: Callable, in_specs: tuple, out_specs: PartitionSpec) -> Callable:
    # The carries of the loops inside start as constants, which the check of varying axes does not understand.
    return jax.shard_map(function, mesh=guess_mesh(), in_specs=in_specs, out_specs=out_specs, check_vma=False)


@partial(jax.jit, static_argnames="term")
def score_all(
    by_answer: Integer[Array, "answer guess"], beliefs: Beliefs, tables: Tables, term: Term
) -> Num[Array, "belief guess"]:
    """Return the score of every guess (padding of the guesses included) under every belief, lower is better."""
    function = partial(_score_shard, term=term)
    return _on_shards(function, (PartitionSpec(None, "guess"), _WHOLE, _WHOLE), PartitionSpec(None, "guess"))(
        by_answer, beliefs, tables
    )


@partial(jax.jit, static_argnames="term")
def score_whole_lexicon(
    interleaved: UInt16[Array, "block member"], weights: Float32[Array, " answer"] | None, tables: Tables, term: Term
) -> Num[Array, " guess"]:
    """Return the score of every guess under the belief of all answers, by scattering (for platforms that do it well).

    `interleaved` is PatternMatrix.interleaved: neighbouring updates fall into the bins of different guesses,
    so that none waits for the one before it.
    """

    def function(blocks: Array, weights: Array | None, tables: Tables) -> Array:
        # Behind the barrier the amounts are made once, not again for every block.
        ones = jnp.ones(blocks.shape[1], jnp.uint16)
        amounts = jax.lax.optimization_barrier(ones if weights is None else jnp.repeat(weights, INTERLEAVE))
        no_bins = jnp.zeros(INTERLEAVE * term.num_patterns, amounts.dtype)

        def score(block: Array) -> Array:
            bins = no_bins.at[block].add(amounts, mode="promise_in_bounds")
            return _sum_bins(bins.reshape(INTERLEAVE, term.num_patterns), tables, term)

        return jax.lax.map(score, blocks).reshape(-1)

    return _on_shards(function, (_SPLIT, _WHOLE, _WHOLE), _SPLIT)(interleaved, weights, tables)


# --- listed guesses ----------------------------------------------------------------------------------------


@partial(jax.jit, static_argnames="term")
def score_rows(
    codes: Integer[Array, "guess answer"],
    beliefs: Beliefs,
    row_belief: Int32[Array, " row"],
    row_guess: Int32[Array, " row"],
    tables: Tables,
    term: Term,
) -> Num[Array, " row"]:
    """Return the score of each listed guess under its belief, lower is better."""
    candidates, counts = beliefs.candidates[row_belief], beliefs.counts[row_belief]
    weights = None if beliefs.weights is None else beliefs.weights[row_belief]
    valid = jnp.arange(candidates.shape[1])[None] < counts[:, None]
    rows = jnp.where(valid, codes[row_guess[:, None], candidates], term.num_patterns).astype(codes.dtype)
    if candidates.shape[1] <= _COMPARE_ROWS:
        return _score_members(rows.T, valid.T, None if weights is None else weights.T, tables, term)
    return _score_bins(rows, weights, tables, term)
