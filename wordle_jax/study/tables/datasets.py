"""The word lists compared: the statistics of table 6 of the paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import correlation, median, stdev

from wordle_jax.study.anatomy import count_repeats, count_vowels, has_cluster, repeat_shape, vowel_shape
from wordle_jax.study.measures import require_nothing
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table
from wordle_jax.study.tables.letters import count_letters
from wordle_jax.study.word_lists import WordList, list_distinct, load_lists

CAPTION = (
    "Vowels: a, e, i, o, u. Cluster: two consonants side by side, y being one. Shapes: of vowels and consonants; of "
    "repeated letters. Frequencies are those of wordfreq, per million words, 0 for a word that it lacks; the standard "
    "deviation has n - 1 below. Correlation: of the shares of all letters that either list has."
)
_TOP = 1_000


@dataclass(frozen=True)
class DatasetRow:
    """One list of one lexicon; shares from 0 to 1.

    vowel_share              letters that are a, e, i, o or u, of all letters
    most_common, rarest      letter with its share of all letters; rarest of those that occur; ties by the alphabet
    anagram_classes          words that differ in more than the order of their letters
    letter_sets              words that differ in which letters they have
    vowel_shapes             shapes of vowels and consonants (ccvcv)
    repeat_shapes            shapes of repeated letters (abbcb)
    mean_frequency, ...      per million words: mean, median, standard deviation with n - 1 below
    unknown_words            words of frequency 0
    top_1000_share           of the summed frequency, in the 1,000 most frequent words
    repeated_share           words with a letter at least twice; `triple_share` with one at least three times
    cluster_share            words with two consonants side by side, y a consonant
    mean_distinct            distinct letters of a word, mean
    most_vowels              vowels of the word with most of them
    overlap                  words that are also guesses of each lexicon
    letter_correlation       Pearson's r of the shares of letters with those of the answers of each lexicon
    """

    lexicon: str
    list: str
    words: int
    vowel_share: float
    most_common: str
    most_common_share: float
    rarest: str
    rarest_share: float
    letters: int
    anagram_classes: int
    letter_sets: int
    vowel_shapes: int
    repeat_shapes: int
    mean_frequency: float
    median_frequency: float
    std_frequency: float
    unknown_words: int
    top_1000_share: float
    repeated_share: float
    triple_share: float
    cluster_share: float
    mean_distinct: float
    most_vowels: int
    overlap: Mapping[str, int]
    letter_correlation: Mapping[str, float]


check = require_nothing


def make_table(results: StudyResults) -> Table:
    """Return a row a list; to read, a row a statistic, and no list twice."""
    lists = load_lists()
    rows = [measure_list(one, lists) for one in lists]
    to_read = [row for row, one in zip(rows, lists, strict=True) if one in list_distinct(lists)]
    header = ["", *(f"{row.lexicon} {row.list}" for row in to_read)]
    columns = [_describe_row(row) for row in to_read]
    shown = [[name, *(column[name] for column in columns)] for name in columns[0]]
    return Table("Word lists (table 6 of the paper)", header, rows, shown, CAPTION)


def measure_list(one: WordList, lists: Sequence[WordList]) -> DatasetRow:
    """Return the statistics of a list, of which `overlap` and `letter_correlation` are with all the lists given."""
    words, per_million = one.words, one.per_million
    share = letter_shares(one)
    common = sorted(share, key=lambda letter: (-share[letter], letter))
    rare = min(share, key=lambda letter: (share[letter], letter))
    top = sorted(per_million, reverse=True)[:_TOP]
    total = fsum(per_million)
    return DatasetRow(
        lexicon=one.lexicon,
        list=one.kind,
        words=len(words),
        vowel_share=sum(map(count_vowels, words)) / sum(map(len, words)),
        most_common=common[0],
        most_common_share=share[common[0]],
        rarest=rare,
        rarest_share=share[rare],
        letters=len(share),
        anagram_classes=len({"".join(sorted(word)) for word in words}),
        letter_sets=len({frozenset(word) for word in words}),
        vowel_shapes=len(set(map(vowel_shape, words))),
        repeat_shapes=len(set(map(repeat_shape, words))),
        mean_frequency=total / len(words),
        median_frequency=median(per_million),
        std_frequency=stdev(per_million),
        unknown_words=sum(frequency == 0 for frequency in per_million),
        top_1000_share=fsum(top) / total,
        repeated_share=sum(count_repeats(word) > 0 for word in words) / len(words),
        triple_share=sum(max(map(word.count, word)) >= 3 for word in words) / len(words),
        cluster_share=sum(map(has_cluster, words)) / len(words),
        mean_distinct=sum(len(set(word)) for word in words) / len(words),
        most_vowels=max(map(count_vowels, words)),
        overlap={other.lexicon: len(set(words) & set(other.words)) for other in lists if other.kind == "guesses"},
        letter_correlation={
            other.lexicon: correlate(share, letter_shares(other)) for other in lists if other.kind == "answers"
        },
    )


def letter_shares(one: WordList) -> dict[str, float]:
    """Return the share of each letter that occurs of all letters of a list."""
    counts = count_letters(one.words)
    total = sum(counts.values())
    return {letter: count / total for letter, count in counts.items()}


def correlate(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return Pearson's r of two sets of shares over the letters of either, 0 where one lacks a letter."""
    letters = sorted(set(one) | set(other))
    return correlation([one.get(letter, 0.0) for letter in letters], [other.get(letter, 0.0) for letter in letters])


def _describe_row(row: DatasetRow) -> dict[str, str]:
    """Return what there is to read of a list, by its name."""
    shares = {
        "vowels, of the letters": row.vowel_share,
        "repeated letter, of the words": row.repeated_share,
        "letter three times": row.triple_share,
        "consonant cluster": row.cluster_share,
        "of the frequency in the 1,000 most frequent": row.top_1000_share,
    }
    return {
        "words": f"{row.words:,}",
        "letters that occur": str(row.letters),
        "most common letter": f"{row.most_common} ({100 * row.most_common_share:.2f}%)",
        "rarest letter": f"{row.rarest} ({100 * row.rarest_share:.3f}%)",
        **{name: f"{100 * share:.2f}%" for name, share in shares.items()},
        "distinct letters, mean": f"{row.mean_distinct:.3f}",
        "words up to the order of letters": f"{row.anagram_classes:,}",
        "sets of letters": f"{row.letter_sets:,}",
        "shapes of vowels and consonants": f"{row.vowel_shapes:,}",
        "shapes of repeated letters": f"{row.repeat_shapes:,}",
        "frequency, mean": f"{row.mean_frequency:.2f}",
        "frequency, median": f"{row.median_frequency:.3f}",
        "frequency, standard deviation": f"{row.std_frequency:.2f}",
        "words of frequency 0": f"{row.unknown_words:,}",
        **{f"also guesses of {name}": f"{number:,}" for name, number in row.overlap.items()},
        **{f"correlation with answers of {name}": f"{r:.3f}" for name, r in row.letter_correlation.items()},
    }
