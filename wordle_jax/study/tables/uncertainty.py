"""How uncertainty falls from turn to turn: bits and candidates left (article; paper, section 3.6, eqs. 15 and 28)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from wordle_jax.study.measures import name_cell
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table, format_figure

HEADER = ("strategy", "turn", "games", "bits left", "still playing", "candidates", "median", "reduction")
CAPTION = (
    "Bits left: log2 of the candidates, mean over all games, 0 once the answer is found. Candidates, median and "
    "reduction (eq. 28): over the games that made this guess; the right one leaves 1."
)


@dataclass(frozen=True)
class UncertaintyRow:
    """What is left after a turn, 0 being the start.

    `mean_bits` is over the `games` whose candidates are known: all, but those that false feedback left without any.
    The others are over the games that played the turn, and None if none did; `reduction` is in % (eq. 28).
    """

    name: str
    turn: int
    games: int
    mean_bits: float | None
    playing: int
    mean_candidates: float | None
    median_candidates: float | None
    reduction: float | None


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell and turn."""
    rows = [row for cell in results.cells for row in measure_cell(cell)]
    title = f"Uncertainty left after each guess · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell) -> Iterator[UncertaintyRow]:
    """Yield the start and every turn."""
    records, num_answers = cell.records, cell.lexicon.num_answers
    start = np.full(len(records), float(num_answers))
    yield _measure_turn(name_cell(cell), 0, start, start, num_answers)
    for turn in range(1, cell.max_guesses + 1):
        has_played = records.num_guesses >= turn
        # A game that ended before was won: who fails makes every guess.
        left = np.where(has_played, records.candidates[:, turn - 1], 1.0)
        yield _measure_turn(name_cell(cell), turn, left, left[has_played], num_answers)


def _measure_turn(
    name: str, turn: int, left: Float64[np.ndarray, " game"], played: Float64[np.ndarray, " played"], num_answers: int
) -> UncertaintyRow:
    known = left[left > 0]
    mean = float(played.sum()) / len(played) if len(played) else None
    return UncertaintyRow(
        name=name,
        turn=turn,
        games=len(known),
        # Added up exactly, so that no order of the games shows.
        mean_bits=math.fsum(map(math.log2, known.tolist())) / len(known) if len(known) else None,
        playing=len(played),
        mean_candidates=mean,
        median_candidates=float(np.median(played)) if len(played) else None,
        reduction=None if mean is None else 100 * (num_answers - mean) / num_answers,
    )


def format_row(row: UncertaintyRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.name,
        str(row.turn),
        f"{row.games:,}",
        format_figure(row.mean_bits, 3),
        f"{row.playing:,}",
        format_figure(row.mean_candidates, 2),
        format_figure(row.median_candidates, 1),
        format_figure(row.reduction, 2, "%"),
    ]
