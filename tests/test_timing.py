"""How long single guesses take: measured on few games, turn by turn."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax import timing
from wordle_jax.channel import Adversary
from wordle_jax.game import play_games, set_table
from wordle_jax.timing import describe_host, measure_latency, name_group


def setup_of(name: str, **rules: int):
    return set_match(tiny_lexicon("five"), tiny_world("five"), read_recipe(name), **rules).table.setup


@pytest.mark.parametrize("name", ["entropy", "random"])
def test_every_turn_that_was_played_has_its_milliseconds(name: str) -> None:
    setup, game_id = setup_of(name), np.arange(16, dtype=np.int64)
    latency = measure_latency(setup, tiny_world("five"), game_id)
    played = np.linspace(0, 15, 10).astype(int)
    records = play_games(set_table(setup, tiny_world("five")), game_id[played])
    longest = records.num_guesses.max()
    assert list(latency.by_turn) == [*(str(turn) for turn in range(1, longest + 1)), "all"]
    # Every answer stands before the first decision; entropy knows its first guess beforehand.
    left = [16] if name == "random" else []
    for candidates, turns in zip(records.candidates.astype(int), records.num_guesses, strict=True):
        left += candidates[: turns - 1].tolist()
    bounds = {"1": (1, 1), "2": (2, 2), "3-5": (3, 5), "6-10": (6, 10), "11-20": (11, 20)}
    expected = [group for group, (least, most) in bounds.items() if any(least <= n <= most for n in left)]
    assert list(latency.by_candidates) == expected
    assert all(milliseconds > 0 for by in (latency.by_turn, latency.by_candidates) for milliseconds in by.values())


def test_groups_of_candidates_leave_none_out() -> None:
    assert [name_group(most) for most in (1, 2, 5, 10, 1000, None)] == ["1", "2", "3-5", "6-10", "501-1000", "1001-"]


def fake_play(monkeypatch: pytest.MonkeyPatch, games: dict[int, list[tuple[float, float]]]) -> list[int]:
    """Let games go as told: by id, the seconds of each decision and the answers left after it. Notes who is played."""
    played: list[int] = []

    def play(table, game_id, on_decision=None):
        own = games[int(game_id[0])]
        played.append(int(game_id[0]))
        for turn, (seconds, _) in enumerate(own, 1):
            if on_decision is not None:
                on_decision(turn, seconds)
        return SimpleNamespace(candidates=np.array([[left for _, left in own]]))

    monkeypatch.setattr(timing, "play_games", play)
    return played


def test_means_over_guesses_are_no_means_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {
        0: [(0.001, 4.0), (0.002, 1.0)],
        5: [(0.003, 1.0)],
        9: [(0.002, 3.5), (0.004, 2.0), (0.009, 1.0)],
    }
    played = fake_play(monkeypatch, games)
    latency = measure_latency(setup_of("entropy"), tiny_world("five"), np.array([0, 5, 9]))
    assert played == [0, 0, 5, 5, 9, 9]  # the first time compiles
    assert latency.by_turn == pytest.approx({"1": 2.0, "2": 3.0, "3": 9.0, "all": 3.5})
    assert latency.by_candidates == pytest.approx({"2": 9.0, "3-5": 3.0})
    drawn = measure_latency(replace(setup_of("entropy"), opener=-1), tiny_world("five"), np.array([0, 5, 9]))
    assert drawn.by_candidates == pytest.approx({"2": 9.0, "3-5": 3.0, "11-20": 2.0})  # 16 answers at first


def test_adversary_tells_the_truth_while_decisions_are_timed() -> None:
    clean = setup_of("entropy")
    game_id = np.arange(16, dtype=np.int64)
    latency = measure_latency(replace(clean, channel=Adversary(2, 5)), tiny_world("five"), game_id)
    assert list(latency.by_turn) == list(measure_latency(clean, tiny_world("five"), game_id).by_turn)


def test_games_are_spread_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    played = fake_play(monkeypatch, {place: [(1.0, 1.0)] for place in range(1000, 2000)})
    measure_latency(setup_of("entropy"), tiny_world("five"), np.arange(1000, 2000, dtype=np.int64))
    assert sorted(set(played)) == [1000, 1111, 1222, 1333, 1444, 1555, 1666, 1777, 1888, 1999]


def test_host_is_described() -> None:
    host = describe_host()
    assert list(host) == ["device", "platform", "devices", "cores", "machine", "python", "versions"]
    assert (host["platform"], host["devices"] >= 1, host["cores"] >= 1) == ("cpu", True, True)
    assert {"jax", "numpy", "ray", "wordle-jax"} <= set(host["versions"])
