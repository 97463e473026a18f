"""English and Spanish words compared by tests for samples of their own (table 16 of the paper)."""

from collections.abc import Sequence

import numpy as np

from wordle_jax.errors import UserError
from wordle_jax.stats import HypothesisTest, Subject, fisher_exact, pooled_t, welch_t
from wordle_jax.study.hypotheses import NO_PAIR, Pair, PairRow, format_p, guesses_solved, make_rows, pair_cells
from wordle_jax.study.measures import name_cell
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.study.table import Table

# Samples as the paper compares them, and whole lists.
COMPARED = (("english_sample", "spanish_sample"), ("english", "spanish"))
HEADER = ("variant", "compared with", "test", "games", "first", "second", "statistic", "df", "p", "p, Holm", "effect")
CAPTION = (
    "Fisher's exact test of the games solved, with the odds ratio; t tests of the guesses of solved games, with one "
    "variance (pooled) and with two (Welch), and Cohen's d (eq. 29). Holm: p corrected for the same test of all pairs"
    " of the table. Where whole lists were played without chance the figures are exact: that is a census, and p "
    "answers a question about a hypothetical larger population of such words."
)


def make_table(results: StudyResults) -> Table:
    """Return a row for each pair and test; of a study without the compared variants, for all pairs of its own."""
    named = {name_cell(cell): cell for cell in results.cells}
    pairs = [(named[a], named[b]) for a, b in COMPARED if a in named and b in named] or pair_cells(results.cells)
    tests, undefined = [], []
    for pair in pairs:
        made, lacking = compare_pair(pair)
        tests += made
        undefined += lacking
    rows = make_rows(tests)
    title = f"Other words compared (table 16 of the paper) · seed {results.config.seed}"
    notes = [*(test.sentence for test in tests), *undefined]
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION if rows else NO_PAIR, notes=notes)


def compare_pair(pair: Pair) -> tuple[list[HypothesisTest], list[str]]:
    """Return the tests that the games of a pair support, and a line for each that they do not."""
    names = tuple(name_cell(cell) for cell in pair)
    is_census = all(cell.is_census for cell in pair)
    guesses = Subject(names, games="solved games", is_census=is_census)
    tests = [_test_success(pair, Subject(names, "success", is_census=is_census))]
    undefined = []
    for test in (pooled_t, welch_t):
        try:
            tests.append(test(*(guesses_solved(cell) for cell in pair), guesses))
        except UserError as error:
            undefined.append(f"{' and '.join(names)}: {error}")
    return tests, undefined


def format_row(row: PairRow) -> list[str]:
    """Return the cells under HEADER."""
    is_mean = row.statistic is not None
    games = f"{row.n_first:,} and {row.n_second:,}"
    first, second = (f"{v:z.3f}" if is_mean else f"{100 * v:z.2f}%" for v in (row.value_first, row.value_second))
    statistic = "" if row.statistic is None else f"{row.statistic_name} = {row.statistic:z.2f}"
    df = "" if row.df is None else f"{row.df:,.1f}"
    effect = "none" if row.effect is None else f"{row.effect_name} {row.effect:z.3f}"
    return [
        row.first,
        row.second,
        row.test,
        games,
        first,
        second,
        statistic,
        df,
        format_p(row.p),
        format_p(row.holm),
        effect,
    ]


def _test_success(cells: Sequence[PlayedCell], subject: Subject) -> HypothesisTest:
    solved = np.array([cell.records.solved.sum() for cell in cells], np.int64)
    played = np.array([len(cell.records) for cell in cells], np.int64)
    return fisher_exact(solved, played, subject)
