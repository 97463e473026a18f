"""What played games leave behind: one row a game, one array a column."""

from dataclasses import dataclass, fields

import numpy as np
from jaxtyping import Bool, Float64, Int32


@dataclass(frozen=True, eq=False)
class GameRecords:
    """Games in the order of their ids; a turn that was not played holds -1.

    `candidates` counts the answers still possible after each turn: 1 after the winning guess, and the size
    of the restarted set after a recovery; for a soft belief it is 2**entropy. `waivers` counts the turns at which
    noise had left no legal guess, so that every guess was legal. `lost_mass` is the largest share of a soft belief
    that was left out of a decision.
    """

    answer: Int32[np.ndarray, " game"]
    replicate: Int32[np.ndarray, " game"]
    solved: Bool[np.ndarray, " game"]
    num_guesses: Int32[np.ndarray, " game"]
    guesses: Int32[np.ndarray, "game turn"]
    true_patterns: Int32[np.ndarray, "game turn"]
    observed_patterns: Int32[np.ndarray, "game turn"]
    candidates: Float64[np.ndarray, "game turn"]
    recoveries: Int32[np.ndarray, " game"]
    waivers: Int32[np.ndarray, " game"]
    lost_mass: Float64[np.ndarray, " game"]

    def __len__(self) -> int:
        return len(self.answer)


def concatenate_records(parts: list[GameRecords]) -> GameRecords:
    """Return the games of all parts, in the order given."""
    return GameRecords(**{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(GameRecords)})


def slice_records(records: GameRecords, some: slice) -> GameRecords:
    """Return some of the games."""
    return GameRecords(**{f.name: getattr(records, f.name)[some] for f in fields(GameRecords)})
