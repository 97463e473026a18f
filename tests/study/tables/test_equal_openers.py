"""Solvers beside the first one with the same opener."""

from dataclasses import replace

from study.games import alter, make_cell, make_records, make_results
from wordle_jax.study.tables.equal_openers import make_table

GAMES = {
    ("csp_aware", "computed"): [3, 4, None],
    ("csp_aware", "salet"): [2, 4, 6],
    ("mac", "computed"): [4, 4, 4],
    ("mac", "salet"): [3, 4, 6],
}


def test_differences_are_between_equal_openers() -> None:
    cells = []
    for (solver, opener), guesses in GAMES.items():
        cell = make_cell(
            solver, 0.0, make_records([(i, g, 0) for i, g in enumerate(guesses)]), **{"solver.opener": opener}
        )
        cells.append(alter(cell, solver=replace(cell.config.solver, opener=opener)))
    table = make_table(make_results(*cells))
    found = {(row.name, row.asked): row.guesses_difference.value for row in table.rows}
    assert found == {
        ("csp_aware", "computed"): 0.0,
        ("csp_aware", "salet"): 0.0,
        ("mac", "computed"): (1 + 0 - 3) / 3,
        ("mac", "salet"): 1 / 3,
    }
    assert {row.reference for row in table.rows} == {"csp_aware"}
    assert table.header[-1] == "guesses more than csp_aware"
    # All guesses of games made by hand are the first word.
    assert table.shown[0][:2] == ["csp_aware", "crane (computed)"]
    assert table.shown[0][-1] == ""
    assert table.shown[2][-1].startswith("-0.667 (")
    assert {len(cells) for cells in table.shown} == {len(table.header)}
