"""A tree counts what playing it shows, whichever solver it is of."""

import re
from dataclasses import replace

import numpy as np
import pytest
from worlds import hard_recipe_names, read_recipe, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax.errors import UserError
from wordle_jax.pattern import score_words
from wordle_jax.rules import build_allowed_after
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.tree import Node, Tree, walk
from wordle_jax.tree.verify import find_violation, verify_tree

RECIPES = [name for name in hard_recipe_names() if name != "random"]


def tree_of(world_name, recipe_name, mode="normal"):
    """A recipe's tree, and the match that it is of."""
    lexicon, world = tiny_lexicon(world_name), tiny_world(world_name)
    match = set_match(lexicon, world, shrink(read_recipe(recipe_name)), mode=mode, max_guesses=20)
    return build_tree(match.table.setup, world), match


@pytest.mark.parametrize("mode", ["normal", "hard", "ultra_hard"])
@pytest.mark.parametrize("name", RECIPES)
def test_tree_of_a_recipe_takes_the_guesses_that_the_oracle_takes(name, mode):
    tree, match = tree_of("three", name, mode)
    taken = verify_tree(tree, match.lexicon)
    for answer, number in taken.items():
        assert number == len(match.oracle.play(answer).guesses), answer
    assert tree.total_guesses == sum(taken.values())
    assert tree.num_answers == len(taken)
    assert tree.worst_case == max(taken.values())
    assert tree.mean_guesses == pytest.approx(np.mean(list(taken.values())))
    assert tree.distribution == {n: list(taken.values()).count(n) for n in sorted(set(taken.values()))}


def test_greedy_entropy_tree_of_the_real_lists(english, english_world):
    match = set_match(english, english_world, read_recipe("entropy"))
    tree = build_tree(match.table.setup, english_world)
    verify_tree(tree, english)
    assert abs(tree.total_guesses - 8018) <= 5


def test_walk_meets_parents_first():
    leaf, other = Node(2, {242: None}), Node(3, {242: None})
    root = Node(1, {0: Node(4, {1: leaf}), 5: other, 242: None})
    assert [(node.guess, depth) for node, depth in walk(root)] == [(1, 1), (4, 2), (2, 3), (3, 2)]


def test_only_what_plays_alike_every_time_is_a_tree():
    world = tiny_world("three")
    for name, noise, problem in (
        ("random", 0.0, "draws its guesses"),
        ("entropy", 0.1, "noise: a tree is for clean feedback"),
    ):
        match = set_match(tiny_lexicon("three"), world, shrink(read_recipe(name)), noise=noise)
        with pytest.raises(UserError, match=problem):
            build_tree(match.table.setup, world)


# --- what verification finds


def spoil(tree, change):
    """The tree with its first node below the root changed."""
    code, child = next((code, child) for code, child in tree.root.branches.items() if child is not None)
    return replace(tree, root=Node(tree.root.guess, {**tree.root.branches, code: change(child)}))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda node: Node(node.guess, {}), "has no guess for|is wrong about"),
        (lambda node: Node(10**6, node.branches), "there is none"),
        (lambda node: Node((node.guess + 1) % 27, node.branches), "has no guess for|is wrong about"),
        (lambda node: Node(node.guess, {**node.branches, 1: Node(0, {26: None})}), "is wrong about|has no guess for"),
    ],
)
def test_spoiled_tree_is_refused(change, problem):
    tree, match = tree_of("three", "entropy")
    verify_tree(tree, match.lexicon)
    with pytest.raises(UserError, match=problem):
        verify_tree(spoil(tree, change), match.lexicon)


def test_tree_that_breaks_the_rules_is_refused(english, english_world):
    match = set_match(english, english_world, read_recipe("entropy"))
    free = build_tree(match.table.setup, english_world)
    for mode in ("hard", "ultra_hard"):
        with pytest.raises(UserError, match=f"breaks the {mode} rules"):
            verify_tree(Tree(free.lexicon_digest, mode, free.root), english)


@pytest.mark.parametrize(
    ("guess", "answer", "then", "hard", "ultra_hard"),
    [
        ("cacti", "cynic", "caput", "fewer c", "fewer c"),
        ("rigor", "vigor", "cigar", "moves the green o|fewer o", "moves the green o|fewer o"),
        ("abide", "crane", "plane", "", ""),
        ("abide", "crane", "ample", "", "has a again"),
        ("three", "abide", "elide", "", "more e"),
        ("speed", "abide", "guide", "", ""),
        ("crane", "crane", "crane", "guessed twice", "guessed twice"),
    ],
)
def test_rules(guess, answer, then, hard, ultra_hard):
    shown = [(guess, score_words(guess, answer))]
    assert find_violation(then, shown, "normal") == ""
    for mode, expected in (("hard", hard), ("ultra_hard", ultra_hard)):
        told = find_violation(then, shown, mode)
        assert bool(told) == bool(expected), (mode, told)
        assert re.search(expected, told)


@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_rules_are_those_that_games_are_played_by(mode):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    allowed_after = build_allowed_after(world.letters, mode)
    for guess, word in enumerate(lexicon.guesses):
        for code in np.unique(world.matrix.codes[guess]).tolist():
            allowed = allowed_after(guess, code).copy()
            allowed[guess] = False
            plain = [find_violation(other, [(word, code)], mode) == "" for other in lexicon.guesses]
            assert allowed.tolist() == plain


def test_public_names_are_there():
    import wordle_jax.tree as package

    for name in dir(package):
        assert getattr(package, name).__module__ == f"wordle_jax.tree.{package._HOME[name]}", name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018
