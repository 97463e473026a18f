"""How often the printed forms fail: a small world word for word, the real list as known numbers."""

import numpy as np
import pytest

from wordle_jax.constraints.printed import (
    PrintedFormFailures,
    count_wrong_words,
    find_answers_lost_in_order,
    find_lost_answers,
    measure_printed_forms,
    score_as_printed,
)
from wordle_jax.pattern import build_pattern_matrix, format_pattern

from . import oracle


def score_by_eq_8(guess, answer):
    """Eq. 8 word for word."""
    tiles = []
    for j, letter in enumerate(guess):
        coloured_before = sum(g == letter and tile > 0 for g, tile in zip(guess[:j], tiles, strict=True))
        if letter == answer[j]:
            tiles.append(oracle.GREEN)
        elif letter in answer and coloured_before < answer.count(letter):
            tiles.append(oracle.YELLOW)
        else:
            tiles.append(oracle.GRAY)
    return tuple(tiles)


def follow_algorithm_2(guess, tiles, num_letters):
    """Lines 12 to 21 word for word: the domains after one guess."""
    domains = [set(range(num_letters)) for _ in guess]
    for j, (letter, tile) in enumerate(zip(guess, tiles, strict=True)):
        if tile == oracle.GREEN:
            domains[j] = {letter}
        elif tile == oracle.YELLOW:
            domains[j].discard(letter)
        else:
            for domain in domains:
                domain.discard(letter)
    return domains


def fits(word, domains):
    return all(letter in domain for letter, domain in zip(word, domains, strict=True))


@pytest.fixture(scope="module")
def small_world():
    words = oracle.all_words(3, 4)
    letters = np.array(words, np.uint8)
    return words, letters, build_pattern_matrix(letters, letters).codes


def test_eq_8_word_for_word(small_world):
    words, letters, _ = small_world
    expected = [[oracle.encode(score_by_eq_8(guess, answer)) for answer in words] for guess in words]
    np.testing.assert_array_equal(score_as_printed(letters, letters), expected)


def test_lost_answers_word_for_word(small_world):
    words, letters, codes = small_world
    tiles = [[oracle.score(guess, answer) for answer in words] for guess in words]
    in_order = [
        [not fits(answer, follow_algorithm_2(guess, tiles[g][a], 3)) for a, answer in enumerate(words)]
        for g, guess in enumerate(words)
    ]
    everywhere = [
        [
            any(tile == oracle.GRAY and x in answer for x, tile in zip(guess, tiles[g][a], strict=True))
            for a, answer in enumerate(words)
        ]
        for g, guess in enumerate(words)
    ]
    np.testing.assert_array_equal(find_answers_lost_in_order(letters, letters, codes), in_order)
    np.testing.assert_array_equal(find_lost_answers(letters, letters, codes), everywhere)


def test_wrong_words_word_for_word(small_world):
    words, letters, codes = small_world
    expected = np.zeros_like(codes, dtype=np.int32)
    for g, guess in enumerate(words):
        for a, answer in enumerate(words):
            tiles = oracle.score(guess, answer)
            domains = oracle.extract(guess, tiles, 3).domains
            expected[g, a] = sum(fits(w, domains) and oracle.score(guess, w) != tiles for w in words)
    np.testing.assert_array_equal(count_wrong_words(letters, letters, codes, 3), expected)


def test_three_abide_as_printed(english):
    three, abide = (english.letters[[english.guess_index[word]]] for word in ("three", "abide"))
    assert format_pattern(int(score_as_printed(three, abide)[0, 0])) == "bbbyg"
    assert format_pattern(int(build_pattern_matrix(three, abide).codes[0, 0])) == "bbbbg"


def test_failures_on_the_real_list(english):
    """All pairs of two answers; for the words that line 22 keeps, every twentieth guess."""
    answers = english.letters[english.answer_guess]
    codes = build_pattern_matrix(answers, answers).codes
    assert int((score_as_printed(answers, answers) != codes).sum()) == 117_591
    assert int(find_lost_answers(answers, answers, codes).sum()) == 488_022  # 9.1% of 5,359,225
    assert int(find_answers_lost_in_order(answers, answers, codes).sum()) == 374_650  # 7.0%
    assert measure_printed_forms(answers[::20], answers, codes[::20], 26) == PrintedFormFailures(
        pairs=116 * 2315,
        other_feedback=4_993,
        answer_lost=21_864,
        answer_lost_in_order=17_150,
        wrong_words_pairs=166_996,
        wrong_words=81_997_280,
    )
