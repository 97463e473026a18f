"""What a run leaves on disk: games.parquet with a row a game, summary.json with what they add up to.

Both are functions of the games alone, to the byte: when, where, by how many workers and in what chunks the
games were played leaves no trace in them.
"""

import json
import math
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from types import NoneType

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from jaxtyping import Float64, Int32, Int64, Shaped

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.files import ANY, NUMBER, TEXT, Record, Shape, read_json
from wordle_jax.intervals import STATISTICS, bootstrap_intervals
from wordle_jax.lexicon import Lexicon
from wordle_jax.records import GameRecords
from wordle_jax.totals import Totals

ROWS_PER_GROUP = 65_536
SUMMARY_SHAPE: dict[str, Shape] = {
    **dict.fromkeys(("solver", "lexicon", "channel", "rules"), str),
    **dict.fromkeys(("games", "answers", "solved", "failures", "total_guesses", "solved_within_4"), int),
    **dict.fromkeys(("recoveries", "games_with_recovery", "solved_after_recovery"), int),
    **dict.fromkeys(("success_rate", "mean_guesses", "median_guesses", "std_guesses", "mean_guesses_all"), NUMBER),
    "opener": TEXT,
    "seed": int,
    "complete": bool,
    "distribution": {ANY: int},
    "mean_candidates": [NUMBER],
    "reduction": [NUMBER],
    "intervals": {ANY: (list, NoneType)},
}
PROPAGATION_SHAPE: dict[str, Shape] = {"propagation": {"propagator": str, "turns": [dict]}}
TIMING_SHAPE: dict[str, Shape] = {
    "seconds": {ANY: NUMBER},
    **dict.fromkeys(("games_per_second", "amortised_ms_per_guess"), NUMBER),
    "latency_ms_by_turn": {ANY: NUMBER},
    "latency_ms_by_candidates": {ANY: NUMBER},
    "host": {"versions": {ANY: TEXT}},
}
_MAX_GUESSES = b"max_guesses"


def write_games(portions: Iterable[GameRecords], lexicon: Lexicon, path: Path) -> None:
    """Write a table with one row a game, words spelled out, a list item a turn played.

    Takes portions of ROWS_PER_GROUP games, the last of fewer, one at a time: each is a group of rows. There must be
    one. Raises UserError if the file cannot be written.
    """
    words = _to_strings(lexicon.answers), _to_strings(lexicon.guesses)
    with replacing(path) as partial, ExitStack() as stack:
        writer: pq.ParquetWriter | None = None
        for records in portions:
            table = _to_table(records, *words)
            if writer is None:
                writer = stack.enter_context(pq.ParquetWriter(partial, table.schema, compression="zstd"))
            writer.write_table(table, ROWS_PER_GROUP)


def _to_table(records: GameRecords, answers: pa.StringArray, guesses: pa.StringArray) -> pa.Table:
    turns = records.guesses.shape[1]
    played = np.arange(turns) < records.num_guesses[:, None]
    offsets = _to_int32(np.concatenate([[0], np.cumsum(records.num_guesses)]))

    def by_turn(items: pa.Array) -> pa.ListArray:
        return pa.ListArray.from_arrays(offsets, items)

    columns = {
        "answer": answers.take(_to_int32(records.answer)),
        "replicate": _to_int32(records.replicate),
        "solved": _to_int32(records.solved).cast(pa.bool_()),
        "num_guesses": _to_int32(records.num_guesses),
        "guesses": by_turn(guesses.take(_to_int32(records.guesses[played]))),
        "true_patterns": by_turn(_to_int32(records.true_patterns[played])),
        "observed_patterns": by_turn(_to_int32(records.observed_patterns[played])),
        "candidates": by_turn(_to_float64(records.candidates[played])),
        "recoveries": _to_int32(records.recoveries),
        "waivers": _to_int32(records.waivers),
        "lost_mass": _to_float64(records.lost_mass),
    }
    return pa.Table.from_arrays(list(columns.values()), list(columns), metadata={_MAX_GUESSES: str(turns)})


def read_summary(directory: Path) -> Record:
    """Return the content of summary.json of a run. Raises UserError if it cannot be read, or is no such file."""
    return read_json(directory / "summary.json", SUMMARY_SHAPE | PROPAGATION_SHAPE)


def read_timing(directory: Path) -> Record:
    """Return the content of timing.json of a run. Raises UserError if it cannot be read, or is no such file."""
    return read_json(directory / "timing.json", TIMING_SHAPE)


def read_whole(directory: Path) -> tuple[Record, Record] | None:
    """Return summary and timing of a run that was played to its end; None if one is missing, damaged or lacks a key."""
    try:
        summary, timing = read_summary(directory), read_timing(directory)
    except UserError:
        return None
    is_whole = SUMMARY_SHAPE.keys() <= summary.keys() and TIMING_SHAPE.keys() <= timing.keys()
    return (summary, timing) if is_whole and summary["complete"] else None


def count_games(path: Path) -> int | None:
    """Return how many games a table has, by what its end says; None if there is no whole table."""
    try:
        return int(pq.read_metadata(path).num_rows)
    except (OSError, pa.ArrowInvalid):
        return None


def read_game_table(path: Path) -> tuple[pa.Table, int]:
    """Return a table that `write_games` wrote, and the guesses that a game may take.

    Raises UserError if the file is missing or no such table.
    """
    try:
        table = pq.read_table(path).select([field.name for field in fields(GameRecords)]).combine_chunks()
        return table, int(table.schema.metadata[_MAX_GUESSES])
    except OSError:
        raise UserError(f"{path} cannot be read: a games.parquet of this program is needed") from None
    except (pa.ArrowInvalid, TypeError, KeyError):
        raise UserError(f"{path} is not a games.parquet of this program") from None


