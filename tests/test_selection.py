"""Which games are played: ids that do not depend on what else is selected, samples that keep every share."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.selection import GameSelection, sample_stratified, select_games

FOUR = build_lexicon(["crane", "false", "abide", "slate"], ["abide", "crane", "false", "slate", "soare"], title="Four")


def ids(selection: GameSelection, lexicon=FOUR, seed: int = 42) -> list[int]:
    return select_games(selection, lexicon, seed).tolist()


def test_all_answers_in_the_order_of_the_list() -> None:
    assert ids(GameSelection()) == [0, 1, 2, 3]


def test_words_in_any_order_case_and_number() -> None:
    assert ids(GameSelection(answers=("slate", " CRANE", "false", "slate"))) == [0, 1, 3]


def test_a_replicate_is_numbered_after_all_answers() -> None:
    assert ids(GameSelection(answers=("slate", "false"), replicates=3)) == [1, 3, 5, 7, 9, 11]


@pytest.mark.parametrize(
    ("selection", "error"),
    [
        (GameSelection(answers=()), "games.answers: names no word; give at least one, or all"),
        (
            GameSelection(answers=("crane", "soare")),
            "games.answers: 'soare' may be guessed in the lexicon Four but is not one of its answers",
        ),
        (
            GameSelection(answers=("crame",)),
            "games.answers: 'crame' is not a word of the lexicon Four: did you mean crane?",
        ),
        (GameSelection(sample=0), "games.sample: is 0; give 1 to 4, the answers there are"),
        (GameSelection(sample=5), "games.sample: is 5; give 1 to 4, the answers there are"),
        (
            GameSelection(answers=("crane",), sample=2),
            "games.sample: is 2; give 1 to 1, the answers there are",
        ),
        (GameSelection(replicates=0), "games.replicates: is 0; give 1 to 1073741823"),
        (GameSelection(replicates=2**30), "games.replicates: is 1073741824; give 1 to 1073741823"),
    ],
)
def test_bad_selection(selection: GameSelection, error: str) -> None:
    with pytest.raises(UserError) as caught:
        ids(selection)
    assert str(caught.value) == error


# --- samples


def stratum_of(english, word: str, rank: int) -> tuple[int, bool, int]:
    """Frequency quartile, repeated letter, vowels: section 5.3.2 of the paper, word by word."""
    return rank * 4 // english.num_answers, len(set(word)) < 5, sum(letter in "aeiou" for letter in word)


def test_sample_holds_every_stratum_in_its_share(english) -> None:
    by_frequency = sorted(range(english.num_answers), key=lambda answer: -english.answer_frequency[answer])
    rank = {answer: place for place, answer in enumerate(by_frequency)}
    strata = [stratum_of(english, word, rank[answer]) for answer, word in enumerate(english.answers)]
    sample = ids(GameSelection(sample=300), english)
    assert sample == sorted(set(sample))
    assert len(sample) == 300
    population, found = Counter(strata), Counter(strata[answer] for answer in sample)
    assert len(population) > 20
    for stratum, count in population.items():
        assert abs(found[stratum] - 300 * count / english.num_answers) < 1, stratum


def test_sample_depends_on_the_seed_alone(english) -> None:
    one = ids(GameSelection(sample=300), english)
    assert ids(GameSelection(sample=300, replicates=2), english)[:300] == one
    assert ids(GameSelection(sample=300), english, seed=43) != one
    assert ids(GameSelection(sample=english.num_answers), english, seed=43) == list(range(english.num_answers))


def test_sample_of_named_answers_is_one_of_them(english) -> None:
    words = english.answers[100:200]
    assert set(ids(GameSelection(answers=words, sample=20), english)) < set(range(100, 200))


@settings(max_examples=200)
@given(st.data())
def test_stratified_sample(data: st.DataObject) -> None:
    strata = np.array(data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=40)), np.int64)
    population = np.flatnonzero(data.draw(st.lists(st.booleans(), min_size=len(strata), max_size=len(strata))))
    if not len(population):
        population = np.array([0])
    size = data.draw(st.integers(1, len(population)))
    sample = sample_stratified(population, strata, size, seed=data.draw(st.integers(0, 9)))
    assert len(set(sample.tolist())) == len(sample) == size
    assert set(sample.tolist()) <= set(population.tolist())
    for stratum in set(strata.tolist()):
        share = size * np.mean(strata[population] == stratum)
        assert abs(np.sum(strata[sample] == stratum) - share) < 1


def test_largest_remainders_come_first_and_ties_go_to_the_lower_stratum() -> None:
    # Shares of a sample of 4: 4/3 · 1 of each of three strata of equal size: one each, and the lowest gets the fourth.
    strata = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2])
    for seed in range(5):
        sample = sample_stratified(np.arange(9), strata, 4, seed)
        assert np.bincount(strata[sample]).tolist() == [2, 1, 1]
