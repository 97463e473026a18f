"""The paper's three propagators: forward checking, MAC and GCC-Light.

Each takes the state before a turn and the constraints of the turn (or of a whole history) and returns the
smaller state and a report. None removes a word that satisfies the constraints, so all three allow the same
words; they differ in how much of that shows in the domains. Unbatched; `jax.vmap` adds a leading belief
axis.

Where the printed text is departed from:
- Algorithm 2, line 19 takes the letter of every gray tile from all positions, which loses answers with
  repeated letters. Here eq. 5 holds; only a letter without a coloured tile goes everywhere (printed.py
  measures the other).
- Algorithm 2, line 14 overwrites a domain with the green letter. Here it intersects, so that eq. 1 holds and
  contradictory feedback empties the domain.
- Algorithm 3 leaves open which constraints join two positions. Here they are the projections of the letter
  bounds (eq. 6) on pairs of positions. All arcs are revised at once until nothing changes, instead of one
  by one from a queue: the fixpoint is the same, the number of revisions is not.
- Section 4.2 says of GCC-Light only that it checks bounds. Here it prunes by them too, or else its domains
  would be those of forward checking.
"""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int32, UInt8

from wordle_jax.constraints.state import (
    ConstraintState,
    Domains,
    add_constraints,
    domain_sizes,
    pack_letters,
    unpack_letters,
)


class PropagationReport(NamedTuple):
    """What a propagator did.

    `values_removed` counts (position, letter) pairs that left a domain. `revisions` counts how often a
    domain became smaller: at most once a position for the turn's own constraints and once in each later
    round. `contradiction` says that the propagator saw, without looking at any word, that none is left.
    """

    domain_sizes: Int32[Array, " position"]
    values_removed: Int32[Array, ""]
    revisions: Int32[Array, ""]
    contradiction: Bool[Array, ""]


Propagator = Callable[[ConstraintState, ConstraintState], tuple[ConstraintState, PropagationReport]]


@jax.jit
def forward_checking(state: ConstraintState, constraints: ConstraintState) -> tuple[ConstraintState, PropagationReport]:
    """Return the state after one pass over the constraints (algorithm 2, lines 12-21; eqs. 9 and 10).

    Contradiction: an empty domain, or a letter that must occur and is in no domain. Eq. 9 asks for a domain
    other than the yellow tile's own, but eq. 10 has already taken the letter from that one.
    """
    merged = add_constraints(state, constraints)
    revisions = _count_changed(state.domains, merged.domains)
    contradiction = _has_empty_domain(merged.domains) | _misses_letter(merged)
    return merged, _report(state, merged, revisions, contradiction)


@jax.jit
def mac(state: ConstraintState, constraints: ConstraintState) -> tuple[ConstraintState, PropagationReport]:
    """Return the arc-consistent state (algorithm 3): each letter has a partner in every other domain.

    Two letters at two positions are partners if neither maximum is exceeded and the minima still fit in the
    remaining positions. Contradiction: as in forward checking, which this extends.
    """
    merged = add_constraints(state, constraints)
    word_length = merged.domains.shape[0]
    partners = pack_letters(_allow_pairs(merged.min_count, merged.max_count, word_length))

    def revise_all_arcs(domains: Domains) -> Domains:
        has_partner = ((partners[None, :] & domains[:, None]) != 0).any(axis=2)
        num_positions = has_partner.sum(axis=0, keepdims=True, dtype=jnp.int32)
        num_others = num_positions - has_partner.astype(jnp.int32)
        return domains & pack_letters(num_others == word_length - 1)

    domains, revisions = _shrink_to_fixpoint(revise_all_arcs, _has_empty_domain, merged.domains)
    result = merged._replace(domains=domains)
    revisions += _count_changed(state.domains, merged.domains)
    contradiction = _has_empty_domain(domains) | _misses_letter(result)
    return result, _report(state, result, revisions, contradiction)


@jax.jit
def gcc_light(state: ConstraintState, constraints: ConstraintState) -> tuple[ConstraintState, PropagationReport]:
    """Return the state whose domains fit each letter's bounds on its own (section 4.2; eqs. 11, 12 and 20).

    A letter that known positions already hold `max_count` times leaves the other domains; a letter that
    only `min_count` positions can hold is fixed there; and so on until nothing changes. Contradiction: an
    empty domain, a minimum above its maximum, fewer positions than the minimum (eqs. 11 and 12, which say
    the same), or more known positions than the maximum.
    """
    merged = add_constraints(state, constraints)

    def prune(domains: Domains) -> Domains:
        count = _count_positions(merged._replace(domains=domains))
        leaves = ~count.is_known & (count.num_known == merged.max_count)[None]
        is_exact = (merged.min_count > 0) & (count.num_possible == merged.min_count)
        is_needed = count.may_hold & is_exact[None]
        num_needed = is_needed.sum(axis=1, keepdims=True, dtype=jnp.int32)
        # Two letters that both need one position leave it none.
        stays = (num_needed == 0) | (is_needed & (num_needed == 1))
        return domains & pack_letters(stays & ~leaves)

    def breaks_bounds(domains: Domains) -> Bool[Array, ""]:
        return _breaks_bounds(merged._replace(domains=domains))

    domains, revisions = _shrink_to_fixpoint(prune, breaks_bounds, merged.domains)
    result = merged._replace(domains=domains)
    revisions += _count_changed(state.domains, merged.domains)
    return result, _report(state, result, revisions, breaks_bounds(domains))


