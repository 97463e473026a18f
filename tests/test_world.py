"""Worlds: what a lexicon gives to beliefs, scores and recipes."""

import numpy as np
import pytest
from oracle import Oracle
from worlds import WORLD_NAMES, tiny_lexicon, tiny_world

from wordle_jax.lexicon import build_lexicon
from wordle_jax.world import LETTER_SOURCES, build_world, rate_letters


def make_oracle(lexicon, **recipe):
    frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
    return Oracle(recipe, lexicon.answers, lexicon.guesses, frequency)


@pytest.mark.parametrize("name", WORLD_NAMES)
def test_a_world_knows_what_its_lexicon_says(name):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    assert (world.num_answers, world.num_guesses) == (16, 27)
    assert [lexicon.guesses[g] for g in world.answer_guess] == list(lexicon.answers)
    for guess, answer in enumerate(world.guess_answer.tolist()):
        word = lexicon.guesses[guess]
        assert answer == (lexicon.answers.index(word) if word in lexicon.answers else -1)
    oracle = make_oracle(lexicon)
    assert [lexicon.answers[a] for a in world.frequency_order] == oracle.by_frequency
    assert world.frequency_rank[world.frequency_order].tolist() == list(range(16))
    total = sum(oracle.weight.values())
    np.testing.assert_allclose(world.prior, [oracle.weight[word] / total for word in lexicon.answers], rtol=1e-14)
    assert world.prior.sum() == pytest.approx(1, abs=1e-14)
    assert world.frequency_per_million.tolist() == [oracle.frequency[word] for word in lexicon.guesses]
    assert world.digest == lexicon.digest


@pytest.mark.parametrize("name", WORLD_NAMES)
@pytest.mark.parametrize("source", LETTER_SOURCES)
def test_letters_are_rated_as_in_eq_18(name, source):
    lexicon = tiny_lexicon(name)
    share = make_oracle(lexicon, letter_source=source).letter_frequency()
    assert sum(share.values()) == pytest.approx(1)
    expected = [sum(share.get(letter, 0.0) for letter in set(word)) for word in lexicon.guesses]
    np.testing.assert_allclose(tiny_world(name).letter_score[source], expected, rtol=1e-13)


def test_letters_rated_by_hand():
    lexicon = build_lexicon(["abb", "abc"], ["abb", "abc", "ccc"], {"abb": 3.0, "ccc": 1.0})
    # Weighted: a 3, b 6, c 3 of 12; each answer once: a 2, b 3, c 1 of 6.
    assert rate_letters(lexicon, "guesses_by_frequency").tolist() == [9 / 12, 1.0, 3 / 12]
    assert rate_letters(lexicon, "answers").tolist() == pytest.approx([5 / 6, 1.0, 1 / 6])


def test_without_frequencies_every_word_counts_once():
    lexicon = build_lexicon(["abb", "abc"], ["abb", "abc", "ccc"])
    # a 2, b 3, c 4 of 9
    assert rate_letters(lexicon, "guesses_by_frequency").tolist() == pytest.approx([5 / 9, 1.0, 4 / 9])
    world = build_world(lexicon, 0.02)
    assert world.prior.tolist() == [0.5, 0.5]
    assert world.frequency_order.tolist() == [0, 1]


def test_the_smoothing_of_the_prior():
    lexicon = build_lexicon(["abb", "abc"], None, {"abb": 3.0})
    assert build_world(lexicon, 1.0).prior.tolist() == [0.8, 0.2]


def test_a_given_matrix_is_taken_as_it_is():
    world = tiny_world("five")
    assert build_world(tiny_lexicon("five"), 0.02, world.matrix).matrix is world.matrix
