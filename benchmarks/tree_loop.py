"""The plain numpy loop that walks the decision tree of the entropy solver node by node: no batches, no kernels."""

from dataclasses import dataclass

import numpy as np

# Entropies nearer than this differ by rounding alone, in bits.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class TreeLoop:
    """What the walk looks up; codes [guess, answer], and the guess index of each answer."""

    codes: np.ndarray
    answer_guess: np.ndarray
    num_patterns: int
    max_guesses: int

    def total_guesses(self, opener: int) -> int:
        """Return the guesses that all answers need together; a failure counts one more than is allowed."""
        size = np.arange(self.codes.shape[1] + 1)
        size_log = size * np.log2(np.maximum(size, 1))
        row_start = np.arange(len(self.codes))[:, None] * self.num_patterns
        won = self.num_patterns - 1
        total = 0
        nodes = [(np.arange(self.codes.shape[1]), opener, 1)]
        while nodes:
            candidates, guess, turn = nodes.pop()
            observed = self.codes[guess, candidates]
            total += turn * int((observed == won).sum())
            for pattern in np.unique(observed[observed != won]):
                left = candidates[observed == pattern]
                if turn == self.max_guesses:
                    total += (turn + 1) * len(left)
                else:
                    nodes.append((left, self._choose(left, row_start, size_log), turn + 1))
        return total

    def _choose(self, candidates: np.ndarray, row_start: np.ndarray, size_log: np.ndarray) -> int:
        """Return the guess of the highest entropy; ties to a candidate, then to the order of the list."""
        if len(candidates) <= 2:
            return int(self.answer_guess[candidates[0]])
        num_bins = len(self.codes) * self.num_patterns
        bins = np.bincount((self.codes[:, candidates] + row_start).ravel(), minlength=num_bins)
        entropy_bits = -size_log[bins].reshape(len(self.codes), -1).sum(1) / len(candidates)
        tied = np.flatnonzero(entropy_bits >= entropy_bits.max() - _ROUNDING)
        live = tied[np.isin(tied, self.answer_guess[candidates])]
        return int(live[0] if len(live) else tied[0])
