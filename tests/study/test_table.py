"""A table on disk: CSV with every digit, Markdown to read."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from study.games import make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.report.document import show
from wordle_jax.study.hypotheses import format_p
from wordle_jax.study.results import describe_games
from wordle_jax.study.table import (
    Estimate,
    Table,
    format_estimate,
    format_figure,
    read_csv,
    read_table,
    write_csv,
    write_markdown,
    write_table,
)


@dataclass(frozen=True)
class Row:
    """A name, a number and an estimate."""

    solver: str
    games: int
    success: Estimate


ROWS = [Row("a,b", 3, Estimate(1 / 3, 0.0, 0.5)), Row("c", 0, Estimate(None, None, None))]


def test_csv_has_every_digit_and_nothing_for_none(tmp_path: Path) -> None:
    write_csv(tmp_path / "table.csv", ROWS)
    assert (tmp_path / "table.csv").read_bytes() == (
        b'solver,games,success,success_low,success_high\n"a,b",3,0.3333333333333333,0.0,0.5\nc,0,,,\n'
    )
    first, second = read_csv(tmp_path / "table.csv")
    assert (first["solver"], float(first["success"])) == ("a,b", 1 / 3)
    assert second["success"] == ""


@dataclass(frozen=True)
class Profile:
    """A letter and its share by place."""

    letter: str
    share: dict[int, float]


def test_no_rows_are_an_empty_file(tmp_path: Path) -> None:
    write_csv(tmp_path / "table.csv", [])
    assert (tmp_path / "table.csv").read_bytes() == b""
    assert read_csv(tmp_path / "table.csv") == []


def test_a_mapping_takes_a_column_a_key(tmp_path: Path) -> None:
    write_csv(tmp_path / "table.csv", [Profile("a", {1: 0.5, 2: 0.25}), Profile("b", {1: 0.0, 2: 1.0})])
    assert (tmp_path / "table.csv").read_bytes() == b"letter,share_1,share_2\na,0.5,0.25\nb,0.0,1.0\n"


def test_markdown(tmp_path: Path) -> None:
    write_markdown(tmp_path / "table.md", "Title", ["solver", "solved"], [["a", "1%"], ["b", "2%"]], "Caption.")
    assert (tmp_path / "table.md").read_bytes() == (
        b"# Title\n\n| solver | solved |\n|---|---|\n| a | 1% |\n| b | 2% |\n\nCaption.\n"
    )


def test_notes_are_a_list_in_markdown(tmp_path: Path) -> None:
    write_table(tmp_path, "notes", Table("Title", ["solver"], ROWS, [["a"], ["c"]], "Caption.", notes=["One.", "Two."]))
    text = (tmp_path / "tables" / "notes.md").read_text(encoding="utf-8")
    assert text == "# Title\n\n| solver |\n|---|\n| a |\n| c |\n\nCaption.\n\n- One.\n- Two.\n"


def test_a_table_is_found_wherever_it_belongs(tmp_path: Path) -> None:
    write_table(tmp_path, "times", Table("Title", ["solver"], ROWS, [["a"], ["c"]], is_timing=True))
    assert (tmp_path / "timing" / "times.csv").is_file()
    assert [row["solver"] for row in read_table(tmp_path, "times")] == ["a,b", "c"]
    with pytest.raises(
        UserError, match=r"study\.figures: one needs the table games of .*; name it in study\.tables, or"
    ):
        read_table(tmp_path, "games")


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.28333, 0.2333, 0.33671), "28.33% (23.33 to 33.67)"),
        (Estimate(None, None, None), "none"),
    ],
)
def test_estimates_in_words(estimate: Estimate, text: str) -> None:
    assert format_estimate(estimate, 100.0, "%") == text


def test_a_table_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        write_csv(tmp_path / "nowhere" / "table.csv", ROWS)


def test_nothing_is_less_than_zero_when_it_is_rounded() -> None:
    assert format_estimate(Estimate(-0.0001, -0.0049, -0.0), digits=2) == "0.00 (0.00 to 0.00)"
    assert format_figure(-0.004) == "0.00"
    assert format_figure(-0.006) == "-0.01"
    assert show(-0.00001) == "0.0000"


def test_a_title_counts_one_answer_as_one() -> None:
    cell = make_cell("random", 0.0, make_records([(0, 3, 0)]))
    assert " \u00b7 1 answer, a game each \u00b7 " in describe_games(make_results(cell))
    cell = make_cell("random", 0.0, make_records([(0, 3, 0), (1, 3, 0)]))
    assert " \u00b7 2 answers, a game each \u00b7 " in describe_games(make_results(cell))


@pytest.mark.parametrize(("p", "text"), [(0.0004, "<0.001"), (0.001, "0.001"), (0.25, "0.250")])
def test_a_small_p_has_no_space_to_break_at(p: float, text: str) -> None:
    assert format_p(p) == text
