"""The measures of a variant, worked out by hand."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from study.games import LEXICON, make_cell, make_records
from study.studies import make_results
from wordle_jax.results import summarize
from wordle_jax.study.tables.lexicon import HEADER, format_row, make_table, measure_cell
from wordle_jax.totals import Totals

# Ten answers, a game each: one solved in 1, two in 3, three in 4, one in 5, one in 6, two lost.
GAMES = [(answer, guesses, 0) for answer, guesses in enumerate([4, None, 3, 1, 4, 6, 3, None, 5, 4])]


def test_measures_of_games_played_by_hand() -> None:
    row = measure_cell(make_cell("lucky", 0.0, make_records(GAMES), variant="ten"))
    assert (row.variant, row.solver, row.lexicon) == ("ten", "lucky", "Twelve words")
    assert (row.answers, row.guesses, row.games, row.solved, row.failures) == (12, 12, 10, 8, 2)
    assert row.distribution == {1: 1, 2: 0, 3: 2, 4: 3, 5: 1, 6: 1}
    assert [row.within_3.value, row.within_4.value, row.within_5.value] == [0.3, 0.6, 0.7]
    solved = [1, 3, 3, 4, 4, 4, 5, 6]
    assert row.success_rate.value == 0.8
    assert (row.mean_guesses.value, row.median_guesses.value) == (30 / 8, 4)
    assert row.std_guesses.value == pytest.approx(math.sqrt(sum((g - 3.75) ** 2 for g in solved) / 7), rel=1e-12)
    assert row.mean_guesses_all.value == (30 + 2 * 7) / 10


def test_intervals_are_those_of_a_run() -> None:
    cell = make_cell("lucky", 0.0, make_records(GAMES))
    summary = summarize(Totals(LEXICON.num_answers, 6).add(cell.records), LEXICON, solver="lucky", noise=0.0)
    intervals = json.loads(json.dumps(summary))["intervals"]
    row = measure_cell(cell)
    for name, bounds in intervals.items():
        estimate = getattr(row, name)
        assert [estimate.low, estimate.high] == bounds, name


def test_intervals_of_shares_resample_games() -> None:
    # Twelve games, half of them solved in 3; resampled shares are those of twelve coins.
    cell = make_cell("lucky", 0.0, make_records([(i, 3 if i % 2 else None, 0) for i in range(12)]))
    row = measure_cell(cell)
    assert row.within_3.value == 0.5
    low, high = binom(12, 0.5).ppf([0.025, 0.975]) / 12
    assert (row.within_3.low, row.within_3.high) == (low, high)


def test_an_opener_is_named_where_all_games_have_it() -> None:
    records = make_records(GAMES)
    assert measure_cell(make_cell("lucky", 0.0, records)).opener == LEXICON.guesses[0]
    guesses = records.guesses.copy()
    guesses[0, 0] = 3
    cell = make_cell("lucky", 0.0, replace(records, guesses=guesses.astype(np.int32)))
    assert measure_cell(cell).opener == ""
    assert format_row(measure_cell(cell))[3] == "differs"


def test_a_row_has_a_cell_for_every_name_of_the_header() -> None:
    cells = [make_cell("lucky", 0.0, make_records(GAMES), variant=name) for name in ("one", "two")]
    table = make_table(make_results(cells, cells[0].config))
    assert [row.variant for row in table.rows] == ["one", "two"]
    assert all(len(shown) == len(HEADER) for shown in table.shown)
    assert table.shown[0][:5] == ["one", "lucky", "Twelve words", "crane", "10"]
    assert table.title.endswith(" · normal rules · seed 42")
