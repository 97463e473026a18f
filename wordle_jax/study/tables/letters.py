"""Letters of the word lists: how often each occurs, in how many words, and where."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wordle_jax.study.measures import require_nothing
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table
from wordle_jax.study.word_lists import WordList, list_distinct, load_lists

HEADER = ("words", "letter", "of the letters", "of the words", "twice side by side", "most often at place")
CAPTION = "Of the words: with the letter at least once; with it twice side by side; with it at that place."


@dataclass(frozen=True)
class LetterRow:
    """A letter of a list; shares from 0 to 1.

    `letter_share` is of all letters of the list, `word_share` of the words, with the letter at least once, and
    `double_share` of the words, with the letter twice side by side (rr, ll). `rank` counts from the most common letter,
    1, ties by the alphabet. `place_1` is the share of the words that begin with it, and so on.
    """

    lexicon: str
    list: str
    letter: str
    rank: int
    count: int
    letter_share: float
    word_share: float
    double_share: float
    place: Mapping[int, float]


check = require_nothing


def make_table(results: StudyResults) -> Table:
    """Return a row a letter of each list, the most common first; to read, the answers, and no list twice."""
    lists = load_lists()
    answers = list_distinct([one for one in lists if one.kind == "answers"])
    rows = [row for one in lists for row in measure_letters(one)]
    shown = [format_row(row) for one in answers for row in measure_letters(one)]
    return Table("Letters of the answers", HEADER, rows, shown, CAPTION)


def count_letters(words: Iterable[str]) -> dict[str, int]:
    """Return how often each letter occurs, by falling number, ties by the alphabet."""
    counts = Counter("".join(words))
    return {letter: counts[letter] for letter in sorted(counts, key=lambda letter: (-counts[letter], letter))}


def measure_letters(one: WordList) -> list[LetterRow]:
    """Return the rows of a list."""
    words = one.words
    counts = count_letters(words)
    total, length = sum(counts.values()), len(words[0])
    return [
        LetterRow(
            lexicon=one.lexicon,
            list=one.kind,
            letter=letter,
            rank=rank,
            count=count,
            letter_share=count / total,
            word_share=sum(letter in word for word in words) / len(words),
            double_share=sum(2 * letter in word for word in words) / len(words),
            place={i + 1: sum(word[i] == letter for word in words) / len(words) for i in range(length)},
        )
        for rank, (letter, count) in enumerate(counts.items(), 1)
    ]


def format_row(row: LetterRow) -> list[str]:
    """Return the cells under HEADER."""
    shares = (row.letter_share, row.word_share, row.double_share)
    place = max(row.place, key=lambda place: row.place[place])
    texts = [f"{100 * share:.2f}%" for share in shares]
    return [row.lexicon, row.letter, *texts, f"{place} ({100 * row.place[place]:.1f}%)"]
