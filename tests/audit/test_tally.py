"""Measures of games and their intervals, against figures by hand and plain loops."""

import math
import statistics

import numpy as np
import pytest

from audit.claims_by_hand import make_games, number
from wordle_jax.audit.differences import make_difference
from wordle_jax.audit.finding import Number, Unmeasured
from wordle_jax.audit.one_run import measure_games
from wordle_jax.audit.tally import is_better, make_measure, tally
from wordle_jax.audit.two_runs import compare, paired_t_test
from wordle_jax.intervals import NUM_RESAMPLES, SEED
from wordle_jax.stats import Subject, chi_square, cohens_d, welch_t

# Twelve words: ten solved; three games with recoveries, of which one is solved.
GUESSES = [1, 2, 3, 3, 4, 4, 4, 5, 6, None, None, 3]
RECOVERIES = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 3, 0]
ONE = make_games(GUESSES, RECOVERIES)
OTHER = make_games([2, 2, 4, None, 4, 5, 6, 5, None, None, 3, 4])
SOLVED = [n for n in GUESSES if n is not None]
OTHER_SOLVED = [2, 2, 4, 4, 5, 6, 5, 3, 4]


@pytest.mark.parametrize(
    ("name", "parameter", "expected"),
    [
        ("solved", "", 10),
        ("failures", "", 2),
        ("success_rate", "", 100 * 10 / 12),
        ("fail_share", "", 100 * 2 / 12),
        ("mean_solved", "", 3.5),
        ("median_solved", "", 3.5),
        ("std_solved", "", statistics.stdev(SOLVED)),
        ("mean_all", "", (35 + 14) / 12),
        ("share", "4", 100 * 3 / 12),
        ("share", "3-4", 100 * 6 / 12),
        ("share", "6", 100 * 1 / 12),
        ("within", "3", 100 * 5 / 12),
        ("worst", "", 7),
        ("bits_per_guess", "", math.log2(12) / (49 / 12)),
        ("games_with_recovery", "", 3),
        ("recovery_share", "", 25),
        ("solved_after_recovery", "", 1),
        ("success_after_recovery", "", 100 / 3),
    ],
)
def test_measures_by_hand(name: str, parameter: str, expected: float) -> None:
    assert number(measure_games(ONE, name, parameter)) == pytest.approx(expected, rel=1e-12)


def test_shares_may_be_scaled_to_a_number_of_games() -> None:
    assert number(measure_games(ONE, "share", "6", scaled_to=300)) == pytest.approx(25)


def test_worst_is_of_the_games_that_were_played() -> None:
    assert measure_games(make_games([1, 3, 2]), "worst", "") == Number(3)


def test_a_measure_without_games_is_not_measured() -> None:
    with pytest.raises(Unmeasured):
        measure_games(make_games([3, 4]), "success_after_recovery", "")


def test_the_interval_of_a_sample_is_a_bootstrap_of_answers() -> None:
    games = make_games(GUESSES * 2, is_census=False)  # two games an answer
    assert len(games.tally) == 12
    found = measure_games(games, "success_rate", "")
    generator = np.random.default_rng(SEED)
    categories = np.unique(games.tally, axis=0)
    assert 8 * len(categories) > 12, "answers are drawn one by one"
    rates = []
    for row in generator.integers(12, size=(NUM_RESAMPLES, 12)):
        rates.append(100 * games.tally[row, :6].sum() / 24)
    assert (found.low, found.high) == tuple(pytest.approx(x) for x in np.quantile(rates, [0.025, 0.975]))


def test_games_that_all_went_alike_have_an_exact_interval() -> None:
    games = make_games([3] * 12, is_census=False)
    found = measure_games(games, "success_rate", "")
    assert (found.value, found.low, found.high) == (100.0, pytest.approx(100 * 0.025 ** (1 / 12)), 100.0)
    found = measure_games(games, "failures", "")
    assert (found.value, found.low, found.high) == (0.0, 0.0, pytest.approx(12 * (1 - 0.025 ** (1 / 12))))
    assert measure_games(games, "mean_solved", "") == Number(3.0, 3.0, 3.0)
    assert measure_games(games, "share", "6", scaled_to=300).high == pytest.approx(300 * (1 - 0.025 ** (1 / 12)))


