"""What the parts of a solver cost: the time a guess takes, beside table 20 of the paper."""

from dataclasses import dataclass

from wordle_jax.study.measures import name_cell
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = ("variant", "wrong tiles", "ms a guess, all games", "ms a guess, one game at a time")
CAPTION = (
    "All games: the time of the whole run over its guesses; games share what they decide alike, unless -caching. "
    "One game at a time: the mean of the single guesses of ten games (eq. 27)."
)


@dataclass(frozen=True)
class TimeRow:
    """Milliseconds a guess: of the run as a whole, and of games that share nothing.

    The former is None where a run was stopped once all games were played, and went on from there.
    """

    name: str
    noise: float
    amortised_ms_per_guess: float | None
    latency_ms_per_guess: float


def make_table(results: StudyResults) -> Table:
    """Return a row a cell."""
    rows = [measure_cell(cell) for cell in results.cells]
    shown = [
        [row.name, f"{100 * row.noise:g}%", _show(row.amortised_ms_per_guess), f"{row.latency_ms_per_guess:.2f}"]
        for row in rows
    ]
    return Table(f"Time a guess · {describe_games(results)}", HEADER, rows, shown, CAPTION, is_timing=True)


def measure_cell(cell: PlayedCell) -> TimeRow:
    """Return what timing.json says of a cell."""
    timing = cell.timing
    amortised, latency = timing["amortised_ms_per_guess"], timing["latency_ms_by_turn"]["all"]
    return TimeRow(name_cell(cell), cell.config.noise, amortised, latency)


def _show(milliseconds: float | None) -> str:
    return "none" if milliseconds is None else f"{milliseconds:.3f}"
