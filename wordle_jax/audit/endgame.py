"""With two or three candidates left: guess one of them, or a word that tells them apart?"""

from itertools import combinations

import numpy as np

from wordle_jax.lexicon import Lexicon
from wordle_jax.world import World


def mean_with_candidate(candidates: int) -> tuple[float, float]:
    """Return the least and the greatest mean if a candidate is guessed first.

    At best it tells the others apart, so that each takes two; at worst they look alike and are guessed one by one.
    """
    return (2 * candidates - 1) / candidates, (candidates + 1) / 2


def mean_with_other(candidates: int) -> float:
    """Return the mean if a word that is no candidate, but tells all of them apart, is guessed first."""
    return 2 * candidates / candidates


def is_candidate_optimal(candidates: int) -> bool:
    """Return whether no other word ever has a better mean than a candidate, whatever it tells apart."""
    return mean_with_candidate(candidates)[1] <= mean_with_other(candidates)


def entropies(candidates: int) -> tuple[float, float]:
    """Return the bits of a candidate and of another word that both tell all candidates apart."""
    return float(np.log2(candidates)), float(np.log2(candidates))


def find_worse_candidates(lexicon: Lexicon, world: World) -> tuple[str, ...] | None:
    """Return three answers of which each leaves the two others alike while some word tells all three apart.

    Whoever guesses one of them first may need three guesses, with that word two are enough. Answers that share all
    letters but one are looked at; None if none of them are such.
    """
    families: dict[str, list[int]] = {}
    for answer, word in enumerate(lexicon.answers):
        for i in range(len(word)):
            families.setdefault(f"{word[:i]}_{word[i + 1 :]}", []).append(answer)
    for members in families.values():
        for three in combinations(members, 3):
            codes = world.matrix.codes[:, three]
            own = codes[lexicon.answer_guess[list(three)]]
            leaves_two = all(len(set(row.tolist())) == 2 for row in own)
            one, two, last = codes.T
            if leaves_two and bool(((one != two) & (two != last) & (one != last)).any()):
                return tuple(lexicon.answers[answer] for answer in three)
    return None
