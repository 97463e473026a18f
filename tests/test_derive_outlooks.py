"""The fit of outlooks, on games whose odds are known."""

import json

import numpy as np
import pytest
from worlds import tiny_lexicon, tiny_world

from wordle_jax import derive_outlooks
from wordle_jax.derive_outlooks import RATES, fit_odds, fit_outlooks, follow_beliefs
from wordle_jax.game import play_games, seat_player, set_table


def test_odds_are_found_again() -> None:
    generator = np.random.default_rng(0)
    log_squares = -5 * generator.random(200_000)
    odds = 6.0 * np.exp(0.7 * log_squares)
    won = generator.random(len(odds)) < odds / (1 + odds)
    assert fit_odds(log_squares, won) == pytest.approx((6.0, 0.7), rel=0.03)


def test_beliefs_are_followed_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The beliefs on the way are those of Bayes' rule, game by game."""
    monkeypatch.setattr(derive_outlooks, "_GAMES_AT_ONCE", 7)
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    setup = derive_outlooks.training_setup(lexicon, world, 0.2)
    table = set_table(setup, world)
    records = play_games(table, np.arange(2 * world.num_answers))
    player = seat_player(setup, world)
    found = follow_beliefs(player, records)
    for game in range(len(records)):
        belief = player.start()
        for at in range(records.guesses.shape[1] - 1):
            if records.solved[game] and records.num_guesses[game] <= at + 1:
                assert np.isnan(found[game, at:]).all()
                break
            row = (records.guesses[game, at : at + 1], records.observed_patterns[game, at : at + 1])
            belief = player.observe(belief, *row, at + 1)
            assert found[game, at] == pytest.approx(np.log((belief.probabilities**2).sum()))
        assert np.isnan(found[game, -1])


def test_fit_of_a_tiny_lexicon_has_a_pair_for_each_turn() -> None:
    fitted = fit_outlooks(tiny_lexicon("five"), tiny_world("five"), 0.3, 3)
    assert list(fitted) == ["2", "3", "4"]
    assert all(even > 0 for even, _ in fitted.values())


def test_program_writes_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path, capsys) -> None:
    monkeypatch.setattr(derive_outlooks, "load_shipped_lexicon", lambda name: tiny_lexicon("five"))
    monkeypatch.setattr(derive_outlooks, "build_world", lambda lexicon, smoothing: tiny_world("five"))
    monkeypatch.setattr(derive_outlooks, "fit_outlooks", lambda *args: {"2": (1.23456, 0.5), "3": (2.0, args[2])})
    path = tmp_path / "outlooks.json"
    derive_outlooks.main(path)
    table = json.loads(path.read_text(encoding="utf-8"))
    assert table["rates"] == list(RATES)
    assert table["by_turns_left"]["2"] == [[1.2346, 0.5]] * len(RATES)
    assert table["by_turns_left"]["3"] == [[2.0, rate] for rate in RATES]
    assert capsys.readouterr().out.startswith(f"{path}: {len(RATES)} rates")
