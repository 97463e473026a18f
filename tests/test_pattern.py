"""Patterns: the two-pass rule, the matrix of whole worlds against it, and what people type."""

import pickle
import random
from itertools import product

import jax
import numpy as np
import pytest
from oracle import GRAY, GREEN, YELLOW, all_tiles, encode, feedback
from worlds import tiny_lexicon

from wordle_jax.errors import UserError
from wordle_jax.pattern import (
    INTERLEAVE,
    build_pattern_matrix,
    code_dtype,
    format_pattern,
    is_tiles,
    num_patterns,
    parse_pattern,
    score_words,
)

CASES = [
    ("speed", "abide", "bbyby", 10),
    ("three", "abide", "bbbbg", 2),  # eq. 8 as printed says bbbyg
    ("sense", "shine", "gbybg", 173),
    ("spasm", "stage", "gbgbb", 180),
    ("sease", "essay", "yyyyb", 120),
    ("annex", "ninny", "bygbb", 45),
    ("epees", "geese", "ybgyy", 103),
    ("sueño", "sueno", "gggbg", 236),
    ("crane", "abide", "bbybg", 11),
    ("crank", "crank", "ggggg", 242),
    ("eee", "bed", "bgb", 6),
    ("banana", "cabana", "ygbggg", 431),
]


@pytest.mark.parametrize(("guess", "answer", "tiles", "code"), CASES)
def test_feedback_cases(guess, answer, tiles, code):
    assert score_words(guess, answer) == code
    assert format_pattern(code, len(guess)) == tiles
    assert encode(feedback(guess, answer)) == code


def test_a_repeated_letter_splits_the_answers(english):
    code = score_words("speed", "abide")
    left = [word for word in english.answers if score_words("speed", word) == code]
    assert len(left) == 70
    assert "abide" in left


def test_score_words_over_all_short_words():
    words = ["".join(letters) for letters in product("abc", repeat=4)]
    for guess, answer in product(words, words):
        assert score_words(guess, answer) == encode(feedback(guess, answer))


@pytest.mark.parametrize("name", ["five", "three", "accented", "six"])
def test_the_matrix_of_a_tiny_world(name):
    lexicon = tiny_lexicon(name)
    matrix = build_pattern_matrix(lexicon.letters, lexicon.letters[lexicon.answer_guess])
    expected = [[encode(feedback(guess, answer)) for answer in lexicon.answers] for guess in lexicon.guesses]
    assert matrix.codes.tolist() == expected
    assert matrix.codes.dtype == (np.uint16 if name == "six" else np.uint8)
    assert matrix.num_patterns == 3**lexicon.word_length
    assert (matrix.num_guesses, matrix.num_answers) == (lexicon.num_guesses, lexicon.num_answers)


def test_the_matrix_of_all_words_of_three_letters():
    words = list(product(range(3), repeat=5))
    letters = np.array(words, np.uint8)
    expected = [[encode(feedback(guess, answer)) for answer in words] for guess in words]
    assert build_pattern_matrix(letters, letters).codes.tolist() == expected


def test_the_matrix_of_words_of_eight_letters():
    chance = random.Random(0)
    words = ["".join(chance.choices("abcd", k=8)) for _ in range(31)]
    letters = np.array([[ord(letter) - ord("a") for letter in word] for word in words], np.uint8)
    matrix = build_pattern_matrix(letters, letters[:10])
    assert matrix.codes.tolist() == [[encode(feedback(g, a)) for a in words[:10]] for g in words]
    assert matrix.codes.dtype == np.uint16
    assert matrix.num_patterns == 6561


# --- the real world ----------------------------------------------------------------------------------------


def follow_eq_8(guess, answer):
    """Eq. 8 of the paper as printed: only the tiles before one count against it."""
    tiles = []
    for j, (g, a) in enumerate(zip(guess, answer, strict=True)):
        before = sum(guess[i] == g and tiles[i] != GRAY for i in range(j))
        if g == a:
            tiles.append(GREEN)
        else:
            tiles.append(YELLOW if before < answer.count(g) else GRAY)
    return tiles


def tabulate_letter(rule):
    """What the tiles of one letter add to the code, by where the letter stands in guess and answer (bit masks).

    The tiles of a letter depend on nothing else, so any other letters may stand around it.
    """

    def word(mask, other):
        return "".join("L" if mask >> i & 1 else other for i in range(5))

    def contribution(in_guess, in_answer):
        tiles = rule(word(in_guess, "-"), word(in_answer, "+"))
        return sum(tiles[i] * 3 ** (4 - i) for i in range(5) if in_guess >> i & 1)

    return np.array([[contribution(in_guess, in_answer) for in_answer in range(32)] for in_guess in range(32)])


def places(word, letter):
    """The bit mask of where a letter stands in a word."""
    return sum(1 << i for i, other in enumerate(word) if other == letter)


def find_places(words, alphabet):
    """The bit masks of every letter in all words."""
    return {letter: np.array([places(word, letter) for word in words]) for letter in alphabet}


