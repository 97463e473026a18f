"""Statistics of word lists, worked out by hand on few words, and what must hold of the shipped lists."""

import math
from collections import Counter

import pytest

from study.games import make_cell, make_records
from study.studies import make_results
from wordle_jax.study.tables import datasets, letters, named_words
from wordle_jax.study.tables.datasets import correlate, measure_list
from wordle_jax.study.tables.letters import measure_letters
from wordle_jax.study.tables.named_words import describe_word
from wordle_jax.study.word_lists import WordList, list_distinct, load_lists

# 25 letters: e 6, a 4, d 3, b c n o y 2, g s 1.
ONE = WordList("one", "answers", ("abbey", "geese", "ocean", "canoe", "daddy"), (4.0, 0.0, 1.0, 1.0, 9.0))
OTHER = WordList("other", "guesses", ("canoe", "sueño", "geese"), (0.0, 2.0, 1.0))
OTHER_ANSWERS = WordList("other", "answers", ("sueño", "geese"), (2.0, 1.0))


def test_statistics_of_a_list() -> None:
    row = measure_list(ONE, [ONE, OTHER, OTHER_ANSWERS])
    assert (row.lexicon, row.list, row.words) == ("one", "answers", 5)
    # a e, e e e, o e a, a o e, a
    assert row.vowel_share == 12 / 25
    assert (row.most_common, row.most_common_share) == ("e", 6 / 25)
    # g and s once; g by the alphabet
    assert (row.rarest, row.rarest_share, row.letters) == ("g", 1 / 25, 10)
    assert (row.anagram_classes, row.letter_sets) == (4, 4)  # ocean and canoe
    # vccvc, cvvcv, vcvvc, cvcvv, cvccc
    assert row.vowel_shapes == 5
    # abbcd, abbcb, abcde twice, abaac
    assert row.repeat_shapes == 4
    assert (row.mean_frequency, row.median_frequency, row.unknown_words) == (3.0, 1.0, 1)
    assert row.std_frequency == pytest.approx(math.sqrt((1 + 9 + 4 + 4 + 36) / 4), rel=1e-12)
    assert row.top_1000_share == 1.0
    assert (row.repeated_share, row.triple_share) == (3 / 5, 2 / 5)  # abbey geese daddy; geese daddy
    assert row.cluster_share == 2 / 5  # abbey daddy
    assert row.mean_distinct == (4 + 3 + 5 + 5 + 3) / 5
    assert row.most_vowels == 3
    assert row.overlap == {"other": 2}


def test_correlation_is_pearsons() -> None:
    one, other = {"a": 0.5, "b": 0.3, "c": 0.2}, {"a": 0.2, "b": 0.2, "ñ": 0.6}
    x, y = [0.5, 0.3, 0.2, 0.0], [0.2, 0.2, 0.0, 0.6]
    mean_x, mean_y = sum(x) / 4, sum(y) / 4
    above = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    below = math.sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))
    assert correlate(one, other) == pytest.approx(above / below, rel=1e-12)
    assert correlate(one, one) == pytest.approx(1.0, rel=1e-12)
    row = measure_list(ONE, [ONE, OTHER, OTHER_ANSWERS])
    assert list(row.letter_correlation) == ["one", "other"]


def test_letters_of_a_list() -> None:
    rows = {row.letter: row for row in measure_letters(ONE)}
    assert [row.rank for row in rows.values()] == list(range(1, 11))
    assert list(rows)[:4] == ["e", "a", "d", "b"]  # 6, 4, 3, and 2 of b c n o y
    assert (rows["e"].count, rows["e"].letter_share, rows["e"].word_share) == (6, 6 / 25, 4 / 5)
    assert (rows["e"].double_share, rows["d"].double_share, rows["a"].double_share) == (1 / 5, 1 / 5, 0.0)
    assert rows["e"].place == {1: 0.0, 2: 1 / 5, 3: 2 / 5, 4: 1 / 5, 5: 2 / 5}


