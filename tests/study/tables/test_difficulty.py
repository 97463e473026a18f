"""Ranks of words over solvers, worked out by hand."""

from dataclasses import replace

import pytest

from study.games import make_cell, make_records
from study.studies import make_results
from wordle_jax.lexicon import build_lexicon
from wordle_jax.selection import GameSelection
from wordle_jax.study.results import StudyResults
from wordle_jax.study.tables.difficulty import HEADER, PRINTED_EASIEST, PRINTED_HARDEST, make_table, rate_words

WORDS = ("abide", "jazzy", "raise", "stare", "three")
LEXICON = build_lexicon(WORDS, title="Five words")
# Guesses of three solvers, a word a column; None is lost and counts 7.
PLAYED = {"slow": [4, None, 3, 4, 5], "fair": [4, 6, 3, 2, 4], "lucky": [3, 5, 3, 2, 2]}
# Sums: 11, 18, 9, 8, 11.


@pytest.fixture
def results() -> StudyResults:
    cells = [
        make_cell(solver, 0.0, make_records([(i, guesses, 0) for i, guesses in enumerate(games)]), LEXICON)
        for solver, games in PLAYED.items()
    ]
    return make_results(cells, cells[0].config)


def test_words_from_the_hardest_to_the_easiest(results: StudyResults) -> None:
    rows = rate_words(results)
    assert [(row.word, row.rank_hardest, row.rank_easiest) for row in rows] == [
        ("jazzy", 1, 5), ("abide", 2, 3), ("three", 2, 3), ("raise", 4, 2), ("stare", 5, 1)
    ]  # fmt: skip
    assert [row.mean_guesses for row in rows] == [18 / 3, 11 / 3, 11 / 3, 9 / 3, 8 / 3]
    jazzy, abide, three, raised, stare = rows
    assert (jazzy.worst_solvers, jazzy.worst_guesses, jazzy.failures) == ("slow", 7, 1)
    assert (abide.worst_solvers, abide.best_solvers, abide.best_guesses) == ("slow fair", "lucky", 3)
    assert (raised.worst_solvers, raised.best_solvers) == ("slow fair lucky", "slow fair lucky")
    assert three.guesses == {"slow": 5, "fair": 4, "lucky": 2}
    assert (stare.best_solvers, stare.best_guesses, stare.failures) == ("fair lucky", 2, 0)


def test_what_the_paper_prints_stands_beside(results: StudyResults) -> None:
    jazzy, abide, three, raised, stare = rate_words(results)
    assert (jazzy.printed_table, jazzy.printed_rank, jazzy.printed_mean) == ("hardest", 1, 5.43)
    assert (stare.printed_table, stare.printed_rank, stare.printed_mean) == ("easiest", 1, 2.14)
    assert (raised.printed_rank, three.printed_rank) == (6, 8)
    assert (abide.printed_table, abide.printed_rank, abide.printed_mean) == ("", None, None)
    assert len(PRINTED_HARDEST) == len(PRINTED_EASIEST) == 10


def test_replicates_of_a_word_count_together() -> None:
    records = make_records([(0, 3, 0), (1, 5, 0), (0, 4, 0), (1, None, 0)])
    cell = make_cell("lucky", 0.0, records, LEXICON)
    cell = replace(cell, config=replace(cell.config, games=GameSelection(replicates=2)))
    jazzy, abide = rate_words(make_results([cell], cell.config))
    assert (jazzy.word, jazzy.mean_guesses, jazzy.failures) == ("jazzy", 6.0, 1)
    assert (abide.mean_guesses, abide.guesses) == (3.5, {"lucky": 3.5})


def test_the_table_to_read_has_extremes_and_the_words_of_the_paper(results: StudyResults) -> None:
    table = make_table(results)
    words = [shown[2] for shown in table.shown]
    assert words == [
        "jazzy", "abide", "three", "raise", "stare",
        "stare", "raise", "abide", "three", "jazzy",
        "jazzy", "stare", "raise", "three",
    ]  # fmt: skip
    assert all(len(shown) == len(HEADER) for shown in table.shown)
    assert table.shown[0] == ["1", "5", "jazzy", "6.000", "slow (7)", "lucky (5)", "1", "hardest 1", "5.43"]
    assert table.shown[3][4:6] == ["all (3)", "all (3)"]
