"""Games by kind of word, against groups written down by hand."""

import pytest

from study.games import make_cell, make_records
from study.studies import make_results
from wordle_jax.lexicon import build_lexicon
from wordle_jax.study.results import PlayedCell
from wordle_jax.study.table import Estimate
from wordle_jax.study.tables.word_types import group_answers, make_table, measure_cell

WORDS = ("abide", "crane", "eerie", "geese", "gypsy", "mamma", "raise", "three")
LEXICON = build_lexicon(WORDS, None, {"three": 9.0, "crane": 5.0, "raise": 2.0, "gypsy": 1.0})
# By falling frequency: three, crane, raise, gypsy, and then those that are unknown in their order.
GROUPS = {
    ("frequency", "top"): "three crane",
    ("frequency", "middle"): "raise gypsy abide eerie",
    ("frequency", "bottom"): "geese mamma",
    ("quarter", "1"): "three crane",
    ("quarter", "2"): "raise gypsy",
    ("quarter", "3"): "abide eerie",
    ("quarter", "4"): "geese mamma",
    ("vowels", "3-5"): "abide eerie geese raise",
    ("vowels", "2"): "crane mamma three",
    ("vowels", "0-1"): "gypsy",
    ("repeated", "0"): "abide crane raise",
    ("repeated", "1"): "gypsy three",
    ("repeated", "2"): "eerie geese mamma",
    ("clusters", "no"): "abide eerie geese raise",
    ("clusters", "yes"): "crane gypsy mamma three",
}
# geese is not played.
OUTCOMES = {"abide": 3, "crane": 4, "eerie": None, "gypsy": None, "mamma": 6, "raise": 2, "three": 4}


@pytest.fixture
def cell() -> PlayedCell:
    records = make_records([(WORDS.index(word), guesses, 0) for word, guesses in OUTCOMES.items()])
    return make_cell("lucky", 0.0, records, LEXICON, variant="english")


def test_groups() -> None:
    found = {
        key: {word for word, is_in in zip(WORDS, members, strict=True) if is_in}
        for key, members in group_answers(LEXICON).items()
    }
    assert found == {key: set(words.split()) for key, words in GROUPS.items()}


def test_measures_of_each_group(cell: PlayedCell) -> None:
    rows = measure_cell(cell)
    assert [(row.factor, row.group) for row in rows] == list(GROUPS)
    for row in rows:
        words = GROUPS[row.factor, row.group].split()
        played = [OUTCOMES[word] for word in words if word in OUTCOMES]
        solved = [guesses for guesses in played if guesses is not None]
        lost = len(played) - len(solved)
        assert (row.answers, row.games, row.solved, row.failures) == (len(words), len(played), len(solved), lost)
        assert row.share_of_failures == lost / 2
        assert row.success_rate.value == pytest.approx(len(solved) / len(played), rel=1e-15)
        assert row.mean_guesses.value == (pytest.approx(sum(solved) / len(solved)) if solved else None)
        assert row.mean_guesses_all.value == pytest.approx((sum(solved) + 7 * lost) / len(played))


def test_a_group_without_games_has_no_figures(cell: PlayedCell) -> None:
    records = make_records([(WORDS.index("crane"), 3, 0)])
    row = next(r for r in measure_cell(make_cell("lucky", 0.0, records, LEXICON)) if r.group == "bottom")
    assert (row.answers, row.games, row.failures, row.share_of_failures) == (2, 0, 0, None)
    assert row.success_rate == row.mean_guesses == Estimate(None, None, None)


def test_the_table_has_both_languages_side_by_side(cell: PlayedCell) -> None:
    other = make_cell("lucky", 0.0, cell.records, LEXICON, variant="spanish")
    third = make_cell("lucky", 0.0, cell.records, LEXICON, variant="spanish_aorta")
    table = make_table(make_results([cell, third, other], cell.config))
    assert table.header == ["words", "english", "spanish"]
    assert {row.variant for row in table.rows} == {"english", "spanish"}
    assert len(table.shown) == len(GROUPS)
    assert all(len(shown) == 3 and len(set(shown[1:])) == 1 for shown in table.shown)
    assert table.shown[0][0] == "most frequent quarter"
    assert table.shown[7][0] == "3 vowels or more"
    assert table.shown[0][1] == "100.00% (100.00 to 100.00) · 4.00 · 2"


def test_a_study_of_other_variants_has_all_of_them(cell: PlayedCell) -> None:
    third = make_cell("lucky", 0.0, cell.records, LEXICON, variant="mine")
    assert make_table(make_results([third], cell.config)).header == ["words", "mine"]
