"""The plain compiled loop that scores all guesses: what the kernel of a whole lexicon is compared with."""

import numba
import numpy as np


@numba.njit(parallel=True)
def score_loop(codes: np.ndarray, of_part: np.ndarray, num_patterns: int) -> np.ndarray:
    """Return, for each guess, the sum of the terms of its parts; codes [guess, answer], of_part [size]."""
    scores = np.zeros(len(codes), np.int32)
    for g in numba.prange(len(codes)):
        bins = np.zeros(num_patterns, np.int32)
        for a in range(codes.shape[1]):
            bins[codes[g, a]] += 1
        total = 0
        for p in range(num_patterns):
            total += of_part[bins[p]]
        scores[g] = total
    return scores
