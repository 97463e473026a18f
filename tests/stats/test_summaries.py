"""Tests of printed figures, against the tests of the games that they come from."""

import numpy as np
import pytest

from wordle_jax.errors import UserError
from wordle_jax.stats import (
    Subject,
    p_of_chi_square,
    p_of_variance_ratio,
    share_interval,
    welch_t,
    welch_t_of_summaries,
)


def test_the_tail_of_chi_square() -> None:
    assert p_of_chi_square(3.841458820694124) == pytest.approx(0.05)
    assert p_of_chi_square(0.0) == 1.0


def test_welch_t_is_that_of_the_games() -> None:
    one, other = np.array([3.0, 4, 4, 5, 6]), np.array([2.0, 3, 3, 5])
    expected = welch_t(one, other, Subject(("one", "other"))).statistic
    found = welch_t_of_summaries(one.mean() - other.mean(), one.std(ddof=1), 5.0, other.std(ddof=1), 4.0)
    assert found == pytest.approx(expected)


def test_a_ratio_of_variances_has_a_tail() -> None:
    # With two games each, F is the square of a ratio of two normal numbers: P(F > r²) = 1 - 2/π·atan(r).
    assert p_of_variance_ratio(1.0, 2.0, 3.0, 2.0) == pytest.approx(1 - 2 / np.pi * np.arctan(3.0))
    assert p_of_variance_ratio(3.0, 2.0, 1.0, 2.0) == p_of_variance_ratio(1.0, 2.0, 3.0, 2.0)


def test_shares_of_all_and_of_none_have_intervals() -> None:
    found = share_interval(12, 12, "success rate")
    assert (found.low, found.high) == (pytest.approx(0.025 ** (1 / 12)), 1.0)
    found = share_interval(0, 12, "success rate")
    assert (found.low, found.high) == (0.0, pytest.approx(1 - 0.025 ** (1 / 12)))
    for games, played in ((13, 12), (-1, 12), (0, 0)):
        with pytest.raises(UserError, match="success rate: "):
            share_interval(games, played, "success rate")
