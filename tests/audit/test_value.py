"""Printed values: what numbers each stands for, and how far others are from it."""

import math

import pytest

from wordle_jax.audit.value import half_unit, parse_value


@pytest.mark.parametrize(
    ("text", "low", "high", "number"),
    [
        ("3.54", 3.535, 3.545, 3.54),
        ("2315", 2314.5, 2315.5, 2315.0),
        ("-0.6", -0.65, -0.55, -0.6),
        ("~40", 35.0, 45.0, 40.0),
        ("~41", 40.5, 41.5, 41.0),
        ("~3.5", 3.45, 3.55, 3.5),
        ("~0", -0.5, 0.5, 0.0),
        ("2..10", 1.5, 10.5, None),
        ("4.8..5.0", 4.75, 5.05, None),
        ("0.0..0.1", -0.05, 0.15, None),
    ],
)
def test_numbers_stand_for_all_that_round_to_them(text: str, low: float, high: float, number: float | None) -> None:
    value = parse_value(text)
    assert (value.low, value.high, value.number) == (pytest.approx(low), pytest.approx(high), number)


def test_bounds_do_not_include_themselves() -> None:
    below, above = parse_value("<0.001"), parse_value(">95")
    assert (below.low, above.high) == (-math.inf, math.inf)
    assert below.high is not None and above.low is not None  # noqa: PT018
    assert below.high < 0.001 < math.nextafter(below.high, 1) + 1e-18
    assert above.low > 95
    assert (below.number, above.number) == (0.001, 95.0)


@pytest.mark.parametrize("text", ["salet", "yes", "12-14", "e,t,a", "algorithm 4", "bbbyg"])
def test_all_else_is_a_word(text: str) -> None:
    assert (parse_value(text).low, parse_value(text).high, parse_value(text).number) == (None, None, None)


def test_distances_are_from_the_number_or_the_nearer_end() -> None:
    assert parse_value("3.5").distance(3.75) == 0.25
    assert parse_value("<8").distance(9.5) == 1.5
    assert parse_value("2..10").distance(12.0) == pytest.approx(1.5)
    assert parse_value("2..10").distance(1.0) == pytest.approx(-0.5)
    assert parse_value("2..10").distance(7.0) == 0.0


def test_half_a_unit_of_the_last_digit() -> None:
    assert [half_unit(text) for text in ("0.70", "100", "-1.5")] == [pytest.approx(x) for x in (0.005, 0.5, 0.05)]
    assert half_unit("300", is_about=True) == 50.0
