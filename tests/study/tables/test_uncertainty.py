"""Uncertainty left, against games made by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from study.games import LEXICON, make_cell, make_records, make_results
from wordle_jax.study.tables.uncertainty import make_table

# Three games of three guesses, two and six (failed): what was left after each.
GAMES = [(0, 3, 0), (1, 2, 0), (2, None, 0)]
LEFT = [[6, 2, 1, -1, -1, -1], [8, 1, -1, -1, -1, -1], [9, 6, 4, 3, 2, 2]]


def tabulate(left: list[list[int]]):
    records = replace(make_records(GAMES), candidates=np.array(left, np.float64))
    return make_table(make_results(make_cell("entropy", 0.0, records)))


def test_games_that_are_won_have_no_bits_left() -> None:
    table = tabulate(LEFT)
    rows = {row.turn: row for row in table.rows}
    assert list(rows) == [0, 1, 2, 3, 4, 5, 6]
    assert [row.games for row in rows.values()] == [3] * 7
    assert [row.playing for row in rows.values()] == [3, 3, 3, 2, 1, 1, 1]
    num_answers = len(LEXICON.answers)
    by_hand = [3 * math.log2(num_answers), math.log2(6 * 8 * 9), 1 + math.log2(6), 2, math.log2(3), 1, 1]
    assert [row.mean_bits for row in rows.values()] == [pytest.approx(bits / 3, rel=1e-12) for bits in by_hand]
    assert [row.mean_candidates for row in rows.values()] == [num_answers, 23 / 3, 3, 2.5, 3, 2, 2]
    assert [row.median_candidates for row in rows.values()] == [num_answers, 8, 2, 2.5, 3, 2, 2]
    assert rows[2].reduction == pytest.approx(100 * (1 - 3 / num_answers), rel=1e-12)
    assert table.shown[2] == ["entropy", "2", "3", "1.195", "3", "3.00", "2.0", "75.00%"]
    assert {len(cells) for cells in table.shown} == {len(table.header)}


def test_false_feedback_may_leave_nothing_that_has_bits() -> None:
    last = tabulate([*LEFT[:2], [9, 6, 4, 3, 2, 0]]).rows[-1]
    assert (last.games, last.mean_bits, last.playing, last.mean_candidates) == (2, 0.0, 1, 0.0)


def test_a_turn_that_no_game_played_has_no_candidates() -> None:
    records = make_records([(0, 1, 0)])
    row = make_table(make_results(make_cell("entropy", 0.0, records))).rows[2]
    assert (row.turn, row.playing, row.mean_candidates, row.reduction) == (2, 0, None, None)
    assert row.mean_bits == 0.0
