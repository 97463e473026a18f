"""First guesses: what each tells in closed form, and how games go that open with it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np

from wordle_jax.intervals import mean_guesses_all
from wordle_jax.results import count_outcomes
from wordle_jax.study.openings import played_opener
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table
from wordle_jax.study.tables import openings


@dataclass(frozen=True)
class StartingWordRow(openings.OpeningRow):
    """A first guess with what came of it; None where no cell opens with it.

    `mean_guesses_all` and `failures` are by solver, over all games, a failure counting one guess more than allowed.
    """

    mean_guesses_all: Mapping[str, float | None]
    failures: Mapping[str, int | None]


def make_table(results: StudyResults) -> Table:
    """Return the rows of the table of first guesses with the means of the cells."""
    cells = {(cell.lexicon.title, played_opener(cell), cell.solver): cell for cell in results.cells}
    solvers = list(dict.fromkeys(cell.solver for cell in results.cells))
    rows = []
    for row in openings.list_rows(results):
        own = {solver: cells.get((row.lexicon, row.word, solver)) for solver in solvers}
        facts = {field.name: getattr(row, field.name) for field in fields(row)}
        mean = {solver: None if cell is None else _mean(cell) for solver, cell in own.items()}
        failures = {solver: None if cell is None else int((~cell.records.solved).sum()) for solver, cell in own.items()}
        rows.append(StartingWordRow(**facts, mean_guesses_all=mean, failures=failures))
    header = [*openings.HEADER, *(f"mean guesses, {solver}" for solver in solvers)]
    title = f"First guesses and the games that open with them · {describe_games(results)}"
    caption = f"{openings.CAPTION} Mean guesses: over all games, a failure counting one guess more than allowed."
    return Table(title, header, rows, [[*openings.format_row(row), *_format_means(row)] for row in rows], caption)


def _mean(cell: PlayedCell) -> float:
    total = count_outcomes(cell.records, cell.max_guesses).sum(axis=0)
    return float(mean_guesses_all(total[None].astype(np.int64))[0])


def _format_means(row: StartingWordRow) -> list[str]:
    texts = []
    for solver, mean in row.mean_guesses_all.items():
        lost = row.failures[solver]
        texts.append("" if mean is None else f"{mean:.4f} ({lost} failed)" if lost else f"{mean:.4f}")
    return texts
