"""What a test needs of its samples, and one clear line where they lack it."""

import numpy as np
from jaxtyping import Float64, Shaped

from wordle_jax.errors import UserError

# Numbers that differ by less than this share of the largest differ by rounding alone.
_ROUNDING = 1e-12
# Nor do guesses or seconds differ by less than this, whose square is next to nothing.
_NOTHING = 1e-18


def to_sample(values: Shaped[np.ndarray, " game"], name: str, at_least: int) -> Float64[np.ndarray, " game"]:
    """Return the numbers as floats. Raises UserError if they are too few or not finite."""
    if len(values) < at_least:
        raise UserError(f"{name}: {len(values)} games, but this test needs at least {at_least}")
    sample = values.astype(np.float64)
    if not np.isfinite(sample).all():
        raise UserError(f"{name}: holds a number that is not finite; leave such games out, and say so")
    return sample


def to_pairs(
    first: Shaped[np.ndarray, " first"], second: Shaped[np.ndarray, " second"], names: tuple[str, ...], at_least: int
) -> tuple[Float64[np.ndarray, " pair"], Float64[np.ndarray, " pair"]]:
    """Return two samples of equal length as floats. Raises UserError if they are unequal, too few or not finite."""
    check_groups(names, 2)
    if len(first) != len(second):
        raise UserError(f"{names[0]} has {len(first)} games and {names[1]} {len(second)}: pairs need as many of each")
    return to_sample(first, names[0], at_least), to_sample(second, names[1], at_least)


def check_groups(names: tuple[str, ...], number: int) -> None:
    """Raise UserError unless there are so many names."""
    if len(names) != number:
        raise UserError(f"{number} groups need {number} names, not {len(names)}: {', '.join(names)}")


def is_constant(sample: Float64[np.ndarray, " game"], scale: float | None = None) -> bool:
    """Return whether all numbers are equal, but for the rounding of numbers as large as `scale`."""
    largest = float(np.abs(sample).max()) if scale is None else scale
    return bool(np.ptp(sample) <= max(_ROUNDING * largest, _NOTHING))