def score_row(guess, table, answer_places):
    """The codes of a guess against all answers, letter by letter."""
    return sum(table[places(guess, letter)][answer_places[letter]] for letter in set(guess))


def test_letter_by_letter_is_the_two_pass_rule(english):
    chance, table = random.Random(1), tabulate_letter(feedback)
    answers = chance.sample(english.answers, 50)
    answer_places = find_places(answers, english.alphabet)
    for guess in chance.sample(english.guesses, 300):
        expected = [encode(feedback(guess, answer)) for answer in answers]
        assert score_row(guess, table, answer_places).tolist() == expected


def test_the_whole_english_world(english, english_world):
    table, answer_places = tabulate_letter(feedback), find_places(english.answers, english.alphabet)
    for guess, row in zip(english.guesses, english_world.matrix.codes, strict=True):
        np.testing.assert_array_equal(row, score_row(guess, table, answer_places), err_msg=guess)


def test_eq_8_as_printed_is_another_rule(english, english_world):
    table, answer_places = tabulate_letter(follow_eq_8), find_places(english.answers, english.alphabet)
    wrong = 0
    for guess in english.answer_guess.tolist():
        row = score_row(english.guesses[guess], table, answer_places)
        wrong += np.count_nonzero(row != english_world.matrix.codes[guess])
    assert wrong == 117_591
    assert encode(follow_eq_8("three", "abide")) == 5  # bbbyg


# --- what people type --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "gybbb",
        "GYBBB",
        "21000",
        "🟩🟨⬛⬛⬛",
        "🟩🟨⬜⬜⬜",
        "🟩🟨⬛️⬛️⬛️",
        "🟧🟦⬛⬛⬛",
        "gyxxx",
        "gy---",
        "gy...",
        "Gy0bB",
        "g y b b b",
        "🟩 🟨 ⬛ ⬛ ⬛",
    ],
)
@pytest.mark.parametrize("around", ["", " ", "\t", "\n"])
def test_feedback_is_read_in_every_form(text, around):
    assert parse_pattern(around + text + around) == 2 * 81 + 27


@pytest.mark.parametrize(
    ("text", "expected"),
    [("gybbb", True), (" 2 1 0", True), ("🟩🟨⬜️", True), ("", False), (" ", False), ("gray", False)],
)
def test_tiles_are_told_from_words(text, expected):
    assert is_tiles(text) == expected


@pytest.mark.parametrize("length", [3, 5])
def test_every_pattern_is_read_as_it_is_written(length):
    for code, tiles in enumerate(all_tiles(length)):
        assert parse_pattern(format_pattern(code, length), length) == code
        assert parse_pattern("".join(map(str, tiles)), length) == code
    assert num_patterns(length) == code + 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("gybb", "has 4 tiles"),
        ("gybbbb", "has 6 tiles"),
        ("", "has 0 tiles"),
        ("gyqbb", "'q'"),
        ("gy bb", "has 4 tiles"),
        ("31000", "'3'"),
        ("grbbb", "'r'"),
    ],
)
def test_other_feedback_is_refused_in_one_line(text, problem):
    with pytest.raises(UserError) as caught:
        parse_pattern(text)
    assert problem in str(caught.value)
    assert "give 5 tiles" in str(caught.value)
    assert "\n" not in str(caught.value)


# --- storage -----------------------------------------------------------------------------------------------


def test_codes_take_one_byte_up_to_five_letters():
    assert [code_dtype(length) for length in range(3, 9)] == [np.uint8] * 3 + [np.uint16] * 3


def test_device_copies_split_the_guesses_and_stay_behind():
    lexicon = tiny_lexicon("five")
    matrix = build_pattern_matrix(lexicon.letters, lexicon.letters[lexicon.answer_guess])
    devices = len(jax.local_devices())
    padded = lexicon.num_guesses + -lexicon.num_guesses % devices
    assert matrix.by_answer.shape == (lexicon.num_answers, padded)
    assert len(matrix.by_answer.sharding.device_set) == devices
    np.testing.assert_array_equal(np.asarray(matrix.by_answer)[:, : lexicon.num_guesses], matrix.codes.T)
    blocks = np.asarray(matrix.interleaved)
    assert len(matrix.interleaved.sharding.device_set) == devices
    assert len(blocks) % devices == 0
    for guess, answer in np.ndindex(matrix.codes.shape):
        block, place = divmod(guess, INTERLEAVE)
        code = int(matrix.codes[guess, answer])
        assert blocks[block, answer * INTERLEAVE + place] == code + place * matrix.num_patterns
    np.testing.assert_array_equal(np.asarray(matrix.replicated), matrix.codes)
    copy = pickle.loads(pickle.dumps(matrix))
    np.testing.assert_array_equal(copy.codes, matrix.codes)
    assert copy.num_patterns == matrix.num_patterns
    assert set(vars(copy)) == {"codes", "num_patterns"}


def test_words_of_different_lengths_have_no_feedback():
    with pytest.raises(UserError, match="'abc' and 'abcd' have 3 and 4 letters: they must be as long"):
        score_words("abc", "abcd")
