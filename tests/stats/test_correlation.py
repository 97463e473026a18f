import math
from itertools import combinations

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from stats.data import ANSCOMBE_X, ANSCOMBE_Y, TUNA_LIGHTNESS, TUNA_PANEL
from wordle_jax.errors import UserError
from wordle_jax.stats import Subject, kendall, pearson, spearman

SUBJECT = Subject(("frequency", "guesses"))
ALL = [pearson, spearman, kendall]
PAIRS = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=10, max_size=25)


def pearson_by_hand(x: list[float], y: list[float]) -> float:
    x, y = ([value - sum(values) / len(values) for value in values] for values in (x, y))
    products = sum(a * b for a, b in zip(x, y, strict=True))
    return products / math.sqrt(sum(a * a for a in x) * sum(b * b for b in y))


def rank_by_hand(values: list[float]) -> list[float]:
    return [sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values]


def kendall_by_hand(x: list[float], y: list[float]) -> float:
    sign = [((a > b) - (a < b), (c > d) - (c < d)) for (a, c), (b, d) in combinations(zip(x, y, strict=True), 2)]
    return sum(a * b for a, b in sign) / math.sqrt(sum(a * a for a, _ in sign) * sum(b * b for _, b in sign))


def test_pearson_of_anscombes_first_set():
    found = pearson(ANSCOMBE_X, ANSCOMBE_Y, SUBJECT)
    assert found.statistic == pytest.approx(0.8164, abs=5e-5)
    assert found.p == pytest.approx(0.00217, abs=5e-6)
    assert found.df == 9
    assert found.n == (11,)
    expected = scipy.stats.pearsonr(ANSCOMBE_X, ANSCOMBE_Y).confidence_interval()
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high))
    assert "of frequency and guesses 0.8164, positive" in found.sentence


def test_kendall_of_tuna():
    found = kendall(TUNA_LIGHTNESS, TUNA_PANEL, SUBJECT)
    assert found.statistic == pytest.approx(4 / 9)
    assert found.p == pytest.approx(0.1194, abs=5e-5)
    assert found.df is None


def test_spearman_of_intelligence_and_television():
    # The example of the encyclopaedias: rho = -29/165, p = 0.627188.
    intelligence = np.array([106, 100, 86, 101, 99, 103, 97, 113, 112, 110])
    hours = np.array([7, 27, 2, 50, 28, 29, 20, 12, 6, 17])
    found = spearman(intelligence, hours, SUBJECT)
    assert found.statistic == pytest.approx(-29 / 165)
    assert found.p == pytest.approx(0.627188, abs=5e-7)
    assert not found.is_significant


@given(PAIRS)
def test_correlations_agree_with_their_formulas(pairs):
    x, y = (list(values) for values in zip(*pairs, strict=True))
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    expected = {
        pearson: pearson_by_hand(x, y),
        spearman: pearson_by_hand(rank_by_hand(x), rank_by_hand(y)),
        kendall: kendall_by_hand(x, y),
    }
    for test, value in expected.items():
        found = test(np.array(x), np.array(y), SUBJECT)
        assert found.statistic == pytest.approx(value, abs=1e-9)
        if found.interval is None:
            assert abs(value) == pytest.approx(1)
        else:
            assert -1 <= found.interval.low < found.statistic < found.interval.high <= 1


@pytest.mark.parametrize("test", ALL)
def test_intervals_cover_the_truth_as_often_as_they_say(test):
    generator = np.random.default_rng(0)
    r = 0.5
    truth = {pearson: r, spearman: 6 / math.pi * math.asin(r / 2), kendall: 2 / math.pi * math.asin(r)}[test]
    covered = 0
    for _ in range(400):
        x, noise = generator.normal(size=(2, 60))
        found = test(x, r * x + math.sqrt(1 - r**2) * noise, SUBJECT)
        covered += found.interval.low <= truth <= found.interval.high
    # 400 trials at 95%: 380 expected, standard deviation 4.4.
    assert 365 <= covered <= 395


@pytest.mark.parametrize("test", ALL)
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_perfect_correlation_has_no_interval(test, sign):
    found = test(np.arange(12), sign * np.arange(12), SUBJECT)
    assert found.statistic == sign
    assert found.interval is None
    assert found.p < 0.001


def test_few_pairs_have_no_interval():
    assert pearson(np.array([1, 2, 4]), np.array([1, 3, 2]), SUBJECT).interval is None
    assert kendall(np.array([1, 2, 4, 5]), np.array([1, 3, 2, 5]), SUBJECT).interval is None


@pytest.mark.parametrize("test", ALL)
def test_what_does_not_correlate(test):
    with pytest.raises(UserError, match="guesses is 4 in every game"):
        test(np.arange(12), np.full(12, 4), SUBJECT)
    with pytest.raises(UserError, match="frequency has 12 games and guesses 11"):
        test(np.arange(12), np.arange(11), SUBJECT)
    with pytest.raises(UserError, match="frequency: 0 games"):
        test(np.arange(0), np.arange(0), SUBJECT)


def test_spearman_takes_ten_pairs():
    with pytest.raises(UserError, match="9 games, but this test needs at least 10"):
        spearman(TUNA_LIGHTNESS, TUNA_PANEL, SUBJECT)
