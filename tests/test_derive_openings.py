"""The opening book that is shipped is what its program computes."""

import json
from typing import get_args

import pytest

from wordle_jax import derive_openings
from wordle_jax.catalog import load_recipe, load_shipped_lexicon, read_options
from wordle_jax.opening import OpeningBook, extend_book, load_opening_book, opening_key
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.rules import RuleMode
from wordle_jax.world import build_world

RECIPES = [load_recipe(name) for name in read_options("solver")]
MODES = list(get_args(RuleMode))


def assert_in_the_book(computed: OpeningBook) -> None:
    book = load_opening_book()
    assert computed.explorers.items() <= book.explorers.items()
    assert computed.openers.items() <= book.openers.items()


def test_english_openings_of_every_recipe(english_world) -> None:
    computed = extend_book(OpeningBook(), english_world, RECIPES, ["normal"])
    # forward_checking, mac and gcc_light choose alike, and so do csp_aware and csp_tolerant; random has no opener,
    # and that of noise_aware depends on the channel; other recipes have one each.
    assert len(computed.openers) == len(RECIPES) - 5
    assert_in_the_book(computed)


def test_spanish_openings_of_some_recipes() -> None:
    world = build_world(load_shipped_lexicon("spanish"), ONE_COUNT_PER_MILLION)
    recipes = [load_recipe("csp_aware"), load_recipe("frequency")]
    assert_in_the_book(extend_book(OpeningBook(), world, recipes, ["hard"]))


def test_openers_do_not_depend_on_the_rules(english_world) -> None:
    """At the first turn everything is legal; a look-ahead alone minds what is at the second."""
    book = load_opening_book()
    for recipe in RECIPES:
        if recipe.is_deterministic and recipe.belief == "hard" and not recipe.lookahead:
            assert len({book.openers[opening_key(english_world, recipe, mode)] for mode in MODES}) == 1


def test_book_has_no_page_too_many() -> None:
    book = load_opening_book()
    lexicons = read_options("lexicon")
    assert sorted(book.explorers) == sorted(load_shipped_lexicon(name).digest for name in lexicons)
    assert all(len(set(ranked)) == len(ranked) == 100 for ranked in book.explorers.values())
    assert len(book.openers) == len(lexicons) * (len(RECIPES) - 5) * len(MODES)


def test_openers_that_the_sources_name(english, english_world) -> None:
    book = load_opening_book()
    opener = {
        name: english.guesses[book.openers[opening_key(english_world, load_recipe(name), "normal")]]
        for name in ("entropy", "expected_size", "most_parts")
    }
    assert opener == {"entropy": "soare", "expected_size": "roate", "most_parts": "trace"}


def test_program_writes_the_book(monkeypatch: pytest.MonkeyPatch, tmp_path, capsys) -> None:
    few = {"solver": ["frequency", "random"], "lexicon": ["english"]}
    monkeypatch.setattr(derive_openings, "read_options", lambda group: few[group])
    path = tmp_path / "openings.json"
    derive_openings.main(path)
    assert capsys.readouterr().out == f"{path}: 3 openers of 1 lexicons\n"
    assert_in_the_book(OpeningBook(**json.loads(path.read_text(encoding="utf-8"))))