def test_named_words() -> None:
    answers = WordList("one", "answers", ("batch", "match", "hatch", "mamma"), (3.0, 2.0, 3.0, 0.5))
    guesses = WordList("one", "guesses", (*answers.words, "patch"), (*answers.per_million, 0.0))
    match = describe_word("match", answers, guesses)
    assert (match.is_answer, match.is_guess, match.frequency) == (True, True, 2.0)
    assert (match.answers_as_frequent, match.frequency_rank_share, match.family) == (3, 3 / 4, 3)
    patch = describe_word("patch", answers, guesses)
    assert (patch.is_answer, patch.is_guess, patch.answers_as_frequent, patch.family) == (False, True, 4, 3)
    watch = describe_word("watch", answers, guesses)
    assert (watch.is_guess, watch.frequency, watch.answers_as_frequent) == (False, None, None)
    mamma = describe_word("mamma", answers, guesses)
    assert (mamma.distinct_letters, mamma.vowels, mamma.most_repeated, mamma.family) == (2, 2, 3, 1)


def test_lists_of_the_same_words_are_read_once() -> None:
    again = WordList("again", "answers", ONE.words, (0.0,) * 5)
    assert list_distinct([ONE, OTHER, again]) == [ONE, OTHER]


@pytest.fixture(scope="module")
def results():
    """A study without cells needs no games; its own lexicon is not looked at."""
    cell = make_cell("lucky", 0.0, make_records([(0, 3, 0)]))
    return make_results([], cell.config)


def test_shipped_lists(results) -> None:
    table = datasets.make_table(results)
    assert [(row.lexicon, row.list, row.words) for row in table.rows] == [
        ("english", "answers", 2_315),
        ("english", "guesses", 12_972),
        ("english_nyt", "answers", 2_315),
        ("english_nyt", "guesses", 14_855),
        ("spanish", "answers", 9_088),
        ("spanish", "guesses", 9_088),
    ]
    assert table.header == ["", "english answers", "english guesses", "english_nyt guesses", "spanish answers"]
    assert all(len(shown) == len(table.header) for shown in table.shown)
    english, *_, spanish = table.rows
    assert english.overlap == {"english": 2_315, "english_nyt": 2_315, "spanish": english.overlap["spanish"]}
    lists = {(one.lexicon, one.kind): one.words for one in load_lists()}
    assert spanish.overlap["english"] == len(set(lists["spanish", "guesses"]) & set(lists["english", "guesses"]))
    assert spanish.letter_correlation["english"] == english.letter_correlation["spanish"] < 1
    counts = Counter("".join(lists["english", "answers"]))
    assert (english.rarest, counts["j"], counts["q"]) == ("j", 27, 29)


def test_letters_of_the_shipped_lists(results) -> None:
    table = letters.make_table(results)
    assert all(len(shown) == len(letters.HEADER) for shown in table.shown)
    assert [shown[0] for shown in table.shown] == ["english"] * 26 + ["spanish"] * 27
    for one in load_lists():
        own = [row for row in table.rows if (row.lexicon, row.list) == (one.lexicon, one.kind)]
        assert sum(row.count for row in own) == 5 * len(one.words)
        for place in range(1, 6):
            assert sum(row.place[place] for row in own) == pytest.approx(1.0)
        assert all(sum(row.place.values()) == pytest.approx(row.count / len(one.words)) for row in own)


def test_words_that_the_sources_name(results) -> None:
    table = named_words.make_table(results)
    assert all(len(shown) == len(named_words.HEADER) for shown in table.shown)
    kinds = {shown[1]: shown[2] for shown in table.shown}
    assert (kinds["fjord"], kinds["salet"], kinds["camel"], kinds["aorta"]) == ("secret", "typed", "secret", "secret")
    assert next(row.family for row in table.rows if row.word == "batch") == 7
