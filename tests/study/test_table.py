"""A table on disk: CSV with every digit, Markdown to read."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from wordle_jax.errors import UserError
from wordle_jax.study.table import Estimate, format_estimate, read_csv, write_csv, write_markdown


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


def test_a_mapping_takes_a_column_a_key(tmp_path: Path) -> None:
    write_csv(tmp_path / "table.csv", [Profile("a", {1: 0.5, 2: 0.25}), Profile("b", {1: 0.0, 2: 1.0})])
    assert (tmp_path / "table.csv").read_bytes() == b"letter,share_1,share_2\na,0.5,0.25\nb,0.0,1.0\n"


def test_markdown(tmp_path: Path) -> None:
    write_markdown(tmp_path / "table.md", "Title", ["solver", "solved"], [["a", "1%"], ["b", "2%"]], "Caption.")
    assert (tmp_path / "table.md").read_bytes() == (
        b"# Title\n\n| solver | solved |\n|---|---|\n| a | 1% |\n| b | 2% |\n\nCaption.\n"
    )


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
