"""How first guesses spread by each measure, over all guesses: the best, the median, the worst."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from wordle_jax.lexicon import Lexicon
from wordle_jax.study.openings import MEASURES, Openings, rate_lexicons
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table

HEADER = ("words", "measure", "best", "by", "median", "worst", "by", "orders all guesses like")
CAPTION = "Measures as in the table of first guesses. By: all guesses with that value, or how many."
_MOST_NAMED = 8


@dataclass(frozen=True)
class OpeningRangeRow:
    """A measure over all guesses of a lexicon; `best_words` and `worst_words` with blanks between.

    `best_is_answer` tells whether one of the best may be the secret. `agrees` tells by which measures all guesses stand
    in the same order, ties included.
    """

    lexicon: str
    measure: str
    guesses: int
    best: float
    best_words: str
    best_is_answer: bool
    median: float
    worst: float
    worst_words: str
    agrees: Mapping[str, bool]


def make_table(results: StudyResults) -> Table:
    """Return a row a measure for each lexicon of the study."""
    rows = [row for lexicon, openings in rate_lexicons(results) for row in measure_lexicon(lexicon, openings)]
    return Table("Measures over all first guesses", HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_lexicon(lexicon: Lexicon, openings: Openings) -> list[OpeningRangeRow]:
    """Return the rows of a lexicon."""
    rows = []
    for name in MEASURES:
        values, ranks = openings.measures[name], openings.ranks[name]
        best, worst = openings.find_best(name), np.flatnonzero(ranks == ranks.max()).tolist()
        rows.append(
            OpeningRangeRow(
                lexicon=lexicon.title,
                measure=name,
                guesses=lexicon.num_guesses,
                best=float(values[best[0]]),
                best_words=" ".join(lexicon.guesses[guess] for guess in best),
                best_is_answer=any(lexicon.guess_answer[guess] >= 0 for guess in best),
                median=float(np.median(values)),
                worst=float(values[worst[0]]),
                worst_words=" ".join(lexicon.guesses[guess] for guess in worst),
                agrees={other: bool(np.array_equal(ranks, openings.ranks[other])) for other in MEASURES},
            )
        )
    return rows


def format_row(row: OpeningRangeRow) -> list[str]:
    """Return the cells under HEADER."""
    others = [name for name, agrees in row.agrees.items() if agrees and name != row.measure]
    best, median, worst = (f"{value:,.4f}" for value in (row.best, row.median, row.worst))
    words = [_name(row.best_words), _name(row.worst_words)]
    return [row.lexicon, row.measure, best, words[0], median, worst, words[1], ", ".join(others) or "none"]


def _name(words: str) -> str:
    number = words.count(" ") + 1
    return words.replace(" ", ", ") if number <= _MOST_NAMED else f"{number:,} words"
