"""Performance and distribution of a solver, worked out by hand."""

import math
from dataclasses import replace

import pytest

from study.games import alter, make_cell, make_records, make_results
from wordle_jax.catalog import load_recipe
from wordle_jax.selection import GameSelection
from wordle_jax.study.tables import distribution, performance

# One solved in 1, two in 3, three in 4, one in 5, one in 6, two lost.
OUTCOMES = [4, None, 3, 1, 4, 6, 3, None, 5, 4]
CELL = make_cell("lucky", 0.0, make_records([(answer, guesses, 0) for answer, guesses in enumerate(OUTCOMES)]))
LOST = make_cell("unlucky", 0.0, make_records([(answer, None, 0) for answer in range(10)]))


def test_measures_of_games_played_by_hand() -> None:
    row = performance.measure_cell(CELL)
    solved = [1, 3, 3, 4, 4, 4, 5, 6]
    assert (row.solver, row.games, row.solved, row.failures) == ("lucky", 10, 8, 2)
    assert (row.success_rate.value, row.within_4.value) == (0.8, 0.6)
    assert (row.mean_guesses.value, row.median_guesses.value) == (30 / 8, 4)
    assert row.std_guesses.value == pytest.approx(math.sqrt(sum((g - 3.75) ** 2 for g in solved) / 7), rel=1e-12)
    assert row.mean_guesses_all.value == (30 + 2 * 7) / 10
    assert row.success_rate.low < 0.8 < row.success_rate.high


def test_a_census_leaves_nothing_to_chance() -> None:
    assert performance.measure_cell(CELL).is_census
    for changed in (
        alter(CELL, solver=load_recipe("random")),
        alter(CELL, games=GameSelection(sample=10)),
        alter(CELL, noise=0.1, channel=replace(CELL.config.channel, rate=0.1)),
    ):
        assert not performance.measure_cell(changed).is_census


def test_distribution_of_games_played_by_hand() -> None:
    row = distribution.measure_cell(CELL)
    assert row.count == {"1": 1, "2": 0, "3": 2, "4": 3, "5": 1, "6": 1, "fail": 2}
    assert row.share == {key: count / 10 for key, count in row.count.items()}
    assert row.solved_share == {"1": 1 / 8, "2": 0, "3": 2 / 8, "4": 3 / 8, "5": 1 / 8, "6": 1 / 8}
    assert set(distribution.measure_cell(LOST).solved_share.values()) == {None}


@pytest.mark.parametrize("module", [performance, distribution])
def test_a_row_has_a_cell_for_every_name_of_the_header(module) -> None:
    table = module.make_table(make_results(CELL, LOST))
    assert [row.solver for row in table.rows] == ["lucky", "unlucky"]
    assert all(len(shown) == len(table.header) for shown in table.shown)


def test_distribution_to_read() -> None:
    table = distribution.make_table(make_results(CELL))
    assert table.header == ["solver", "1", "2", "3", "4", "5", "6", "not solved"]
    assert table.shown[0][3] == "20.0% (2)"
