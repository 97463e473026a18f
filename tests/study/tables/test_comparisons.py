"""Pairs of solvers: each test against its formula in pure Python, and corrections by hand."""

import math
from functools import cache
from statistics import mean, stdev

import numpy as np
import pytest
from scipy.stats import chi2 as chi2_of_scipy
from scipy.stats import t as t_of_scipy

from study.games import make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.study.table import Table
from wordle_jax.study.tables.comparisons import HEADER, ComparisonRow, make_table

PLAYED: dict[str, list[int | None]] = {
    "slow": [4, None, 5, 6, 4, 3, None, 5, 6, 4, 5, None],
    "fair": [4, 5, 4, 6, 3, 3, None, 4, 5, 4, 4, 6],
    "quick": [3, 4, 3, None, 3, 2, 6, 3, 4, 3, 3, 5],
}
CELLS = [
    make_cell(solver, 0.0, make_records([(i, guesses, 0) for i, guesses in enumerate(outcomes)]))
    for solver, outcomes in PLAYED.items()
]
PAIRS = [("fair", "slow"), ("quick", "slow"), ("quick", "fair")]


@cache
def compare() -> Table:
    """The table of all three; it takes a second."""
    return make_table(make_results(*CELLS))


def find(test: str, first: str = "quick", second: str = "slow") -> ComparisonRow:
    rows = compare().rows
    return next(row for row in rows if (row.first, row.second, row.test) == (first, second, test))


def solved_by_both(first: str, second: str) -> list[tuple[int, int]]:
    return [(a, b) for a, b in zip(PLAYED[first], PLAYED[second], strict=True) if a and b]


def two_sided_t(t: float, df: float) -> float:
    return 2 * float(t_of_scipy.sf(abs(t), df))


def test_every_pair_has_every_test() -> None:
    table = compare()
    tests = [row.test for row in table.rows if (row.first, row.second) == PAIRS[0]]
    assert len(tests) == len(set(tests)) == 11
    assert [(row.first, row.second, row.test) for row in table.rows] == [
        (first, second, test) for first, second in sorted(PAIRS, key=PAIRS.index) for test in tests
    ]
    assert [row.pairing for row in table.rows[:11]] == ["paired"] * 5 + ["unpaired"] * 6
    assert all(row.is_census for row in table.rows)
    assert [tuple(shown[:2]) for shown in table.shown] == PAIRS
    assert all(len(shown) == len(HEADER) for shown in table.shown)


def test_paired_t_and_both_effect_sizes() -> None:
    row = find("paired t test")
    pairs = solved_by_both("quick", "slow")
    differences = [a - b for a, b in pairs]
    t = mean(differences) / (stdev(differences) / math.sqrt(len(pairs)))
    assert (row.n_first, row.n_second, row.df) == (len(pairs), None, len(pairs) - 1)
    assert (row.value_first, row.value_second) == (mean(a for a, _ in pairs), mean(b for _, b in pairs))
    assert row.statistic == pytest.approx(t, rel=1e-12)
    assert row.p == pytest.approx(two_sided_t(t, len(pairs) - 1), rel=1e-12)
    assert row.effect_name == "Cohen's d_z"
    assert row.effect == pytest.approx(mean(differences) / stdev(differences), rel=1e-12)
    first, second = zip(*pairs, strict=True)
    pooled = math.sqrt((stdev(first) ** 2 + stdev(second) ** 2) / 2)
    assert row.cohens_d == pytest.approx((mean(first) - mean(second)) / pooled, rel=1e-12)
    assert row.games == "words solved by both"


def test_independent_t_takes_all_games_that_each_solves() -> None:
    row = find("independent t test")
    first, second = ([g for g in PLAYED[name] if g] for name in ("quick", "slow"))
    n, m = len(first), len(second)
    variance = ((n - 1) * stdev(first) ** 2 + (m - 1) * stdev(second) ** 2) / (n + m - 2)
    t = (mean(first) - mean(second)) / math.sqrt(variance * (1 / n + 1 / m))
    assert (row.pairing, row.n_first, row.n_second, row.df) == ("unpaired", n, m, n + m - 2)
    assert row.statistic == pytest.approx(t, rel=1e-12)
    pooled = math.sqrt((stdev(first) ** 2 + stdev(second) ** 2) / 2)
    assert row.cohens_d == pytest.approx((mean(first) - mean(second)) / pooled, rel=1e-12)
    welch = find("Welch's t test")
    spread = stdev(first) ** 2 / n + stdev(second) ** 2 / m
    assert welch.statistic == pytest.approx((mean(first) - mean(second)) / math.sqrt(spread), rel=1e-12)


