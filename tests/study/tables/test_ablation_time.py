"""Times come from timing.json, and go to a folder of their own."""

from dataclasses import replace

from study.games import make_cell, make_records, make_results
from wordle_jax.study.tables.ablation_time import HEADER, make_table


def test_times_of_a_cell() -> None:
    cell = make_cell("csp_aware", 0.1, make_records([(0, 3, 0)]), variant="csp_aware-opener")
    timing = {"amortised_ms_per_guess": 0.25, "latency_ms_by_turn": {"1": 4.0, "all": 1.5}}
    table = make_table(make_results(replace(cell, timing=timing)))
    assert table.is_timing
    assert table.shown == [["csp_aware-opener", "10%", "0.250", "1.50"]]
    assert len(table.header) == len(HEADER) == 4
    (row,) = table.rows
    assert (row.amortised_ms_per_guess, row.latency_ms_per_guess) == (0.25, 1.5)


def test_a_run_that_went_on_with_nothing_left_to_play_has_no_time_of_its_own() -> None:
    cell = make_cell("csp_aware", 0.1, make_records([(0, 3, 0)]))
    timing = {"amortised_ms_per_guess": None, "latency_ms_by_turn": {"1": 4.0, "all": 1.5}}
    assert make_table(make_results(replace(cell, timing=timing))).shown == [["csp_aware", "10%", "none", "1.50"]]
