"""The tree of a recipe: its games against every answer, put together."""

from dataclasses import replace
from typing import Any

import numpy as np

from wordle_jax.errors import UserError
from wordle_jax.game import Setup, play_games, set_table
from wordle_jax.rules import Rules
from wordle_jax.tree.tree import UNLIMITED, Node, Tree
from wordle_jax.world import World


def build_tree(setup: Setup, world: World) -> Tree:
    """Return the tree of a deterministic recipe on clean feedback, played until every answer is found.

    The setup's limit of guesses is put aside, so that failures show as answers that take more. Raises UserError for
    a recipe that draws, one with a soft belief, noise, or an answer that is never found.
    """
    recipe = setup.recipe
    if not recipe.is_deterministic:
        raise UserError(f"solver: {recipe.name} draws its guesses; only a solver that does not is a tree")
    if recipe.belief == "soft":
        raise UserError(f"solver: {recipe.name} has a soft belief; only a solver with belief=hard is made into a tree")
    if not setup.channel.is_clean:
        raise UserError("noise: a tree is for clean feedback; give 0")
    free = replace(setup, rules=Rules(max_guesses=UNLIMITED, mode=setup.rules.mode))
    records = play_games(set_table(free, world), np.arange(world.num_answers))
    if not records.solved.all():
        raise UserError(f"solver: {recipe.name} never finds some answers; they are no tree")

    branches_of: dict[tuple[int, ...], dict[int, Any]] = {(): {}}
    guess_of: dict[tuple[int, ...], int] = {}
    for game, length in enumerate(records.num_guesses.tolist()):
        guesses = records.guesses[game, :length].tolist()
        patterns = records.true_patterns[game, :length].tolist()
        for turn, (guess, pattern) in enumerate(zip(guesses, patterns, strict=True)):
            path = tuple(patterns[:turn])
            guess_of[path] = guess
            branches = branches_of.setdefault(path, {})
            branches[pattern] = None if turn == length - 1 else (*path, pattern)

    def assemble(path: tuple[int, ...]) -> Node:
        following = sorted(branches_of[path].items())
        return Node(guess_of[path], {code: None if step is None else assemble(step) for code, step in following})

    return Tree(world.digest, setup.rules.mode, assemble(()), {"solver": recipe.name})