def read_games(path: Path, lexicon: Lexicon) -> GameRecords:
    """Return the games of a table that `write_games` wrote with the same lexicon.

    Raises UserError if the file is missing or no such table, or holds words that the lexicon lacks.
    """
    table, turns = read_game_table(path)

    def column(name: str) -> np.ndarray:
        return table[name].to_numpy()

    num_guesses = column("num_guesses")
    played = np.arange(turns) < num_guesses[:, None]

    def by_turn(values: np.ndarray) -> Shaped[np.ndarray, "game turn"]:
        filled = np.full(played.shape, -1, values.dtype)
        filled[played] = values
        return filled

    def items(name: str) -> np.ndarray:
        return pc.list_flatten(table[name]).to_numpy()

    return GameRecords(
        answer=_find_words(table["answer"], lexicon.answers, path),
        replicate=column("replicate"),
        solved=column("solved"),
        num_guesses=num_guesses,
        guesses=by_turn(_find_words(pc.list_flatten(table["guesses"]), lexicon.guesses, path)),
        true_patterns=by_turn(items("true_patterns")),
        observed_patterns=by_turn(items("observed_patterns")),
        candidates=by_turn(items("candidates")),
        recoveries=column("recoveries"),
        waivers=column("waivers"),
        lost_mass=column("lost_mass"),
    )


def summarize(totals: Totals, lexicon: Lexicon, *, solver: str, noise: float) -> dict[str, object]:
    """Return what the games add up to, ready for JSON; None stands for what no game supports.

    Rates are shares from 0 to 1. `mean_guesses`, `median_guesses` and `std_guesses` are over the games won
    (eqs. 24-26 of the paper), the last with n - 1 below; in `mean_guesses_all` and `total_guesses` a game
    lost counts max_guesses + 1. `distribution` counts games. `mean_candidates` holds for each turn the mean
    number of answers left after it over the games that played it, and `reduction` the percentage of all
    answers that this takes away (eq. 28). `intervals` are 95% bootstrap intervals [low, high].
    """
    histograms = totals.outcomes[totals.outcomes.any(axis=1)]
    counts = histograms.sum(axis=0)
    won = counts[:-1]
    point = {name: _finite(statistic(counts[None])[0]) for name, statistic in STATISTICS.items()}
    mean_candidates = [totals.mean_candidates(turn) for turn in range(totals.max_guesses)]
    return {
        "solver": solver,
        "lexicon": lexicon.title,
        "noise": noise,
        "games": totals.games,
        "answers": len(histograms),
        "solved": int(won.sum()),
        "failures": int(counts[-1]),
        "success_rate": point["success_rate"],
        "mean_guesses": point["mean_guesses"],
        "median_guesses": point["median_guesses"],
        "std_guesses": point["std_guesses"],
        "mean_guesses_all": point["mean_guesses_all"],
        "total_guesses": int(counts @ np.arange(1, totals.max_guesses + 2)),
        "distribution": {**{str(k): int(n) for k, n in enumerate(won, 1)}, "fail": int(counts[-1])},
        "solved_within_4": int(won[:4].sum()),
        "recoveries": totals.recoveries,
        "games_with_recovery": totals.games_with_recovery,
        "solved_after_recovery": totals.solved_after_recovery,
        "waivers": totals.waivers,
        "lost_mass": totals.lost_mass,
        "mean_candidates": mean_candidates,
        "reduction": [
            None if left is None else 100 * (lexicon.num_answers - left) / lexicon.num_answers
            for left in mean_candidates
        ],
        "intervals": {
            name: None if interval is None else list(interval)
            for name, interval in bootstrap_intervals(histograms).items()
        },
    }


def count_outcomes(records: GameRecords, max_guesses: int) -> Int64[np.ndarray, "answer outcome"]:
    """Return for each answer played how many of its games were won at guess 1, 2, ..., or (last) lost."""
    outcome = np.where(records.solved, records.num_guesses - 1, max_guesses)
    answers, row = np.unique(records.answer, return_inverse=True)
    shape = (len(answers), max_guesses + 1)
    return np.bincount(row * shape[1] + outcome, minlength=shape[0] * shape[1]).reshape(shape)


def write_json(path: Path, content: Mapping[str, object]) -> None:
    """Write the content with its keys in the order given. Raises UserError if the file cannot be written."""
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    with replacing(path) as partial:
        partial.write_text(text, encoding="utf-8", newline="\n")


# pa.array() would import pandas, a third of a second for nothing: arrays are made from their buffers.
def _to_int32(values: Shaped[np.ndarray, " row"]) -> pa.Int32Array:
    return _to_numbers(values.astype(np.int32), pa.int32())


def _to_float64(values: Float64[np.ndarray, " row"]) -> pa.DoubleArray:
    return _to_numbers(values, pa.float64())


def _to_numbers(values: Shaped[np.ndarray, " row"], kind: pa.DataType) -> pa.Array:
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(np.ascontiguousarray(values))])


def _to_strings(words: tuple[str, ...]) -> pa.StringArray:
    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


def _find_words(column: pa.ChunkedArray, words: tuple[str, ...], path: Path) -> Int32[np.ndarray, " row"]:
    index = pc.index_in(column, value_set=_to_strings(words))
    if index.null_count:
        word = column.filter(pc.is_null(index))[0].as_py()
        raise UserError(f"{path} has {word!r}, which is not in the lexicon: name the one it was played with")
    return index.to_numpy()


def _finite(value: np.float64) -> float | None:
    return None if math.isnan(value) else float(value)
