"""What a report consists of, whatever it is written as."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_NUMBER = re.compile(r"[+-]?[\d,]*\.?\d")
NOTHING = ("", "none")


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Listing:
    """Text whose lines stay as they are, such as a file. A long one is shown when it is asked for."""

    title: str
    text: str
    is_long: bool = True


@dataclass(frozen=True)
class Table:
    """Cells as people read them; the first of a row names it. `note` stands below, and `notes` as a list.

    `filter_by` names a column by whose values rows can be chosen.
    """

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    filter_by: str | None = None
    notes: Sequence[str] = ()

    def is_numeric(self, column: int) -> bool:
        """Whether a column holds numbers, which may be missing."""
        cells = [row[column] for row in self.rows if row[column] not in NOTHING]
        return bool(cells) and all(_NUMBER.match(cell) for cell in cells)


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG. `caption` says what is seen; `file` where it also lies, relative to the report."""

    caption: str
    svg: str
    file: Path | None = None


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it; the report itself is one."""

    title: str
    blocks: Sequence[Text | Listing | Table | Figure] = ()
    sections: Sequence["Section"] = field(default_factory=tuple)


def show(value: Any, digits: int = 4) -> str:
    """Return a value as people read it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:z,.{digits}f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def show_share(share: float, digits: int = 2) -> str:
    """Return a share from 0 to 1 in %."""
    return f"{100 * share:.{digits}f}%"


def show_facts(caption: str, facts: dict[str, Any], note: str = "") -> Table:
    """Return a table with a fact a row."""
    return Table(caption, ("what", "value"), [(name, show(value)) for name, value in facts.items()], note)
