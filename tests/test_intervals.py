import statistics
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from wordle_jax import intervals
from wordle_jax.intervals import STATISTICS, bootstrap_intervals, ratio, ratio_interval, resample_histograms

# 2,315 games as an entropy solver plays them: won at guess 1, 2, ..., 6, lost.
HISTOGRAM = np.array([1, 60, 1150, 1000, 90, 10, 4])


def one_game_an_answer(histogram: np.ndarray) -> np.ndarray:
    """The histogram of each answer when every answer was played once."""
    return np.repeat(np.eye(len(histogram), dtype=np.int64), histogram, axis=0)


def statistics_by_hand(counts: list[int]) -> dict[str, float | None]:
    games = [guess for guess, count in enumerate(counts, 1) for _ in range(count)]
    won = [guess for guess in games if guess < len(counts)]
    return {
        "success_rate": len(won) / len(games) if games else None,
        "mean_guesses": statistics.mean(won) if won else None,
        "median_guesses": statistics.median(won) if won else None,
        "std_guesses": statistics.stdev(won) if len(won) > 1 else None,
        "mean_guesses_all": statistics.mean(games) if games else None,
    }


def check_statistics(counts: list[int]) -> None:
    expected = statistics_by_hand(counts)
    for name, statistic in STATISTICS.items():
        (value,) = statistic(np.array([counts]))
        if expected[name] is None:
            assert np.isnan(value), name
        else:
            assert value == pytest.approx(expected[name], rel=1e-14), name


def test_statistics_of_every_small_histogram():
    for counts in product(range(4), repeat=4):
        check_statistics(list(counts))


@given(st.lists(st.integers(0, 200), min_size=2, max_size=10))
def test_statistics_of_any_histogram(counts):
    check_statistics(counts)


def test_statistics_take_one_row_a_sample():
    samples = np.array([[1, 2, 3], [0, 0, 5], [4, 4, 0]])
    for statistic in STATISTICS.values():
        separate = [statistic(row[None])[0] for row in samples]
        np.testing.assert_array_equal(statistic(samples), separate)


@pytest.mark.parametrize("draws_per_category", [0, 10**9], ids=["multinomial", "answer by answer"])
def test_resamples_have_the_moments_of_drawing_answers(monkeypatch, draws_per_category):
    monkeypatch.setattr(intervals, "_DRAWS_PER_CATEGORY", draws_per_category)
    monkeypatch.setattr(intervals, "_ANSWERS_PER_BLOCK", 1000)  # several blocks, the last one short
    histograms = np.array([[2, 1, 0], [0, 3, 0], [2, 1, 0], [0, 0, 3], [1, 1, 1], [2, 1, 0], [0, 0, 3]])
    resamples = resample_histograms(histograms, 20_050, np.random.default_rng(1))
    assert resamples.shape == (20_050, 3)
    assert (resamples.sum(axis=1) == histograms.sum()).all()
    # A sum of 7 independent draws: 7 times the mean and covariance of one draw.
    np.testing.assert_allclose(resamples.mean(axis=0), 7 * histograms.mean(axis=0), atol=0.08)
    np.testing.assert_allclose(np.cov(resamples.T), 7 * np.cov(histograms.T, bias=True), atol=0.3)


def test_few_and_many_categories_take_their_own_way():
    class Recorder(np.random.Generator):
        def multinomial(self, *args, **options):
            raise LookupError("multinomial")

        def integers(self, *args, **options):
            raise LookupError("answer by answer")

    recorder = Recorder(np.random.PCG64())
    with pytest.raises(LookupError, match="multinomial"):
        resample_histograms(one_game_an_answer(HISTOGRAM), 10, recorder)
    with pytest.raises(LookupError, match="answer by answer"):
        resample_histograms(np.arange(80).reshape(20, 4), 10, recorder)


def test_success_rate_agrees_with_the_normal_approximation():
    low, high = bootstrap_intervals(one_game_an_answer(np.array([0, 0, 1500, 500, 0, 0, 315])))["success_rate"]
    share = 2000 / 2315
    half = 1.959964 * (share * (1 - share) / 2315) ** 0.5
    assert low == pytest.approx(share - half, abs=1e-3)
    assert high == pytest.approx(share + half, abs=1e-3)


