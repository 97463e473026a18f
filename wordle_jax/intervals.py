"""What a histogram of guesses says about a solver, and how sure that is: the bootstrap.

The outcome of a game is a column: won at guess 1, 2, ..., max_guesses, or not at all. Every statistic is a
function of how many games had each outcome, so a resample of games is a resample of histograms.
"""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float64, Int64

NUM_RESAMPLES = 10_000  # "10,000 iterations" (paper, section 5.4)
CONFIDENCE = 0.95
SEED = 0  # fixed, so that equal games have equal intervals to the last bit

_ANSWERS_PER_BLOCK = 2_000_000
# One category of a multinomial draw costs about as much as this many draws of an answer.
_DRAWS_PER_CATEGORY = 8


def success_rate(counts: Int64[np.ndarray, "sample outcome"]) -> Float64[np.ndarray, " sample"]:
    """Return the share of games won, 0 to 1; nan without games (eq. 23 of the paper)."""
    return _divide(counts[:, :-1].sum(axis=1), counts.sum(axis=1))


def mean_guesses(counts: Int64[np.ndarray, "sample outcome"]) -> Float64[np.ndarray, " sample"]:
    """Return the mean number of guesses of the games won; nan if none was (eq. 24 of the paper)."""
    won = counts[:, :-1]
    return _divide(won @ np.arange(1, counts.shape[1]), won.sum(axis=1))


def mean_guesses_all(counts: Int64[np.ndarray, "sample outcome"]) -> Float64[np.ndarray, " sample"]:
    """Return the mean number of guesses of all games, max_guesses + 1 for a game lost; nan without games."""
    return _divide(counts @ np.arange(1, counts.shape[1] + 1), counts.sum(axis=1))


def median_guesses(counts: Int64[np.ndarray, "sample outcome"]) -> Float64[np.ndarray, " sample"]:
    """Return the median number of guesses of the games won; nan if none was (eq. 25 of the paper).

    An even number of games has two in the middle; the median is their mean.
    """
    cumulative = counts[:, :-1].cumsum(axis=1)
    num_won = cumulative[:, -1]
    # The game of rank r (from 0) was won at the first guess by which more than r games were won.
    lower, upper = (1 + (cumulative <= rank[:, None]).sum(axis=1) for rank in ((num_won - 1) // 2, num_won // 2))
    return np.where(num_won > 0, (lower + upper) / 2, np.nan)


def std_guesses(counts: Int64[np.ndarray, "sample outcome"]) -> Float64[np.ndarray, " sample"]:
    """Return the standard deviation of the guesses of the games won, n - 1 below; nan for fewer than two."""
    won = counts[:, :-1]
    guesses = np.arange(1, counts.shape[1])
    games, total, squares = won.sum(axis=1), won @ guesses, won @ guesses**2
    # In whole numbers up to the last step, so that it is the same on every platform.
    return np.sqrt(_divide(games * squares - total**2, games * (games - 1)))


STATISTICS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "success_rate": success_rate,
    "mean_guesses": mean_guesses,
    "median_guesses": median_guesses,
    "std_guesses": std_guesses,
    "mean_guesses_all": mean_guesses_all,
}


def bootstrap_intervals(
    histograms: Int64[np.ndarray, "answer outcome"],
) -> dict[str, tuple[float, float] | None]:
    """Return the 95% percentile interval of each statistic over 10,000 resamples of the answers.

    A resample draws as many answers as there are, with replacement, each with all its games: replicates of
    one answer are not independent. With one game an answer this is multinomial resampling of the guess
    histogram. Resamples in which a statistic is undefined (no game won) do not count, and if there are no
    others the interval is None. As always with this method, a success rate of 1 has the interval (1, 1).
    """
    resamples = resample_histograms(histograms, NUM_RESAMPLES, np.random.default_rng(SEED))
    return {name: percentile_interval(statistic(resamples)) for name, statistic in STATISTICS.items()}


def ratio(parts: Int64[np.ndarray, "sample two"]) -> Float64[np.ndarray, " sample"]:
    """Return the first number over the second; nan over 0."""
    return _divide(parts[:, 0], parts[:, 1])


def ratio_interval(parts: Int64[np.ndarray, "answer two"]) -> tuple[float, float] | None:
    """Return the 95% percentile interval of a ratio of two sums over the answers, by the same 10,000 resamples.

    A row holds what the games of an answer add to either sum, to the lower one 0 or more. None if that is 0 in every
    resample.
    """
    return percentile_interval(ratio(resample_histograms(parts, NUM_RESAMPLES, np.random.default_rng(SEED))))


def resample_histograms(
    histograms: Int64[np.ndarray, "answer outcome"], num_resamples: int, generator: np.random.Generator
) -> Int64[np.ndarray, "sample outcome"]:
    """Return the summed histogram of each resample of the answers, drawn with replacement.

    Answers with the same histogram are one category. Few categories are drawn as multinomial counts; many,
    answer by answer. Both are the same distribution: only the cost differs, 0.01 to 0.3 s for 2,315 answers.
    """
    num_answers = len(histograms)
    if num_answers == 0:
        return np.zeros((num_resamples, histograms.shape[1]), np.int64)
    categories, sizes = np.unique(histograms, axis=0, return_counts=True)
    if _DRAWS_PER_CATEGORY * len(categories) <= num_answers:
        return generator.multinomial(num_answers, sizes / num_answers, size=num_resamples) @ categories
    resamples = np.empty((num_resamples, histograms.shape[1]), np.int64)
    block = max(1, _ANSWERS_PER_BLOCK // num_answers)
    for start in range(0, num_resamples, block):
        rows = min(block, num_resamples - start)
        drawn = generator.integers(num_answers, size=(rows, num_answers))
        drawn += num_answers * np.arange(rows)[:, None]
        times = np.bincount(drawn.ravel(), minlength=rows * num_answers).reshape(rows, num_answers)
        # float64 holds these counts exactly, and its matrix product is the fast one.
        resamples[start : start + rows] = times.astype(np.float64) @ histograms.astype(np.float64)
    return resamples


def percentile_interval(values: Float64[np.ndarray, " sample"]) -> tuple[float, float] | None:
    """Return the bounds that leave 2.5% of the resamples on either side; None if all of them are nan."""
    values = values[~np.isnan(values)]
    if len(values) == 0:
        return None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def _divide(
    numerator: Int64[np.ndarray, " sample"], denominator: Int64[np.ndarray, " sample"]
) -> Float64[np.ndarray, " sample"]:
    return np.divide(numerator, denominator, out=np.full(len(numerator), np.nan), where=denominator > 0)
