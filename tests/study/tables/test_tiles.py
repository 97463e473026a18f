"""What single tiles rule out, against games walked through tile by tile."""

from collections import defaultdict
from statistics import fmean

import numpy as np
import pytest
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from study.games import make_cell, make_results
from wordle_jax.game import play_games
from wordle_jax.pattern import format_pattern, score_words
from wordle_jax.study.results import PlayedCell
from wordle_jax.study.tables.tiles import HEADER, make_table, measure_cell

LEXICON = tiny_lexicon("five")
LETTER = {"green": 2, "yellow": 1, "gray": 0}


def play(noise: float) -> PlayedCell:
    match = set_match(LEXICON, tiny_world("five"), read_recipe("frequency"), noise=noise)
    records = play_games(match.table, np.arange(32 if noise else 16, dtype=np.int64))
    return make_cell("frequency", noise, records, LEXICON)


def tiles_of(code: int) -> list[int]:
    return [code // 3**place % 3 for place in (4, 3, 2, 1, 0)]


def walk(cell: PlayedCell) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """By turn and colour the candidates before each tile, and those it keeps."""
    records, found = cell.records, defaultdict(list)
    for game in range(len(records)):
        candidates = list(LEXICON.answers)
        for turn in range(records.num_guesses[game] - records.solved[game]):
            guess = LEXICON.guesses[records.guesses[game, turn]]
            shown = tiles_of(int(records.observed_patterns[game, turn]))
            would_show = [tiles_of(score_words(guess, word)) for word in candidates]
            for place, colour in enumerate(shown):
                kept = sum(tiles[place] == colour for tiles in would_show)
                found[turn + 1, colour].append((len(candidates), kept))
            candidates = [word for word, tiles in zip(candidates, would_show, strict=True) if tiles == shown]
            if not candidates:
                break
    return found


def test_tiles_are_read_as_patterns_are() -> None:
    assert tiles_of(int("21001", 3)) == [2, 1, 0, 0, 1]
    assert len(format_pattern(int("21001", 3))) == 5


@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_rows_are_those_of_games_walked_through(noise: float) -> None:
    cell = play(noise)
    rows, walked = list(measure_cell(cell)), walk(cell)
    assert {(row.turn, LETTER[row.colour]) for row in rows if row.tiles} == set(walked)
    assert [row.colour for row in rows[:3]] == ["green", "yellow", "gray"]
    for row in rows:
        pairs = walked[row.turn, LETTER[row.colour]]
        assert row.tiles == len(pairs)
        if pairs:
            assert row.candidates_before == pytest.approx(fmean(before for before, _ in pairs), rel=1e-12)
            assert row.candidates_kept == pytest.approx(fmean(kept for _, kept in pairs), rel=1e-12)
            assert row.ruled_out == pytest.approx(fmean(100 * (1 - kept / before) for before, kept in pairs), abs=1e-10)
        else:
            assert (row.candidates_before, row.candidates_kept, row.ruled_out) == (None, None, None)


def test_a_row_has_a_cell_for_every_name_of_the_header() -> None:
    table = make_table(make_results(play(0.0)))
    assert {len(cells) for cells in table.shown} == {len(HEADER)}
    assert len(table.rows) % 3 == 0
