"""Who solves more under wrong tiles: every pair at every rate, as the paper tests it and paired (table 13)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wordle_jax.stats import HypothesisTest, Subject, chi_square, correct_p_values, mcnemar, paired_table
from wordle_jax.study.hypotheses import NO_PAIR, Pair, count_discordant, format_p, pair_cells
from wordle_jax.study.measures import require_cells, require_same_games
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = (
    "wrong tiles", "solver", "compared with", "success: difference", "χ²", "p", "p, Bonferroni", "p, Holm", "V",
    "solved alone", "McNemar: p", "p, Bonferroni", "p, Holm",
)  # fmt: skip
CAPTION = (
    "Points of the success rate with Newcombe's 95% interval, χ² without correction (eq. 31) and Cramér's V: as if "
    "each solver had words of its own. Solved alone: games that one of the two alone solved; McNemar's exact test of "
    "them, which knows that words and false tiles are the same for both. Corrected for all pairs at all rates of the "
    "table."
)


@dataclass(frozen=True)
class RateRow:
    """Two solvers at a rate of wrong tiles; shares from 0 to 1.

    `difference` is of the success rates, first less second, with Newcombe's interval. `chi2` has one degree of freedom.
    `only_first` and `only_second` count the games that one alone solved; `mcnemar_g` is Cohen's g, None without any.
    Bonferroni's and Holm's p are corrected for all rows of the table.
    """

    noise: float
    first: str
    second: str
    games: int
    success_first: float
    success_second: float
    difference: float
    difference_low: float
    difference_high: float
    chi2: float
    chi2_p: float
    chi2_bonferroni: float
    chi2_holm: float
    cramers_v: float
    only_first: int
    only_second: int
    mcnemar_p: float
    mcnemar_bonferroni: float
    mcnemar_holm: float
    mcnemar_g: float | None


def check(results: StudyResults) -> None:
    """Raise UserError if solvers play other games at the same rate."""
    require_cells(results)
    for pair in _pair_at_each_rate(results):
        require_same_games(*pair)


def make_table(results: StudyResults) -> Table:
    """Return a row for each rate and pair of solvers."""
    rows = compare_pairs(_pair_at_each_rate(results))
    title = f"Success under wrong tiles compared (table 13 of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION if rows else NO_PAIR)


def _pair_at_each_rate(results: StudyResults) -> list[Pair]:
    by_rate: dict[float, list[PlayedCell]] = {}
    for cell in results.cells:
        by_rate.setdefault(cell.config.noise, []).append(cell)
    return [pair for _, cells in sorted(by_rate.items()) for pair in pair_cells(cells)]


def compare_pairs(pairs: Sequence[Pair]) -> list[RateRow]:
    """Return a row a pair; all of them are a family. Raises UserError for a pair that played other games."""
    for pair in pairs:
        require_same_games(*pair)
    unpaired = [_test_unpaired(pair) for pair in pairs]
    paired = [_test_paired(pair) for pair in pairs]
    corrected = (correct_p_values({str(i): test.p for i, test in enumerate(tests)}) for tests in (unpaired, paired))
    rows = []
    for (first, second), chi2, exact, chi2_found, exact_found in zip(pairs, unpaired, paired, *corrected, strict=True):
        only_first, only_second = count_discordant(first, second)
        assert chi2.statistic is not None
        assert chi2.effect is not None
        assert chi2.interval is not None
        rows.append(
            RateRow(
                noise=first.config.noise,
                first=first.solver,
                second=second.solver,
                games=len(first.records),
                success_first=chi2.values[0],
                success_second=chi2.values[1],
                difference=chi2.values[0] - chi2.values[1],
                difference_low=chi2.interval.low,
                difference_high=chi2.interval.high,
                chi2=chi2.statistic,
                chi2_p=chi2.p,
                chi2_bonferroni=chi2_found.bonferroni,
                chi2_holm=chi2_found.holm,
                cramers_v=chi2.effect.value,
                only_first=only_first,
                only_second=only_second,
                mcnemar_p=exact.p,
                mcnemar_bonferroni=exact_found.bonferroni,
                mcnemar_holm=exact_found.holm,
                mcnemar_g=exact.effect.value if exact.effect else None,
            )
        )
    return rows


def format_row(row: RateRow) -> list[str]:
    """Return the cells under HEADER."""
    bounds = f"{100 * row.difference_low:+z.2f} to {100 * row.difference_high:+z.2f}"
    return [
        f"{100 * row.noise:g}%",
        row.first,
        row.second,
        f"{100 * row.difference:+z.2f} ({bounds})",
        f"{row.chi2:z.2f}",
        format_p(row.chi2_p),
        format_p(row.chi2_bonferroni),
        format_p(row.chi2_holm),
        f"{row.cramers_v:z.3f}",
        f"{row.only_first} : {row.only_second}",
        format_p(row.mcnemar_p),
        format_p(row.mcnemar_bonferroni),
        format_p(row.mcnemar_holm),
    ]


def _subject(pair: Pair) -> Subject:
    return Subject((pair[0].solver, pair[1].solver), "success")


def _test_unpaired(pair: Pair) -> HypothesisTest:
    solved = np.array([cell.records.solved.sum() for cell in pair], np.int64)
    played = np.array([len(cell.records) for cell in pair], np.int64)
    return chi_square(solved, played, _subject(pair), corrected=False)


def _test_paired(pair: Pair) -> HypothesisTest:
    return mcnemar(paired_table(*(cell.records.solved for cell in pair)), _subject(pair))
