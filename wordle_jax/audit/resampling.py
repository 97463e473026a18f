"""95% intervals of measures of sums: the bootstrap of wordle_jax.intervals over answers."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Int64

from wordle_jax.audit.tally import Sums, Values
from wordle_jax.intervals import NUM_RESAMPLES, SEED, percentile_interval, resample_histograms

Tally = Int64[np.ndarray, "answer column"]
OtherTally = Int64[np.ndarray, "other_answer column"]


def interval(measure: Callable[[Sums], Values], games: Tally) -> tuple[float, float] | None:
    """Return the interval of a measure; None where no resample defines it."""
    return percentile_interval(measure(_resample(games, SEED)))


def interval_of_two(
    measure: Callable[[Sums, Sums], Values], one: Tally, other: OtherTally, *, are_paired: bool
) -> tuple[float, float] | None:
    """Return the interval of a measure of two runs; on the same answers these are drawn together."""
    if are_paired:
        both = _resample(np.concatenate([one, other], axis=1), SEED)
        return percentile_interval(measure(both[:, : one.shape[1]], both[:, one.shape[1] :]))
    return percentile_interval(measure(_resample(one, SEED), _resample(other, SEED + 1)))


def _resample(games: Tally, seed: int) -> Sums:
    return resample_histograms(games, NUM_RESAMPLES, np.random.default_rng(seed))
