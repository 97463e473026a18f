"""The paper's research questions, each with its tests from the tables of the studies within this one (table 21)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from wordle_jax.errors import UserError
from wordle_jax.stats import correct_p_values
from wordle_jax.stats.result import SIGNIFICANCE
from wordle_jax.study.hypotheses import format_p
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table, read_table

HEADER = (
    "question", "hypothesis", "test", "first", "second", "statistic", "df", "p", "p, Bonferroni", "p, Holm", "effect",
    "verdict at 5%", "verdict, Holm",
)  # fmt: skip
CAPTION = (
    "First and second: means of guesses, or shares of games solved, of the groups in the order of the hypothesis. "
    "Supported: the difference is the one that the hypothesis says and p is below 5%; refuted: p is below 5% and it is "
    "the other way round, or there is one where the hypothesis says none; undecided: p is not below 5%. Corrected for "
    "all rows of the table, which are not independent. Where all words were played without chance (is_census in the "
    "CSV) the differences are exact, and p answers a question about a hypothetical larger population of such words."
)
Expected = Literal["less", "more", "none"]
_T, _MCNEMAR, _MCNEMAR_CHI2 = "paired t test", "McNemar's exact test", "McNemar's χ² test"


@dataclass(frozen=True)
class QuestionRow:
    """A test of a hypothesis of the paper; None and empty where a test has no such number.

    `study` names the part that it comes from, `measure` what the values are. `expected` is how the first value is to
    differ from the second: less, more, none. Corrections are for all rows. The verdicts, for p as it is and corrected
    by Holm, are supported, refuted and undecided.
    """

    question: str
    hypothesis: str
    study: str
    expected: str
    first: str
    second: str
    test: str
    measure: str
    value_first: float
    value_second: float
    statistic_name: str
    statistic: float | None
    df: float | None
    p: float
    bonferroni: float
    holm: float
    effect_name: str
    effect: float | None
    is_census: bool
    verdict: str
    verdict_corrected: str


class _Found(NamedTuple):
    """A test as it stands in the table of a part."""

    test: str
    measure: str
    value_first: float
    value_second: float
    statistic_name: str
    statistic: float | None
    df: float | None
    p: float
    effect_name: str
    effect: float | None
    is_census: bool


class _Hypothesis(NamedTuple):
    """What the paper says of two groups, and where the tests of it stand: in the table of a part."""

    question: str
    text: str
    expected: Expected
    first: str
    second: str
    study: str
    table: str
    find: Callable[[Sequence[Mapping[str, str]]], Iterator[_Found]]


def find_tests(rows: Sequence[Mapping[str, str]], first: str, second: str, tests: Sequence[str]) -> Iterator[_Found]:
    """Yield these tests of two groups from a table of tests, a row each (hypotheses.PairRow)."""
    for name in tests:
        for row in rows:
            if (row["first"], row["second"], row["test"]) == (first, second, name):
                yield _Found(
                    name,
                    row["measure"],
                    float(row["value_first"]),
                    float(row["value_second"]),
                    row["statistic_name"],
                    _number(row["statistic"]),
                    _number(row["df"]),
                    float(row["p"]),
                    row["effect_name"],
                    _number(row["effect"]),
                    row["is_census"] == "True",
                )


def find_rates(rows: Sequence[Mapping[str, str]], first: str, second: str, noise: float) -> Iterator[_Found]:
    """Yield the paper's χ² test and McNemar's of two solvers at a rate from the table of rates."""
    for row in rows:
        if (row["first"], row["second"], float(row["noise"])) == (first, second, noise):
            values = ("success rate", float(row["success_first"]), float(row["success_second"]))
            chi2, smaller = float(row["chi2"]), float(min(int(row["only_first"]), int(row["only_second"])))
            v, g = _number(row["cramers_v"]), _number(row["mcnemar_g"])
            yield _Found("χ² test", *values, "χ²", chi2, 1.0, float(row["chi2_p"]), "Cramér's V", v, False)
            name, p = "smaller discordant count", float(row["mcnemar_p"])
            yield _Found(_MCNEMAR, *values, name, smaller, None, p, "Cohen's g" if g is not None else "", g, False)


def _list_hypotheses() -> Iterator[_Hypothesis]:
    """Yield what table 21 of the paper tests, and what else its tables 9 and 13 say."""

    def compare(question: str, measure: str, first: str, second: str, *tests: str) -> _Hypothesis:
        find = partial(find_tests, first=first, second=second, tests=tests)
        expected: Expected = "less" if measure == "guesses" else "more"
        text = f"{first} {'needs fewer guesses' if expected == 'less' else 'solves more'} than {second}"
        return _Hypothesis(question, text, expected, first, second, "main", "comparisons", find)

    yield compare("RQ1", "guesses", "csp_aware", "forward_checking", _T)
    for other in ("classical_entropy", "frequency", "random"):
        yield compare("RQ2", "guesses", "csp_aware", other, _T)
        yield compare("RQ2", "success", "csp_aware", other, _MCNEMAR)
    yield compare("RQ3", "success", "probabilistic_csp", "forward_checking", _MCNEMAR_CHI2, _MCNEMAR)
    for solver in ("csp_aware", "probabilistic_csp"):
        other, noise = "forward_checking", 0.1
        find = partial(find_rates, first=solver, second=other, noise=noise)
        text = f"{solver} solves more than {other} at 10% wrong tiles"
        yield _Hypothesis("RQ4", text, "more", solver, other, "noise", "rates", find)
    english, spanish = "english_sample", "spanish_sample"
    for text, test in (
        ("csp_aware solves English words as often as Spanish ones", "Fisher's exact test"),
        ("csp_aware needs as many guesses for English words as for Spanish ones", "independent t test"),
    ):
        find = partial(find_tests, first=english, second=spanish, tests=[test])
        yield _Hypothesis("RQ5", text, "none", english, spanish, "lexicon", "cross_lexicon", find)


TABLES = tuple(dict.fromkeys(f"{one.study}/{one.table}" for one in _list_hypotheses()))
PARTS_ARE_OPTIONAL = True


def check(results: StudyResults) -> None:
    """Raise UserError if no study that it reads is a part of this one."""
    if not any(hypothesis.study in results.config.study.studies for hypothesis in _list_hypotheses()):
        raise UserError("it has nothing to read; name main, noise or lexicon in study.studies")


def make_table(results: StudyResults) -> Table:
    """Return a row a test, of those whose studies are parts of this one. Raises UserError if there is none."""
    check(results)
    parts = results.config.study.studies
    found = [
        (hypothesis, test)
        for hypothesis in _list_hypotheses()
        if hypothesis.study in parts
        for test in hypothesis.find(read_table(results.directory / hypothesis.study, hypothesis.table))
    ]
    rows = decide(found)
    title = f"Research questions (table 21 of the paper) · seed {results.config.seed}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def decide(found: Sequence[tuple[_Hypothesis, _Found]]) -> list[QuestionRow]:
    """Return the rows; all of them are a family."""
    corrected = correct_p_values({str(place): test.p for place, (_, test) in enumerate(found)})
    rows = []
    for (hypothesis, test), p in zip(found, corrected, strict=True):
        difference = test.value_first - test.value_second
        rows.append(
            QuestionRow(
                question=hypothesis.question,
                hypothesis=hypothesis.text,
                study=hypothesis.study,
                expected=hypothesis.expected,
                first=hypothesis.first,
                second=hypothesis.second,
                bonferroni=p.bonferroni,
                holm=p.holm,
                verdict=judge(hypothesis.expected, difference, test.p),
                verdict_corrected=judge(hypothesis.expected, difference, p.holm),
                **test._asdict(),
            )
        )
    return rows


def judge(expected: Expected, difference: float, p: float) -> str:
    """Return what a test says of a hypothesis: supported, refuted, undecided."""
    if p >= SIGNIFICANCE:
        return "undecided"
    is_as_said = (expected == "less" and difference < 0) or (expected == "more" and difference > 0)
    return "supported" if is_as_said else "refuted"


def format_row(row: QuestionRow) -> list[str]:
    """Return the cells under HEADER."""
    is_rate = row.measure == "success rate"
    values = [f"{100 * v:z.2f}%" if is_rate else f"{v:z.3f}" for v in (row.value_first, row.value_second)]
    return [
        row.question,
        row.hypothesis,
        row.test,
        *values,
        "" if row.statistic is None else f"{row.statistic_name} = {row.statistic:.4g}",
        "" if row.df is None else f"{row.df:,.0f}",
        *(format_p(p) for p in (row.p, row.bonferroni, row.holm)),
        "none" if row.effect is None else f"{row.effect_name} {row.effect:z.3f}",
        row.verdict,
        row.verdict_corrected,
    ]


def _number(text: str) -> float | None:
    return float(text) if text else None
