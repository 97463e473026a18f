"""How suggestions are ordered: by what the solver wants, and by the chance to win where that says nothing of it.

docs/assistant.md explains the rules. They are the assistant's: games that a solver plays by itself are not affected.
"""

import numpy as np
from jaxtyping import Bool, Float64, Int32

from wordle_jax.assist.knowledge import HardKnowledge, Knowledge, SoftKnowledge

# Of so many guesses that a player lists first and of so many of the likeliest bits and chance are added up.
_LISTED, _LIKELIEST = 48, 16
# Values nearer than this differ by rounding alone.
_DIGITS = 9


def order_guesses(
    knowledge: Knowledge, number: int, legal: Bool[np.ndarray, " guess"] | None, first: int | None = None
) -> Int32[np.ndarray, " rank"]:
    """Return so many guesses, the best first; `first` is the opener, if there is one.

    With the last guess those that may win come alone, the likeliest first, if there are any. Before it they come by the
    solver's score, the likelier first of those that are equal; by bits plus the chance to win where tiles may be wrong
    and the solver counts bits. Of one candidate on one board there is nothing else to guess.
    """
    chances = knowledge.win_chances
    if knowledge.guesses_left <= 1:
        likely = _order_likely(chances, legal)
        if len(likely):
            return likely[:number]
    if isinstance(knowledge, HardKnowledge):
        beliefs = knowledge.beliefs
        number = 1 if beliefs.counts.tolist() == [1] else number
        return knowledge.player.rank(beliefs, knowledge.turn, number, legal, first, chances)
    ranked = _order_soft(knowledge, chances, legal)
    return (ranked if first is None else np.array([first, *ranked[ranked != first]], np.int32))[:number]


def _order_likely(
    chances: Float64[np.ndarray, " guess"], legal: Bool[np.ndarray, " guess"] | None
) -> Int32[np.ndarray, " likely"]:
    """Return the legal guesses that may win, the likeliest first."""
    order = np.argsort(-chances, kind="stable")
    may_win = chances[order] > 0
    return order[may_win if legal is None else may_win & legal[order]].astype(np.int32)


def _order_soft(
    knowledge: SoftKnowledge, chances: Float64[np.ndarray, " guess"], legal: Bool[np.ndarray, " guess"] | None
) -> Int32[np.ndarray, " rank"]:
    """Return the guesses that the player lists and the likeliest words by bits and chance: a win is worth a guess."""
    player = knowledge.player
    listed = player.rank(knowledge.beliefs, knowledge.turn, player.world.num_guesses, legal)
    if player.recipe.score != "entropy":
        return listed
    listed, likely = listed[:_LISTED], _order_likely(chances, legal)[:_LIKELIEST]
    guesses = np.array(list(dict.fromkeys([*listed.tolist(), *likely.tolist()])), np.int32)
    bits = player.information_bits(knowledge.beliefs, guesses, knowledge.turn).sum(axis=0)
    return guesses[np.argsort(-np.round(bits + chances[guesses], _DIGITS), kind="stable")]
