"""What a check finds: a number, the ends of a range, words, or whether the claim is true."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """A number; `low` and `high` are its 95% interval if it is of a sample, or how far rounding lets it go."""

    value: float | int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Spread:
    """The least and the greatest of several numbers."""

    low: float
    high: float


@dataclass(frozen=True)
class Limit:
    """A number that the claimed one cannot exceed, or fall short of."""

    low: float = -math.inf
    high: float = math.inf


@dataclass(frozen=True)
class Words:
    """The word that is right; of several equals any."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Truth:
    """Whether what is claimed is so; `shown` says what was seen."""

    is_true: bool
    shown: str = ""


Finding = Number | Spread | Limit | Words | Truth


class Unmeasured(Exception):
    """A claim is not checked here; the message says why."""
