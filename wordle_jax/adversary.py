"""The search of an adversary: the lies that hurt a solver most (section 8.6 of the paper).

A script says which tiles of which rows show which other colour. A solver that does not draw plays one game for an
answer and a script, so that all scripts of an answer, played out, hold the worst game there is. They are played side
by side as games of their own: as long as they were shown the same, they share what the solver decides.
"""

from dataclasses import fields
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from jaxtyping import Int8, Int32

from wordle_jax.channel import Adversary, Channel
from wordle_jax.errors import UserError
from wordle_jax.records import GameRecords
from wordle_jax.rules import Rules
from wordle_jax.solver import Recipe

# Two lies against all of Wordle's answers are 2.9 million games. A soft belief plays a hundredth of the pace.
_MOST_LINES = {"hard": 4_000_000, "soft": 150_000}
# What a soft belief holds possible in a row is a sum over so many choices of lying tiles.
_MOST_CHOICES = 64
# So many are played side by side: more would share more decisions, and need more memory.
LINES_AT_ONCE = 65_536

Scripts = Int8[np.ndarray, "script turn tile"]


def check_adversary(channel: Channel, recipe: Recipe, rules: Rules, num_games: int) -> None:
    """Raise UserError for an adversary that cannot foresee its solver, or has too much to search."""
    if not isinstance(channel, Adversary):
        return
    if not recipe.is_deterministic:
        raise UserError(f"solver.score: is {recipe.score}, which channel=adversary cannot foresee; give another score")
    scripts = count_scripts(channel, rules)
    most = _MOST_LINES[recipe.belief]
    if scripts * num_games > most:
        total = f"{scripts:,} ways to lie times {num_games:,} games are {scripts * num_games:,}"
        raise UserError(f"channel.budget: is {channel.budget}; {total}; give less, or fewer games: {most:,} at most")


def check_choices(adversary: Adversary, where: str) -> None:
    """Raise UserError, which begins with the key `where`, for an adversary that a soft belief cannot weigh."""
    choices = sum(comb(adversary.length, lies) for lies in range(adversary.budget + 1))
    if choices > _MOST_CHOICES:
        problem = f"has {choices} choices of lying tiles in a word of {adversary.length} letters"
        raise UserError(f"{where}.budget: is {adversary.budget}, which {problem}; with belief=soft give less")


def count_scripts(channel: Channel, rules: Rules) -> int:
    """Return how many games are played to know one: 1 without an adversary."""
    return channel.count_scripts(rules.max_guesses - 1) if isinstance(channel, Adversary) else 1


@cache
def list_scripts(channel: Adversary, turns: int) -> Scripts:
    """Return all scripts: 0 is true, 1 the next colour, 2 the one after it. The last row, which helps nobody, is true.

    Fewest lies first, and among as many the first in the order of their numbers, tile by tile.
    """
    places = (turns - 1) * channel.length
    scripts = []
    for lies in range(min(channel.budget, places) + 1):
        for tiles in combinations(range(places), lies):
            for how in product((1, 2), repeat=lies):
                script = np.zeros(turns * channel.length, np.int8)
                script[list(tiles)] = how
                scripts.append(script)
    listed = np.stack(scripts)
    order = np.lexsort([*listed.T[::-1], np.count_nonzero(listed, axis=1)])
    return listed[order].reshape(-1, turns, channel.length)


def keep_worst(lines: GameRecords, num_scripts: int) -> GameRecords:
    """Return of every game the line that is worst for the solver, the first of equals; lines are in order of scripts.

    A game lost is worse than any won, a later win worse than an earlier one.
    """
    outcome: Int32[np.ndarray, " line"] = np.where(lines.solved, lines.num_guesses, lines.guesses.shape[1] + 1)
    by_game = outcome.reshape(-1, num_scripts)
    worst = np.arange(len(by_game)) * num_scripts + by_game.argmax(1)
    return GameRecords(**{field.name: getattr(lines, field.name)[worst] for field in fields(GameRecords)})
