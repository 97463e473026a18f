"""Totals: what games add up to does not depend on portions or order, to the last bit."""

from fractions import Fraction

import numpy as np
import pytest

from wordle_jax.records import GameRecords, concatenate_records, slice_records
from wordle_jax.totals import Totals

NUM_ANSWERS, TURNS = 7, 4


def play_at_random(num_games: int, seed: int, *, whole: bool) -> GameRecords:
    """Games of any outcome; `whole` tells that candidates are counted, else they are any numbers from 1."""
    generator = np.random.default_rng(seed)
    num_guesses = generator.integers(1, TURNS + 1, num_games).astype(np.int32)
    played = np.arange(TURNS) < num_guesses[:, None]
    candidates = 2 ** generator.uniform(0, 15, (num_games, TURNS))
    if whole:
        candidates = np.floor(candidates) * (generator.random((num_games, TURNS)) > 0.1)

    def count(most: int) -> np.ndarray:
        return generator.integers(0, most, num_games).astype(np.int32)

    return GameRecords(
        answer=count(NUM_ANSWERS),
        replicate=count(3),
        solved=(num_guesses < TURNS) | (generator.random(num_games) > 0.5),
        num_guesses=num_guesses,
        guesses=np.where(played, 0, -1).astype(np.int32),
        true_patterns=np.where(played, 0, -1).astype(np.int32),
        observed_patterns=np.where(played, 0, -1).astype(np.int32),
        candidates=np.where(played, candidates, -1.0),
        recoveries=count(3),
        waivers=count(2),
        lost_mass=generator.random(num_games),
    )


def add_up_slowly(games: GameRecords) -> dict[str, object]:
    """The same totals, a game at a time and in fractions."""
    outcomes = [[0] * (TURNS + 1) for _ in range(NUM_ANSWERS)]
    turns, left = [0] * TURNS, [Fraction(0)] * TURNS
    sums = {"recoveries": 0, "games_with_recovery": 0, "solved_after_recovery": 0, "waivers": 0, "lost_mass": 0.0}
    for game in range(len(games)):
        made, solved = int(games.num_guesses[game]), bool(games.solved[game])
        outcomes[games.answer[game]][made - 1 if solved else TURNS] += 1
        for turn in range(made):
            turns[turn] += 1
            left[turn] += Fraction(float(games.candidates[game, turn]))
        again = int(games.recoveries[game])
        sums["recoveries"] += again
        sums["games_with_recovery"] += again > 0
        sums["solved_after_recovery"] += again > 0 and solved
        sums["waivers"] += int(games.waivers[game])
        sums["lost_mass"] = max(sums["lost_mass"], float(games.lost_mass[game]))
    means = [float(total) / number if number else None for total, number in zip(left, turns, strict=True)]
    return {"outcomes": outcomes, "turns": turns, "means": means, **sums}


def describe(totals: Totals) -> dict[str, object]:
    names = ("recoveries", "games_with_recovery", "solved_after_recovery", "waivers", "lost_mass")
    return {
        "outcomes": totals.outcomes.tolist(),
        "turns": totals.turns.tolist(),
        "means": [totals.mean_candidates(turn) for turn in range(TURNS)],
        **{name: getattr(totals, name) for name in names},
    }


@pytest.mark.parametrize("whole", [True, False])
def test_against_plain_python(whole: bool) -> None:
    games = play_at_random(501, 1, whole=whole)
    totals = Totals(NUM_ANSWERS, TURNS).add(games)
    assert describe(totals) == add_up_slowly(games)
    assert (totals.games, totals.guesses) == (501, games.num_guesses.sum())


@pytest.mark.parametrize("whole", [True, False])
def test_portions_and_their_order_leave_no_trace(whole: bool) -> None:
    games = play_at_random(2000, 2, whole=whole)
    at_once = describe(Totals(NUM_ANSWERS, TURNS).add(games))
    for size in (1, 7, 333):
        totals = Totals(NUM_ANSWERS, TURNS)
        for start in np.random.default_rng(size).permutation(range(0, 2000, size)).tolist():
            totals.add(slice_records(games, slice(start, start + size)))
        assert describe(totals) == at_once
    backwards = concatenate_records([slice_records(games, slice(start, None, -1)) for start in (1999,)])
    assert describe(Totals(NUM_ANSWERS, TURNS).add(backwards)) == at_once


def test_nothing_has_no_mean() -> None:
    totals = Totals(NUM_ANSWERS, TURNS)
    assert (totals.games, totals.guesses, totals.mean_candidates(0)) == (0, 0, None)
