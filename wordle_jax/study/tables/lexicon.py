"""How a solver fares on other words: the measures of table 15 of the paper, for each variant of the study."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordle_jax.results import count_outcomes
from wordle_jax.study.measures import estimate_statistics, estimate_within, require_same_turns
from wordle_jax.study.openings import played_opener
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.study.table import Estimate, Table, format_estimate

HEADER = (
    "variant", "solver", "words", "opener", "games", "solved", "failures", "mean guesses, solved games", "median",
    "standard deviation", "within 3", "within 4", "within 5", "mean guesses, all games",
)  # fmt: skip
CAPTION = (
    "In brackets 95% intervals, 10,000 resamples of the answers; where the whole list was played they say how much "
    "another list of the kind might differ. Within k: solved with at most k guesses, of all games. All games: a "
    "failure counts one guess more than allowed."
)
_WITHIN = (3, 4, 5)


@dataclass(frozen=True)
class LexiconRow:
    """What the games of a variant add up to; shares from 0 to 1.

    `answers` may be the secret, `guesses` may be typed; `opener` is empty where it differs from game to game.
    `distribution` counts games by the guesses that solved them. `within` holds shares of all games.
    """

    variant: str
    solver: str
    lexicon: str
    answers: int
    guesses: int
    opener: str
    games: int
    solved: int
    failures: int
    success_rate: Estimate
    mean_guesses: Estimate
    median_guesses: Estimate
    std_guesses: Estimate
    mean_guesses_all: Estimate
    within_3: Estimate
    within_4: Estimate
    within_5: Estimate
    distribution: Mapping[int, int]


check = require_same_turns


def make_table(results: StudyResults) -> Table:
    """Return a row a variant."""
    check(results)
    rows = [measure_cell(cell) for cell in results.cells]
    title = f"Other words (table 15 of the paper) · {results.config.rules.mode} rules · seed {results.config.seed}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell) -> LexiconRow:
    """Return the measures of a variant; intervals resample the answers, each with all its replicates."""
    histograms = count_outcomes(cell.records, cell.max_guesses)
    total = histograms.sum(axis=0).tolist()
    within = estimate_within(histograms, _WITHIN)
    return LexiconRow(
        variant=cell.labels.get("variant", cell.solver),
        solver=cell.solver,
        lexicon=cell.lexicon.title,
        answers=cell.lexicon.num_answers,
        guesses=cell.lexicon.num_guesses,
        opener=played_opener(cell) or "",
        games=len(cell.records),
        solved=sum(total[:-1]),
        failures=total[-1],
        **estimate_statistics(histograms),
        **{f"within_{k}": share for k, share in within.items()},
        distribution=dict(enumerate(total[:-1], 1)),
    )


def format_row(row: LexiconRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.variant,
        row.solver,
        row.lexicon,
        row.opener or "differs",
        f"{row.games:,}",
        format_estimate(row.success_rate, 100.0, "%"),
        f"{row.failures:,}",
        format_estimate(row.mean_guesses, digits=3),
        format_estimate(row.median_guesses, digits=1),
        format_estimate(row.std_guesses),
        *(format_estimate(share, 100.0, "%", 1) for share in (row.within_3, row.within_4, row.within_5)),
        format_estimate(row.mean_guesses_all, digits=3),
    ]