@pytest.mark.parametrize("name", ["mean_guesses", "mean_guesses_all", "std_guesses"])
def test_intervals_agree_with_scipy(name):
    def statistic(games: np.ndarray, axis: int) -> np.ndarray:
        counts = np.stack([(games == guess).sum(axis=axis) for guess in range(1, 8)], axis=-1)
        return STATISTICS[name](counts.reshape(-1, 7)).reshape(counts.shape[:-1])

    games = np.repeat(np.arange(1, 8), HISTOGRAM)
    expected = scipy.stats.bootstrap(
        (games,), statistic, n_resamples=2000, batch=500, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    low, high = bootstrap_intervals(one_game_an_answer(HISTOGRAM))[name]
    tolerance = 0.1 * (expected.high - expected.low)
    assert low == pytest.approx(expected.low, abs=tolerance)
    assert high == pytest.approx(expected.high, abs=tolerance)


def test_replicates_count_as_one_draw_an_answer():
    # Ten games an answer that all end alike hold no more information than one, so the interval is as wide.
    single = bootstrap_intervals(one_game_an_answer(HISTOGRAM))
    tenfold = bootstrap_intervals(10 * one_game_an_answer(HISTOGRAM))
    for name in ("success_rate", "mean_guesses", "median_guesses", "mean_guesses_all"):
        assert tenfold[name] == single[name]
    # Ten games an answer that differ at random do: the interval is narrower by the root of ten.
    generator = np.random.default_rng(3)
    independent = generator.multinomial(10, HISTOGRAM / HISTOGRAM.sum(), size=HISTOGRAM.sum())
    low, high = bootstrap_intervals(independent)["mean_guesses_all"]
    single_low, single_high = single["mean_guesses_all"]
    assert (single_high - single_low) / (high - low) == pytest.approx(10**0.5, rel=0.1)


def test_intervals_cover_the_truth_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(intervals, "NUM_RESAMPLES", 1000)
    generator = np.random.default_rng(4)
    shares = np.array([0.01, 0.1, 0.35, 0.3, 0.1, 0.04, 0.1])
    truth = {
        "success_rate": 0.9,
        "mean_guesses": shares[:6] @ np.arange(1, 7) / 0.9,
        "mean_guesses_all": shares @ np.arange(1, 8),
    }
    covered = dict.fromkeys(truth, 0)
    for _ in range(400):
        found = bootstrap_intervals(one_game_an_answer(generator.multinomial(300, shares)))
        for name, value in truth.items():
            low, high = found[name]
            covered[name] += low <= value <= high
    # 400 trials at 95%: 380 expected, standard deviation 4.4.
    assert all(365 <= count <= 395 for count in covered.values()), covered


def test_equal_games_have_equal_intervals_in_any_order():
    histograms = one_game_an_answer(HISTOGRAM)
    assert bootstrap_intervals(histograms) == bootstrap_intervals(histograms[::-1])


@pytest.mark.parametrize(
    ("histograms", "expected"),
    [
        pytest.param(
            [[0, 1, 0], [0, 1, 0]],
            {"success_rate": (1, 1), "mean_guesses": (2, 2), "median_guesses": (2, 2), "std_guesses": (0, 0)}
            | {"mean_guesses_all": (2, 2)},
            id="all won",
        ),
        pytest.param(
            [[0, 0, 1], [0, 0, 1]],
            {"success_rate": (0, 0), "mean_guesses": None, "median_guesses": None, "std_guesses": None}
            | {"mean_guesses_all": (3, 3)},
            id="all lost",
        ),
        pytest.param(np.zeros((0, 3), np.int64), dict.fromkeys(STATISTICS), id="no games"),
    ],
)
def test_intervals_at_the_edge(histograms, expected):
    assert bootstrap_intervals(np.array(histograms)) == expected


def test_ratio_of_two_sums():
    np.testing.assert_array_equal(ratio(np.array([[1, 2], [0, 3], [4, 0]])), [0.5, 0.0, np.nan])


def test_interval_of_a_ratio_agrees_with_that_of_the_same_figure():
    # The mean number of guesses is a ratio of sums over the answers too.
    histograms = one_game_an_answer(HISTOGRAM)
    won = histograms[:, :-1]
    parts = np.stack([won @ np.arange(1, 7), won.sum(axis=1)], axis=1)
    expected = bootstrap_intervals(histograms)["mean_guesses"]
    assert ratio_interval(parts) == pytest.approx(expected, abs=0.1 * (expected[1] - expected[0]))


def test_interval_of_a_ratio_agrees_with_scipy():
    generator = np.random.default_rng(7)
    lower = generator.integers(0, 11, 200)
    upper = generator.binomial(lower, 0.3)
    expected = scipy.stats.bootstrap(
        (upper, lower),
        lambda a, b, axis: a.sum(axis=axis) / b.sum(axis=axis),
        paired=True,
        n_resamples=5000,
        method="percentile",
        rng=np.random.default_rng(2),
    ).confidence_interval
    tolerance = 0.1 * (expected.high - expected.low)
    found = ratio_interval(np.stack([upper, lower], axis=1))
    assert found == pytest.approx((expected.low, expected.high), abs=tolerance)


def test_a_ratio_that_nothing_supports_has_no_interval():
    assert ratio_interval(np.array([[0, 0], [0, 0]])) is None
