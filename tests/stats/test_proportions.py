import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from wordle_jax.errors import UserError
from wordle_jax.stats import Subject, chi_square, cochran_q, cramers_v, fisher_exact, mcnemar, paired_table

SUBJECT = Subject(("a", "b"))
COUNT = st.integers(0, 30)
METHODS = ["exact", "chi-square", "corrected"]


def binomial_by_hand(first: int, second: int) -> float:
    """Twice the smaller tail of fair coins, at most 1."""
    n = first + second
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(min(first, second) + 1)) / 2**n)


def fisher_by_hand(table: list[list[int]]) -> float:
    """The chances of all tables with these margins that are no likelier than this one."""
    (a, b), (c, d) = table
    row, column, n = a + b, a + c, a + b + c + d
    ways = {
        x: math.comb(row, x) * math.comb(n - row, column - x)
        for x in range(max(0, row + column - n), min(row, column) + 1)
    }
    return sum(w for w in ways.values() if w <= ways[a]) / math.comb(n, column)


def chi_square_by_hand(table: list[list[int]], correction: bool = False) -> float:
    """Eq. 31 of the paper, cell by cell."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    total = 0.0
    for i, row in enumerate(table):
        for j, observed in enumerate(row):
            expected = rows[i] * columns[j] / sum(rows)
            away = abs(observed - expected)
            total += (away - (min(0.5, away) if correction else 0)) ** 2 / expected
    return total


def successes(table: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([row[0] for row in table]), np.array([sum(row) for row in table])


def test_paired_table_counts_who_solved():
    first = np.array([True, True, True, False, False, True])
    second = np.array([True, False, False, True, False, True])
    np.testing.assert_array_equal(paired_table(first, second), [[2, 2], [1, 1]])
    with pytest.raises(UserError, match="6 and 5 games: pairs need as many of each"):
        paired_table(first, second[1:])


@pytest.mark.parametrize(
    ("method", "statistic", "df", "p"),
    # χ² and p are those of table 11 of the paper, for the discordant words that it counts.
    [("exact", 2, None, 0.0654), ("chi-square", 4.45, 1, 0.035), ("corrected", 3.27, 1, 0.0704)],
)
def test_mcnemar_of_nine_to_two(method, statistic, df, p):
    found = mcnemar(np.array([[2301, 2], [9, 3]]), Subject(("fc", "prob")), method)
    assert found.statistic == pytest.approx(statistic, abs=0.006)
    assert found.p == pytest.approx(p, abs=4e-4)
    assert found.df == df
    assert found.values == (2303 / 2315, 2310 / 2315)
    assert found.effect.value == pytest.approx(2 / 11 - 0.5)
    assert found.n == (2315,)
    # Clopper and Pearson: the lowest and highest share that leave 2.5% on either side.
    assert scipy.stats.binom.sf(1, 11, found.interval.low) == pytest.approx(0.025)
    assert scipy.stats.binom.cdf(2, 11, found.interval.high) == pytest.approx(0.025)


@given(COUNT, COUNT, COUNT, COUNT)
def test_mcnemar_agrees_with_formulas(both, first, second, neither):
    assume(first + second > 0)
    table = np.array([[both, first], [second, neither]])
    found = {method: mcnemar(table, SUBJECT, method) for method in METHODS}
    assert found["exact"].p == pytest.approx(binomial_by_hand(first, second))
    assert found["exact"].statistic == min(first, second)
    plain = (first - second) ** 2 / (first + second)
    corrected = max(0, abs(first - second) - 1) ** 2 / (first + second)
    for method, statistic in (("chi-square", plain), ("corrected", corrected)):
        assert found[method].statistic == pytest.approx(statistic)
        assert found[method].p == pytest.approx(math.erfc(math.sqrt(statistic / 2)))


@pytest.mark.parametrize("method", METHODS)
def test_mcnemar_without_discordant_games(method):
    found = mcnemar(np.array([[7, 0], [0, 3]]), SUBJECT, method)
    assert (found.statistic, found.p, found.effect, found.interval) == (0, 1, None, None)
    assert "there is no difference" in found.sentence
    with pytest.raises(UserError, match="a and b: no games"):
        mcnemar(np.zeros((2, 2), np.int64), SUBJECT, method)


def test_cochran_q_of_three_drugs():
    # Koch and others (1977): 46 patients, favourable or not under drugs A, B, C; Q = 8.47, p = 0.0145.
    counts = {"111": 6, "110": 16, "101": 2, "100": 4, "011": 2, "010": 4, "001": 6, "000": 6}
    solved = np.array([[c == "1" for c in row] for row, count in counts.items() for _ in range(count)])
    found = cochran_q(solved, Subject(("A", "B", "C"), "favourable"))
    assert found.statistic == pytest.approx(8.4706, abs=5e-5)
    assert found.p == pytest.approx(0.0145, abs=5e-5)
    assert found.df == 2
    assert found.effect.value == pytest.approx(8.4706 / 92, abs=1e-6)
    assert found.values == (28 / 46, 28 / 46, 16 / 46)
    assert "lowest C, highest A and B" in found.sentence


@given(COUNT, COUNT, COUNT, COUNT)
def test_cochran_q_of_two_is_mcnemar(both, first, second, neither):
    assume(first + second > 0)
    rows = [[True, True]] * both + [[True, False]] * first + [[False, True]] * second + [[False, False]] * neither
    found = cochran_q(np.array(rows), SUBJECT)
    expected = mcnemar(np.array([[both, first], [second, neither]]), SUBJECT, "chi-square")
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.p))


def test_cochran_q_at_the_edge():
    alike = cochran_q(np.array([[True, True], [False, False]]), SUBJECT)
    assert (alike.statistic, alike.p, alike.effect.value) == (0, 1, 0)
    with pytest.raises(UserError, match="0 games of 2 solvers"):
        cochran_q(np.zeros((0, 2), bool), SUBJECT)
    with pytest.raises(UserError, match="4 games of 1 solvers"):
        cochran_q(np.zeros((4, 1), bool), Subject(("a",)))


def test_chi_square_of_smokers():
    # Fleiss (1981), as in R's manual of prop.test: X² = 12.6, df = 3, p = 0.005585.
    smokers, patients = np.array([83, 90, 129, 70]), np.array([86, 93, 136, 82])
    found = chi_square(smokers, patients, Subject(("1", "2", "3", "4")), corrected=False)
    assert found.statistic == pytest.approx(12.6, abs=0.005)
    assert found.p == pytest.approx(0.005585, abs=1e-6)
    assert found.df == 3
    assert found.interval is None
    assert found.n == (86, 93, 136, 82)


@given(COUNT, COUNT, COUNT, COUNT)
def test_tests_of_two_rates_agree_with_formulas(a, b, c, d):
    assume(a + b and c + d and a + c and b + d)
    table = [[a, b], [c, d]]
    solved, played = successes(table)
    plain = chi_square(solved, played, SUBJECT, corrected=False)
    corrected = chi_square(solved, played, SUBJECT, corrected=True)
    assert plain.statistic == pytest.approx(chi_square_by_hand(table), abs=1e-9)
    assert corrected.statistic == pytest.approx(chi_square_by_hand(table, correction=True), abs=1e-9)
    assert plain.p == pytest.approx(math.erfc(math.sqrt(plain.statistic / 2)))
    v = math.sqrt(chi_square_by_hand(table) / (a + b + c + d))
    assert plain.effect.value == corrected.effect.value == pytest.approx(v, abs=1e-9)
    assert plain.interval.low <= a / (a + b) - c / (c + d) <= plain.interval.high
    exact = fisher_exact(solved, played, SUBJECT)
    assert exact.p == pytest.approx(fisher_by_hand(table))
    assert exact.effect.value == (pytest.approx(a * d / (b * c)) if b * c else math.inf)


def test_newcombes_interval():
    # Newcombe (1998), table II, method 10: 56/70 less 48/80.
    found = chi_square(np.array([56, 48]), np.array([70, 80]), SUBJECT, corrected=False)
    assert (found.interval.low, found.interval.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def weight(guessed: int, odds_ratio: float) -> float:
    """The chance that of the four cups said to have milk first, so many of four have it, given the odds ratio."""
    weights = [math.comb(4, k) * math.comb(4, 4 - k) * odds_ratio**k for k in range(5)]
    return weights[guessed] / sum(weights)


def chance_of_3_or_more(odds_ratio: float) -> float:
    return weight(3, odds_ratio) + weight(4, odds_ratio)


def test_fisher_of_the_lady_tasting_tea():
    found = fisher_exact(np.array([3, 1]), np.array([4, 4]), Subject(("milk first", "tea first"), "said milk"))
    assert found.p == pytest.approx(0.4857, abs=5e-5)
    assert found.effect.value == 9
    # Conditional on the margins, the ends of the interval leave 2.5% on either side.
    assert chance_of_3_or_more(found.interval.low) == pytest.approx(0.025)
    assert 1 - chance_of_3_or_more(found.interval.high) + weight(3, found.interval.high) == pytest.approx(0.025)
    assert (found.statistic, found.df) == (None, None)


def test_fisher_of_the_papers_two_lexicons():
    # The counts of table 16 give another odds ratio than the 13.41 that it prints.
    found = fisher_exact(np.array([496, 440]), np.array([500, 500]), Subject(("English", "Spanish")))
    assert found.effect.value == pytest.approx(496 * 60 / (4 * 440))
    assert found.p < 0.001


def test_an_odds_ratio_may_be_infinite():
    found = fisher_exact(np.array([5, 3]), np.array([5, 7]), SUBJECT)
    assert found.effect.value == found.interval.high == math.inf
    assert "odds ratio = infinity" in found.sentence


@pytest.mark.parametrize("solved", [[5, 7], [0, 0]])
def test_rates_that_cannot_differ(solved):
    solved, played = np.array(solved), np.array([5, 7])
    for corrected in (False, True):
        found = chi_square(solved, played, SUBJECT, corrected=corrected)
        assert (found.statistic, found.p, found.effect.value) == (0, 1, 0)
        assert found.interval.low < 0 < found.interval.high
    exact = fisher_exact(solved, played, SUBJECT)
    assert (exact.p, exact.effect, exact.interval) == (1, None, None)


@pytest.mark.parametrize(
    ("solved", "played"), [([3, 1], [2, 2]), ([-1, 1], [2, 2]), ([0, 1], [0, 2])], ids=["more", "less", "none"]
)
def test_counts_that_cannot_be(solved, played):
    for test in (lambda *data: chi_square(*data, corrected=False), fisher_exact):
        with pytest.raises(UserError, match=f"a: {solved[0]} games solved of {played[0]} played"):
            test(np.array(solved), np.array(played), SUBJECT)


def test_yates_correction_is_for_two_groups():
    with pytest.raises(UserError, match="Yates' correction is for 2 groups, not 3"):
        chi_square(np.array([1, 1, 1]), np.array([2, 2, 2]), Subject(("a", "b", "c")), corrected=True)


@given(st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=2, max_size=5))
def test_cramers_v_agrees_with_its_formula(table):
    held = [row for row in table if any(row)]
    held = [list(row) for row in zip(*[column for column in zip(*held, strict=True) if any(column)], strict=True)]
    assume(held)
    smaller = min(len(held), len(held[0]))
    expected = math.sqrt(chi_square_by_hand(held) / sum(map(sum, held)) / (smaller - 1)) if smaller > 1 else 0
    assert cramers_v(np.array(table)) == pytest.approx(expected, abs=1e-9)


def test_cramers_v_of_no_table():
    with pytest.raises(UserError, match="the table is empty"):
        cramers_v(np.zeros((2, 2), np.int64))
    with pytest.raises(UserError, match="0 or more, with 2 rows and 2 columns"):
        cramers_v(np.array([[1, -1], [2, 2]]))
