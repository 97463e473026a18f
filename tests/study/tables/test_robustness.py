"""The measures of a cell, against figures worked out by hand and a bootstrap written as loops."""

import numpy as np
import pytest

from study.games import TURNS, make_cell, make_records
from wordle_jax.intervals import NUM_RESAMPLES, SEED
from wordle_jax.study.table import Estimate
from wordle_jax.study.tables.robustness import HEADER, format_row, measure_cell

# Three answers with two games each: four games solved, in 3, 4, 5 and 6 guesses; three games begun again, once, twice
# and three times, of which one was solved.
GAMES = [(7, 3, 0), (2, 4, 1), (9, None, 2), (7, 5, 0), (2, 6, 0), (9, None, 3)]


def test_measures_of_games_played_by_hand() -> None:
    row = measure_cell(make_cell("lucky", 0.05, make_records(GAMES)))
    assert (row.solver, row.noise, row.answers, row.games, row.solved) == ("lucky", 0.05, 3, 6, 4)
    assert row.success_rate.value == pytest.approx(4 / 6, rel=1e-15)
    assert row.mean_guesses.value == (3 + 4 + 5 + 6) / 4
    assert (row.recoveries, row.recoveries_per_game.value) == (6, 1.0)
    assert (row.games_with_recovery, row.solved_after_recovery) == (3, 1)
    assert row.success_after_recovery.value == pytest.approx(1 / 3, rel=1e-15)


def by_loops(upper: dict[int, int], lower: dict[int, int]) -> Estimate:
    """A ratio of sums and its percentile interval, drawing answers one by one: not the same draws, but as many."""
    answers = sorted(upper)
    generator = np.random.default_rng(SEED + 1)
    ratios = []
    for _ in range(NUM_RESAMPLES):
        drawn = [answers[i] for i in generator.integers(len(answers), size=len(answers))]
        if sum(lower[answer] for answer in drawn):
            ratios.append(sum(upper[answer] for answer in drawn) / sum(lower[answer] for answer in drawn))
    low, high = np.quantile(ratios, [0.025, 0.975])
    return Estimate(sum(upper.values()) / sum(lower.values()), float(low), float(high))


def test_intervals_resample_answers_with_all_their_games() -> None:
    # 60 answers, three games each that go alike: as if each had been played once.
    generator = np.random.default_rng(5)
    outcomes = [(answer, int(generator.integers(2, 9)), int(generator.integers(0, 3))) for answer in range(60)]
    games = [(answer, guesses if guesses <= TURNS else None, again) for answer, guesses, again in outcomes * 3]
    row = measure_cell(make_cell("lucky", 0.1, make_records(games)))
    solved = {answer: 3 * (guesses <= TURNS) for answer, guesses, _ in outcomes}
    once = dict.fromkeys(solved, 3)
    for found, expected in [
        (row.success_rate, by_loops(solved, once)),
        (row.mean_guesses, by_loops({a: g * solved[a] for a, g, _ in outcomes}, solved)),
        (row.recoveries_per_game, by_loops({a: 3 * again for a, _, again in outcomes}, once)),
        (
            row.success_after_recovery,
            by_loops({a: solved[a] * (r > 0) for a, _, r in outcomes}, {a: 3 * (r > 0) for a, _, r in outcomes}),
        ),
    ]:
        assert found.value == pytest.approx(expected.value, rel=1e-12)
        # The bounds of two bootstraps differ by chance: by some 2% of the width of the interval.
        width = expected.high - expected.low
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.08 * width)


def test_what_no_game_supports_is_none() -> None:
    row = measure_cell(make_cell("unlucky", 0.2, make_records([(0, None, 0), (1, None, 0)])))
    assert row.success_rate == Estimate(0.0, 0.0, 0.0)
    assert row.mean_guesses == Estimate(None, None, None)
    assert row.success_after_recovery == Estimate(None, None, None)
    assert format_row(row) == ["unlucky", "20%", "0.00% (0.00 to 0.00)", "none", "0.000 (0.000 to 0.000)", "none"]


def test_a_row_has_a_cell_for_every_name_of_the_header() -> None:
    cells = format_row(measure_cell(make_cell("lucky", 0.05, make_records(GAMES))))
    assert len(cells) == len(HEADER)
    assert cells[:2] == ["lucky", "5%"]
    assert cells[2].startswith("66.67% (")
    assert cells[3].startswith("4.500 (")
