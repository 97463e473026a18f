"""Recipes: every file of conf/solver says what the sources say, and what does not fit is refused."""

from dataclasses import replace

import pytest
from worlds import read_recipe, recipe_names

from wordle_jax.errors import UserError
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import PoolStage, Recipe, check_recipe

CANDIDATES = (PoolStage("all"),)
EVERYTHING = (PoolStage(0, "all"),)
# Table 4 of the paper.
EARLY_MID_LATE = (PoolStage(50, 100, until=2), PoolStage(80, 0, until=3), PoolStage("all"))

# score, pool, opener and prior
EXPECTED = {
    "bayes_entropy": ("entropy", EVERYTHING, "computed", "frequency"),
    "classical_entropy": ("expected_size", CANDIDATES, "computed", "uniform"),
    "csp_aware": ("expected_size", EARLY_MID_LATE, "salet", "uniform"),
    "csp_tolerant": ("expected_size", EARLY_MID_LATE, "salet", "uniform"),
    "entropy": ("entropy", EVERYTHING, "computed", "uniform"),
    "expected_size": ("expected_size", EVERYTHING, "computed", "uniform"),
    "forward_checking": ("largest_part", CANDIDATES, "computed", "uniform"),
    "frequency": ("letter_frequency", CANDIDATES, "computed", "uniform"),
    "gcc_light": ("largest_part", CANDIDATES, "computed", "uniform"),
    "hybrid": ("hybrid", EVERYTHING, "computed", "uniform"),
    "language_agnostic": ("letter_frequency", CANDIDATES, "computed", "uniform"),
    "lookahead": ("entropy", EVERYTHING, "computed", "uniform"),
    "mac": ("largest_part", CANDIDATES, "computed", "uniform"),
    "minimax": ("largest_part", EVERYTHING, "computed", "uniform"),
    "most_parts": ("parts", EVERYTHING, "computed", "uniform"),
    "noise_aware": ("entropy", EVERYTHING, "computed", "uniform"),
    "probabilistic_csp": ("posterior_mass", EARLY_MID_LATE, "crate", "frequency"),
    "random": ("random", CANDIDATES, "computed", "uniform"),
}


def load(name):
    return to_dataclass(Recipe, read_recipe(name))


def test_every_recipe_is_expected():
    assert recipe_names() == sorted(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_recipes_are_those_of_the_sources(name):
    recipe = load(name)
    check_recipe(recipe)
    assert recipe.name == name
    assert (recipe.score, recipe.pool, recipe.opener, recipe.prior) == EXPECTED[name]
    assert recipe.candidate_at == (2 if name in ("entropy", "lookahead") else 0)
    assert recipe.recovery == ("fewest_lies" if name == "csp_tolerant" else 500)
    assert recipe.tie_tolerance == 0
    assert recipe.lookahead == (10 if name == "lookahead" else 0)
    assert (recipe.entropy_weight, recipe.frequency_weight) == (0.6, 0.4)
    assert recipe.letter_source == ("answers" if name == "language_agnostic" else "guesses_by_frequency")
    assert recipe.propagator == (name if name in ("forward_checking", "mac", "gcc_light") else "none")
    assert recipe.is_deterministic == (name != "random")
    assert recipe.uses_masses == (name in ("bayes_entropy", "probabilistic_csp"))


def test_the_three_propagators_choose_alike():
    one, two, three = (
        replace(load(name), name="", propagator="none") for name in ("forward_checking", "mac", "gcc_light")
    )
    assert one == two == three


def test_csp_tolerant_is_csp_aware_with_another_recovery():
    assert replace(load("csp_tolerant"), name="csp_aware", recovery=500) == load("csp_aware")


def test_pools_by_turn():
    recipe = load("csp_aware")
    assert [recipe.stage(turn) for turn in range(1, 7)] == [EARLY_MID_LATE[i] for i in (0, 0, 1, 2, 2, 2)]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"pool": []}, "solver.pool: has no stage"),
        ({"pool": [{"until": 2}]}, "solver.pool: the last stage must have no `until`"),
        ({"pool": [{}, {}]}, "solver.pool[0].until: give its last turn"),
        ({"pool": [{"until": 0}, {}]}, "solver.pool[0].until: give its last turn"),
        ({"pool": [{"until": 3}, {"until": 2}, {}]}, "solver.pool: the stages must end in increasing turns"),
        ({"pool": [{"until": 2}, {"until": 2}, {}]}, "solver.pool: the stages must end in increasing turns"),
        ({"pool": [{"candidates": -1}]}, "solver.pool[0].candidates: is -1; give 0 or more, or all"),
        ({"pool": [{"explorers": -5}]}, "solver.pool[0].explorers: is -5; give 0 or more, or all"),
        ({"pool": [{"candidates": 0}]}, "solver.pool[0]: considers no guess"),
        ({"score": "random", "pool": [{"explorers": 5}]}, "solver.pool: score=random chooses among candidates"),
        ({"score": "random", "pool": [{"candidates": 5}]}, "solver.pool: score=random draws from all candidates"),
        (
            {"score": "letter_frequency", "pool": [{"explorers": "all"}]},
            "solver.pool: score=letter_frequency chooses among candidates",
        ),
        ({"candidate_at": -1}, "solver.candidate_at: is -1"),
        ({"recovery": 0}, "solver.recovery: is 0; give at least 1 word, or fewest_lies"),
        ({"recovery": "fewest_lies", "propagator": "mac"}, "solver.propagator: takes every row for true"),
        ({"lookahead": -1}, "solver.lookahead: is -1; give 0 or more guesses"),
        ({"lookahead": 5, "score": "posterior_mass"}, "solver.lookahead: adds up sizes: give a score of entropy,"),
        ({"lookahead": 5, "score": "entropy", "prior": "frequency"}, "solver.lookahead: adds up sizes"),
        (
            {"lookahead": 5, "score": "entropy", "belief": "soft", "pool": [{"candidates": 0, "explorers": "all"}]},
            "is for",
        ),
        ({"lookahead": 5, "tie_tolerance": 0.1}, "solver.tie_tolerance: is 0.1; with lookahead give 0"),
        ({"tie_tolerance": -0.1}, "solver.tie_tolerance: is -0.1"),
        ({"mass_power": 4}, "solver.mass_power: is 4; give 2 or 3"),
        ({"entropy_weight": 1.5}, "solver.entropy_weight: is 1.5; give 0 to 1"),
        ({"frequency_weight": -0.5}, "solver.frequency_weight: is -0.5; give 0 to 1"),
    ],
)
def test_what_does_not_fit_is_refused(changes, problem):
    recipe = to_dataclass(Recipe, read_recipe("classical_entropy") | changes)
    with pytest.raises(UserError) as caught:
        check_recipe(recipe)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_lists_the_valid_ones():
    for key, wrong, valid in (
        ("score", "entropi", "entropy"),
        ("prior", "zipf", "uniform"),
        ("letter_source", "books", "answers"),
        ("propagator", "ac4", "gcc_light"),
        ("recovery", "most_lies", "fewest_lies"),
    ):
        with pytest.raises(UserError, match=valid):
            to_dataclass(Recipe, read_recipe("entropy") | {key: wrong})
    with pytest.raises(UserError, match="candidate_at"):
        to_dataclass(Recipe, read_recipe("entropy") | {"candidates_at": 2})
