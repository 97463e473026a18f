"""How long a guess takes: by turn, and by the answers left (figure 8 of the paper, runtime of table 7)."""

from collections.abc import Iterator
from dataclasses import dataclass

from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table

CAPTION = (
    "Milliseconds. All together: of the whole run, whose games share their decisions, a guess on average. One by one:"
    " mean over all guesses of ten games, each alone. By turn and by answers left: of the same games; a first guess "
    "that is known beforehand decides nothing and is left out of the latter."
)
BY_TURN, BY_CANDIDATES, ALL, TOGETHER = "turn", "candidates", "all", "together"


@dataclass(frozen=True)
class RuntimeRow:
    """Milliseconds of a guess of a solver (eq. 27).

    `by` says what `group` is: `turn` a turn; `candidates` the answers left before the guess, from-to; `all` nothing,
    the mean over all guesses of games played one by one; `together` nothing, the average of the whole run.
    """

    solver: str
    by: str
    group: str
    milliseconds: float


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell and group; to read, a row a cell."""
    rows = [row for cell in results.cells for row in list_times(cell)]
    found = {(row.by, row.group) for row in rows}
    turns = sorted((key for key in found if key[0] == BY_TURN), key=lambda key: int(key[1]))
    left = sorted((key for key in found if key[0] == BY_CANDIDATES), key=lambda key: first_of(key[1]))
    columns = [(TOGETHER, ""), (ALL, ""), *turns, *left]
    names = {BY_TURN: "turn {}", BY_CANDIDATES: "{} left", ALL: "one by one", TOGETHER: "all together"}
    header = ["solver", *(names[by].format(group) for by, group in columns)]
    shown = []
    for cell in results.cells:
        own = {(row.by, row.group): f"{row.milliseconds:.3f}" for row in list_times(cell)}
        shown.append([cell.solver, *(own.get(column, "") for column in columns)])
    title = f"Time a guess (figure 8 of the paper) · {describe_games(results)}"
    return Table(title, header, rows, shown, CAPTION, is_timing=True)


def list_times(cell: PlayedCell) -> Iterator[RuntimeRow]:
    """Yield the rows of a cell."""
    amortised = cell.timing["amortised_ms_per_guess"]
    if amortised is not None:  # the whole run was not timed if it was stopped once all games were played
        yield RuntimeRow(cell.solver, TOGETHER, "", amortised)
    for turn, milliseconds in cell.timing["latency_ms_by_turn"].items():
        by, group = (ALL, "") if turn == "all" else (BY_TURN, turn)
        yield RuntimeRow(cell.solver, by, group, milliseconds)
    for group, milliseconds in cell.timing["latency_ms_by_candidates"].items():
        yield RuntimeRow(cell.solver, BY_CANDIDATES, group, milliseconds)


def first_of(group: str) -> int:
    """Return the fewest answers that a group of decisions holds: 501 of 501-1000."""
    return int(group.partition("-")[0])
