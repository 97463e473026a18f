"""What hard rules cost each solver."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordle_jax.study.measures import (
    INTERVALS,
    OutcomeRow,
    count_shares,
    difference_in_guesses,
    measure_outcomes,
    require_same_games,
    require_same_turns,
)
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "solver",
    "rules",
    "solved",
    "failures",
    "mean, solved games",
    "mean, all games",
    "guesses more than normal",
    "worst",
)
CAPTION = (
    f"{INTERVALS} A failure counts one guess more than allowed, in the worst case too. Differences over the same games."
)
_EASIEST = "normal"


@dataclass(frozen=True, kw_only=True)
class RulesRow(OutcomeRow):
    """A solver under a rule; `over_normal` is the difference in guesses over the same games, None without them."""

    mode: str
    over_normal: Estimate
    share: Mapping[str, float]


def check(results: StudyResults) -> None:
    """Raise UserError if a solver plays different games under its rules, or not all allow as many guesses."""
    require_same_turns(results)
    for cell in results.cells:
        normal = _find_normal(cell, results)
        if normal is not None:
            require_same_games(cell, normal)


def make_table(results: StudyResults) -> Table:
    """Return a row a cell. Raises UserError if a solver plays different games under its rules."""
    rows = [measure_cell(cell, _find_normal(cell, results)) for cell in results.cells]
    title = f"Hard rules · {describe_games(results, with_rules=False)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def _find_normal(cell: PlayedCell, results: StudyResults) -> PlayedCell | None:
    return next(iter(results.select(**{**cell.labels, "rules.mode": _EASIEST})), None)


def measure_cell(cell: PlayedCell, normal: PlayedCell | None) -> RulesRow:
    """Return the row of a cell."""
    return RulesRow(
        **measure_outcomes(cell),
        mode=cell.config.rules.mode,
        over_normal=Estimate(None, None, None) if normal is None else difference_in_guesses(cell, normal),
        share=count_shares(cell),
    )


def format_row(row: RulesRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.name,
        row.mode,
        format_estimate(row.success_rate, 100.0, "%"),
        f"{row.failures:,}",
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.mean_guesses_all, digits=3),
        "" if row.mode == _EASIEST else format_estimate(row.over_normal, digits=3),
        str(row.worst),
    ]
