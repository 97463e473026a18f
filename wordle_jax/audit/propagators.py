"""The family `propagation`: what two propagators do in the same games."""

import numpy as np

from wordle_jax.audit.claims import Check, Claim
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Truth
from wordle_jax.audit.settings import Setting
from wordle_jax.constraints import PropagationRow, compare_propagators


def find_propagation(claim: Claim, evidence: Evidence) -> Finding:
    """Return whether one propagator removes more values than another, or leaves the same words after every turn."""
    check = claim.check
    games = evidence.games(list_propagation_games(check)[0])
    names = (check.arguments["propagator"], check.arguments["versus"])
    letters = games.lexicon.letters
    answers = letters[games.lexicon.answer_guess]
    guesses, observed = games.records.guesses, games.records.observed_patterns
    rows = compare_propagators(letters, guesses, observed, answers, names).rows
    by_name = {name: [row for row in rows if row.propagator == name] for name in names}
    if check.measure == "removes_more":
        one, other = (sum(_values_removed(row) for row in by_name[name]) for name in names)
        return Truth(one > other, f"{one:,.0f} and {other:,.0f} values")
    assert check.measure == "same_candidates", check.text
    left = [[row.mean_answers_left for row in by_name[name]] for name in names]
    # The words of one are among those of the other, so that equal numbers are equal words.
    return Truth(np.array_equal(left[0], left[1]))


def list_propagation_games(check: Check) -> list[Setting]:
    """Return the settings that a check needs."""
    return [Setting(check.subject, "forward_checking")]


def _values_removed(row: PropagationRow) -> float:
    return row.mean_values_removed * (row.games - row.exhausted)
