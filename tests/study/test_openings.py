"""First guesses against the oracle in pure Python, on complete small worlds; and the best of the shipped lists."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
import yaml
from oracle import Oracle, entropy_bits, feedback, scale
from worlds import WORLD_NAMES, read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax.catalog import load_recipe, load_shipped_lexicon
from wordle_jax.lexicon import Lexicon, build_lexicon
from wordle_jax.opening import OpeningBook, find_opener
from wordle_jax.player import Player
from wordle_jax.resources import conf_dir
from wordle_jax.study.openings import MEASURES, rate_openings
from wordle_jax.world import World, build_world


def split(guess: str, answers: tuple[str, ...]) -> list[int]:
    """The sizes of the parts."""
    return list(Counter(tuple(feedback(guess, answer)) for answer in answers).values())


def letter_scores(lexicon: Lexicon, source: str) -> list[float]:
    """Eq. 18 of the paper for every guess."""
    frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
    oracle = Oracle({"letter_source": source}, lexicon.answers, lexicon.guesses, frequency)
    share = oracle.letter_frequency()
    return [math.fsum(share.get(letter, 0.0) for letter in set(guess)) for guess in lexicon.guesses]


@pytest.mark.parametrize("name", WORLD_NAMES)
def test_measures_are_those_of_the_oracle(name: str) -> None:
    lexicon, openings = tiny_lexicon(name), rate_openings(tiny_world(name), 0.6, 0.4)
    sizes = [split(guess, lexicon.answers) for guess in lexicon.guesses]
    entropy = [entropy_bits(parts) for parts in sizes]
    frequency = scale(lexicon.frequency_per_million.tolist())
    expected = {
        "entropy": entropy,
        "expected_size": [sum(c * c for c in parts) / lexicon.num_answers for parts in sizes],
        "largest_part": [max(parts) for parts in sizes],
        "parts": [len(parts) for parts in sizes],
        "letter_frequency": letter_scores(lexicon, "guesses_by_frequency"),
        "letter_frequency_answers": letter_scores(lexicon, "answers"),
        "hybrid": [0.6 * e + 0.4 * f for e, f in zip(scale(entropy), frequency, strict=True)],
    }
    assert list(expected) == list(MEASURES)
    for measure, values in expected.items():
        assert openings.measures[measure].tolist() == pytest.approx(values, abs=1e-12), measure


@pytest.mark.parametrize("name", WORLD_NAMES)
def test_ranks_count_the_guesses_that_are_better(name: str) -> None:
    lexicon, openings = tiny_lexicon(name), rate_openings(tiny_world(name), 0.6, 0.4)
    sizes = [split(guess, lexicon.answers) for guess in lexicon.guesses]
    exact = {
        "entropy": [math.prod(c**c for c in parts) for parts in sizes],
        "expected_size": [Fraction(sum(c * c for c in parts)) for parts in sizes],
        "largest_part": [max(parts) for parts in sizes],
        "parts": [-len(parts) for parts in sizes],
    }
    for measure, keys in exact.items():
        expected = [1 + sum(other < key for other in keys) for key in keys]
        assert openings.ranks[measure].tolist() == expected, measure
        best = openings.find_best(measure)
        assert sorted(best) == [guess for guess, place in enumerate(expected) if place == 1]
        assert best == sorted(best, key=lambda guess: (exact["entropy"][guess], guess))
    for measure in set(MEASURES) - set(exact):
        values = openings.measures[measure].tolist()
        assert openings.ranks[measure].tolist() == [1 + sum(other > own for other in values) for own in values]


@pytest.mark.parametrize("name", WORLD_NAMES)
@pytest.mark.parametrize(
    ("recipe", "measure"), [("entropy", "entropy"), ("minimax", "largest_part"), ("hybrid", "hybrid")]
)
def test_solvers_open_with_the_best(name: str, recipe: str, measure: str) -> None:
    match = set_match(tiny_lexicon(name), tiny_world(name), read_recipe(recipe))
    assert match.table.setup.opener in rate_openings(tiny_world(name), 0.6, 0.4).find_best(measure)


def test_words_of_equal_frequency_leave_the_hybrid_score_to_entropy() -> None:
    openings = rate_openings(build_world(build_lexicon(["add", "dad", "lee"]), 0.02), 0.6, 0.4)
    assert openings.measures["hybrid"].max() == 0.6
    assert np.array_equal(openings.ranks["hybrid"], openings.ranks["entropy"])


def test_best_first_guesses_of_english_are_among_those_of_the_study(english: Lexicon, english_world: World) -> None:
    recipe = load_recipe("hybrid")
    openings = rate_openings(english_world, recipe.entropy_weight, recipe.frequency_weight)
    study = yaml.safe_load((conf_dir() / "study" / "starting_words.yaml").read_text(encoding="utf-8"))
    named = study["study"]["vary"]["solver.opener"]
    assert {english.guesses[openings.find_best(measure)[0]] for measure in MEASURES} <= set(named)


@pytest.mark.parametrize("name", ["english", "spanish"])
def test_openers_by_letters_are_those_of_algorithm_7(name: str) -> None:
    lexicon = load_shipped_lexicon(name)
    player = Player(load_recipe("language_agnostic"), build_world(lexicon, 0.02), np.zeros(0, np.int32), "normal")
    opener = lexicon.guesses[find_opener(player, "normal", OpeningBook())]
    study = yaml.safe_load((conf_dir() / "study" / "lexicon.yaml").read_text(encoding="utf-8"))
    assert f"solver.opener={opener}" in study["study"]["variants"][f"{name}_letters"]
