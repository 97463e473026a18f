"""The best way on from a position with few candidates, found by search."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

from wordle_jax.rules import RuleMode
from wordle_jax.tree.search import NoRoom, Searcher, find_small_room
from wordle_jax.tree.tree import UNLIMITED
from wordle_jax.world import World, restrict_world

# Searches of so few candidates take a hundredth of a second, most of them. Those that would take more than a second,
# among words that differ by a letter and in hard mode, are given up once they have learned of so many pairs of a set
# and a guess.
MOST_SEARCHED = 150
_PAIRS = 60_000_000


@dataclass(frozen=True)
class Endgame:
    """What a search over all ways to go on finds: guesses in total over all candidates, each alike likely.

    best     a guess (index) of the fewest; of several a candidate, the one that is used most
    cost     of the best guess, with all that follow
    cost_of  the cost of the guess that was asked about
    """

    best: int
    cost: int
    cost_of: int | None


def search_endgame(
    world: World,
    candidates: Int64[np.ndarray, " candidate"],
    mode: RuleMode,
    legal: Bool[np.ndarray, " guess"] | None,
    guess: int | None = None,
) -> Endgame | None:
    """Return the best way on from some candidates (answer indices); None where it is too far to be found.

    `guess`, a legal one, is asked about besides. `legal` marks the guesses that the rules allow now, None all. No limit
    is set to the number of guesses.
    """
    if len(candidates) > MOST_SEARCHED:
        return None
    allowed = np.arange(world.num_guesses) if legal is None else np.flatnonzero(legal)
    small = restrict_world(world, candidates, allowed)
    searcher = Searcher(small, mode, np.ones(len(candidates), np.int64), room=find_small_room(_PAIRS, len(allowed)))
    own_guess, guess_of = searcher.numbering.own_guess, searcher.numbering.guess_of

    def cost_of(guess: int, beta: int | None = None) -> int | None:
        return searcher.search(int(own_guess[guess]), UNLIMITED, beta)

    try:
        found = searcher.search_best(UNLIMITED)
        assert found is not None  # candidate after candidate is a way
        cost, opener = found
        asked = None if guess is None else cost_of(int(np.searchsorted(allowed, guess)))
        by_use = small.answer_guess[small.frequency_order].tolist()
        first = next((own for own in by_use if cost_of(own, cost + 1) == cost), int(guess_of[opener]))
    except NoRoom:
        return None
    return Endgame(int(allowed[first]), cost, asked)
