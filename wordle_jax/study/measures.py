"""The measures of games with their 95% intervals."""

import math
from collections.abc import Iterable

import numpy as np
from jaxtyping import Int64, Shaped

from wordle_jax.intervals import STATISTICS, bootstrap_intervals, ratio, ratio_interval
from wordle_jax.study.table import Estimate


def estimate_statistics(histograms: Int64[np.ndarray, "answer outcome"]) -> dict[str, Estimate]:
    """Return every statistic of wordle_jax.intervals over games counted by answer and outcome, by its name."""
    bounds = bootstrap_intervals(histograms)
    total = histograms.sum(axis=0)[None]
    return {name: make_estimate(float(f(total)[0]), bounds[name]) for name, f in STATISTICS.items()}


def estimate_within(
    histograms: Int64[np.ndarray, "answer outcome"], most_guesses: Iterable[int]
) -> dict[int, Estimate]:
    """Return the share of all games solved with at most so many guesses, for each number."""
    games = histograms.sum(axis=1)
    parts = {
        k: np.stack([histograms[:, : min(k, histograms.shape[1] - 1)].sum(axis=1), games], 1) for k in most_guesses
    }
    return {
        k: make_estimate(float(ratio(part.sum(axis=0)[None])[0]), ratio_interval(part)) for k, part in parts.items()
    }


def make_estimate(value: float, bounds: tuple[float, float] | None) -> Estimate:
    """Return a figure with its interval; nan and no interval are None."""
    low, high = bounds or (None, None)
    return Estimate(None if math.isnan(value) else value, low, high)


def rank_from_least(values: Shaped[np.ndarray, " item"]) -> Int64[np.ndarray, " item"]:
    """Return the rank of each value from 1, the least; equals share the best of their ranks."""
    return 1 + np.searchsorted(np.sort(values), values).astype(np.int64)
