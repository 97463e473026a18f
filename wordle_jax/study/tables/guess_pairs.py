"""How often two solvers need how many guesses for the same games (figure 4a of the paper)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wordle_jax.study.hypotheses import NO_PAIR, Pair, pair_games
from wordle_jax.study.measures import count_guesses, require_one_cell_a_solver
from wordle_jax.study.results import StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = ("solver", "compared with", "fewer guesses", "as many", "more guesses")
CAPTION = (
    "Games for which the first needs fewer, as many or more guesses; a failure counts one guess more than allowed."
)


@dataclass(frozen=True)
class GuessPairRow:
    """The games for which two solvers need these guesses, a failure counting one guess more than allowed."""

    first: str
    second: str
    guesses_first: int
    guesses_second: int
    games: int


check = require_one_cell_a_solver


def make_table(results: StudyResults) -> Table:
    """Return a row for each pair of solvers and of guesses that occurs; to read, a row a pair of solvers."""
    rows: list[GuessPairRow] = []
    shown = []
    for pair in pair_games(results):
        own = list(count_pairs(pair))
        rows += own
        signs = [np.sign(row.guesses_first - row.guesses_second) for row in own]
        games = [sum(row.games for row, sign in zip(own, signs, strict=True) if sign == of) for of in (-1, 0, 1)]
        shown.append([pair[0].solver, pair[1].solver, *(f"{number:,}" for number in games)])
    title = f"Guesses of two solvers (figure 4a of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, shown, CAPTION if rows else NO_PAIR)


def count_pairs(pair: Pair) -> Iterator[GuessPairRow]:
    """Yield the rows of a pair of solvers, by rising guesses."""
    both = [count_guesses(cell.records, cell.max_guesses) for cell in pair]
    values, games = np.unique(np.stack(both, axis=1), axis=0, return_counts=True)
    for (first, second), number in zip(values.tolist(), games.tolist(), strict=True):
        yield GuessPairRow(pair[0].solver, pair[1].solver, first, second, number)