def test_tests_of_success() -> None:
    # quick alone solves words 1, 6 and 11, slow alone word 3.
    exact, chi2, corrected = (
        find(f"McNemar's {test}") for test in ("exact test", "χ² test", "χ² test with correction")
    )
    assert (exact.only_first, exact.only_second, exact.statistic) == (3, 1, 1)
    assert exact.p == pytest.approx(2 * (math.comb(4, 0) + math.comb(4, 1)) / 2**4)
    assert (chi2.statistic, corrected.statistic) == ((3 - 1) ** 2 / 4, (abs(3 - 1) - 1) ** 2 / 4)
    assert chi2.p == pytest.approx(float(chi2_of_scipy.sf(1.0, 1)))
    assert exact.effect == 3 / 4 - 1 / 2
    unpaired = find("χ² test")
    table = [[11, 1], [9, 3]]
    expected = [[20 * 12 / 24, 4 * 12 / 24]] * 2
    statistic = sum((table[i][j] - expected[i][j]) ** 2 / expected[i][j] for i in (0, 1) for j in (0, 1))
    assert unpaired.statistic == pytest.approx(statistic, rel=1e-12)


def holm_by_hand(p_values: list[float]) -> list[float]:
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, largest = [0.0] * len(p_values), 0.0
    for place, which in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[which]))
        corrected[which] = largest
    return corrected


def test_a_test_is_corrected_for_all_pairs() -> None:
    rows = compare().rows
    for test in {row.test for row in rows}:
        own = [row for row in rows if row.test == test]
        assert [row.bonferroni for row in own] == pytest.approx([min(1.0, 3 * row.p) for row in own])
        assert [row.holm for row in own] == pytest.approx(holm_by_hand([row.p for row in own]))


def test_words_tell_the_same() -> None:
    table = compare()
    assert len(table.notes) == 9
    assert table.notes[0].startswith("Paired t test on 9 pairs (words solved by both): mean guesses: fair ")
    assert all("this is a census" in note for note in table.notes)


def test_solvers_that_play_alike_do_not_differ() -> None:
    twin = make_cell("twin", 0.0, CELLS[0].records)
    rows = make_table(make_results(CELLS[0], twin)).rows
    assert {row.p for row in rows if row.pairing == "paired"} == {1.0}
    assert {row.cohens_d for row in rows} == {0.0}


def test_what_games_do_not_support_is_told() -> None:
    cells = [
        make_cell(name, 0.0, make_records([(0, guesses, 0), (1, None, 0)])) for name, guesses in (("a", 3), ("b", 4))
    ]
    table = make_table(make_results(*cells))
    assert [row.test for row in table.rows if row.pairing == "paired"] == [
        "Wilcoxon signed-rank test", "McNemar's exact test", "McNemar's χ² test", "McNemar's χ² test with correction"
    ]  # fmt: skip
    assert table.shown[0][2] == "none"
    assert any(note.startswith("b and a: paired t test: ") for note in table.notes)


def test_one_solver_is_compared_with_none() -> None:
    table = make_table(make_results(CELLS[0]))
    assert (list(table.rows), table.shown, table.notes) == ([], [], [])
    assert table.caption == "There is no row, for the study has no two cells that this table would compare."


def test_bad_studies_are_refused() -> None:
    with pytest.raises(UserError, match="slow plays more than one cell"):
        make_table(make_results(CELLS[0], CELLS[0]))
    other = make_cell("other", 0.0, make_records([(i, 3, 0) for i in np.arange(11)]))
    with pytest.raises(UserError, match="play other words"):
        make_table(make_results(CELLS[0], other))
