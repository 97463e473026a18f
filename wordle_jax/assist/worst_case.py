"""The search of the worst case beside the solver's own choice, where few enough candidates are left for it."""

import numpy as np
from jaxtyping import Bool, Int, Int32

from wordle_jax.assist.advice import Advice, WorstCase
from wordle_jax.lexicon import Lexicon
from wordle_jax.rules import RuleMode
from wordle_jax.tree.search import NoRoom, Searcher, find_small_room
from wordle_jax.world import World, restrict_world

# Up to so many candidates a search takes less than a tenth of a second, most of them; up to so few it considers every
# guess.
MOST_SEARCHED, MOST_PROVED = 256, 64
_TOP = 50
# It is given up once it has learned of so many pairs of a set and a guess, which takes about a quarter of a second.
_PAIRS, _PAIRS_OF_PROOF = 20_000_000, 3_000_000


def is_searched(advice: Advice) -> bool:
    """Tell whether a search belongs to the advice: few words are left on one board, by tiles that are true.

    It looks at more than the last guess, which wins or does not.
    """
    (board, *others) = advice.boards
    is_open = advice.status == "open" and advice.belief == "hard" and not others
    return is_open and advice.turn < advice.max_turns and 2 <= board.candidates <= MOST_SEARCHED


def search_worst_case(
    world: World,
    lexicon: Lexicon,
    candidates: Int[np.ndarray, " candidate"],
    ranked: Int32[np.ndarray, " rank"],
    mode: RuleMode,
    legal: Bool[np.ndarray, " guess"] | None,
) -> WorstCase | None:
    """Return the best guess for the worst of some candidates; None if it is too far to be found, or if they are one.

    Of the guesses that need as few as can be it is the first in the order of `ranked`, the best of the solver, if one
    of those does. With more than MOST_PROVED candidates, and where a proof is too far, these alone are considered.
    """
    found = None
    if 2 <= len(candidates) <= MOST_PROVED:
        found = _search(world, lexicon, candidates, ranked, mode, legal, is_proved=True)
    if found is None and 2 <= len(candidates) <= MOST_SEARCHED:
        found = _search(world, lexicon, candidates, ranked, mode, legal, is_proved=False)
    return found


def _search(
    world: World,
    lexicon: Lexicon,
    candidates: Int[np.ndarray, " candidate"],
    ranked: Int32[np.ndarray, " rank"],
    mode: RuleMode,
    legal: Bool[np.ndarray, " guess"] | None,
    *,
    is_proved: bool,
) -> WorstCase | None:
    allowed = np.arange(world.num_guesses) if legal is None else np.flatnonzero(legal)
    searcher = Searcher(
        restrict_world(world, candidates, allowed),
        mode,
        np.ones(len(candidates), np.int64),
        any_tree=True,
        top=None if is_proved else _TOP,
        room=find_small_room(_PAIRS_OF_PROOF if is_proved else _PAIRS, len(allowed)),
    )
    openers = searcher.numbering.own_guess[np.searchsorted(allowed, ranked)].tolist()
    if is_proved:
        openers += range(len(allowed))
    try:
        for guesses in range(1, len(candidates) + 1):
            if is_proved and searcher.search(-1, guesses) is None:
                continue
            for opener in openers:
                if searcher.search(opener, guesses) is not None:
                    guess = allowed[searcher.numbering.guess_of[opener]]
                    return WorstCase(lexicon.guesses[guess], guesses, is_proved)
    except NoRoom:
        return None
    return None
