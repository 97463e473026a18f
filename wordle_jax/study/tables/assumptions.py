"""What the t tests take for granted, tested: normal guesses and differences, equal variances (paper, section 7.6.3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from wordle_jax.errors import UserError
from wordle_jax.stats import HypothesisTest, Subject, correct_p_values, levene, shapiro_wilk
from wordle_jax.study.hypotheses import Pair, format_p, guesses_of_both, guesses_solved, pair_games
from wordle_jax.study.measures import require_one_cell_a_solver
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = ("test", "of", "games", "W", "p", "p, Holm")
CAPTION = (
    "Shapiro and Wilk's test for a normal distribution, of the guesses of solved games and of the differences that "
    "the paired t test takes; Levene's test for equal variances, about the medians, of the guesses of solved games. "
    "Guesses are whole numbers from 1 on, so that a normal distribution is out of the question and any large sample "
    "rejects it; what matters to a t test of so many games is how far off it is, which the Q-Q plots show. Holm: p "
    "corrected for all tests of the same name."
)


@dataclass(frozen=True)
class AssumptionRow:
    """A test of an assumption; `sample` names the solver, or the solvers of a pair, `games` each of their numbers."""

    test: str
    sample: str
    null: str
    games: str
    statistic: float
    p: float
    bonferroni: float
    holm: float


check = require_one_cell_a_solver


def make_table(results: StudyResults) -> Table:
    """Return the rows of all solvers and pairs that have a spread to test."""
    cells, pairs = results.cells, pair_games(results)
    wanted: list[Callable[[], HypothesisTest]] = [
        *(partial(_test_guesses, cell) for cell in cells),
        *(partial(_test_differences, pair) for pair in pairs),
        partial(_test_variances, cells),
        *(partial(_test_variances, pair) for pair in pairs),
    ]
    tests, undefined = [], []
    for make in wanted:
        try:
            tests.append(make())
        except UserError as error:
            undefined.append(str(error))
    rows = make_rows(tests)
    title = f"Assumptions of the t tests · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION, notes=undefined)


def make_rows(tests: Sequence[HypothesisTest]) -> list[AssumptionRow]:
    """Return a row a test; tests of one name are a family."""
    rows = []
    for name in dict.fromkeys(test.name for test in tests):
        own = [test for test in tests if test.name == name]
        corrected = correct_p_values({", ".join(test.subject.groups): test.p for test in own})
        for test, found in zip(own, corrected, strict=True):
            assert test.statistic is not None
            games = " ".join(map(str, test.n))
            rows.append(
                AssumptionRow(name, found.test, test.null, games, test.statistic, test.p, found.bonferroni, found.holm)
            )
    return rows


def format_row(row: AssumptionRow) -> list[str]:
    """Return the cells under HEADER."""
    games = " and ".join(dict.fromkeys(f"{int(number):,}" for number in row.games.split()))
    return [row.test, row.sample, games, f"{row.statistic:.4f}", format_p(row.p), format_p(row.holm)]


def _test_guesses(cell: PlayedCell) -> HypothesisTest:
    return shapiro_wilk(guesses_solved(cell), Subject((cell.solver,), games="solved games"))


def _test_differences(pair: Pair) -> HypothesisTest:
    first, second = guesses_of_both(pair)
    name = f"{pair[0].solver} less {pair[1].solver}"
    return shapiro_wilk(first - second, Subject((name,), games="words solved by both"))


def _test_variances(cells: Sequence[PlayedCell]) -> HypothesisTest:
    names = tuple(cell.solver for cell in cells)
    return levene(tuple(guesses_solved(cell) for cell in cells), Subject(names, games="solved games"))
