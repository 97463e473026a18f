"""Each variant beside its system, against figures worked out by hand."""

import numpy as np
import pytest

from study.games import TURNS, make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.study.table import Estimate
from wordle_jax.study.tables.ablation import HEADER, format_row, make_table, split_name

# Answer, guesses (None: failed), recoveries.
WHOLE = [(3, 3, 0), (5, None, 1), (7, 4, 1), (9, 5, 0)]
PART = [(3, 4, 0), (5, 6, 1), (7, None, 1), (9, 5, 0)]


def cell(variant: str, games: list[tuple[int, int | None, int]], noise: float = 0.1):
    return make_cell("csp_aware", noise, make_records(games), variant=variant)


def rows_of(*cells):
    return {(row.name, row.noise): row for row in make_table(make_results(*cells)).rows}


@pytest.mark.parametrize(
    ("name", "parts"),
    [("csp_aware", ("csp_aware", "")), ("csp_aware-pool-opener", ("csp_aware", "-pool-opener")), ("a+b", ("a", "+b"))],
)
def test_names(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_differences_of_games_played_by_hand() -> None:
    rows = rows_of(cell("csp_aware", WHOLE), cell("csp_aware-pool", PART))
    row = rows["csp_aware-pool", 0.1]
    assert (row.system, row.change, row.games, row.solved, row.failures, row.worst) == (
        "csp_aware",
        "-pool",
        4,
        3,
        1,
        7,
    )
    assert row.mean_guesses.value == 5.0
    assert row.mean_guesses_all.value == (4 + 6 + 7 + 5) / 4
    assert row.success_difference.value == 0.0
    assert row.guesses_difference.value == (1 - 1 + 3 + 0) / 4
    # Both solve the first and the last.
    assert (row.both_solved, row.solved_guesses_difference.value) == (2, 0.5)
    # All guesses of games made by hand are the same word, so that games differ by their length.
    assert row.games_that_differ == 2
    whole = rows["csp_aware", 0.1]
    assert (whole.change, whole.games_that_differ) == ("", 0)
    assert whole.guesses_difference == whole.success_difference == Estimate(0.0, 0.0, 0.0)


def test_without_recovery_games_that_needed_it_are_lost() -> None:
    row = rows_of(cell("csp_aware", WHOLE), cell("csp_aware-pool", PART))["csp_aware-recovery", 0.1]
    assert (row.solved, row.failures, row.games_that_differ) == (2, 2, 2)
    assert row.mean_guesses.value == 4.0
    assert row.success_difference.value == -0.25
    assert row.guesses_difference.value == 3 / 4  # the third game takes 7 and not 4


def test_every_rate_has_a_system_of_its_own() -> None:
    cells = [cell("csp_aware", WHOLE), cell("csp_aware", PART, 0.0), cell("csp_aware+x", PART, 0.0)]
    rows = rows_of(*cells)
    assert rows["csp_aware+x", 0.0].guesses_difference.value == 0.0
    assert list(rows) == [
        ("csp_aware", 0.1),
        ("csp_aware", 0.0),
        ("csp_aware+x", 0.0),
        ("csp_aware-recovery", 0.1),
        ("csp_aware-recovery", 0.0),
    ]


def test_intervals_resample_answers_with_the_pairs_of_their_games() -> None:
    generator = np.random.default_rng(3)
    ours, theirs = generator.integers(2, TURNS + 1, (2, 60))
    pairs = [
        cell(name, [(i, int(g), 0) for i, g in enumerate(guesses)]) for name, guesses in (("a", theirs), ("a-b", ours))
    ]
    found = rows_of(*pairs)["a-b", 0.1].guesses_difference
    difference = (ours - theirs).astype(float)
    draws = generator.integers(60, size=(4000, 60))
    low, high = np.quantile(difference[draws].mean(axis=1), [0.025, 0.975])
    assert found.value == pytest.approx(difference.mean(), rel=1e-12)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.1 * (high - low))


def test_a_variant_needs_its_system_and_the_same_games() -> None:
    with pytest.raises(
        UserError, match=r"csp_aware-pool.* is compared with csp_aware; name that too in study.variants"
    ):
        make_table(make_results(cell("csp_aware-pool", PART)))
    with pytest.raises(UserError, match=r"csp_aware-pool.* is compared with csp_aware"):
        make_table(make_results(cell("csp_aware", WHOLE), cell("csp_aware-pool", PART, 0.0)))
    with pytest.raises(UserError, match=r"csp_aware-pool.* and .*csp_aware.* play other words"):
        make_table(make_results(cell("csp_aware", WHOLE), cell("csp_aware-pool", PART[1:])))


def test_a_row_has_a_cell_for_every_name_of_the_header() -> None:
    rows = rows_of(cell("csp_aware", WHOLE), cell("csp_aware-pool", PART))
    assert all(len(format_row(row)) == len(HEADER) for row in rows.values())
    assert format_row(rows["csp_aware-pool", 0.1])[:2] == ["csp_aware-pool", "10%"]
    assert format_row(rows["csp_aware", 0.1])[-1] == ""
