"""The Python interface of README.md: names, defaults, and the same games as the command plays."""

import numpy as np
import pytest

import wordle_jax
from wordle_jax.catalog import read_options
from wordle_jax.channel import ChannelConfig


def test_every_public_name_is_there():
    for name in wordle_jax.__all__:
        assert getattr(wordle_jax, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = wordle_jax.nonsense


def test_solver_by_name_and_by_recipe_play_alike():
    games = wordle_jax.GameSelection(sample=40)
    by_name = wordle_jax.play("csp_aware", games=games, noise=0.1, opener="crane")
    lexicon = wordle_jax.load_shipped_lexicon("english")
    by_recipe = wordle_jax.play(wordle_jax.load_recipe("csp_aware", opener="crane"), lexicon, games=games, noise=0.1)
    assert len(by_name) == 40
    assert lexicon.guesses[by_name.guesses[0, 0]] == "crane"
    np.testing.assert_array_equal(by_name.guesses, by_recipe.guesses)


def test_rules_and_seed_are_heeded():
    games = wordle_jax.GameSelection(answers=("abide", "zesty"))
    short = wordle_jax.play("random", games=games, rules=wordle_jax.Rules(max_guesses=2), seed=1)
    assert short.guesses.shape == (2, 2)
    assert (wordle_jax.play("random", games=games, seed=2).guesses[:, 0] != short.guesses[:, 0]).any()


def test_adversary_is_faced_unless_there_is_no_foreseeing_or_too_much_to_search():
    games, channel = wordle_jax.GameSelection(answers=("abide",)), ChannelConfig("adversary", budget=1)
    lied_to = wordle_jax.play("csp_aware", games=games, channel=channel)
    assert lied_to.num_guesses > wordle_jax.play("csp_aware", games=games).num_guesses
    with pytest.raises(wordle_jax.UserError, match=r"solver.score: is random, which channel=adversary cannot"):
        wordle_jax.play("random", games=games, channel=channel)
    with pytest.raises(wordle_jax.UserError, match=r"channel.budget: is 5; .* times 2,315 games are .*; give less"):
        wordle_jax.play("entropy", channel=ChannelConfig("adversary", budget=5))


@pytest.mark.parametrize("load", [wordle_jax.load_recipe, wordle_jax.load_shipped_lexicon])
def test_unknown_name_lists_the_valid_ones(load):
    with pytest.raises(wordle_jax.UserError, match=r"'bogus' is no .*; choose one of .*english|entropy"):
        load("bogus")


def test_lexicon_that_needs_a_path_is_no_shipped_one():
    assert list(read_options("lexicon")) == ["english", "english_nyt", "english_wide", "spanish"]


def test_opener_that_may_not_be_guessed_is_refused():
    with pytest.raises(wordle_jax.UserError, match=r"solver.opener: 'zzzzz' is not a word"):
        wordle_jax.play("entropy", opener="zzzzz")


def test_change_that_does_not_fit_is_refused():
    with pytest.raises(wordle_jax.UserError, match=r"solver.mass_power: is 4; give 2 or 3"):
        wordle_jax.load_recipe("probabilistic_csp", mass_power=4)
