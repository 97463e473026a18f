"""How the best and the worst first guess by entropy share the answers out among patterns (figure of the article)."""

from dataclasses import dataclass

import numpy as np

from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import format_pattern
from wordle_jax.study.openings import Openings, rate_lexicons
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table

HEADER = ("words", "first guess", "parts", "largest parts: pattern, answers", "share of the largest")
CAPTION = "Patterns: b gray, y yellow, g green. The file beside this one has all parts."
_NAMED = 5


@dataclass(frozen=True)
class PatternRow:
    """A part: the pattern that a first guess shows for so many answers, `share` of all from 0 to 1.

    `place` counts the parts of a word from the largest, 1, down; equal parts stand by the code of their pattern.
    """

    lexicon: str
    word: str
    place: int
    pattern: str
    answers: int
    share: float


def make_table(results: StudyResults) -> Table:
    """Return a row a part of the best and of the worst guess by entropy, for each lexicon of the study."""
    rows, shown = [], []
    for lexicon, openings in rate_lexicons(results):
        rank = openings.ranks["entropy"]
        for guess in dict.fromkeys([int(rank.argmin()), int(rank.argmax())]):
            parts = list_parts(lexicon, openings, guess)
            largest = ", ".join(f"{part.pattern} {part.answers:,}" for part in parts[:_NAMED])
            share = f"{100 * parts[0].share:.1f}%"
            shown.append([lexicon.title, lexicon.guesses[guess], str(len(parts)), largest, share])
            rows += parts
    return Table("Answers by pattern of the first guess", HEADER, rows, shown, CAPTION)


def list_parts(lexicon: Lexicon, openings: Openings, guess: int) -> list[PatternRow]:
    """Return the parts of a guess, the largest first."""
    sizes = openings.sizes[guess]
    codes = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist()
    return [
        PatternRow(
            lexicon=lexicon.title,
            word=lexicon.guesses[guess],
            place=place,
            pattern=format_pattern(code, lexicon.word_length),
            answers=int(sizes[code]),
            share=float(sizes[code] / lexicon.num_answers),
        )
        for place, code in enumerate(codes, 1)
    ]
