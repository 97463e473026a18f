"""Solvers under hard rules, against games made by hand."""

from dataclasses import replace

from study.games import alter, make_cell, make_records, make_results
from wordle_jax.study.table import Estimate
from wordle_jax.study.tables.rules import make_table

GAMES = {("a", "normal"): [3, 4], ("a", "hard"): [3, None], ("b", "hard"): [2, 2]}


def test_differences_are_from_normal_rules() -> None:
    cells = []
    for (solver, mode), guesses in GAMES.items():
        cell = make_cell(solver, 0.0, make_records([(i, g, 0) for i, g in enumerate(guesses)]), **{"rules.mode": mode})
        cells.append(alter(cell, rules=replace(cell.config.rules, mode=mode)))
    table = make_table(make_results(*cells))
    normal, hard, alone = table.rows
    assert [(row.name, row.mode) for row in table.rows] == list(GAMES)
    assert normal.over_normal == Estimate(0.0, 0.0, 0.0)
    assert hard.over_normal.value == 1.5
    assert (hard.failures, hard.worst, hard.share["fail"]) == (1, 7, 0.5)
    assert alone.over_normal == Estimate(None, None, None)
    assert (alone.worst, alone.share["2"]) == (2, 1.0)
    assert "rules" not in table.title.partition(" · ")[2]
    assert [cells[-2] for cells in table.shown][::2] == ["", "none"]
    assert {len(cells) for cells in table.shown} == {len(table.header)}
