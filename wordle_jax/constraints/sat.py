"""Propagation by a SAT solver (the third technique of the paper's first question): nothing prunes more than it does.

The variable (position, letter) is true where the letter stands, exactly one of each position; the variable (letter, k)
is true if the letter occurs k times or more. These clauses never change. What a state says are assumptions: no value
that is out of its domain, at least `min_count` and not more than `max_count` of each letter. So one solver serves every
state of every game and keeps what it has learnt. A value stays in its domain if some string of letters that satisfies
the state has it there, whether it is a word or not.
"""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import combinations
from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import Bool, UInt8, UInt32

from wordle_jax.constraints.propagate import PropagationReport
from wordle_jax.constraints.state import ConstraintState
from wordle_jax.errors import UserError

SAT = "sat"
_SOLVER = "minisat22"
Clauses = Iterable[list[int]]


def require_sat() -> None:
    """Raise UserError if no SAT solver is installed."""
    if find_spec("pysat") is None:
        raise UserError("this needs a SAT solver, which is not installed; pip install 'wordle-jax[sat]'")


class SatPropagator:
    """Propagates states of one number of letters and positions. Raises UserError if no SAT solver is installed."""

    def __init__(self, num_letters: int, word_length: int) -> None:
        require_sat()
        from pysat.solvers import Solver

        self._value = 1 + np.arange(word_length * num_letters).reshape(word_length, num_letters)
        first = int(self._value.max()) + 1
        # at_least[letter, k - 1]: the letter occurs k times or more.
        self._at_least = first + np.arange(num_letters * word_length).reshape(num_letters, word_length)
        self._solver: Any = Solver(name=_SOLVER, bootstrap_with=list(self._list_clauses()))

    def _list_clauses(self) -> Iterator[list[int]]:
        for position in self._value.tolist():
            yield position
            yield from ([-one, -other] for one, other in combinations(position, 2))
        for values, counts in zip(self._value.T.tolist(), self._at_least.tolist(), strict=True):
            for k, at_least in enumerate(counts, start=1):
                # If it does, one of any length - k + 1 positions holds it; if not, one of any k positions does not.
                yield from ([-at_least, *some] for some in combinations(values, len(values) - k + 1))
                yield from ([at_least, *(-value for value in some)] for some in combinations(values, k))

    def propagate(self, states: ConstraintState, merged: ConstraintState) -> tuple[ConstraintState, PropagationReport]:
        """Return the smallest states, as the propagators of propagate.py do; batched.

        `merged` are the states with the constraints of a turn added, as forward checking leaves them. A revision is a
        domain that became smaller. Contradiction: no string satisfies the state; its domains are empty.
        """
        num_letters = self._value.shape[1]
        before, may_hold = (unpack_on_host(np.asarray(each.domains), num_letters) for each in (states, merged))
        kept = np.stack(
            [
                self.find_values(*state)
                for state in zip(may_hold, np.asarray(merged.min_count), np.asarray(merged.max_count), strict=True)
            ]
        )
        report = PropagationReport(
            domain_sizes=jnp.asarray(kept.sum(axis=2, dtype=np.int32)),
            values_removed=jnp.asarray((before & ~kept).sum(axis=(1, 2), dtype=np.int32)),
            revisions=jnp.asarray((before != kept).any(axis=2).sum(axis=1, dtype=np.int32)),
            contradiction=jnp.asarray(~kept.any(axis=(1, 2))),
        )
        return merged._replace(domains=jnp.asarray(pack_on_host(kept))), report

    def find_values(
        self,
        may_hold: Bool[np.ndarray, "position letter"],
        min_count: UInt8[np.ndarray, " letter"],
        max_count: UInt8[np.ndarray, " letter"],
    ) -> Bool[np.ndarray, "position letter"]:
        """Return the values that strings have which satisfy a state."""
        needed = [int(counts[k - 1]) for counts, k in zip(self._at_least, min_count, strict=True) if k > 0]
        length = len(may_hold)
        excess = [-int(counts[k]) for counts, k in zip(self._at_least, max_count, strict=True) if k < length]
        state = [*needed, *excess, *(-self._value[~may_hold]).tolist()]
        found = np.zeros_like(may_hold)
        if not self._solver.solve(assumptions=state):
            return found
        self._mark(found)
        for position, letter in np.argwhere(may_hold).tolist():
            # Each string that is found speaks for a value at every position.
            if not found[position, letter] and self._solver.solve(
                assumptions=[*state, int(self._value[position, letter])]
            ):
                self._mark(found)
        return found

    def _mark(self, found: Bool[np.ndarray, "position letter"]) -> None:
        """Add the values of the string that the solver found last."""
        model = np.array(self._solver.get_model()[: found.size])
        found |= (model > 0).reshape(found.shape)


def unpack_on_host(
    domains: UInt32[np.ndarray, "*axes mask_word"], num_letters: int
) -> Bool[np.ndarray, "*axes letter"]:
    """Return what unpack_letters does, without a compilation for every number of states."""
    bytes_of_masks = np.ascontiguousarray(domains, "<u4").view(np.uint8)
    return np.unpackbits(bytes_of_masks, axis=-1, bitorder="little")[..., :num_letters].astype(bool)


def pack_on_host(members: Bool[np.ndarray, "*axes letter"]) -> UInt32[np.ndarray, "*axes mask_word"]:
    """Return what pack_letters does, without a compilation for every number of states."""
    padding = [(0, 0)] * (members.ndim - 1) + [(0, -members.shape[-1] % 32)]
    masks = np.packbits(np.pad(members, padding), axis=-1, bitorder="little").view("<u4")
    return masks.astype(np.uint32)