PROPAGATORS: dict[str, Propagator] = {
    "forward_checking": forward_checking,
    "mac": mac,
    "gcc_light": gcc_light,
}


class _PositionCounts(NamedTuple):
    may_hold: Bool[Array, "position letter"]
    is_known: Bool[Array, "position letter"]
    num_possible: UInt8[Array, " letter"]
    num_known: UInt8[Array, " letter"]


def _count_positions(state: ConstraintState) -> _PositionCounts:
    """Return for each letter the positions that may hold it and those that can hold nothing else."""
    may_hold = unpack_letters(state.domains, state.min_count.shape[0])
    is_known = may_hold & (domain_sizes(state.domains) == 1)[:, None]
    num_possible = may_hold.sum(axis=0, dtype=jnp.uint8)
    return _PositionCounts(may_hold, is_known, num_possible, is_known.sum(axis=0, dtype=jnp.uint8))


def _breaks_bounds(state: ConstraintState) -> Bool[Array, ""]:
    count = _count_positions(state)
    too_few = count.num_possible < state.min_count
    too_many = count.num_known > state.max_count
    crossed = state.min_count > state.max_count
    return (too_few | too_many | crossed).any() | _has_empty_domain(state.domains)


def _has_empty_domain(domains: Domains) -> Bool[Array, ""]:
    return (domains == 0).all(axis=1).any()


def _misses_letter(state: ConstraintState) -> Bool[Array, ""]:
    """Return whether a letter that must occur is in no domain."""
    somewhere = unpack_letters(state.domains, state.min_count.shape[0]).any(axis=0)
    return ((state.min_count > 0) & ~somewhere).any()


def _allow_pairs(
    min_count: UInt8[Array, " letter"], max_count: UInt8[Array, " letter"], word_length: int
) -> Bool[Array, "letter letter"]:
    """Return which two letters may stand at two positions at once, as far as the letter bounds say."""
    is_same = jnp.eye(min_count.shape[0], dtype=bool)
    fits_once, fits_twice = max_count >= 1, max_count >= 2
    within_maxima = jnp.where(is_same, fits_twice[:, None], fits_once[:, None] & fits_once[None, :])
    minima = min_count.astype(jnp.int32)
    needs_once = jnp.minimum(minima, 1)
    met_by_pair = jnp.where(is_same, jnp.minimum(minima, 2)[:, None], needs_once[:, None] + needs_once[None, :])
    minima_fit = minima.sum() - met_by_pair <= word_length - 2
    # Bounds that cross allow no word, hence no pair.
    return within_maxima & minima_fit & (min_count <= max_count).all()


_Carry = tuple[Domains, Int32[Array, ""], Bool[Array, ""]]


def _shrink_to_fixpoint(
    shrink: Callable[[Domains], Domains],
    is_conflict: Callable[[Domains], Bool[Array, ""]],
    domains: Domains,
) -> tuple[Domains, Int32[Array, ""]]:
    """Return the domains once `shrink` changes nothing or makes a conflict, and how often one became smaller.

    A conflict stops the loop, so that the state still shows which position or letter it came from.
    """

    def goes_on(carry: _Carry) -> Bool[Array, ""]:
        domains, _, has_changed = carry
        return has_changed & ~is_conflict(domains)

    def run_round(carry: _Carry) -> _Carry:
        domains, revisions, _ = carry
        smaller = shrink(domains)
        num_changed = _count_changed(domains, smaller)
        return smaller, revisions + num_changed, num_changed > 0

    domains, revisions, _ = jax.lax.while_loop(goes_on, run_round, (domains, jnp.int32(0), jnp.bool_(True)))
    return domains, revisions


def _count_changed(before: Domains, after: Domains) -> Int32[Array, ""]:
    return (before != after).any(axis=1).sum(dtype=jnp.int32)


def _report(
    before: ConstraintState,
    after: ConstraintState,
    revisions: Int32[Array, ""],
    contradiction: Bool[Array, ""],
) -> PropagationReport:
    sizes = domain_sizes(after.domains)
    removed = domain_sizes(before.domains).sum(dtype=jnp.int32) - sizes.sum(dtype=jnp.int32)
    return PropagationReport(sizes, removed, revisions, contradiction)
