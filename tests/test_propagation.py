"""What a recipe's propagator prunes in the games of a run."""

import json

import numpy as np
import pytest
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax.constraints import PROPAGATORS
from wordle_jax.game import play_games
from wordle_jax.pattern import score_words
from wordle_jax.propagation import measure_propagation
from wordle_jax.records import slice_records


def played(name: str, noise: float = 0.0):
    match = set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe(name), noise=noise)
    return play_games(match.table, np.arange(32 if noise else 16, dtype=np.int64))


@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_clean_games_turn_by_turn(propagator: str) -> None:
    lexicon, records = tiny_lexicon("five"), played("mac")
    rows, seconds = measure_propagation([records], lexicon, propagator)
    # A game that is won at a turn has no feedback to propagate there.
    unwon = [sum(n > turn for n in records.num_guesses.tolist()) for turn in range(1, 7)]
    assert [row["games"] for row in rows] == [n for n in unwon if n]
    assert list(seconds) == [str(row["turn"]) for row in rows] == [str(i) for i, n in enumerate(unwon, 1) if n]
    assert all(spent > 0 for spent in seconds.values())
    for turn, row in enumerate(rows):
        left = []
        for game in np.flatnonzero(records.num_guesses > turn + 1):
            history = [lexicon.guesses[guess] for guess in records.guesses[game, : turn + 1]]
            answer = lexicon.answers[records.answer[game]]
            seen = [score_words(guess, answer) for guess in history]
            left.append(sum([score_words(guess, word) for guess in history] == seen for word in lexicon.answers))
        assert row["mean_answers_left"] == pytest.approx(np.mean(left))
        assert row["exhausted"] == row["contradictions"] == 0
        assert row["mean_answers_left"] <= row["mean_answers_in_domains"] <= lexicon.num_answers
        assert len(row["mean_domain_sizes"]) == 5
        assert "propagator" not in row


def test_stronger_propagators_remove_no_less() -> None:
    records = played("frequency")
    sizes = {
        name: [sum(row["mean_domain_sizes"]) for row in measure_propagation([records], tiny_lexicon("five"), name)[0]]
        for name in PROPAGATORS
    }
    assert (np.array(sizes["mac"]) <= np.array(sizes["forward_checking"])).all()


def test_portions_make_no_difference() -> None:
    records = played("mac", noise=0.2)
    portions = [slice_records(records, slice(start, start + 5)) for start in range(0, len(records), 5)]
    whole, parts = (measure_propagation(games, tiny_lexicon("five"), "mac") for games in ([records], portions))
    assert parts[0] == whole[0]
    assert parts[1].keys() == whole[1].keys()


def test_noisy_games_leave_no_nan_behind() -> None:
    rows, _ = measure_propagation([played("mac", noise=0.5)], tiny_lexicon("five"), "mac")
    assert sum(row["exhausted"] for row in rows) > 0
    json.dumps(rows, allow_nan=False)


def test_means_over_no_game_are_null() -> None:
    records = played("mac", noise=1.0)
    rows, _ = measure_propagation([records], tiny_lexicon("five"), "gcc_light")
    empty = [row for row in rows if row["exhausted"] == row["games"]]
    assert empty
    assert empty[0]["mean_answers_left"] is None
    assert empty[0]["mean_domain_sizes"] == [None] * 5


def test_games_won_at_once_have_nothing_to_propagate() -> None:
    match = set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe("mac"))
    opener = match.lexicon.guess_answer[match.table.setup.opener]
    assert opener >= 0
    rows, seconds = measure_propagation([play_games(match.table, np.array([opener], np.int64))], match.lexicon, "mac")
    assert (rows, seconds) == ([], {})
