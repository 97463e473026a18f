"""The word lists that the sources compare, whatever a study plays: answers and guesses of shipped lexicons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from wordle_jax.catalog import load_shipped_lexicon

LEXICONS = ("english", "english_nyt", "spanish")
KINDS = ("answers", "guesses")


@dataclass(frozen=True)
class WordList:
    """The words of a shipped lexicon that may be the secret, or that may be typed, with their frequencies."""

    lexicon: str
    kind: str
    words: tuple[str, ...]
    per_million: tuple[float, ...]


@cache
def load_lists() -> tuple[WordList, ...]:
    """Return both lists of each lexicon."""
    lists = []
    for name in LEXICONS:
        lexicon = load_shipped_lexicon(name)
        answers, guesses = lexicon.answer_frequency, lexicon.frequency_per_million
        lists.append(WordList(name, "answers", lexicon.answers, tuple(answers.tolist())))
        lists.append(WordList(name, "guesses", lexicon.guesses, tuple(guesses.tolist())))
    return tuple(lists)


def list_distinct(lists: Sequence[WordList]) -> list[WordList]:
    """Return the lists without those that hold the words of an earlier one."""
    distinct: dict[tuple[str, ...], WordList] = {}
    for one in lists:
        distinct.setdefault(one.words, one)
    return list(distinct.values())
