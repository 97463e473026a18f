"""Strategies against games made by hand."""

import math
from dataclasses import replace
from statistics import stdev

import pytest

from study.games import LEXICON, alter, make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.study.tables.strategies import make_table

GUESSES = [1, 2, 4, 5, 5, None]


def make(guesses: list[int | None], variant: str):
    return make_cell("entropy", 0.0, make_records([(i, g, 0) for i, g in enumerate(guesses)]), variant=variant)


def test_measures_of_games_played_by_hand() -> None:
    table = make_table(make_results(make(GUESSES, "entropy+salet")))
    (row,) = table.rows
    assert (row.name, row.opener, row.games, row.solved, row.failures, row.worst) == (
        "entropy+salet",
        "crane",
        6,
        5,
        1,
        7,
    )
    assert row.share == {"1": 1 / 6, "2": 1 / 6, "3": 0, "4": 1 / 6, "5": 2 / 6, "6": 0, "fail": 1 / 6}
    assert row.within_4 == 0.5
    assert (row.median_guesses.value, row.mean_guesses.value, row.total_guesses) == (4.0, 17 / 5, 24)
    assert row.std_guesses.value == pytest.approx(stdev([1, 2, 4, 5, 5]), rel=1e-12)
    assert row.bits_per_guess == pytest.approx(math.log2(len(LEXICON.answers)) / 4, rel=1e-15)
    assert table.header[:3] == ["strategy", "opener", "1"]
    assert table.shown[0][2:9] == ["16.67", "16.67", "0.00", "16.67", "33.33", "0.00", "16.67"]
    assert len(table.shown[0]) == len(table.header)


def test_an_opener_that_is_drawn_has_no_name() -> None:
    cell = make(GUESSES, "random")
    guesses = cell.records.guesses.copy()
    guesses[2, 0] = 5
    table = make_table(make_results(replace(cell, records=replace(cell.records, guesses=guesses))))
    assert table.rows[0].opener is None
    assert table.shown[0][1] == "drawn"


def test_strategies_play_the_same_games() -> None:
    longer = make([2, 3], "b")
    longer = alter(longer, rules=replace(longer.config.rules, max_guesses=8))
    with pytest.raises(UserError, match=r"b.* and .*a.* play other words"):
        make_table(make_results(make([2, 3], "a"), longer))
