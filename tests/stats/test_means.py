import math
import statistics

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from stats.data import MAIZE, SLEEP_1, SLEEP_2
from wordle_jax.errors import UserError
from wordle_jax.stats import Subject, cohens_d, cohens_d_z, paired_t, pooled_t, welch_t

DRUGS = Subject(("drug 1", "drug 2"), "hours gained")
GUESSES = st.lists(st.integers(1, 6), min_size=2, max_size=40).map(np.array)
ALL = [paired_t, pooled_t, welch_t]


@pytest.mark.parametrize(
    ("test", "t", "df", "p", "low", "high"),
    [
        (paired_t, -4.0621, 9, 0.002833, -2.4598858, -0.7001142),
        (pooled_t, -1.8608, 18, 0.07919, -3.363874, 0.203874),
        (welch_t, -1.8608, 17.776, 0.07939, -3.3654832, 0.2054832),
    ],
)
def test_students_sleep_data(test, t, df, p, low, high):
    found = test(SLEEP_1, SLEEP_2, DRUGS)
    assert found.statistic == pytest.approx(t, abs=5e-5)
    assert found.df == pytest.approx(df, abs=5e-4)
    assert found.p == pytest.approx(p, rel=5e-4)
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=1e-6)
    assert found.interval.of == "mean difference"
    assert found.values == pytest.approx((0.75, 2.33))
    assert found.n == ((10,) if test is paired_t else (10, 10))
    assert "so drug 1 is lower by 1.58" in found.sentence


def test_darwins_maize():
    found = paired_t(MAIZE, np.zeros_like(MAIZE), Subject(("crossed", "selfed"), "height"))
    assert found.statistic == pytest.approx(2.148, abs=5e-4)
    assert found.p == pytest.approx(0.0497, abs=5e-5)
    assert found.is_significant


def d_by_hand(first: list[float], second: list[float]) -> float:
    """Eq. 29 of the paper, term by term."""
    pooled = math.sqrt((statistics.variance(first) + statistics.variance(second)) / 2)
    return (statistics.mean(first) - statistics.mean(second)) / pooled


@given(GUESSES, GUESSES)
def test_cohens_d_and_independent_tests_agree_with_formulas(first, second):
    assume(np.ptp(first) > 0 or np.ptp(second) > 0)
    assert cohens_d(first, second) == pytest.approx(d_by_hand(first.tolist(), second.tolist()), abs=1e-12)
    assert cohens_d(second, first) == -cohens_d(first, second)
    subject = Subject(("a", "b"))
    means, deviations = (first.mean(), second.mean()), (first.std(ddof=1), second.std(ddof=1))
    for test, equal_var in ((pooled_t, True), (welch_t, False)):
        found = test(first, second, subject)
        expected = scipy.stats.ttest_ind_from_stats(
            means[0], deviations[0], len(first), means[1], deviations[1], len(second), equal_var
        )
        assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)
        assert found.p == pytest.approx(expected.pvalue, abs=1e-9)
        assert found.effect.value == cohens_d(first, second)
        assert found.interval.low <= means[0] - means[1] <= found.interval.high
        assert found.is_significant == (found.interval.low > 0 or found.interval.high < 0)


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=2, max_size=40))
def test_paired_t_agrees_with_formulas(pairs):
    first, second = np.array(pairs).T
    difference = [a - b for a, b in pairs]
    assume(len(set(difference)) > 1)
    found = paired_t(first, second, Subject(("a", "b")))
    d_z = statistics.mean(difference) / statistics.stdev(difference)
    assert cohens_d_z(first, second) == found.effect.value == pytest.approx(d_z, abs=1e-12)
    assert found.statistic == pytest.approx(d_z * math.sqrt(len(pairs)), abs=1e-9)
    assert found.p == pytest.approx(2 * scipy.stats.t.sf(abs(found.statistic), len(pairs) - 1), abs=1e-12)
    assert found.is_significant == (found.interval.low > 0 or found.interval.high < 0)


@pytest.mark.parametrize("test", ALL)
def test_equal_samples_without_spread_do_not_differ(test):
    found = test(np.array([3, 3, 3]), np.array([3, 3, 3]), Subject(("a", "b")))
    assert (found.statistic, found.p, found.effect.value) == (0.0, 1.0, 0.0)
    assert (found.interval.low, found.interval.high) == (0.0, 0.0)
    assert found.df == {"paired t test": 2, "independent t test": 4}.get(found.name)
    assert "there is no difference" in found.sentence


def test_equal_games_with_spread_have_differences_of_0():
    found = paired_t(np.array([2, 3, 4]), np.array([2, 3, 4]), Subject(("a", "b")))
    assert (found.statistic, found.p, found.effect.value) == (0.0, 1.0, 0.0)


def test_rounding_is_no_spread():
    tenths = np.array([0.1, 0.2, 0.3])
    assert paired_t(tenths + 0.3, np.array([0.4, 0.5, 0.6]), Subject(("a", "b"))).p == 1.0
    with pytest.raises(UserError, match=r"the difference is 0\.3 without any spread"):
        paired_t(tenths + 0.3, tenths, Subject(("a", "b")))


@pytest.mark.parametrize(("test", "equal_var"), [(pooled_t, True), (welch_t, False)])
def test_one_sample_may_lack_spread(test, equal_var):
    second = np.array([1, 2, 4])
    found = test(np.array([3.1, 3.1, 3.1]), second, Subject(("a", "b")))
    expected = scipy.stats.ttest_ind_from_stats(3.1, 0, 3, second.mean(), second.std(ddof=1), 3, equal_var)
    assert found.p == pytest.approx(expected.pvalue)
    assert found.df == pytest.approx(4 if equal_var else 2)


@pytest.mark.parametrize("test", ALL)
@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [
        ([4, 4, 4], [3, 3, 3], "the difference is 1 without any spread"),
        ([], [], "a: 0 games, but this test needs at least 2"),
        ([4], [3], "a: 1 games, but this test needs at least 2"),
        ([4, math.nan], [3, 4], "a: holds a number that is not finite"),
        ([4, 3], [3, math.inf], "b: holds a number that is not finite"),
    ],
)
def test_what_no_t_test_supports(test, first, second, complaint):
    with pytest.raises(UserError, match=complaint):
        test(np.array(first), np.array(second), Subject(("a", "b")))


def test_pairs_are_as_many():
    with pytest.raises(UserError, match="a has 2 games and b 3: pairs need as many of each"):
        paired_t(np.array([1, 2]), np.array([1, 2, 3]), Subject(("a", "b")))


@pytest.mark.parametrize("test", ALL)
def test_two_groups_have_two_names(test):
    with pytest.raises(UserError, match="2 groups need 2 names, not 1: a"):
        test(np.array([1, 2]), np.array([1, 3]), Subject(("a",)))
