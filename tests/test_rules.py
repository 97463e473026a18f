"""Rules: what may be guessed after what was shown."""

import numpy as np
import pytest
from oracle import all_tiles, encode, feedback, obeys
from worlds import tiny_lexicon

from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.pattern import format_pattern, parse_pattern
from wordle_jax.rules import Rules, build_allowed_after, explain_illegal


def is_legal(words, rows, word, mode):
    """Whether the rules allow a word after (guess, tiles) rows."""
    lexicon = build_lexicon(words)
    allowed_after = build_allowed_after(lexicon.letters, mode)
    return all(
        bool(allowed_after(lexicon.guess_index[guess], parse_pattern(tiles))[lexicon.guess_index[word]])
        for guess, tiles in rows
    )


@pytest.mark.parametrize(
    ("rows", "word", "hard", "ultra_hard"),
    [
        ([("crane", "ybbbb"), ("cacti", "ggyyb")], "caput", False, False),  # two c were revealed
        ([("cacti", "ggyyb")], "cacti", True, False),
        ([("crane", "bbbby")], "three", True, False),  # e was yellow in the last place
        ([("crane", "bbbby")], "eerie", True, False),
        ([("crane", "bbbby")], "speed", True, True),
        ([("crane", "gbbbb")], "cacti", True, False),  # a was gray
        ([("crane", "gbbbb")], "crime", True, False),
        ([("crane", "gbbbb")], "steel", False, False),  # c has to stay
        ([("speed", "bbgbb")], "three", False, False),
        ([("speed", "bbgbb")], "geese", True, False),  # one e only, says the gray tile
        ([("speed", "bbgbb")], "steel", True, False),
        ([("speed", "bbgyb")], "geese", True, False),
        ([("speed", "bbbbb")], "cacti", True, True),
        ([], "three", True, True),
    ],
)
def test_cases(rows, word, hard, ultra_hard):
    words = ["caput", "cacti", "crane", "crime", "eerie", "geese", "speed", "steel", "three"]
    assert is_legal(words, rows, word, "hard") == hard
    assert is_legal(words, rows, word, "ultra_hard") == ultra_hard


@pytest.mark.parametrize("name", ["five", "three"])
@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_every_row_allows_what_the_oracle_allows(name, mode):
    lexicon = tiny_lexicon(name)
    allowed_after = build_allowed_after(lexicon.letters, mode)
    for g in range(0, lexicon.num_guesses, 2 if name == "five" else 1):
        for code, tiles in enumerate(all_tiles(lexicon.word_length)):
            expected = [obeys(word, lexicon.guesses[g], tiles, mode) for word in lexicon.guesses]
            assert allowed_after(g, code).tolist() == expected


@pytest.mark.parametrize("name", ["five", "three", "accented"])
def test_ultra_hard_allows_what_could_be_the_answer(name):
    lexicon = tiny_lexicon(name)
    allowed_after = build_allowed_after(lexicon.letters, "ultra_hard")
    for g, guess in enumerate(lexicon.guesses):
        for answer in lexicon.answers:
            tiles = feedback(guess, answer)
            consistent = [feedback(guess, word) == tiles for word in lexicon.guesses]
            assert allowed_after(g, encode(tiles)).tolist() == consistent


def test_harder_rules_allow_less():
    lexicon = tiny_lexicon("five")
    hard, ultra = (build_allowed_after(lexicon.letters, mode) for mode in ("hard", "ultra_hard"))
    for g in range(lexicon.num_guesses):
        for code in range(243):
            assert not np.any(ultra(g, code) & ~hard(g, code))


def test_in_hard_mode_the_word_just_guessed_stays_legal():
    """Whatever is shown, so noise never leaves a hard game without a legal guess."""
    lexicon = tiny_lexicon("five")
    allowed_after = build_allowed_after(lexicon.letters, "hard")
    for g in range(lexicon.num_guesses):
        assert all(allowed_after(g, code)[g] for code in range(243))


def test_normal_rules_allow_everything():
    assert build_allowed_after(tiny_lexicon("five").letters, "normal") is None


def test_the_only_legal_answer(english):
    allowed_after = build_allowed_after(english.letters, "hard")
    rigor = english.guess_index["rigor"]
    legal = allowed_after(rigor, parse_pattern("bgggg"))
    assert [word for word in english.answers if legal[english.guess_index[word]]] == ["rigor", "vigor"]
    legal = build_allowed_after(english.letters, "ultra_hard")(rigor, parse_pattern("bgggg"))
    assert [word for word in english.answers if legal[english.guess_index[word]]] == ["vigor"]
    # Shown in error: no word has another r elsewhere.
    legal = build_allowed_after(english.letters, "ultra_hard")(rigor, parse_pattern("ygggg"))
    assert not legal.any()


@pytest.mark.parametrize("max_guesses", [0, -1, 101])
def test_the_number_of_guesses_is_limited(max_guesses):
    with pytest.raises(UserError, match=f"rules.max_guesses: is {max_guesses}; give 1 to 100"):
        Rules(max_guesses)


def test_the_rules_of_the_game_by_default():
    assert (Rules().max_guesses, Rules().mode) == (6, "normal")


@pytest.mark.parametrize("name", ["five", "three"])
@pytest.mark.parametrize("mode", ["normal", "hard", "ultra_hard"])
def test_illegal_words_have_a_reason_and_legal_ones_have_none(name, mode):
    lexicon = tiny_lexicon(name)
    length = lexicon.word_length
    for guess in lexicon.guesses[::4]:
        for code, tiles in enumerate(all_tiles(length)):
            for word in lexicon.guesses:
                reason = explain_illegal(word, guess, format_pattern(code, length), mode)
                assert (reason is None) == (mode == "normal" or obeys(word, guess, tiles, mode))


@pytest.mark.parametrize(
    ("word", "guess", "tiles", "mode", "reason"),
    [
        ("caput", "cacti", "ggyyb", "hard", "2 c were revealed"),
        ("steel", "crane", "gbbbb", "hard", "c is green at place 1"),
        ("moody", "crane", "bbbby", "hard", "e was revealed"),
        ("melee", "crane", "bbbby", "ultra_hard", "e is not at place 5"),
        ("steel", "speed", "gbybb", "ultra_hard", "e is not at place 3"),
        ("eerie", "speed", "bbbyb", "ultra_hard", "speed shows no more than 1 e"),
        ("cacti", "crane", "gbbbb", "ultra_hard", "crane shows no a"),
    ],
)
def test_reasons_name_the_letter(word, guess, tiles, mode, reason):
    assert explain_illegal(word, guess, tiles, mode) == reason
