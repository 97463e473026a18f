"""The search of the worst case against trying everything."""

import numpy as np
import pytest
from oracle import obeys
from worlds import tiny_lexicon, tiny_world

from tests.assist.helpers import TILES, candidates, fewest_guesses, play, show, tiny_assistant
from wordle_jax.assist import worst_case
from wordle_jax.assist.worst_case import MOST_SEARCHED, search_worst_case


def everyone(world):
    return np.arange(world.num_answers)


@pytest.mark.parametrize("name", ["five", "three", "six"])
@pytest.mark.parametrize("first", [0, 1, 3])
def test_as_few_guesses_as_trying_everything_finds(name, first):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    chosen = everyone(world)[first::2]
    words = [lexicon.answers[answer] for answer in chosen]
    found = search_worst_case(world, lexicon, chosen, world.answer_guess[chosen], "normal", None)
    assert found.is_proved
    assert found.guesses == fewest_guesses(lexicon, words)
    groups = {}
    for word in words:
        groups.setdefault(show(found.guess, word), []).append(word)
    groups.pop("g" * lexicon.word_length, None)
    assert max(fewest_guesses(lexicon, group) for group in groups.values()) == found.guesses - 1


def test_the_first_of_the_ranked_is_taken_that_does():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    chosen = np.array([lexicon.answers.index(word) for word in ("bumpy", "dumpy", "jumpy")])
    for word in ("jibed", "dumpy"):
        ranked = np.array([lexicon.guess_index["jumpy"], lexicon.guess_index[word]], np.int32)
        found = search_worst_case(world, lexicon, chosen, ranked, "normal", None)
        # CASES: jumpy first takes 1, 2, 3 guesses, jibed 2, 2, 2.
        assert (found.guess, found.guesses) == ("jibed", 2)


@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_only_legal_guesses_are_searched(mode):
    assistant = tiny_assistant("five", mode=mode)
    lexicon = assistant.lexicon
    position = play(["sense"], "geese")
    ((guess, tiles),) = position.rows(0)
    found = assistant.advise(position).worst_case
    if len(candidates(lexicon, position.rows(0))) == 1:
        assert found is None
    else:
        assert obeys(found.guess, guess, [TILES.index(tile) for tile in tiles], mode)


def test_one_word_and_too_many_are_not_searched():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    assert search_worst_case(world, lexicon, everyone(world)[:1], world.answer_guess[:1], "normal", None) is None
    assert MOST_SEARCHED < 2315


def test_many_are_searched_among_the_best(english, english_world):
    from tests.assist.helpers import english_assistant

    advice = english_assistant(english, english_world).advise(play(["soare"], "light"))
    assert 64 < advice.boards[0].candidates <= MOST_SEARCHED
    assert advice.worst_case is not None
    assert not advice.worst_case.is_proved
    assert advice.worst_case.guesses == 4


def test_a_search_that_outgrows_its_room_is_given_up(english, english_world, monkeypatch):
    some, ranked = np.arange(40), english_world.answer_guess[:50]
    proof = search_worst_case(english_world, english, some, ranked, "normal", None)
    assert proof.is_proved
    monkeypatch.setattr(worst_case, "_PAIRS_OF_PROOF", 2)
    among_the_best = search_worst_case(english_world, english, some, ranked, "normal", None)
    assert not among_the_best.is_proved
    assert among_the_best.guesses >= proof.guesses
    monkeypatch.setattr(worst_case, "_PAIRS", 2)
    assert search_worst_case(english_world, english, some, ranked, "normal", None) is None
