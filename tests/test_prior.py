"""Priors over answers: eq. 22 by hand on a small world, and over the shipped lists."""

from fractions import Fraction

import numpy as np
import pytest

from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.prior import answer_prior, frequency_order

# Guesses lie between the answers, so that a mix-up of the two indices shows.
WORLD = build_lexicon(
    ["abc", "bcd", "cde", "def"],
    ["xyz", "def", "abc", "yzx", "cde", "bcd"],
    {"abc": 1.5, "cde": 4.0, "def": 1.5, "xyz": 100.0},
)


def test_uniform() -> None:
    assert answer_prior(WORLD, "uniform").tolist() == [0.25] * 4


def test_frequency_with_one_count() -> None:
    smoothing = Fraction(2, 100)
    counts = [Fraction(3, 2), Fraction(0), Fraction(4), Fraction(3, 2)]
    total = sum(count + smoothing for count in counts)
    expected = [float((count + smoothing) / total) for count in counts]
    np.testing.assert_allclose(answer_prior(WORLD, "frequency"), expected, rtol=1e-15)
    # 0.02 per million in a corpus of 50 million words is the one count of eq. 22.
    counted = np.array([75, 0, 200, 75]) + 1
    np.testing.assert_allclose(answer_prior(WORLD, "frequency"), counted / counted.sum(), rtol=1e-14)


@pytest.mark.parametrize("smoothing_per_million", [1e-6, 0.02, 1.0, 1e6])
def test_prior_is_a_distribution_in_the_order_of_frequency(smoothing_per_million: float) -> None:
    prior = answer_prior(WORLD, "frequency", smoothing_per_million)
    assert prior.dtype == np.float64
    assert prior.sum() == pytest.approx(1, abs=1e-15)
    assert prior.min() > 0
    assert prior[2] > prior[0] == prior[3] > prior[1]


def test_no_smoothing_where_every_answer_has_a_frequency() -> None:
    lexicon = build_lexicon(["abc", "abd"], frequency={"abc": 1.0, "abd": 3.0})
    assert answer_prior(lexicon, "frequency", 0.0).tolist() == [0.25, 0.75]


def test_without_frequencies_the_prior_is_uniform() -> None:
    assert answer_prior(build_lexicon(["abc", "abd"]), "frequency").tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("kind", "smoothing_per_million", "message"),
    [
        ("flat", 0.02, "there is no prior 'flat': the priors are uniform, frequency"),
        ("frequency", -1.0, "the smoothing of the prior is -1.0: it must be from 0 to 1e+12 per million"),
        ("frequency", float("nan"), "the smoothing of the prior is nan: it must be from 0 to 1e+12 per million"),
        ("frequency", float("inf"), "the smoothing of the prior is inf: it must be from 0 to 1e+12 per million"),
        ("frequency", 0.0, "the smoothing of the prior must be above 0: the answer 'bcd' has frequency 0"),
    ],
)
def test_bad_priors(kind: str, smoothing_per_million: float, message: str) -> None:
    with pytest.raises(UserError) as error:
        answer_prior(WORLD, kind, smoothing_per_million)
    assert str(error.value) == message


def test_frequency_order_keeps_ties_in_list_order() -> None:
    order = frequency_order(WORLD)
    assert order.dtype == np.int32
    assert [WORLD.answers[index] for index in order] == ["cde", "abc", "def", "bcd"]
    assert frequency_order(build_lexicon(["abd", "abc"])).tolist() == [0, 1]
