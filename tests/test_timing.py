"""How long single guesses take: measured on few games, turn by turn."""

from dataclasses import replace

import numpy as np
import pytest
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax import timing
from wordle_jax.channel import Adversary
from wordle_jax.game import play_games, set_table
from wordle_jax.timing import describe_host, measure_latency


def setup_of(name: str, **rules: int):
    return set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe(name), **rules).table.setup


@pytest.mark.parametrize("name", ["entropy", "random"])
def test_every_turn_that_was_played_has_its_milliseconds(name: str) -> None:
    setup, game_id = setup_of(name), np.arange(16, dtype=np.int64)
    latency = measure_latency(setup, tiny_world("five"), game_id)
    played = np.linspace(0, 15, 10).astype(int)
    longest = play_games(set_table(setup, tiny_world("five")), game_id[played]).num_guesses.max()
    assert list(latency) == [*(str(turn) for turn in range(1, longest + 1)), "all"]
    assert all(milliseconds > 0 for milliseconds in latency.values())


def test_mean_over_all_guesses_is_no_mean_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = {0: [(1, 0.001), (2, 0.002)], 5: [(1, 0.003)], 9: [(1, 0.002), (2, 0.004), (3, 0.009)]}
    played = []

    def play(table, game_id, on_decision=None):
        played.append(int(game_id[0]))
        if on_decision is not None:
            for turn, seconds in spent[int(game_id[0])]:
                on_decision(turn, seconds)

    monkeypatch.setattr(timing, "play_games", play)
    latency = measure_latency(setup_of("entropy"), tiny_world("five"), np.array([0, 5, 9]))
    assert played == [0, 0, 5, 5, 9, 9]  # the first time compiles
    assert latency == pytest.approx({"1": 2.0, "2": 3.0, "3": 9.0, "all": 3.5})


def test_adversary_tells_the_truth_while_decisions_are_timed() -> None:
    clean = setup_of("entropy")
    game_id = np.arange(16, dtype=np.int64)
    latency = measure_latency(replace(clean, channel=Adversary(2, 5)), tiny_world("five"), game_id)
    assert list(latency) == list(measure_latency(clean, tiny_world("five"), game_id))


def test_games_are_spread_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    played = set()

    def play(table, game_id, on_decision=None):
        played.add(int(game_id[0]))
        if on_decision is not None:
            on_decision(1, 1.0)

    monkeypatch.setattr(timing, "play_games", play)
    measure_latency(setup_of("entropy"), tiny_world("five"), np.arange(1000, 2000, dtype=np.int64))
    assert sorted(played) == [1000, 1111, 1222, 1333, 1444, 1555, 1666, 1777, 1888, 1999]


def test_host_is_described() -> None:
    host = describe_host()
    assert list(host) == ["device", "platform", "devices", "cores", "machine", "python", "versions"]
    assert (host["platform"], host["devices"] >= 1, host["cores"] >= 1) == ("cpu", True, True)
    assert {"jax", "numpy", "ray", "wordle-jax"} <= set(host["versions"])
