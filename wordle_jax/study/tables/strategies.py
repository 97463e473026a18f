"""Strategies side by side: how many guesses each takes, and how often."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wordle_jax.study.measures import (
    FAILED,
    INTERVALS,
    OutcomeRow,
    count_guesses,
    count_shares,
    estimate_outcomes,
    measure_outcomes,
    require_one_game_list,
)
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "solved",
    "mean, solved games",
    "mean, all games",
    "worst",
    "bits a guess",
)  # after games by number of guesses
CAPTION = (
    f"{INTERVALS} A failure counts one guess more than allowed, in the mean over all games and in the worst case. "
    "Bits a guess: those of the answers over the mean of all games."
)
_WITHIN = 4  # "85% solved in ≤4 guesses" (article)


@dataclass(frozen=True, kw_only=True)
class StrategyRow(OutcomeRow):
    """A strategy; `share` has the share of the games by number of guesses, and `fail`.

    `median_guesses` and `std_guesses` are over the games solved, `within_4` the share of games with at most four,
    `bits_per_guess` log2 of the number of answers over `mean_guesses_all`.
    """

    median_guesses: Estimate
    std_guesses: Estimate
    total_guesses: int
    within_4: float
    bits_per_guess: float
    share: Mapping[str, float]


check = require_one_game_list


def make_table(results: StudyResults) -> Table:
    """Return a row a cell. Raises UserError if they play different games."""
    check(results)
    rows = [measure_cell(cell) for cell in results.cells]
    numbers = list(rows[0].share)
    header = ["strategy", "opener", *numbers, *HEADER]
    title = f"Strategies: games by number of guesses, % · {describe_games(results)}"
    return Table(title, header, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell) -> StrategyRow:
    """Return the row of a cell."""
    outcomes, share = measure_outcomes(cell), count_shares(cell)
    spread: dict[str, Any] = estimate_outcomes(cell.records, cell.max_guesses, ("median_guesses", "std_guesses"))
    return StrategyRow(
        **outcomes,
        **spread,
        total_guesses=int(count_guesses(cell.records, cell.max_guesses).sum()),
        within_4=sum(part for number, part in share.items() if number != FAILED and int(number) <= _WITHIN),
        bits_per_guess=math.log2(cell.lexicon.num_answers) / outcomes["mean_guesses_all"].value,
        share=share,
    )


def format_row(row: StrategyRow) -> list[str]:
    """Return the cells of a row."""
    return [
        row.name,
        row.opener or "drawn",
        *(f"{100 * part:.2f}" for part in row.share.values()),
        format_estimate(row.success_rate, 100.0, "%"),
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.mean_guesses_all, digits=3),
        str(row.worst),
        f"{row.bits_per_guess:.2f}",
    ]
