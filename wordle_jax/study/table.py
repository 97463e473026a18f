"""Tables of a study: CSV for programs, Markdown for people, from the same rows."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from wordle_jax.directory import open_directory, replacing
from wordle_jax.errors import UserError

# A bar within a cell has a backslash before it.
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_NOTE = "- "
TABLES_FOLDER, TIMING_FOLDER = "tables", "timing"


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95% interval; all None where no game supports it."""

    value: float | int | None
    low: float | None
    high: float | None


@dataclass(frozen=True, eq=False)
class Table:
    """A table of a study: dataclasses for programs (`rows`), and their cells as people read them (`shown`).

    `is_timing` says that it holds times, which no two machines have in common. `notes` are lines for the Markdown
    alone.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Any]
    shown: Sequence[Sequence[str]]
    caption: str = ""
    is_timing: bool = False
    notes: Sequence[str] = ()


def write_csv(path: Path, rows: Sequence[Any]) -> None:
    """Write dataclasses as CSV, a column a field, numbers in full and None as nothing.

    An estimate takes three columns, the bounds of its interval named `_low` and `_high`; a mapping one for each of its
    keys, named `_KEY`, which all rows have in common. No rows give an empty file. Equal rows give equal bytes.
    Raises UserError if the file cannot be written.
    """
    flat = [dict(_flatten(row)) for row in rows]
    with replacing(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(flat[0]) if flat else [], lineterminator="\n")
        if flat:
            table.writeheader()
            table.writerows(flat)


def read_csv(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table as text by column. Raises UserError if it cannot be read."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, restval=""))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path} is damaged: it is no CSV in UTF-8") from error
    if any(None in row for row in rows):
        raise UserError(f"{path} is damaged: a row is longer than its header")
    return rows


def read_table(directory: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of a table in the directory of a study. Raises UserError if it is not there."""
    for folder in (TABLES_FOLDER, TIMING_FOLDER):
        path = directory / folder / f"{name}.csv"
        if path.exists():
            return read_csv(path)
    raise UserError(
        f"study.figures: one needs the table {name} of {directory}; name it in study.tables, or leave the figure out"
    )


def write_table(directory: Path, name: str, table: Table) -> Path:
    """Write a table of a study as CSV and Markdown, and return the latter's path.

    What depends on the machine has a folder of its own.
    """
    folder = open_directory(directory / (TIMING_FOLDER if table.is_timing else TABLES_FOLDER))
    write_csv(folder / f"{name}.csv", table.rows)
    path = folder / f"{name}.md"
    write_markdown(path, table.title, table.header, table.shown, table.caption, table.notes)
    return path


def write_markdown(
    path: Path,
    title: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption: str,
    notes: Sequence[str] = (),
) -> None:
    """Write a table with its title above, its caption and a list of notes below.

    Raises UserError if the file cannot be written.
    """
    lines = [f"| {' | '.join(cells)} |" for cells in [header, *rows]]
    lines.insert(1, "|---" * len(header) + "|")
    with replacing(path) as partial:
        listed = ["", *(f"{_NOTE}{note}" for note in notes)] if notes else []
        text = "\n".join([f"# {title}", "", *lines, "", caption, *listed, ""])
        partial.write_text(text, encoding="utf-8", newline="\n")


def read_markdown(path: Path) -> tuple[str, list[str], list[list[str]], str, list[str]]:
    """Return title, header, rows, caption and notes of a table that `write_markdown` wrote.

    Raises UserError if it is none.
    """
    try:
        title, _, header, _, *rest = path.read_text(encoding="utf-8").splitlines()
        end = rest.index("")
        head, *rows = ([cell.strip() for cell in _CELL_BORDER.split(line)[1:-1]] for line in [header, *rest[:end]])
    except (OSError, ValueError) as error:
        raise UserError(f"{path} is not a table of this program") from error
    notes = [line.removeprefix(_NOTE) for line in rest[end + 1 :] if line.startswith(_NOTE)]
    caption = " ".join(line for line in rest[end + 1 :] if line and not line.startswith(_NOTE))
    cells = [[cell.replace("\\|", "|") for cell in row] for row in rows]
    return title.removeprefix("# "), head, cells, caption, notes


def format_estimate(estimate: Estimate, scale: float = 1.0, unit: str = "", digits: int = 2) -> str:
    """Return the figure with its interval in brackets: 28.33% (23.33 to 33.67); `none` where there is none."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "none"
    value, low, high = (f"{scale * number:z.{digits}f}" for number in (estimate.value, estimate.low, estimate.high))
    return f"{value}{unit} ({low} to {high})"


def format_figure(value: float | None, digits: int = 2, unit: str = "") -> str:
    """Return a figure without an interval; `none` where there is none."""
    return "none" if value is None else f"{value:z,.{digits}f}{unit}"


def _flatten(row: Any) -> Iterator[tuple[str, Any]]:
    for field in fields(row):
        value = getattr(row, field.name)
        if isinstance(value, Estimate):
            yield field.name, value.value
            yield f"{field.name}_low", value.low
            yield f"{field.name}_high", value.high
        elif isinstance(value, Mapping):
            for key, part in value.items():
                yield f"{field.name}_{key}", part
        else:
            yield field.name, value
