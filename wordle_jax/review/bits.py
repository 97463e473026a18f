"""Which guess tells most: the measure for positions with too many candidates for a search."""

from functools import cached_property

import numpy as np
from jaxtyping import Bool, Int64

from wordle_jax.batch import Scoring, score_all_guesses
from wordle_jax.belief import join_sets
from wordle_jax.kernel import Term
from wordle_jax.scores import part_table
from wordle_jax.world import World


class BitCounter:
    """Rates guesses by the bits that their tiles tell, a chance of 1/n to be right being worth 1/n of a bit."""

    def __init__(self, world: World) -> None:
        self._world = world

    def rate(self, candidates: Int64[np.ndarray, " candidate"]) -> Int64[np.ndarray, " guess"]:
        """Return n·(entropy of the tiles + 1/n for a candidate) of every guess, in whole units, so that ties are exact.

        With one or two candidates left this is the least number of guesses: a candidate is worth more than a word that
        tells as much and cannot be right.
        """
        table = part_table("entropy", self._world.num_answers)
        ((_, scores),) = score_all_guesses(self._world.matrix, join_sets([candidates.astype(np.int32)]), self._scoring)
        value = int(table.of_part[len(candidates)]) - scores[0].astype(np.int64)
        value[self._world.answer_guess[candidates]] += table.unit
        return value

    def find_best(self, value: Int64[np.ndarray, " guess"], legal: Bool[np.ndarray, " guess"] | None) -> int:
        """Return the legal guess of the highest value, of equals the first of the lexicon."""
        return int(np.argmax(value if legal is None else np.where(legal, value, -1)))

    @cached_property
    def _scoring(self) -> Scoring:
        table = part_table("entropy", self._world.num_answers)
        return Scoring(Term(self._world.matrix.num_patterns, table.reduction, table.member_shift), table)
