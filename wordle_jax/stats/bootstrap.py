"""Intervals of any statistic by resampling."""

import warnings
from collections.abc import Callable
from typing import Literal

import numpy as np
import scipy.stats
from jaxtyping import Shaped

from wordle_jax.errors import UserError
from wordle_jax.intervals import CONFIDENCE, NUM_RESAMPLES, SEED
from wordle_jax.stats.result import Interval
from wordle_jax.stats.samples import to_sample

_NUMBERS_PER_BATCH = 2_000_000


def bootstrap_interval(
    samples: tuple[Shaped[np.ndarray, " _"], ...],
    statistic: Callable[..., np.ndarray | np.float64],
    of: str,
    *,
    method: Literal["percentile", "BCa"] = "percentile",
    paired: bool = False,
) -> Interval:
    """Return the 95% interval of a statistic over 10,000 resamples of the games, the same ones in every call.

    `statistic` takes the samples and `axis`, and works on many resamples at once (as np.mean does). `paired`
    resamples the samples together. A statistic that is the same in all resamples has an interval of that value.
    Raises UserError for a sample of fewer than two games, and where the statistic of a resample, or the correction
    of BCa, is undefined. For records with several games of a word, give one number a word.
    """
    data = tuple(to_sample(sample, of, 2) for sample in samples)
    if paired and len({len(sample) for sample in data}) > 1:
        raise UserError(f"{of}: samples of {_lengths(data)} games cannot be paired; as many of each are needed")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # What they warn of is handled below.
        warnings.simplefilter("ignore")
        found = scipy.stats.bootstrap(
            data,
            statistic,
            paired=paired,
            vectorized=True,
            n_resamples=NUM_RESAMPLES,
            batch=max(1, _NUMBERS_PER_BATCH // max(map(len, data))),
            confidence_level=CONFIDENCE,
            method=method,
            rng=np.random.default_rng(SEED),
        )
    resampled = found.bootstrap_distribution
    if np.isnan(resampled).any():
        raise UserError(f"{of}: undefined in some resamples, so it has no bootstrap interval")
    if resampled.min() == resampled.max():
        return Interval(of, float(resampled[0]), float(resampled[0]))
    low, high = found.confidence_interval
    if np.isnan(low) or np.isnan(high):
        raise UserError(f"{of}: the {method} interval is undefined for these games; the percentile interval is not")
    return Interval(of, float(low), float(high))


def _lengths(samples: tuple[np.ndarray, ...]) -> str:
    return " and ".join(f"{len(sample)}" for sample in samples)
