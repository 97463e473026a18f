"""Pairs of solvers at every rate of wrong tiles, by the formulas."""

import math

import pytest
from scipy.stats import chi2 as chi2_of_scipy

from study.games import make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.study.tables.rates import HEADER, make_table

# Whether each of twelve games is solved.
PLAYED = {
    ("one", 0.1): "111100000000",
    ("one", 0.0): "111111111111",
    ("two", 0.1): "110011111110",
    ("two", 0.0): "111111111111",
}
CELLS = [
    make_cell(solver, noise, make_records([(i, 4 if solved == "1" else None, 0) for i, solved in enumerate(games)]))
    for (solver, noise), games in PLAYED.items()
]


def test_both_tests_at_a_rate() -> None:
    clean, noisy = make_table(make_results(*CELLS)).rows
    assert (noisy.noise, noisy.first, noisy.second, noisy.games) == (0.1, "two", "one", 12)
    assert (noisy.success_first, noisy.success_second) == (9 / 12, 4 / 12)
    assert noisy.difference == pytest.approx(5 / 12)
    assert noisy.difference_low < 5 / 12 < noisy.difference_high
    # 9 of 12 and 4 of 12, 13 of 24 expected: 6.5 solved and 5.5 not in each.
    chi2 = 2 * 2.5**2 / 6.5 + 2 * 2.5**2 / 5.5
    assert noisy.chi2 == pytest.approx(chi2, rel=1e-12)
    assert noisy.chi2_p == pytest.approx(float(chi2_of_scipy.sf(chi2, 1)), rel=1e-12)
    assert noisy.cramers_v == pytest.approx(math.sqrt(chi2 / 24), rel=1e-12)
    assert (noisy.only_first, noisy.only_second) == (7, 2)
    assert noisy.mcnemar_p == pytest.approx(2 * sum(math.comb(9, k) for k in range(3)) / 2**9)
    assert noisy.mcnemar_g == pytest.approx(7 / 9 - 1 / 2)
    assert (clean.noise, clean.chi2, clean.chi2_p, clean.cramers_v) == (0.0, 0.0, 1.0, 0.0)
    assert (clean.only_first, clean.only_second, clean.mcnemar_p, clean.mcnemar_g) == (0, 0, 1.0, None)


def test_corrected_for_all_rates_and_pairs() -> None:
    clean, noisy = make_table(make_results(*CELLS)).rows
    for test in ("chi2", "mcnemar"):
        p = getattr(noisy, f"{test}_p")
        assert getattr(noisy, f"{test}_bonferroni") == pytest.approx(2 * p)
        assert getattr(noisy, f"{test}_holm") == pytest.approx(2 * p)
        assert getattr(clean, f"{test}_bonferroni") == getattr(clean, f"{test}_holm") == 1.0


def test_the_table_to_read() -> None:
    table = make_table(make_results(*CELLS))
    assert all(len(shown) == len(HEADER) for shown in table.shown)
    assert table.shown[1][:3] == ["10%", "two", "one"]
    assert table.shown[1][3].startswith("+41.67 (")
    assert table.shown[1][9] == "7 : 2"


def test_one_solver_is_compared_with_none() -> None:
    assert make_table(make_results(CELLS[0], CELLS[1])).rows == []


def test_other_games_are_refused() -> None:
    other = make_cell("two", 0.1, make_records([(i, 3, 0) for i in range(11)]))
    with pytest.raises(UserError, match="play other words"):
        make_table(make_results(CELLS[0], other))
