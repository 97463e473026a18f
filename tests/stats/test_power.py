import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_jax.errors import UserError
from wordle_jax.stats import (
    num_for_independent_t,
    num_for_paired_t,
    num_for_proportions,
    power_of_independent_t,
    power_of_paired_t,
    power_of_proportions,
)


def test_numbers_of_the_textbook():
    # Cohen (1988) for a medium effect at 80%: 64 games of each of two groups; 34 pairs.
    assert num_for_independent_t(0.5) == 64
    assert num_for_independent_t(0.2) == 394
    assert num_for_independent_t(0.8) == 26
    assert num_for_paired_t(0.5) == 34


def test_power_of_proportions_is_that_of_the_arcsine():
    h = 2 * math.asin(math.sqrt(0.29)) - 2 * math.asin(math.sqrt(0.237))
    away = h / math.sqrt(1 / 300 + 1 / 200)
    critical = scipy.stats.norm.isf(0.025)
    expected = scipy.stats.norm.sf(critical - away) + scipy.stats.norm.cdf(-critical - away)
    assert power_of_proportions(0.29, 0.237, 300, 200) == pytest.approx(expected)
    assert power_of_proportions(0.237, 0.29, 300, 200) == pytest.approx(expected)


def test_power_is_how_often_the_test_succeeds():
    generator = np.random.default_rng(0)
    paired = scipy.stats.ttest_1samp(generator.normal(0.4, 1, (4000, 30)), 0, axis=1).pvalue < 0.05
    first, second = generator.normal(0.5, 1, (4000, 25)), generator.normal(0, 1, (4000, 50))
    independent = scipy.stats.ttest_ind(first, second, axis=1).pvalue < 0.05
    # The standard deviation of a share of 4,000 is at most 0.008.
    assert power_of_paired_t(0.4, 30) == pytest.approx(paired.mean(), abs=0.025)
    assert power_of_independent_t(0.5, 25, 50) == pytest.approx(independent.mean(), abs=0.025)


@settings(max_examples=30)
@given(st.floats(0.02, 3), st.floats(0.1, 0.99))
def test_the_fewest_games_reach_the_power_and_one_less_does_not(effect, power):
    for num, power_of in (
        (num_for_paired_t(effect, power), lambda n: power_of_paired_t(effect, n)),
        (num_for_independent_t(effect, power), lambda n: power_of_independent_t(effect, n, n)),
    ):
        assert power_of(num) >= power
        assert num == 2 or power_of(num - 1) < power


def test_signs_do_not_matter_and_no_effect_has_the_power_of_the_level():
    assert power_of_paired_t(-0.4, 30) == power_of_paired_t(0.4, 30)
    assert num_for_independent_t(-0.5) == 64
    assert num_for_proportions(0.2, 0.3) == num_for_proportions(0.3, 0.2)
    for power in (power_of_paired_t(0.0, 30), power_of_independent_t(0.0, 9, 9), power_of_proportions(0.3, 0.3, 9, 9)):
        assert power == pytest.approx(0.05)


def test_large_effects_have_power_1():
    assert power_of_paired_t(1e5, 2) == power_of_independent_t(30.0, 2, 100_000) == 1
    assert num_for_paired_t(1e5) == num_for_proportions(0.0, 1.0) == 2


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: num_for_paired_t(0.0), "the effect is 0"),
        (lambda: num_for_proportions(0.3, 0.3), "the effect is 0"),
        (lambda: num_for_paired_t(1e-9), "takes more than 1,000,000,000 games"),
        (lambda: num_for_paired_t(0.5, 1.0), "a power lies between 0 and 1"),
        (lambda: power_of_paired_t(0.5, 1), "power takes at least 2 of each group"),
        (lambda: power_of_independent_t(0.5, 5, 0), "power takes at least 2 of each group"),
        (lambda: power_of_paired_t(math.nan, 5), "a finite effect size is needed"),
        (lambda: num_for_independent_t(math.inf), "a finite effect size is needed"),
        (lambda: power_of_proportions(0.5, 1.5, 5, 5), "a rate lies from 0 to 1"),
    ],
)
def test_what_has_no_power(call, complaint):
    with pytest.raises(UserError, match=complaint):
        call()
