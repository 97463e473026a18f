"""The pruning of a run's propagator, for its summary and its timing."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from jaxtyping import Int32

from wordle_jax.constraints import PropagatorComparison, compare_propagators
from wordle_jax.lexicon import Lexicon
from wordle_jax.records import GameRecords


def measure_propagation(
    portions: Iterable[GameRecords], lexicon: Lexicon, propagator: str
) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Return what a propagator prunes at each turn of the games (RQ1 of the paper), and its seconds by turn.

    Of the portions of games nothing is kept but their guesses and what was seen of them.
    """
    comparison = _compare(portions, lexicon, (propagator,))
    rows = [asdict(row) for row in comparison.rows]
    for row in rows:
        del row["propagator"]
        row["mean_domain_sizes"] = list(row["mean_domain_sizes"])
    seconds = comparison.seconds[propagator]
    return _without_nan(rows), {str(turn): s for turn, s in enumerate(seconds, start=1)}


def compare_in_games(records: GameRecords, lexicon: Lexicon, propagators: Sequence[str]) -> PropagatorComparison:
    """Return what each propagator prunes at each turn of the games."""
    return _compare([records], lexicon, propagators)


def _compare(portions: Iterable[GameRecords], lexicon: Lexicon, propagators: Sequence[str]) -> PropagatorComparison:
    seen = [_list_seen(records) for records in portions]
    guesses, observed = (np.concatenate(parts) for parts in zip(*seen, strict=True))
    answer_letters = lexicon.letters[lexicon.answer_guess]
    return compare_propagators(lexicon.letters, guesses, observed, answer_letters, propagators)


def _list_seen(records: GameRecords) -> tuple[Int32[np.ndarray, "game turn"], Int32[np.ndarray, "game turn"]]:
    """Return the guesses and their patterns without the winning one, which ends a game whatever its tiles show."""
    turns = np.arange(records.guesses.shape[1])
    ended = turns >= (records.num_guesses - records.solved)[:, None]
    guesses, observed = (np.where(ended, np.int32(-1), a) for a in (records.guesses, records.observed_patterns))
    return guesses, observed


def _without_nan(value: Any) -> Any:
    """Return the value with None for each nan, which JSON does not know."""
    if isinstance(value, dict):
        return {key: _without_nan(v) for key, v in value.items()}
    if isinstance(value, list):
        return [_without_nan(v) for v in value]
    return None if isinstance(value, float) and np.isnan(value) else value
