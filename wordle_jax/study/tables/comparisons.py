"""Every pair of solvers by every test, paired as their games are and as if they were not (tables 8, 9, 11)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from wordle_jax.stats import Comparison, HypothesisTest, compare_independent, compare_paired
from wordle_jax.study.hypotheses import (
    NO_PAIR,
    Pair,
    PairRow,
    count_discordant,
    format_p,
    frame_games,
    make_rows,
    pair_games,
)
from wordle_jax.study.measures import require_one_cell_a_solver
from wordle_jax.study.results import StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = (
    "solver", "compared with", "mean guesses: difference", "d", "d_z", "paired t", "df", "p", "p, Holm",
    "Wilcoxon: p, Holm", "solved alone", "McNemar: p", "p, Holm",
)  # fmt: skip
CAPTION = (
    "Guesses: over the words that both solve, with the 95% interval of the difference. d: eq. 29, which knows no "
    "pairs; d_z: of the paired differences. Solved alone: games that one of the two alone solved; McNemar's exact "
    "test of them. Holm: p corrected for all pairs of the table. All tests, also as if the samples were independent, "
    "are in the CSV. Where all words were played without chance, every difference is exact, and p answers a question "
    "about a hypothetical larger population of such words."
)
PAIRED, UNPAIRED = "paired", "unpaired"
# The tests that are told in words.
_TOLD = ("paired t test", "Wilcoxon signed-rank test", "McNemar's exact test")


@dataclass(frozen=True, kw_only=True)
class ComparisonRow(PairRow):
    """A test of two solvers on the same games.

    `pairing` is unpaired for tests that leave out that the games are the same, as the paper's effect size and its χ²
    do. `cohens_d` is eq. 29 on the games that these tests of guesses use, None where they support none. `only_first`
    and `only_second` count the games that one alone solved (n10 and n01 of eq. 30).
    """

    pairing: str
    cohens_d: float | None
    only_first: int
    only_second: int


check = require_one_cell_a_solver


def make_table(results: StudyResults) -> Table:
    """Return a row for each pair and test; to read, a row a pair."""
    pairs = pair_games(results)
    paired = [_compare(pair, PAIRED) for pair in pairs]
    unpaired = [_compare(pair, UNPAIRED) for pair in pairs]
    rows: list[ComparisonRow] = []
    for pairing, comparisons in ((PAIRED, paired), (UNPAIRED, unpaired)):
        rows += _tabulate(pairing, pairs, comparisons)
    rows.sort(key=lambda row: [(one.solver, other.solver) for one, other in pairs].index((row.first, row.second)))
    shown = [format_pair(first.solver, second.solver, rows) for first, second in pairs]
    notes = []
    for comparison in paired:
        notes += [test.sentence for test in comparison.tests if test.name in _TOLD]
    for (first, second), *both in zip(pairs, paired, unpaired, strict=True):
        notes += [f"{first.solver} and {second.solver}: {line}" for one in both for line in one.undefined]
    title = f"Solvers compared (tables 8, 9 and 11 of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, shown, CAPTION if rows else NO_PAIR, notes=list(dict.fromkeys(notes)))


def _compare(pair: Pair, pairing: str) -> Comparison:
    first, second = pair
    compare = compare_paired if pairing == PAIRED else compare_independent
    names = (first.solver, second.solver)
    return compare(frame_games(first), frame_games(second), names, is_census=first.is_census and second.is_census)


def _tabulate(pairing: str, pairs: Sequence[Pair], comparisons: Sequence[Comparison]) -> list[ComparisonRow]:
    tests: list[HypothesisTest] = []
    of_pair = []
    for (first, second), comparison in zip(pairs, comparisons, strict=True):
        tests += comparison.tests
        only_first, only_second = count_discordant(first, second)
        of_pair += [(comparison.cohens_d, only_first, only_second)] * len(comparison.tests)
    return [
        ComparisonRow(**asdict(row), pairing=pairing, cohens_d=d, only_first=only_first, only_second=only_second)
        for row, (d, only_first, only_second) in zip(make_rows(tests), of_pair, strict=True)
    ]


def format_pair(first: str, second: str, rows: Sequence[ComparisonRow]) -> list[str]:
    """Return the cells under HEADER; `none` for a test that the games do not support."""
    own = {row.test: row for row in rows if (row.first, row.second) == (first, second)}
    t, ranks, mcnemar = (own.get(name) for name in _TOLD)
    guesses = ["none"] * 7
    if t is not None:
        assert t.statistic is not None
        assert t.effect is not None
        guesses = [
            f"{t.value_first - t.value_second:+z.4f} ({t.interval_low:z.4f} to {t.interval_high:z.4f})",
            "none" if t.cohens_d is None else f"{t.cohens_d:z.3f}",
            f"{t.effect:z.3f}",
            f"{t.statistic:z.2f}",
            f"{t.df:,.0f}",
            format_p(t.p),
            format_p(t.holm),
        ]
    assert mcnemar is not None  # any games support it
    return [
        first,
        second,
        *guesses,
        "none" if ranks is None else format_p(ranks.holm),
        f"{mcnemar.only_first} : {mcnemar.only_second}",
        format_p(mcnemar.p),
        format_p(mcnemar.holm),
    ]
