"""What a statistical test says: its numbers in fields, and the same in a sentence."""

import math
from dataclasses import dataclass

from wordle_jax.errors import UserError
from wordle_jax.intervals import CONFIDENCE

SIGNIFICANCE = 0.05

_CENSUS_NOTE = (
    "Every word was played and nothing was left to chance, so this is a census and the figures are exact; "
    "p answers a question about a hypothetical larger population of such words."
)


@dataclass(frozen=True)
class Subject:
    """What the numbers of a test are: whose, of what, and from which games.

    `groups` names the solvers or, for a correlation, the variables. `is_census`: all words of a lexicon were
    played by solvers that leave nothing to chance.
    """

    groups: tuple[str, ...]
    quantity: str = "guesses"
    games: str = "all games"
    is_census: bool = False


@dataclass(frozen=True)
class Effect:
    """An effect size; infinite where an odds ratio is."""

    name: str
    value: float


@dataclass(frozen=True)
class Interval:
    """A confidence interval of what `of` says."""

    of: str
    low: float
    high: float
    level: float = CONFIDENCE


@dataclass(frozen=True)
class HypothesisTest:
    """A test with its p (two-sided), what was measured, and how large that is.

    `measure` says what `values` are: one value a group, or one value in all, or none. `n` holds one number where the
    groups are paired, else one a group. `null` is the null hypothesis in words. Statistic and degrees of freedom are
    None where the test has none, effect and interval where the data or the method give none.

    Raises UserError if a number is nan: no test has a silent one.
    """

    name: str
    subject: Subject
    null: str
    measure: str
    values: tuple[float, ...]
    statistic_name: str
    statistic: float | None
    df: float | tuple[float, float] | None
    p: float
    effect: Effect | None
    interval: Interval | None
    n: tuple[int, ...]

    def __post_init__(self) -> None:
        numbers = [*self.values, self.p]
        if self.statistic is not None:
            numbers.append(self.statistic)
        if self.effect is not None:
            numbers.append(self.effect.value)
        if self.interval is not None:
            numbers += [self.interval.low, self.interval.high]
        if any(math.isnan(number) for number in numbers):
            raise UserError(f"{self.name}: these numbers leave it undefined; more games that differ are needed")

    @property
    def is_significant(self) -> bool:
        """Whether p is below 5%, before any correction for other tests."""
        return self.p < SIGNIFICANCE

    @property
    def sentence(self) -> str:
        """What was compared, in which direction it differs, by how much, and whether that is significant at 5%."""
        verdict = (
            f"significant at 5%, so the data speak against {self.null}"
            if self.is_significant
            else f"not significant at 5%, so the data do not speak against {self.null}"
        )
        # A capital χ looks like an X.
        name = self.name if self.name.startswith("χ") else f"{self.name[0].upper()}{self.name[1:]}"
        head = f"{name} on {self._num_games()} ({self.subject.games})"
        text = f"{head}: {self._measured()}{self._interval()}. {self._numbers()}: {verdict}."
        return " ".join(filter(None, [text, census_note(self.subject.is_census)]))

    def _num_games(self) -> str:
        counts = _listed([f"{number:,}" for number in self.n])
        if len(self.n) == len(self.subject.groups):
            return counts
        return f"{counts} {'pairs' if len(self.subject.groups) == 2 else 'matched sets'}"

    def _measured(self) -> str:
        groups, values = self.subject.groups, self.values
        if not values:
            return f"{self.measure} of {_listed(list(groups))}"
        if len(values) == 1:
            sign = "positive" if values[0] > 0 else "negative" if values[0] < 0 else "neither positive nor negative"
            return f"{self.measure} of {_listed(list(groups))} {_number(values[0])}, {sign}"
        each = ", ".join(f"{group} {_number(value)}" for group, value in zip(groups, values, strict=True))
        if min(values) == max(values):
            return f"{self.measure}: {each}, so there is no difference"
        if len(values) == 2:
            direction = "lower" if values[0] < values[1] else "higher"
            return f"{self.measure}: {each}, so {groups[0]} is {direction} by {_number(abs(values[0] - values[1]))}"
        lowest, highest = (
            _listed([group for group, value in zip(groups, values, strict=True) if value == extreme])
            for extreme in (min(values), max(values))
        )
        return f"{self.measure}: {each}; lowest {lowest}, highest {highest}"

    def _interval(self) -> str:
        if self.interval is None:
            return ""
        low, high = _number(self.interval.low), _number(self.interval.high)
        return f" ({100 * self.interval.level:g}% interval of the {self.interval.of}: {low} to {high})"

    def _numbers(self) -> str:
        parts = []
        if self.statistic is not None:
            parts.append(f"{self.statistic_name} = {_number(self.statistic)}")
        if self.df is not None:
            each = self.df if isinstance(self.df, tuple) else (self.df,)
            parts.append(f"df = {_listed([_number(number) for number in each])}")
        parts.append("p < 0.001" if self.p < 0.001 else f"p = {self.p:.3g}")
        # A correlation is its own effect size.
        if self.effect is not None and self.effect.name != self.statistic_name:
            parts.append(f"{self.effect.name} = {_number(self.effect.value)}")
        return ", ".join(parts)


def census_note(is_census: bool) -> str:
    """Return what p means where all words were played without chance; nothing where they were not."""
    return _CENSUS_NOTE if is_census else ""


def _listed(items: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def _number(value: float) -> str:
    if math.isinf(value):
        return "infinity" if value > 0 else "-infinity"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
