"""Tables of first guesses on a tiny world, against parts counted in pure Python."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from oracle import encode, entropy_bits, feedback
from worlds import tiny_lexicon

from study.games import make_cell, make_records
from study.studies import make_results
from wordle_jax.pattern import parse_pattern
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.study.tables import opening_range, openings, pattern_distribution, starting_words

LEXICON = tiny_lexicon("five")


def open_with(word: str, solver: str, outcomes: list[int | None]) -> PlayedCell:
    """A cell that opens with a word, and games that went as told, an answer each."""
    records = make_records([(i, guesses, 0) for i, guesses in enumerate(outcomes)])
    guesses = records.guesses.copy()
    guesses[:, 0] = LEXICON.guess_index[word]
    return make_cell(solver, 0.0, replace(records, guesses=guesses), LEXICON, **{"solver.opener": word})


@pytest.fixture
def results() -> StudyResults:
    cells = [
        open_with("crate", "fair", [3, 4, None]),
        open_with("eerie", "fair", [2, 2, 2]),
        open_with("crate", "lucky", [1, 2, 3]),
    ]
    return make_results(cells, cells[0].config)


def count_parts(word: str) -> Counter:
    return Counter(encode(feedback(word, answer)) for answer in LEXICON.answers)


def test_rows_are_what_is_played_and_the_best(results: StudyResults) -> None:
    rows = openings.make_table(results).rows
    words = [row.word for row in rows]
    assert len(set(words)) == len(words)
    assert [row.word for row in rows if row.is_played] == sorted(["crate", "eerie"], key=words.index)
    assert all(row.best_by or row.is_played for row in rows)
    entropy = [entropy_bits(list(count_parts(word).values())) for word in words]
    assert [row.entropy for row in rows] == pytest.approx(entropy)
    assert entropy == pytest.approx(sorted(entropy, reverse=True))
    every = {word: entropy_bits(list(count_parts(word).values())) for word in LEXICON.guesses}
    assert entropy[0] == max(every.values())
    assert {name for row in rows for name in row.best_by.split()} == set(rows[0].rank)


def test_figures_of_a_first_guess(results: StudyResults) -> None:
    crate = next(row for row in openings.make_table(results).rows if row.word == "crate")
    sizes = list(count_parts("crate").values())
    expected = sum(c * c for c in sizes) / 16
    assert (crate.is_answer, crate.guesses) == (False, 27)
    assert (crate.parts, crate.largest_part, crate.largest_share) == (len(sizes), max(sizes), max(sizes) / 16)
    assert (crate.expected_size, crate.reduction) == (expected, 100 * (1 - expected / 16))
    better = sum(sum(c * c for c in count_parts(word).values()) < 16 * expected for word in LEXICON.guesses)
    assert (crate.rank["expected_size"], crate.better_share["expected_size"]) == (better + 1, better / 27)


def test_games_stand_beside_the_first_guess(results: StudyResults) -> None:
    table = starting_words.make_table(results)
    rows = {row.word: row for row in table.rows}
    assert rows["crate"].mean_guesses_all == {"fair": (3 + 4 + 7) / 3, "lucky": 2.0}
    assert rows["crate"].failures == {"fair": 1, "lucky": 0}
    assert rows["eerie"].mean_guesses_all == {"fair": 2.0, "lucky": None}
    unplayed = [row for row in table.rows if not row.is_played]
    assert unplayed
    assert all(set(row.failures.values()) == {None} for row in unplayed)
    assert table.header[-2:] == ["mean guesses, fair", "mean guesses, lucky"]
    shown = next(shown for shown in table.shown if shown[1] == "crate")
    assert shown[-2:] == ["4.6667 (1 failed)", "2.0000"]
    assert all(len(cells) == len(table.header) for cells in table.shown)


def test_range_of_a_measure(results: StudyResults) -> None:
    table = opening_range.make_table(results)
    assert all(len(cells) == len(opening_range.HEADER) for cells in table.shown)
    row = next(row for row in table.rows if row.measure == "largest_part")
    largest = {word: max(count_parts(word).values()) for word in LEXICON.guesses}
    assert (row.best, row.worst) == (min(largest.values()), max(largest.values()))
    assert row.median == float(np.median(list(largest.values())))
    assert sorted(row.best_words.split()) == sorted(word for word in largest if largest[word] == row.best)
    assert sorted(row.worst_words.split()) == sorted(word for word in largest if largest[word] == row.worst)
    assert row.best_is_answer == any(word in LEXICON.answers for word in row.best_words.split())
    parts = {word: len(count_parts(word)) for word in LEXICON.guesses}
    alike = all((largest[a] < largest[b]) == (parts[a] > parts[b]) for a in LEXICON.guesses for b in LEXICON.guesses)
    assert row.agrees["parts"] == alike
    assert row.agrees["largest_part"]


def test_parts_of_the_best_and_the_worst_first_guess(results: StudyResults) -> None:
    table = pattern_distribution.make_table(results)
    words = list(dict.fromkeys(row.word for row in table.rows))
    entropy = {word: entropy_bits(list(count_parts(word).values())) for word in LEXICON.guesses}
    assert [entropy[word] for word in words] == [max(entropy.values()), min(entropy.values())]
    for word in words:
        rows = [row for row in table.rows if row.word == word]
        assert {parse_pattern(row.pattern): row.answers for row in rows} == dict(count_parts(word))
        assert [row.place for row in rows] == list(range(1, len(rows) + 1))
        assert [row.answers for row in rows] == sorted((row.answers for row in rows), reverse=True)
        assert sum(row.share for row in rows) == pytest.approx(1.0)
    assert [cells[1] for cells in table.shown] == words


def test_lexicons_come_in_the_order_of_the_cells(results: StudyResults) -> None:
    first = make_cell("fair", 0.0, make_records([(0, 3, 0)]), tiny_lexicon("accented"))
    mixed = make_results([first, *results.cells, first], first.config)
    titles = [row.lexicon for row in opening_range.make_table(mixed).rows]
    assert len(titles) == 14
    rated = opening_range.rate_lexicons(mixed)
    assert [lexicon.name for lexicon, _ in rated] == ["accented", "five"]
