"""What the first guesses of a study tell, in closed form, beside the best by each measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wordle_jax.lexicon import Lexicon
from wordle_jax.study.openings import MEASURES, Openings, played_opener, rate_lexicons
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table

HEADER = (
    "words", "first guess", "an answer", "best by", "bits", "rank by bits", "answers left", "parts", "largest part",
    "letter frequency", "by answers", "hybrid",
)  # fmt: skip
CAPTION = (
    "Over all answers, each as likely as any other. Bits: entropy of the pattern. Answers left: mean. Letter "
    "frequency: eq. 18 of the paper, letters of the guesses as often as these are used; by answers: letters of the "
    "answers, each counted once. Hybrid: 0.6 of the entropy and 0.4 of the frequency, each scaled to 0 to 1 over all "
    "guesses. Rank: one more than the number of guesses that are better."
)


@dataclass(frozen=True)
class OpeningRow:
    """A first guess of a lexicon; see `Openings.measures`.

    `is_played` tells that a cell opens with it, `best_by` the measures by which no guess is better, with blanks
    between. `reduction` is the share of the answers that it rules out on average, in %; `largest_share` that of the
    answers in its largest part, 0 to 1. `frequency` is per million words. `rank` counts from 1 among all `guesses`,
    ties sharing the best; `better_share` is the share of all guesses that are better, 0 to 1.
    """

    lexicon: str
    word: str
    is_answer: bool
    is_played: bool
    best_by: str
    guesses: int
    frequency: float
    entropy: float
    expected_size: float
    reduction: float
    parts: int
    largest_part: int
    largest_share: float
    letter_frequency: float
    letter_frequency_answers: float
    hybrid: float
    rank: Mapping[str, int]
    better_share: Mapping[str, float]


def make_table(results: StudyResults) -> Table:
    """Return a row a first guess, lexicon by lexicon: those that a cell opens with, and the best by each measure.

    Of equals the one with most entropy stands for all.
    """
    rows = list_rows(results)
    return Table("First guesses", HEADER, rows, [format_row(row) for row in rows], CAPTION)


def list_rows(results: StudyResults) -> list[OpeningRow]:
    """Return the rows: lexicons in the order of the cells, guesses by falling entropy, ties as in the list."""
    rows = []
    for lexicon, openings in rate_lexicons(results):
        own = [cell for cell in results.cells if cell.lexicon.digest == lexicon.digest]
        played = {word for cell in own if (word := played_opener(cell)) is not None}
        listed = {lexicon.guess_index[word] for word in played}
        listed |= {openings.find_best(measure)[0] for measure in MEASURES}
        order = sorted(listed, key=lambda guess: (openings.ranks["entropy"][guess], guess))
        rows += [measure_opening(lexicon, openings, guess, played) for guess in order]
    return rows


def measure_opening(lexicon: Lexicon, openings: Openings, guess: int, played: set[str]) -> OpeningRow:
    """Return the row of a guess."""
    value = {name: float(values[guess]) for name, values in openings.measures.items()}
    rank = {name: int(openings.ranks[name][guess]) for name in MEASURES}
    word = lexicon.guesses[guess]
    return OpeningRow(
        lexicon=lexicon.title,
        word=word,
        is_answer=bool(lexicon.guess_answer[guess] >= 0),
        is_played=word in played,
        best_by=" ".join(name for name in MEASURES if rank[name] == 1),
        guesses=lexicon.num_guesses,
        frequency=float(lexicon.frequency_per_million[guess]),
        entropy=value["entropy"],
        expected_size=value["expected_size"],
        reduction=100 * (1 - value["expected_size"] / lexicon.num_answers),
        parts=int(value["parts"]),
        largest_part=int(value["largest_part"]),
        largest_share=value["largest_part"] / lexicon.num_answers,
        letter_frequency=value["letter_frequency"],
        letter_frequency_answers=value["letter_frequency_answers"],
        hybrid=value["hybrid"],
        rank=rank,
        better_share={name: (place - 1) / lexicon.num_guesses for name, place in rank.items()},
    )


def format_row(row: OpeningRow) -> Sequence[str]:
    """Return the cells under HEADER."""
    return [
        row.lexicon,
        row.word,
        "yes" if row.is_answer else "no",
        row.best_by.replace(" ", ", "),
        f"{row.entropy:.4f}",
        f"{row.rank['entropy']:,}",
        f"{row.expected_size:.2f}",
        f"{row.parts:,}",
        f"{row.largest_part:,} ({100 * row.largest_share:.1f}%)",
        f"{row.letter_frequency:.4f}",
        f"{row.letter_frequency_answers:.4f}",
        f"{row.hybrid:.4f}",
    ]
