"""Weights and the best of them, against games made by hand."""

from dataclasses import replace

import pytest

from study.games import alter, make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.study.table import Estimate
from wordle_jax.study.tables.weights import make_table

# The mean over the solved games is lowest at 0, over all games at 0.5 and 1.
GAMES = {0.0: [2, None, None], 0.5: [3, 5, 4], 1.0: [4, 3, 5]}


def cell_of(weight: float, guesses: list[int | None]):
    cell = make_cell("hybrid", 0.0, make_records([(i, g, 0) for i, g in enumerate(guesses)]), variant=f"{weight}")
    return alter(cell, solver=replace(cell.config.solver, entropy_weight=weight, frequency_weight=1 - weight))


def test_the_first_of_the_best_is_the_best() -> None:
    table = make_table(make_results(*(cell_of(*item) for item in GAMES.items())))
    rows = {row.entropy_weight: row for row in table.rows}
    assert [row.is_best for row in rows.values()] == [False, True, False]
    assert [row.frequency_weight for row in rows.values()] == [1.0, 0.5, 0.0]
    assert rows[0.0].over_best.value == (-1 + 2 + 3) / 3
    assert rows[0.5].over_best == Estimate(0.0, 0.0, 0.0)
    assert rows[1.0].over_best.value == 0.0
    assert rows[0.0].share == {"1": 0, "2": 1 / 3, "3": 0, "4": 0, "5": 0, "6": 0, "fail": 2 / 3}
    assert (rows[0.0].worst, rows[0.0].mean_guesses.value) == (7, 2.0)
    assert table.shown[1][:3] == ["0.5", "0.5", "crane"]
    assert table.shown[1][-2] == "best"
    assert {len(cells) for cells in table.shown} == {len(table.header)}


def test_other_games_cannot_be_paired() -> None:
    with pytest.raises(
        UserError, match=r"0.5.* and .*0.0.* play other words, .* the same lexicon, games, seed and rules.max"
    ):
        make_table(make_results(cell_of(0.0, [2, 3]), cell_of(0.5, [3, 4, 5])))
