"""Assumptions of t tests: the right samples are tested, and quantiles are those of a normal distribution."""

from statistics import NormalDist, linear_regression

import numpy as np
import pytest

from study.games import make_cell, make_records, make_results
from wordle_jax.stats import Subject, levene, shapiro_wilk
from wordle_jax.study.tables import assumptions, quantiles

PLAYED: dict[str, list[int | None]] = {
    "slow": [4, None, 5, 6, 4, 3, None, 5],
    "fair": [4, 5, 4, 6, 3, 3, None, 4],
    "quick": [2, 4, 3, None, 2, 2, 6, 3],
}
CELLS = [
    make_cell(solver, 0.0, make_records([(i, guesses, 0) for i, guesses in enumerate(outcomes)]))
    for solver, outcomes in PLAYED.items()
]


def solved(name: str) -> np.ndarray:
    return np.array([guesses for guesses in PLAYED[name] if guesses])


def differences(first: str, second: str) -> np.ndarray:
    return np.array([a - b for a, b in zip(PLAYED[first], PLAYED[second], strict=True) if a and b])


def test_guesses_differences_and_variances_are_tested() -> None:
    table = assumptions.make_table(make_results(*CELLS))
    found = {(row.test, row.sample): row for row in table.rows}
    shapiro = {name: shapiro_wilk(solved(name), Subject((name,))) for name in PLAYED}
    for first, second in (("fair", "slow"), ("quick", "slow"), ("quick", "fair")):
        name = f"{first} less {second}"
        shapiro[name] = shapiro_wilk(differences(first, second), Subject((name,)))
    assert [row.sample for row in table.rows if row.test == "Shapiro-Wilk test"] == list(shapiro)
    for name, test in shapiro.items():
        row = found["Shapiro-Wilk test", name]
        assert (row.statistic, row.p, row.games) == (test.statistic, test.p, str(test.n[0]))
        assert row.bonferroni == pytest.approx(min(1.0, 6 * test.p))
    every = levene(tuple(solved(name) for name in PLAYED), Subject(tuple(PLAYED)))
    row = found["Levene's test", "slow, fair, quick"]
    assert (row.statistic, row.p, row.games) == (every.statistic, every.p, "6 7 7")
    pair = levene((solved("quick"), solved("slow")), Subject(("quick", "slow")))
    assert found["Levene's test", "quick, slow"].p == pair.p
    assert len(table.rows) == len(table.shown) == 10
    assert all(len(shown) == len(assumptions.HEADER) for shown in table.shown)


def test_replicates_of_a_word_are_one_difference() -> None:
    cells = [
        make_cell(name, 0.0, make_records([(i % 3, guesses, 0) for i, guesses in enumerate(games)]))
        for name, games in {"a": [2, 3, 4, 5, 3, None], "b": [4, 2, 4, 2, 6, 3]}.items()
    ]
    # Word 0: 2 and 5 beside 4 and 2; word 1: 3 and 3 beside 2 and 6; word 2: 4 beside 4.
    row = next(r for r in assumptions.make_table(make_results(*cells)).rows if r.sample == "b less a")
    assert row.statistic == shapiro_wilk(np.array([-0.5, 1.0, 0.0]), Subject(("d",))).statistic


def test_what_has_no_spread_is_told_and_left_out() -> None:
    cells = [*CELLS[:2], make_cell("steady", 0.0, make_records([(i, 3, 0) for i in range(8)]))]
    table = assumptions.make_table(make_results(*cells))
    assert "steady" not in {row.sample for row in table.rows}
    assert any(note.startswith("steady: all games have 3") for note in table.notes)


def filliben(games: int) -> list[float]:
    """The medians of the order statistics of a normal sample."""
    last = 0.5 ** (1 / games)
    middle = [(i - 0.3175) / (games + 0.365) for i in range(2, games)]
    return [NormalDist().inv_cdf(p) for p in (1 - last, *middle, last)]


@pytest.mark.parametrize("sample", [("quick", ""), ("quick", "slow")])
def test_quantiles_of_a_sample(sample: tuple[str, str]) -> None:
    rows = [
        row for row in quantiles.make_table(make_results(*CELLS)).rows if (row.first, row.second) == sample
    ]  # fmt: skip
    values = sorted((differences(*sample) if sample[1] else solved(sample[0])).tolist())
    expected = filliben(len(values))
    slope, intercept = linear_regression(expected, values)
    assert [row.value for row in rows] == sorted(set(values))
    for row in rows:
        own = [q for q, value in zip(expected, values, strict=True) if value == row.value]
        assert row.games == len(own)
        assert (row.quantile_low, row.quantile_high) == pytest.approx((own[0], own[-1]), abs=1e-9)
        assert (row.slope, row.intercept) == pytest.approx((slope, intercept))


def test_quantiles_to_read_leave_differences_out() -> None:
    table = quantiles.make_table(make_results(*CELLS))
    assert {shown[0] for shown in table.shown} == set(PLAYED)
    assert all(len(shown) == len(quantiles.HEADER) for shown in table.shown)


def test_one_game_supports_nothing() -> None:
    cells = [make_cell(name, 0.0, make_records([(0, 3, 0)])) for name in ("a", "b")]
    assert quantiles.make_table(make_results(*cells)).rows == []
    table = assumptions.make_table(make_results(*cells))
    assert table.rows == []
    assert len(table.notes) == 5
