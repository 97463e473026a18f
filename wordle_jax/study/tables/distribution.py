"""After how many guesses each solver is done (table 10 of the paper)."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordle_jax.results import count_outcomes
from wordle_jax.study.measures import FAILED, require_same_turns
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table

CAPTION = "Share of all games, and how many. Not solved: within the guesses allowed."


@dataclass(frozen=True)
class DistributionRow:
    """The games of a solver by the guess that solved them, and those that none did; shares from 0 to 1.

    `count` and `share` (of all games) have the key `fail`; `solved_share` is of the solved games, P(k) of eq. 26, None
    where there are none.
    """

    solver: str
    games: int
    count: Mapping[str, int]
    share: Mapping[str, float]
    solved_share: Mapping[str, float | None]


check = require_same_turns


def make_table(results: StudyResults) -> Table:
    """Return a row a cell."""
    check(results)
    rows = [measure_cell(cell) for cell in results.cells]
    header = ["solver", *(key if key != FAILED else "not solved" for key in rows[0].count)]
    shown = [
        [row.solver, *(f"{100 * row.share[key]:.1f}% ({count:,})" for key, count in row.count.items())] for row in rows
    ]
    title = f"Guesses (table 10 of the paper) · {describe_games(results)}"
    return Table(title, header, rows, shown, CAPTION)


def measure_cell(cell: PlayedCell) -> DistributionRow:
    """Return the distribution of a cell."""
    *won, lost = count_outcomes(cell.records, cell.max_guesses).sum(axis=0).tolist()
    count = {**{str(guess): games for guess, games in enumerate(won, 1)}, FAILED: lost}
    solved = sum(won)
    return DistributionRow(
        solver=cell.solver,
        games=len(cell.records),
        count=count,
        share={key: games / len(cell.records) for key, games in count.items()},
        solved_share={str(guess): games / solved if solved else None for guess, games in enumerate(won, 1)},
    )
