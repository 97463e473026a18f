"""Hard beliefs: sets of candidates and what an observation leaves of them."""

import numpy as np
import pytest
from oracle import encode, feedback
from worlds import tiny_lexicon, tiny_world

from wordle_jax.belief import BeliefSets, join_sets, observe
from wordle_jax.pattern import parse_pattern


def int32(*values):
    return np.array(values, np.int32)


SETS = [int32(0, 4, 7), int32(), int32(2), int32(1, 2, 3, 4)]


def members_of(beliefs):
    return [beliefs[b].tolist() for b in range(len(beliefs))]


def test_sets_are_kept_one_after_the_other():
    beliefs = join_sets(SETS)
    assert len(beliefs) == 4
    assert beliefs.members.tolist() == [0, 4, 7, 2, 1, 2, 3, 4]
    assert beliefs.offsets.tolist() == [0, 3, 3, 4, 8]
    assert beliefs.counts.tolist() == [3, 0, 1, 4]
    assert beliefs.member_belief.tolist() == [0, 0, 0, 2, 3, 3, 3, 3]
    assert members_of(beliefs) == [s.tolist() for s in SETS]


def test_no_sets_at_all():
    beliefs = join_sets([])
    assert len(beliefs) == 0
    assert beliefs.counts.tolist() == []
    assert len(beliefs.take(np.zeros(0, np.int64))) == 0


@pytest.mark.parametrize("chosen", [[0, 1, 2, 3], [3, 0], [1], [1, 1], [2, 3, 2], []])
def test_sets_are_taken_in_any_order(chosen):
    taken = join_sets(SETS).take(np.array(chosen, np.int64))
    assert members_of(taken) == [SETS[b].tolist() for b in chosen]


def test_sets_are_padded_with_answer_0():
    assert join_sets(SETS).padded(5).tolist() == [[0, 4, 7, 0, 0], [0] * 5, [2, 0, 0, 0, 0], [1, 2, 3, 4, 0]]


@pytest.mark.parametrize("name", ["five", "three"])
def test_every_observation_leaves_what_the_oracle_keeps(name):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    halves = [range(16), range(0, 16, 2), range(1, 16, 2)]
    for g, guess in enumerate(lexicon.guesses):
        patterns = range(world.matrix.num_patterns)
        cases = [(half, pattern) for half in halves for pattern in patterns]
        before = join_sets([int32(*half) for half, _ in cases])
        after = observe(
            world.matrix,
            before,
            np.full(len(cases), g, np.int32),
            int32(*(pattern for _, pattern in cases)),
            world.answer_guess,
        )
        codes = [encode(feedback(guess, answer)) for answer in lexicon.answers]
        for b, (half, pattern) in enumerate(cases):
            kept = [a for a in half if codes[a] == pattern and lexicon.answers[a] != guess]
            assert after[b].tolist() == kept


def test_a_guess_that_did_not_win_leaves_even_if_shown_all_green():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    everything = join_sets([np.arange(16, dtype=np.int32)])
    guess = int32(lexicon.guess_index["stage"])
    after = observe(world.matrix, everything, guess, int32(242), world.answer_guess)
    assert isinstance(after, BeliefSets)
    assert members_of(after) == [[]]


def observe_english(english, world, rows):
    beliefs = join_sets([np.arange(world.num_answers, dtype=np.int32)])
    for guess, tiles in rows:
        code = int32(parse_pattern(tiles))
        beliefs = observe(world.matrix, beliefs, int32(english.guess_index[guess]), code, world.answer_guess)
    return [english.answers[a] for a in beliefs[0]]


def test_english_cases(english, english_world):
    def left(*rows):
        return observe_english(english, english_world, rows)

    assert left(("crane", "ggggb")) == ["crank"]
    assert left(("crane", "ggggy")) == []
    assert "essay" in left(("sease", "yyyyb"))
    assert len(left(("speed", "bbyby"))) == 70
    assert left(("rigor", "bgggg")) == ["vigor"]
    assert left(("rigor", "ygggg")) == []
    assert left(("crane", "ggggg"), ("slate", "bbbbb")) == []
    # A lie: the truth of abide is bbybg.
    lied_to = left(("crane", "ybybg"))
    assert len(lied_to) == 2
    assert "abide" not in lied_to
    assert "abide" in left(("crane", "bbybg"))
