"""Words that the sources say something of: in which lists they are, how frequent, and of what letters."""

from dataclasses import dataclass

from wordle_jax.study.anatomy import count_vowels
from wordle_jax.study.measures import require_nothing
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table
from wordle_jax.study.word_lists import WordList, load_lists

HEADER = ("words", "word", "may be", "per million", "at least as frequent", "distinct letters", "vowels", "family")
CAPTION = (
    "At least as frequent: of the answers, an answer itself included. Family: answers that agree with the word in all "
    "letters but the first."
)
# By lexicon: from sections 2.3, 5.1, 6.6 and 7.4 of the paper, the article and the hybrid source.
NAMED_WORDS = {
    "english": (
        "about zesty raise stare tryst fjord salet crate jazzy fuzzy sissy vivid mummy puppy gypsy fizzy jiffy mamma "
        "slate trace arise store three share spare soare crane camel price pride batch watch match latch qajaq esses "
        "xylem roast aerie"
    ),
    "spanish": "aorta euros",
}


@dataclass(frozen=True)
class NamedWordRow:
    """A word and a lexicon.

    `answers_as_frequent` counts the answers at least as frequent, and `frequency_rank_share` is their share, 0 to 1.
    `most_repeated` is how often it has the letter that it has most. `family` counts the answers that agree with it in
    all letters but the first, itself included if it is one.
    """

    lexicon: str
    word: str
    is_answer: bool
    is_guess: bool
    frequency: float | None
    answers_as_frequent: int | None
    frequency_rank_share: float | None
    distinct_letters: int
    vowels: int
    most_repeated: int
    family: int


check = require_nothing


def make_table(results: StudyResults) -> Table:
    """Return a row a word."""
    lists = {(one.lexicon, one.kind): one for one in load_lists()}
    rows = [
        describe_word(word, lists[lexicon, "answers"], lists[lexicon, "guesses"])
        for lexicon, words in NAMED_WORDS.items()
        for word in words.split()
    ]
    return Table("Words that the sources name", HEADER, rows, [format_row(row) for row in rows], CAPTION)


def describe_word(word: str, answers: WordList, guesses: WordList) -> NamedWordRow:
    """Return what a lexicon has of a word; a word that may not be typed has no frequency."""
    known = dict(zip(guesses.words, guesses.per_million, strict=True))
    frequency = known.get(word)
    above = None if frequency is None else sum(other >= frequency for other in answers.per_million)
    return NamedWordRow(
        lexicon=answers.lexicon,
        word=word,
        is_answer=word in answers.words,
        is_guess=word in known,
        frequency=frequency,
        answers_as_frequent=above,
        frequency_rank_share=None if above is None else above / len(answers.words),
        distinct_letters=len(set(word)),
        vowels=count_vowels(word),
        most_repeated=max(map(word.count, word)),
        family=sum(other[1:] == word[1:] for other in answers.words),
    )


def format_row(row: NamedWordRow) -> list[str]:
    """Return the cells under HEADER."""
    share = "" if row.frequency_rank_share is None else f"{100 * row.frequency_rank_share:.1f}%"
    return [
        row.lexicon,
        row.word,
        "secret" if row.is_answer else "typed" if row.is_guess else "neither",
        "" if row.frequency is None else f"{row.frequency:g}",
        share,
        str(row.distinct_letters),
        str(row.vowels),
        str(row.family),
    ]
