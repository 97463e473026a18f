"""Values as the sources print them: 3.54, ~40, <0.001, 2..10, or a word."""

import math
import re
from dataclasses import dataclass

_NUMBER = r"[+-]?\d+(?:\.\d+)?"
# By so much of itself a rounding may be exceeded: sums of floats are not exact.
_SLACK = 1e-9


@dataclass(frozen=True)
class Value:
    """A claimed value: the numbers from `low` to `high` that it stands for; None for a word.

    `number` is what distances are measured from: the printed number, or the bound of `<x` and `>x`; None for a range
    and for a word.
    """

    text: str
    low: float | None = None
    high: float | None = None
    number: float | None = None

    def distance(self, found: float | int) -> float:
        """Return how far a number found lies above (or, negative, below) the printed one, or the nearer end."""
        assert self.low is not None
        assert self.high is not None
        if self.number is not None:
            return found - self.number
        return found - min(max(found, self.low), self.high)


def parse_value(text: str) -> Value:
    """Return what a printed value stands for, rounding included; whatever is no number is a word."""
    if match := re.fullmatch(f"({_NUMBER})\\.\\.({_NUMBER})", text):
        low, high = match.groups()
        return Value(text, float(low) - _rounding(low), float(high) + _rounding(high))
    if not (match := re.fullmatch(f"([~<>]?)({_NUMBER})", text)):
        return Value(text)
    sign, number = match[1], float(match[2])
    if sign == "<":
        return Value(text, -math.inf, math.nextafter(number, -math.inf), number)
    if sign == ">":
        return Value(text, math.nextafter(number, math.inf), math.inf, number)
    rounding = _rounding(match[2], is_about=sign == "~")
    return Value(text, number - rounding, number + rounding, number)


def half_unit(number: str, *, is_about: bool = False) -> float:
    """Return half a unit of the last digit of a printed number; if `is_about`, of the last but trailing zeros."""
    digits = number.lstrip("+-")
    places = len(digits.partition(".")[2])
    zeros = len(digits) - len(digits.rstrip("0")) if is_about and not places and int(digits) else 0
    return 0.5 * 10.0 ** (zeros - places)


def _rounding(number: str, *, is_about: bool = False) -> float:
    return half_unit(number, is_about=is_about) * (1 + _SLACK)
