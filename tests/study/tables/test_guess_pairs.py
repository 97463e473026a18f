"""Games by the guesses of two solvers, and by the frequency of their words, counted one by one."""

from collections import Counter

import pytest

from study.games import make_cell, make_records, make_results
from wordle_jax.lexicon import build_lexicon
from wordle_jax.study.tables import frequency_quartiles, guess_pairs

WORDS = ("abide", "crane", "eerie", "geese", "gypsy", "mamma", "raise", "three")
LEXICON = build_lexicon(WORDS, None, {"three": 9.0, "crane": 5.0, "raise": 2.0, "gypsy": 1.0})
# By falling frequency, and then in the order of the list.
QUARTERS = [("three", "crane"), ("raise", "gypsy"), ("abide", "eerie"), ("geese", "mamma")]
PLAYED: dict[str, dict[str, int | None]] = {
    "forward_checking": dict(zip(WORDS, [4, 3, None, 5, 6, 3, 3, 2], strict=True)),
    "lucky": dict(zip(WORDS, [3, 3, 6, 5, None, 2, 4, 2], strict=True)),
}
CELLS = [
    make_cell(name, 0.0, make_records([(WORDS.index(word), guesses, 0) for word, guesses in games.items()]), LEXICON)
    for name, games in PLAYED.items()
]


def test_every_pair_of_guesses_is_counted() -> None:
    table = guess_pairs.make_table(make_results(*CELLS))
    expected = Counter((PLAYED["lucky"][word] or 7, PLAYED["forward_checking"][word] or 7) for word in WORDS)
    assert {(row.guesses_first, row.guesses_second): row.games for row in table.rows} == expected
    assert {(row.first, row.second) for row in table.rows} == {("lucky", "forward_checking")}
    # abide, eerie, mamma; crane, geese, three; gypsy, raise
    assert table.shown == [["lucky", "forward_checking", "3", "3", "2"]]


def test_quarters_hold_their_words() -> None:
    table = frequency_quartiles.make_table(make_results(*CELLS))
    assert [(row.solver, row.quarter) for row in table.rows] == [(name, k) for name in PLAYED for k in range(1, 5)]
    for row in table.rows:
        words = QUARTERS[row.quarter - 1]
        played = [PLAYED[row.solver][word] for word in words]
        solved = [guesses for guesses in played if guesses]
        assert (row.answers, row.games, row.solved) == (2, 2, len(solved))
        assert row.failures == 2 - len(solved)
        assert row.mean_guesses.value == (pytest.approx(sum(solved) / len(solved)) if solved else None)
        total = sum(guesses or 7 for guesses in played)
        assert row.mean_guesses_all.value == total / 2
        assert row.guesses_saved == sum(PLAYED["forward_checking"][word] or 7 for word in words) - total
    assert all(len(shown) == len(frequency_quartiles.HEADER) for shown in table.shown)


def test_without_the_baseline_nothing_is_saved() -> None:
    table = frequency_quartiles.make_table(make_results(CELLS[1]))
    assert {row.guesses_saved for row in table.rows} == {None}
    assert {shown[-1] for shown in table.shown} == {"none"}


def test_a_quarter_without_games_has_no_figures() -> None:
    cell = make_cell("lucky", 0.0, make_records([(WORDS.index("crane"), 3, 0)]), LEXICON)
    rows = frequency_quartiles.make_table(make_results(cell)).rows
    assert [(row.answers, row.success_rate.value) for row in rows] == [(1, 1.0), (0, None), (0, None), (0, None)]
