"""Openings: the best first guesses, computed or looked up."""

from dataclasses import replace

import numpy as np
import pytest
from oracle import Oracle
from worlds import WORLD_NAMES, hard_recipe_names, read_recipe, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax import opening
from wordle_jax.catalog import load_shipped_lexicon
from wordle_jax.opening import (
    OpeningBook,
    extend_book,
    find_explorers,
    find_opener,
    load_opening_book,
    opening_key,
    rank_explorers,
)
from wordle_jax.player import Player
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe
from wordle_jax.world import build_world

MODES = ["normal", "hard", "ultra_hard"]


def load(name, **changes):
    return to_dataclass(Recipe, read_recipe(name, **changes))


def make_oracle(recipe, lexicon):
    frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
    return Oracle(recipe, lexicon.answers, lexicon.guesses, frequency)


# --- computed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORLD_NAMES)
def test_explorers_by_falling_entropy_ties_in_the_order_of_the_list(name):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    ranked = [lexicon.guesses[g] for g in rank_explorers(world)]
    assert ranked == make_oracle({}, lexicon).explorers(27)


@pytest.mark.parametrize("name", [name for name in hard_recipe_names() if name != "random"])
def test_computed_openers_are_those_of_the_oracle(name):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    recipe = shrink(read_recipe(name))
    typed = to_dataclass(Recipe, recipe)
    player = Player(typed, world, find_explorers(world, typed, OpeningBook()))
    opener = find_opener(player, "normal", OpeningBook())
    assert lexicon.guesses[opener] == make_oracle(recipe, lexicon).choose(lexicon.answers, 1)


def test_a_drawing_recipe_has_no_opener():
    world = tiny_world("five")
    player = Player(load("random"), world, np.zeros(0, np.int32))
    assert find_opener(player, "normal", OpeningBook()) == -1


def test_a_named_opener_that_may_not_be_guessed_is_computed():
    assert "salet" in tiny_lexicon("five").guesses
    match = set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe("csp_aware"))
    assert match.lexicon.guesses[match.table.setup.opener] == "salet"
    assert "salet" not in tiny_lexicon("accented").guesses
    match = set_match(tiny_lexicon("accented"), tiny_world("accented"), read_recipe("csp_aware"))
    assert match.lexicon.guesses[match.table.setup.opener] == match.oracle.opener()


# --- looked up ---------------------------------------------------------------------------------------------


def test_explorers_come_from_the_book_as_far_as_it_goes():
    world = tiny_world("five")
    ranked = rank_explorers(world).tolist()
    few = load("csp_aware", pool=[{"candidates": 1, "explorers": 3, "until": 1}, {"explorers": 5}])
    book = OpeningBook({world.digest: [9, 8, 7, 6, 5, 4]})
    assert find_explorers(world, few, book).tolist() == [9, 8, 7, 6, 5]
    assert find_explorers(world, few, OpeningBook({"another": [9, 8, 7, 6, 5, 4]})).tolist() == ranked[:5]
    many = load("csp_aware", pool=[{"explorers": 7}])
    assert find_explorers(world, many, book).tolist() == ranked[:7]
    assert find_explorers(world, load("csp_aware"), book).tolist() == ranked
    for needs_none in ("entropy", "mac", "random"):
        assert find_explorers(world, load(needs_none), book).tolist() == []


def test_an_opener_comes_from_the_book():
    world = tiny_world("five")
    player = Player(load("entropy"), world, np.zeros(0, np.int32))
    computed = find_opener(player, "normal", OpeningBook())
    other = (computed + 1) % 27
    book = OpeningBook({}, {opening_key(world, player.recipe, "normal"): other})
    assert find_opener(player, "normal", book) == other
    assert find_opener(player, "hard", book) == computed


