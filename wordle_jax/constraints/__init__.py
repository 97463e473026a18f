"""Wordle as a constraint satisfaction problem (sections 3 and 4.2 of the CSP paper).

Feedback becomes constraints, constraints shrink domains, and three propagators do that more or less
thoroughly. What plays is the equality of patterns, which the constraints express exactly; this package
explains states and compares propagators.
"""

from wordle_jax.constraints.compare import PropagationRow, PropagatorComparison, compare_propagators
from wordle_jax.constraints.explain import explain
from wordle_jax.constraints.impossible import ImpossibleTile, impossible_tile
from wordle_jax.constraints.printed import PrintedFormFailures, measure_printed_forms
from wordle_jax.constraints.propagate import (
    PROPAGATORS,
    PropagationReport,
    Propagator,
    forward_checking,
    gcc_light,
    mac,
)
from wordle_jax.constraints.sat import SAT, SatPropagator
from wordle_jax.constraints.state import (
    ConstraintState,
    accumulate_constraints,
    add_constraints,
    domain_sizes,
    extract_constraints,
    initial_state,
    pack_letters,
    unpack_letters,
)
from wordle_jax.constraints.words import in_domains, satisfies

__all__ = [
    "PROPAGATORS",
    "SAT",
    "ConstraintState",
    "ImpossibleTile",
    "PrintedFormFailures",
    "PropagationReport",
    "PropagationRow",
    "Propagator",
    "PropagatorComparison",
    "SatPropagator",
    "accumulate_constraints",
    "add_constraints",
    "compare_propagators",
    "domain_sizes",
    "explain",
    "extract_constraints",
    "forward_checking",
    "gcc_light",
    "impossible_tile",
    "in_domains",
    "initial_state",
    "mac",
    "measure_printed_forms",
    "pack_letters",
    "satisfies",
    "unpack_letters",
]
