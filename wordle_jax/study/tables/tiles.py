"""What a single tile of each colour rules out (section 3.2 of the paper calls green the strongest constraint)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64, Integer

from wordle_jax.pattern import GRAY, GREEN, YELLOW, build_pattern_matrix
from wordle_jax.study.measures import name_cell
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table, format_figure

HEADER = ("games of", "wrong tiles", "turn", "colour", "tiles", "candidates before", "kept by the tile", "ruled out")
CAPTION = (
    "One tile alone, all others of its row unread: of the candidates before the guess those stay that would show "
    "this colour at this place. The means are over tiles. The winning guess is left out, and so is a game from the"
    " turn on that leaves no answer."
)
COLOURS = {"green": GREEN, "yellow": YELLOW, "gray": GRAY}


@dataclass(frozen=True)
class TileRow:
    """The tiles of a colour at a turn: mean candidates before it and kept by one of them, mean of the % ruled out."""

    name: str
    noise: float
    turn: int
    colour: str
    tiles: int
    candidates_before: float | None
    candidates_kept: float | None
    ruled_out: float | None


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell, turn and colour."""
    rows = [row for cell in results.cells for row in measure_cell(cell)]
    title = f"What a tile rules out · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell) -> Iterator[TileRow]:
    """Yield the rows of a cell; games with the same history are looked at once and counted each."""
    records, lexicon = cell.records, cell.lexicon
    codes = build_pattern_matrix(lexicon.letters, lexicon.letters[lexicon.answer_guess]).codes
    places = 3 ** np.arange(lexicon.word_length - 1, -1, -1)
    everyone = np.arange(lexicon.num_answers)
    # The candidates of each live history, and which of them each live game has.
    candidates, live, history = [everyone], np.arange(len(records)), np.zeros(len(records), np.int64)
    for turn in range(records.guesses.shape[1]):
        goes_on = records.num_guesses[live] - records.solved[live] > turn
        live, history = live[goes_on], history[goes_on]
        if not len(live):
            return
        steps = np.stack([history, records.guesses[live, turn], records.observed_patterns[live, turn]], axis=1)
        distinct, child, num_games = np.unique(steps, axis=0, return_inverse=True, return_counts=True)
        found = [_look_at(codes, candidates[node], guess, shown, places) for node, guess, shown in distinct.tolist()]
        before = np.array([len(candidates[parent]) for parent in distinct[:, 0]])
        kept = np.stack([kept for kept, _ in found])
        shown = distinct[:, 2:] // places % 3
        for name, colour in COLOURS.items():
            yield _average(cell, turn + 1, name, num_games[:, None] * (shown == colour), before[:, None], kept)
        candidates = [left for _, left in found]
        has_answer = np.array([len(left) > 0 for left in candidates])[child]
        live, history = live[has_answer], child[has_answer]


def _look_at(
    codes: Integer[np.ndarray, "guess answer"],
    candidates: Int64[np.ndarray, " candidate"],
    guess: int,
    shown: int,
    places: Int64[np.ndarray, " tile"],
) -> tuple[Int64[np.ndarray, " tile"], Int64[np.ndarray, " left"]]:
    """Return how many candidates each tile alone keeps, and the candidates that all of them keep."""
    agrees = codes[guess, candidates].astype(np.int64)[:, None] // places % 3 == shown // places % 3
    return agrees.sum(axis=0), candidates[agrees.all(axis=1)]


def _average(
    cell: PlayedCell,
    turn: int,
    colour: str,
    weight: Int64[np.ndarray, "history tile"],
    before: Int64[np.ndarray, "history one"],
    kept: Int64[np.ndarray, "history tile"],
) -> TileRow:
    tiles = int(weight.sum())

    def mean(values: np.ndarray) -> float | None:
        return float((weight * values).sum() / tiles) if tiles else None

    ruled_out = mean(100 * (before - kept) / before)
    return TileRow(name_cell(cell), cell.config.noise, turn, colour, tiles, mean(before), mean(kept), ruled_out)


def format_row(row: TileRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.name,
        f"{100 * row.noise:g}%",
        str(row.turn),
        row.colour,
        f"{row.tiles:,}",
        format_figure(row.candidates_before),
        format_figure(row.candidates_kept),
        format_figure(row.ruled_out, unit="%"),
    ]
