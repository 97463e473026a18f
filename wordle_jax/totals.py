"""What games add up to, whatever the portions and the order in which they are added.

Sums are kept as whole numbers, those of fractions too, so that parts add up to the last bit.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float64, Int64

from wordle_jax.records import GameRecords

# A float64 of at least 1/256, as candidates that are left are, is a multiple of 2**-60.
_LIMB, _LIMBS = 30, 2


@dataclass(eq=False)
class Totals:
    """The sums over games of `num_answers` answers that may take `max_guesses` guesses.

    `outcomes` counts for each answer the games won at guess 1, 2, ..., and (last) those lost. `turns` counts the games
    that made each guess, `candidates` holds the sums of the answers left after it, in units of 2**-60.
    """

    num_answers: int
    max_guesses: int
    outcomes: Int64[np.ndarray, "answer outcome"] = field(init=False)
    turns: Int64[np.ndarray, " turn"] = field(init=False)
    candidates: list[int] = field(init=False)
    recoveries: int = 0
    games_with_recovery: int = 0
    solved_after_recovery: int = 0
    waivers: int = 0
    lost_mass: float = 0.0

    def __post_init__(self) -> None:
        self.outcomes = np.zeros((self.num_answers, self.max_guesses + 1), np.int64)
        self.turns = np.zeros(self.max_guesses, np.int64)
        self.candidates = [0] * self.max_guesses

    @property
    def games(self) -> int:
        """How many games were added."""
        return int(self.outcomes.sum())

    @property
    def guesses(self) -> int:
        """How many guesses they took."""
        return int(self.turns.sum())

    def add(self, records: GameRecords) -> "Totals":
        """Add games, and return these totals."""
        outcome = np.where(records.solved, records.num_guesses - 1, self.max_guesses)
        cell = records.answer.astype(np.int64) * self.outcomes.shape[1] + outcome
        self.outcomes += np.bincount(cell, minlength=self.outcomes.size).reshape(self.outcomes.shape)
        for turn in range(self.max_guesses):
            left = records.candidates[records.num_guesses > turn, turn]
            self.turns[turn] += len(left)
            self.candidates[turn] += _sum_exactly(left)
        recovered = records.recoveries > 0
        self.recoveries += int(records.recoveries.sum())
        self.games_with_recovery += int(recovered.sum())
        self.solved_after_recovery += int((recovered & records.solved).sum())
        self.waivers += int(records.waivers.sum())
        self.lost_mass = max(self.lost_mass, float(records.lost_mass.max(initial=0.0)))
        return self

    def mean_candidates(self, turn: int) -> float | None:
        """Return the mean number of answers left after a turn, from 0, over the games that played it; None without."""
        if not self.turns[turn]:
            return None
        # The quotient of two whole numbers is rounded once.
        total = self.candidates[turn] / (1 << _LIMB * _LIMBS)
        return total / int(self.turns[turn])


def _sum_exactly(values: Float64[np.ndarray, " value"]) -> int:
    """Return the sum of values from 0 to 2**33, up to 2**30 of them, in units of 2**-60; see `_LIMB`."""
    total, rest = 0, values
    for limb in range(_LIMBS + 1):
        whole = np.floor(rest)
        total += int(whole.astype(np.int64).sum()) << _LIMB * (_LIMBS - limb)
        rest = (rest - whole) * (1 << _LIMB)
    return total
