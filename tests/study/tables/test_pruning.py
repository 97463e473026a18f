"""What propagators remove in whole games, against games walked through one by one with sets of letters."""

from collections import defaultdict
from statistics import fmean

import numpy as np
import pytest
from constraints import oracle
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from study.games import make_cell, make_records, make_results
from wordle_jax.constraints import PROPAGATORS, SAT
from wordle_jax.errors import UserError
from wordle_jax.game import play_games
from wordle_jax.study.results import PlayedCell
from wordle_jax.study.tables import pruning, pruning_sat, pruning_sat_time, pruning_time

LEXICON = tiny_lexicon("five")
STEPS = {"forward_checking": oracle.forward_checking, "mac": oracle.mac, "gcc_light": oracle.gcc_light}


def play(noise: float) -> PlayedCell:
    match = set_match(LEXICON, tiny_world("five"), read_recipe("frequency"), noise=noise)
    records = play_games(match.table, np.arange(32 if noise else 16, dtype=np.int64))
    return make_cell("frequency", noise, records, LEXICON)


def walk(cell: PlayedCell, propagator: str) -> dict[int, list[dict[str, float] | None]]:
    """By turn what each game shows, None where no answer is left."""
    records, letters = cell.records, [tuple(word) for word in LEXICON.letters.tolist()]
    answers = [letters[guess] for guess in LEXICON.answer_guess]
    size = max(map(max, letters)) + 1
    rows = oracle.all_tiles(5)
    found = defaultdict(list)
    for game in range(len(records)):
        state = oracle.start(size, 5)
        for turn in range(records.num_guesses[game] - records.solved[game]):
            guess, shown = records.guesses[game, turn], records.observed_patterns[game, turn]
            before = sum(map(len, state.domains))
            state, contradiction = STEPS[propagator](state, oracle.extract(letters[guess], rows[shown], size))
            left = sum(oracle.allows(state, word) for word in answers)
            fits = [all(x in d for x, d in zip(word, state.domains, strict=True)) for word in answers]
            values = sum(map(len, state.domains))
            seen = {"left": left, "fit": sum(fits), "values": values, "removed": before - values, "size": 5 * size}
            found[turn + 1].append((contradiction, seen if left else None))
            if not left:
                state = oracle.start(size, 5)
    return found


@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_rows_are_those_of_games_walked_through(propagator: str, noise: float) -> None:
    cell = play(noise)
    rows = {row.turn: row for row in pruning.measure_cell(cell, list(PROPAGATORS)) if row.propagator == propagator}
    walked = walk(cell, propagator)
    assert sorted(rows) == sorted(walked)
    assert any(row.exhausted for row in rows.values()) == (noise > 0)
    for turn, row in rows.items():
        games = [seen for _, seen in walked[turn] if seen]
        assert (row.games, row.exhausted) == (len(walked[turn]), len(walked[turn]) - len(games))
        assert row.contradictions == sum(contradiction for contradiction, _ in walked[turn])

        def mean(key: str, games=games) -> float:
            return pytest.approx(fmean(game[key] for game in games), rel=1e-12)

        assert row.values_removed == mean("removed")
        assert row.values_left == mean("values")
        assert row.answers_in_domains == mean("fit")
        assert row.answers_left == mean("left")
        shares = [100 * (1 - game["values"] / game["size"]) for game in games]
        assert row.removed_share == pytest.approx(fmean(shares), rel=1e-12)
        by_domains, by_all = ([100 * (1 - game[key] / 16) for game in games] for key in ("fit", "left"))
        assert row.reduction_by_domains == pytest.approx(fmean(by_domains), rel=1e-12)
        assert row.reduction == pytest.approx(fmean(by_all), rel=1e-12)


def test_turns_come_in_order_and_propagators_in_theirs() -> None:
    table = pruning.make_table(make_results(play(0.0)))
    order = [(row.turn, row.propagator) for row in table.rows]
    assert order == [(turn, name) for turn in range(1, len(order) // 3 + 1) for name in PROPAGATORS]
    assert {len(cells) for cells in table.shown} == {len(pruning.HEADER)}
    assert table.shown[0][:4] == ["frequency", "0%", "1", "forward_checking"]


def test_turns_without_any_answer_have_no_means() -> None:
    cell = play(1.0)
    table = pruning.make_table(make_results(cell))
    row, shown = next((r, s) for r, s in zip(table.rows, table.shown, strict=True) if r.exhausted == r.games)
    assert (row.values_left, row.reduction, row.answers_left) == (None, None, None)
    assert shown[5:10] == ["none"] * 5


def test_times_are_of_the_same_turns() -> None:
    cell = play(0.0)
    table = pruning_time.make_table(make_results(cell))
    assert table.is_timing
    for time, row in zip(table.rows, pruning.measure_cell(cell, list(PROPAGATORS)), strict=True):
        assert (time.turn, time.propagator, time.histories) == (row.turn, row.propagator, row.histories)
        assert time.seconds > 0
        assert time.microseconds_per_history == pytest.approx(1e6 * time.seconds / row.histories)
    assert {len(cells) for cells in table.shown} == {len(pruning_time.HEADER)}


def test_games_won_at_once_leave_nothing_to_prune() -> None:
    cell = play(0.0)
    won = make_cell("frequency", 0.0, make_records([(0, 1, 0)]), LEXICON)
    assert pruning.make_table(make_results(won, cell)).rows
    with pytest.raises(UserError, match="games: every game is won at the first guess"):
        pruning.make_table(make_results(won))


def test_a_sat_solver_stands_beside_the_propagators() -> None:
    results = make_results(play(0.3))
    table, times = pruning_sat.make_table(results), pruning_sat_time.make_table(results)
    plain = pruning.make_table(results).rows
    assert [row for row in table.rows if row.propagator != SAT] == plain
    strongest = {row.turn: row for row in table.rows if row.propagator == SAT}
    assert sorted(strongest) == sorted({row.turn for row in plain})
    for row in plain:
        own = strongest[row.turn]
        assert (own.answers_left, own.exhausted) == (row.answers_left, row.exhausted)
        assert own.values_left <= row.values_left + 1e-9
        assert own.contradictions >= row.contradictions
    assert [row.propagator for row in times.rows] == [row.propagator for row in table.rows]
    assert times.is_timing