def test_which_value_is_better() -> None:
    assert is_better("success_rate", 2.0, 1.0)
    assert is_better("within", 2.0, 1.0)
    assert is_better("mean_all", 1.0, 2.0)
    assert not is_better("mean_all", 1.0, 1.0)


@pytest.mark.parametrize(
    ("name", "parameter", "expected"),
    [
        ("mean_difference", "", 3.5 - 35 / 9),
        ("median_difference", "", -0.5),
        ("std_difference", "", statistics.stdev(SOLVED) - statistics.stdev(OTHER_SOLVED)),
        ("success_difference", "", 100 / 12),
        ("success_gap", "", -100 / 12),
        ("within_difference", "4", 100 * (8 - 6) / 12),
        ("mean_improvement", "", 100 * (1 - 3.5 / (35 / 9))),
        ("failure_reduction", "", 100 * (1 - 2 / 3)),
        ("retained", "", 100 * 10 / 9),
    ],
)
def test_differences_by_hand(name: str, parameter: str, expected: float) -> None:
    assert number(compare(ONE, OTHER, name, parameter)) == pytest.approx(expected, rel=1e-12)


def test_statistics_of_sums_are_those_of_the_library() -> None:
    x, y = ONE.solved_guesses, OTHER.solved_guesses
    subject = Subject(("one", "other"))
    assert number(compare(ONE, OTHER, "cohen_d", "")) == pytest.approx(abs(cohens_d(x, y)))
    test = welch_t(x, y, subject)
    assert test.statistic is not None
    assert number(compare(ONE, OTHER, "independent_t", "")) == pytest.approx(abs(test.statistic))
    assert number(compare(ONE, OTHER, "independent_p", "")) == pytest.approx(test.p)
    success = chi_square(np.array([10, 9]), np.array([12, 12]), Subject(("one", "other"), "success"), corrected=False)
    assert success.statistic is not None
    assert number(compare(ONE, OTHER, "chi2", "")) == pytest.approx(success.statistic)


def test_the_same_words_are_resampled_together() -> None:
    one = make_games([3, 4, None, 3, 5, 3, 4, None, 2, 3, 4, 3], is_census=False)
    found = compare(one, one, "success_difference", "")
    assert found == Number(0.0, 0.0, 0.0)
    difference = make_difference("success_difference", "")
    assert difference is not None
    lacking = make_games([3, 4, None, 3, 5, 3, 4, None, 2, 3, 4], is_census=False)
    found = compare(one, lacking, "success_difference", "")
    assert isinstance(found, Number)
    assert found.low is not None
    assert found.low < -20, "words of two lists are drawn apart"


def test_tests_by_pairs() -> None:
    both = [(a, b) for a, b in zip(GUESSES, [2, 2, 4, None, 4, 5, 6, 5, None, None, 3, 4], strict=True) if a and b]
    gaps = [a - b for a, b in both]
    t = statistics.mean(gaps) / (statistics.stdev(gaps) / math.sqrt(len(gaps)))
    assert paired_t_test(ONE, OTHER)[:2] == (pytest.approx(t), len(gaps) - 1)
    assert compare(ONE, OTHER, "paired_df", "") == Number(7)
    # Words 3 and 8 are solved by the first alone, word 10 by the second.
    assert compare(ONE, OTHER, "only_first_solves", "") == Number(2)
    assert compare(ONE, OTHER, "only_second_solves", "") == Number(1)
    assert number(compare(ONE, OTHER, "mcnemar_chi2", "")) == pytest.approx(1 / 3)
    assert number(compare(ONE, OTHER, "mcnemar_p", "")) == pytest.approx(1)


def test_tallies_have_a_row_an_answer_in_the_order_of_the_list() -> None:
    rows = tally(ONE.records, 6)
    assert rows.shape == (12, 9)
    assert rows[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert rows[8].tolist() == [0, 0, 0, 0, 0, 1, 0, 1, 1]
    assert rows[10].tolist() == [0, 0, 0, 0, 0, 0, 1, 1, 0]
    assert make_measure("solved", "", num_answers=12)(rows.sum(axis=0, keepdims=True)).tolist() == [10.0]
