"""What each part of a solver is worth: table 20 of the paper, each variant beside its system in the same games."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from wordle_jax.errors import UserError
from wordle_jax.study.measures import (
    INTERVALS,
    OutcomeRow,
    count_guesses,
    estimate_difference,
    estimate_ratio,
    measure_outcomes,
    name_cell,
    require_cells,
    require_same_games,
)
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "variant",
    "wrong tiles",
    "solved",
    "failures",
    "mean, solved games",
    "mean, all games",
    "solved: difference, points",
    "guesses: difference",
    "games that differ",
)
CAPTION = (
    f"{INTERVALS} A failure counts one guess more than allowed. Differences from the system that a name begins "
    "with, over the same games. -propagation and -caching change no game: propagation in the score is worth "
    "nothing, caching time alone (ablation_time)."
)
# "csp_aware-opener" and "csp_aware+prior" are variants of "csp_aware".
_CHANGE = re.compile(r"[-+].*")
_WITHOUT_RECOVERY = "-recovery"


@dataclass(frozen=True, kw_only=True)
class AblationRow(OutcomeRow):
    """A variant beside its system, `change` being what was taken out (-) or put in (+), empty for the system itself.

    Differences are the variant's figure less the system's: shares of games solved, guesses over all games, guesses over
    the `both_solved`. `games_that_differ` counts the games that went another way.
    """

    system: str
    change: str
    success_difference: Estimate
    guesses_difference: Estimate
    both_solved: int
    solved_guesses_difference: Estimate
    games_that_differ: int


def check(results: StudyResults) -> None:
    """Raise UserError if a system is missing, or a variant of it plays other games."""
    require_cells(results)
    for system, cells in _group(results).items():
        for cell, whole in _pair(system, cells):
            require_same_games(cell, whole)


def make_table(results: StudyResults) -> Table:
    """Return a row a cell, and one without recovery for each system, noise by noise. Raises UserError for odd names."""
    rows = [row for system, cells in _group(results).items() for row in _measure_system(system, cells)]
    title = f"What each part is worth (table 20 of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def split_name(name: str) -> tuple[str, str]:
    """Return the system that a variant is one of, and the change."""
    change = _CHANGE.search(name)
    return (name[: change.start()], change.group()) if change else (name, "")


def _group(results: StudyResults) -> dict[str, list[PlayedCell]]:
    """Return the cells of each system."""
    groups: dict[str, list[PlayedCell]] = {}
    for cell in results.cells:
        groups.setdefault(split_name(name_cell(cell))[0], []).append(cell)
    return groups


def _measure_system(system: str, cells: list[PlayedCell]) -> Iterator[AblationRow]:
    for cell, whole in _pair(system, cells):
        yield measure_variant(cell, whole)
    for cell in cells:
        if name_cell(cell) == system and cell.config.solver.belief == "hard":  # a soft one never begins again
            yield measure_without_recovery(cell)


def _pair(system: str, cells: list[PlayedCell]) -> Iterator[tuple[PlayedCell, PlayedCell]]:
    """Yield each cell with that of its system."""
    wholes = {_condition(cell): cell for cell in cells if name_cell(cell) == system}
    for cell in cells:
        if _condition(cell) not in wholes:
            raise UserError(f"{cell.name} is compared with {system}; name that too in study.variants")
        yield cell, wholes[_condition(cell)]


def _condition(cell: PlayedCell) -> tuple[tuple[str, str], ...]:
    """Return what a cell has in common with the one that it is compared with."""
    return tuple((key, value) for key, value in cell.labels.items() if key not in ("variant", "solver"))


def measure_variant(cell: PlayedCell, whole: PlayedCell) -> AblationRow:
    """Return the row of a variant. Raises UserError if the system played other games."""
    require_same_games(cell, whole)
    differs = (cell.records.guesses != whole.records.guesses).any(axis=1)
    return _compare(cell, whole, name_cell(cell), cell.records.solved, differs)


def measure_without_recovery(whole: PlayedCell) -> AblationRow:
    """Return the row of a system that gives a game up where it had to recover.

    Up to there its games are those of the whole system, and the others have no such place.
    """
    gives_up = whole.records.recoveries > 0
    name = name_cell(whole) + _WITHOUT_RECOVERY
    return _compare(whole, whole, name, whole.records.solved & ~gives_up, gives_up)


def _compare(
    cell: PlayedCell,
    whole: PlayedCell,
    name: str,
    solved: Bool[np.ndarray, " game"],
    differs: Bool[np.ndarray, " game"],
) -> AblationRow:
    ours = np.where(solved, cell.records.num_guesses, cell.max_guesses + 1)
    theirs = count_guesses(whole.records, whole.max_guesses)
    both = solved & whole.records.solved
    system, change = split_name(name)
    return AblationRow(
        **{**measure_outcomes(cell, solved), "name": name},
        system=system,
        change=change,
        success_difference=estimate_difference(cell, solved, whole.records.solved),
        guesses_difference=estimate_difference(cell, ours, theirs),
        both_solved=int(both.sum()),
        solved_guesses_difference=estimate_ratio(cell.records, (ours - theirs) * both, both),
        games_that_differ=int(differs.sum()),
    )


def format_row(row: AblationRow) -> list[str]:
    """Return the cells under HEADER."""
    is_system = not row.change
    return [
        row.name,
        f"{100 * row.noise:g}%",
        format_estimate(row.success_rate, 100.0, "%"),
        f"{row.failures:,}",
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.mean_guesses_all, digits=3),
        "" if is_system else format_estimate(row.success_difference, 100.0),
        "" if is_system else format_estimate(row.guesses_difference, digits=3),
        "" if is_system else f"{row.games_that_differ:,}",
    ]
