"""What each propagator costs, turn by turn, in the same games (RQ1 of the paper)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordle_jax.constraints import PROPAGATORS
from wordle_jax.propagation import compare_in_games
from wordle_jax.study.measures import name_cell
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = ("games of", "wrong tiles", "turn", "propagator", "histories", "microseconds each")
CAPTION = "Games with the same history share its propagation; histories go to the device 512 at a time, once compiled."


@dataclass(frozen=True)
class PruningTimeRow:
    """The seconds that a propagator took for a turn of all games, and microseconds for each of their `histories`."""

    name: str
    noise: float
    turn: int
    propagator: str
    histories: int
    seconds: float
    microseconds_per_history: float


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell, turn and propagator."""
    return tabulate(results, tuple(PROPAGATORS))


def tabulate(results: StudyResults, propagators: Sequence[str]) -> Table:
    """Return a row for each cell, turn and one of these propagators."""
    rows = [row for cell in results.cells for row in measure_cell(cell, propagators)]
    title = f"What propagators cost · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION, is_timing=True)


def measure_cell(cell: PlayedCell, propagators: Sequence[str]) -> Iterator[PruningTimeRow]:
    """Yield the rows of a cell, all propagators turn by turn."""
    comparison = compare_in_games(cell.records, cell.lexicon, propagators)
    for row in sorted(comparison.rows, key=lambda row: (row.turn, propagators.index(row.propagator))):
        seconds = comparison.seconds[row.propagator][row.turn - 1]
        each = 1e6 * seconds / row.histories
        where = (name_cell(cell), cell.config.noise, row.turn, row.propagator)
        yield PruningTimeRow(*where, row.histories, seconds, each)


def format_row(row: PruningTimeRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.name,
        f"{100 * row.noise:g}%",
        str(row.turn),
        row.propagator,
        f"{row.histories:,}",
        f"{row.microseconds_per_history:,.1f}",
    ]
