"""Two languages compared, by the formulas."""

import math
from statistics import mean, stdev

import pytest

from study.games import make_cell, make_records, make_results
from wordle_jax.study.results import PlayedCell
from wordle_jax.study.tables.cross_lexicon import HEADER, make_table

ENGLISH: list[int | None] = [3, 4, 3, 5, 3, 4, 4, 3, None, 2]
SPANISH: list[int | None] = [4, None, 5, 6, None, 4, 5, 3]


def make_variant(name: str, outcomes: list[int | None]) -> PlayedCell:
    records = make_records([(i, guesses, 0) for i, guesses in enumerate(outcomes)])
    return make_cell("csp_aware", 0.0, records, variant=name)


CELLS = [
    make_variant(name, outcomes)
    for name, outcomes in {
        "spanish": SPANISH,
        "spanish_sample": SPANISH[:7],
        "english": ENGLISH,
        "english_sample": ENGLISH[:9],
        "english_letters": ENGLISH,
    }.items()
]


def hypergeometric_p(table: list[list[int]]) -> float:
    """Fisher's two-sided p: all tables with these margins that are no likelier."""
    (a, b), (c, d) = table
    total = math.comb(a + b + c + d, a + c)

    def chance(k: int) -> float:
        return math.comb(a + b, k) * math.comb(c + d, a + c - k) / total

    every = [chance(k) for k in range(max(0, a + c - c - d), min(a + b, a + c) + 1)]
    return sum(p for p in every if p <= chance(a) * (1 + 1e-9))


def test_samples_and_whole_lists_are_compared() -> None:
    table = make_table(make_results(*CELLS))
    assert [(row.first, row.second, row.test) for row in table.rows] == [
        (first, second, test)
        for first, second in (("english_sample", "spanish_sample"), ("english", "spanish"))
        for test in ("Fisher's exact test", "independent t test", "Welch's t test")
    ]
    assert all(len(shown) == len(HEADER) for shown in table.shown)
    assert len(table.notes) == 6


def test_numbers_of_whole_lists() -> None:
    fisher, pooled, welch = make_table(make_results(*CELLS)).rows[3:]
    assert (fisher.value_first, fisher.value_second) == (9 / 10, 6 / 8)
    assert fisher.effect == pytest.approx(9 * 2 / (1 * 6))
    assert fisher.p == pytest.approx(hypergeometric_p([[9, 1], [6, 2]]))
    english, spanish = ([guesses for guesses in games if guesses] for games in (ENGLISH, SPANISH))
    n, m = len(english), len(spanish)
    squares = stdev(english) ** 2, stdev(spanish) ** 2
    variance = ((n - 1) * squares[0] + (m - 1) * squares[1]) / (n + m - 2)
    difference = mean(english) - mean(spanish)
    assert pooled.statistic == pytest.approx(difference / math.sqrt(variance * (1 / n + 1 / m)), rel=1e-12)
    assert pooled.df == n + m - 2
    assert welch.statistic == pytest.approx(difference / math.sqrt(squares[0] / n + squares[1] / m), rel=1e-12)
    assert pooled.effect == welch.effect == pytest.approx(difference / math.sqrt(sum(squares) / 2), rel=1e-12)
    assert (fisher.is_census, pooled.bonferroni) == (True, min(1.0, 2 * pooled.p))


def test_a_study_of_other_variants_has_all_pairs_of_its_own() -> None:
    cells = [make_variant("one", ENGLISH), make_variant("two", SPANISH), make_variant("three", [None, None])]
    table = make_table(make_results(*cells))
    assert {(row.first, row.second) for row in table.rows} == {("two", "one"), ("three", "one"), ("three", "two")}
    # Nothing that three solves has a mean.
    assert {row.test for row in table.rows if row.first == "three"} == {"Fisher's exact test"}
    assert any(note.startswith("three and one: ") for note in table.notes)
