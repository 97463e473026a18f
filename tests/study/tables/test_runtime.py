"""Times of a guess are those that the cells have measured."""

from dataclasses import replace

from study.games import make_cell, make_records, make_results
from wordle_jax.study.tables.runtime import make_table
from wordle_jax.timing import name_group

TIMING = {
    "amortised_ms_per_guess": 0.25,
    "latency_ms_by_turn": {"1": 0.5, "2": 1.0, "10": 4.0, "all": 0.75},
    "latency_ms_by_candidates": {"1": 0.125, "101-200": 2.0, "1001-": 8.0},
}
CELL = make_cell("lucky", 0.0, make_records([(0, 3, 0)]))


def test_every_time_is_a_row() -> None:
    other = {**TIMING, "latency_ms_by_turn": {"1": 3.0, "all": 3.0}, "latency_ms_by_candidates": {"2": 6.0}}
    table = make_table(make_results(replace(CELL, timing=TIMING), replace(CELL, labels={"solver": "b"}, timing=other)))
    assert table.is_timing
    assert [(row.solver, row.by, row.group, row.milliseconds) for row in table.rows] == [
        ("lucky", "together", "", 0.25),
        ("lucky", "turn", "1", 0.5),
        ("lucky", "turn", "2", 1.0),
        ("lucky", "turn", "10", 4.0),
        ("lucky", "all", "", 0.75),
        ("lucky", "candidates", "1", 0.125),
        ("lucky", "candidates", "101-200", 2.0),
        ("lucky", "candidates", "1001-", 8.0),
        ("b", "together", "", 0.25),
        ("b", "turn", "1", 3.0),
        ("b", "all", "", 3.0),
        ("b", "candidates", "2", 6.0),
    ]
    assert table.header == [
        "solver", "all together", "one by one", "turn 1", "turn 2", "turn 10", "1 left", "2 left", "101-200 left",
        "1001- left",
    ]  # fmt: skip
    assert table.shown[1] == ["b", "0.250", "3.000", "3.000", "", "", "", "6.000", "", ""]


def test_groups_are_named_as_the_timing_names_them() -> None:
    assert {name_group(1), name_group(200), name_group(None)} == set(TIMING["latency_ms_by_candidates"])


def test_a_run_that_went_on_with_nothing_left_to_play_has_no_time_of_its_own() -> None:
    table = make_table(make_results(replace(CELL, timing=TIMING | {"amortised_ms_per_guess": None})))
    assert "together" not in {row.by for row in table.rows}
    assert table.shown[0][:3] == ["lucky", "", "0.750"]