def test_openers_are_filed_under_what_they_depend_on():
    world, recipe = tiny_world("five"), load("csp_aware")
    key = opening_key(world, recipe, "normal")
    for irrelevant in ({"name": "x"}, {"opener": "crate"}, {"propagator": "mac"}, {"recovery": "fewest_lies"}):
        assert opening_key(world, replace(recipe, **irrelevant), "normal") == key
    others = [
        opening_key(world, replace(recipe, **relevant), "normal")
        for relevant in (
            {"score": "entropy"},
            {"prior": "frequency"},
            {"candidate_at": 1},
            {"tie_tolerance": 0.5},
            {"mass_power": 3},
            {"entropy_weight": 0.5},
            {"frequency_weight": 0.5},
            {"letter_source": "answers"},
            {"lookahead": 3},
            {"lookahead": 4},
            {"pool": recipe.pool[1:]},
        )
    ]
    others += [
        opening_key(world, recipe, "hard"),
        opening_key(tiny_world("three"), recipe, "normal"),
        opening_key(build_world(tiny_lexicon("five"), 3.0, world.matrix), recipe, "normal"),
    ]
    assert len({key, *others}) == 1 + len(others)


def test_a_book_is_extended_by_what_is_computed_anew():
    world = tiny_world("five")
    recipes = [load("csp_aware"), load("entropy"), load("random"), load("lookahead", lookahead=27)]
    # What stood there before does not matter, and other lexicons stay.
    before = OpeningBook({"another": [1]}, {"another": 5, opening_key(world, recipes[1], "hard"): 26})
    book = extend_book(before, world, recipes, MODES)
    assert book.explorers == {"another": [1], world.digest: rank_explorers(world).tolist()}
    expected = {"another": 5}
    for recipe in recipes[:2] + recipes[3:]:
        for mode in MODES:
            player = Player(recipe, world, rank_explorers(world), mode)
            expected[opening_key(world, recipe, mode)] = find_opener(player, mode, OpeningBook())
    assert book.openers == expected
    for recipe in recipes:
        player = Player(recipe, world, find_explorers(world, recipe, book), "hard")
        assert find_opener(player, "hard", book) == find_opener(player, "hard", OpeningBook())


def test_without_a_file_the_book_is_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "data_dir", lambda: tmp_path)
    assert load_opening_book() == OpeningBook()
    (tmp_path / opening.BOOK_FILE).write_text('{"explorers": {"a": [3, 1]}, "openers": {"b": 2}}', "utf-8")
    assert load_opening_book() == OpeningBook({"a": [3, 1]}, {"b": 2})


# --- the shipped book --------------------------------------------------------------------------------------

# Found by a float64 count over all guesses, apart from the package.
SHIPPED = {
    "bayes_entropy": ("roate", "tiare", "tares"),
    "classical_entropy": ("raise", "raise", "rosea"),
    "csp_aware": ("roate", "roate", "rosea"),
    "entropy": ("soare", "tarse", "rosea"),
    "expected_size": ("roate", "roate", "rosea"),
    "forward_checking": ("arise", "arise", "olear"),
    "frequency": ("stare", "stare", "orase"),
    "gcc_light": ("arise", "arise", "olear"),
    "hybrid": ("their", "their", "sobre"),
    "language_agnostic": ("alert", "alert", "orase"),
    "mac": ("arise", "arise", "olear"),
    "minimax": ("arise", "olate", "olear"),
    "most_parts": ("trace", "trace", "coras"),
    "probabilistic_csp": ("roate", "tiare", "saneo"),
}


@pytest.mark.parametrize(("column", "name"), list(enumerate(["english", "english_nyt", "spanish"])))
def test_the_shipped_book(column, name):
    lexicon, book = load_shipped_lexicon(name), load_opening_book()
    # The matrix is not looked at.
    world = build_world(lexicon, 0.02, tiny_world("five").matrix)
    explorers = book.explorers[lexicon.digest]
    assert len(set(explorers)) == 100
    assert lexicon.guesses[explorers[0]] == SHIPPED["entropy"][column]
    for recipe, words in SHIPPED.items():
        openers = {book.openers[opening_key(world, load(recipe), mode)] for mode in MODES}
        assert {lexicon.guesses[opener] for opener in openers} == {words[column]}
