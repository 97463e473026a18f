"""The pruning of a run's propagator, for its summary and its timing."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from wordle_jax.constraints import PropagatorComparison, compare_propagators
from wordle_jax.lexicon import Lexicon
from wordle_jax.records import GameRecords


def measure_propagation(
    records: GameRecords, lexicon: Lexicon, propagator: str
) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Return what a propagator prunes at each turn of the games (RQ1 of the paper), and its seconds by turn."""
    comparison = compare_in_games(records, lexicon, (propagator,))
    rows = [asdict(row) for row in comparison.rows]
    for row in rows:
        del row["propagator"]
        row["mean_domain_sizes"] = list(row["mean_domain_sizes"])
    seconds = comparison.seconds[propagator]
    return _without_nan(rows), {str(turn): s for turn, s in enumerate(seconds, start=1)}


def compare_in_games(records: GameRecords, lexicon: Lexicon, propagators: Sequence[str]) -> PropagatorComparison:
    """Return what each propagator prunes at each turn of the games.

    The winning guess is left out: it ends the game whatever its tiles show.
    """
    turns = np.arange(records.guesses.shape[1])
    ended = turns >= (records.num_guesses - records.solved)[:, None]
    guesses, observed = (np.where(ended, -1, a) for a in (records.guesses, records.observed_patterns))
    answer_letters = lexicon.letters[lexicon.answer_guess]
    return compare_propagators(lexicon.letters, guesses, observed, answer_letters, propagators)


def _without_nan(value: Any) -> Any:
    """Return the value with None for each nan, which JSON does not know."""
    if isinstance(value, dict):
        return {key: _without_nan(v) for key, v in value.items()}
    if isinstance(value, list):
        return [_without_nan(v) for v in value]
    return None if isinstance(value, float) and np.isnan(value) else value
