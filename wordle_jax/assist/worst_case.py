"""The search of the worst case beside the solver's own choice, where few enough candidates are left for it."""

from contextlib import suppress

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
    allowed = np.arange(world.num_guesses) if legal is None else np.flatnonzero(legal)
    for most, top, pairs in ((MOST_PROVED, None, _PAIRS_OF_PROOF), (MOST_SEARCHED, _TOP, _PAIRS)):
        if not 2 <= len(candidates) <= most:
            continue
        searcher = Searcher(
            restrict_world(world, candidates, allowed),
            mode,
            np.ones(len(candidates), np.int64),
            any_tree=True,
            top=top,
            room=find_small_room(pairs, len(allowed)),
        )
        first = searcher.numbering.own_guess[np.searchsorted(allowed, ranked)].tolist()
        is_proved = top is None
        with suppress(NoRoom):
            found = _find(searcher, first, len(candidates), is_proved=is_proved)
            if found is not None:
                opener, guesses = found
                guess = allowed[searcher.numbering.guess_of[opener]]
                return WorstCase(lexicon.guesses[guess], guesses, is_proved)
    return None


def _find(searcher: Searcher, openers: list[int], most: int, *, is_proved: bool) -> tuple[int, int] | None:
    """Return the first opener that needs as few guesses as can be, and those; a proof goes on to all other openers."""
    if is_proved:
        openers = [*openers, *range(len(searcher.numbering.guess_of))]
    for guesses in range(1, most + 1):
        if is_proved and searcher.search(-1, guesses) is None:
            continue
        for opener in openers:
            if searcher.search(opener, guesses) is not None:
                return opener, guesses
    return None
