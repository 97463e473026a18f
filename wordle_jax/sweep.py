"""The table of a sweep: one row a job, whatever became of it."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from wordle_jax.directory import replacing

JobStatus = Literal["ok", "failed", "interrupted"]

_FIXED_COLUMNS = ("job", "status", "error")


@dataclass(frozen=True)
class JobRow:
    """One job: its number (also the name of its sub-directory), how it ended and the summary it returned."""

    number: int
    overrides: tuple[str, ...]
    status: JobStatus
    error: str = ""
    summary: Mapping[str, Any] = field(default_factory=dict)


def write_sweep_table(path: Path, rows: Sequence[JobRow]) -> None:
    """Write the rows as CSV, in the order of their job numbers, replacing an earlier table at once.

    Columns: job, one for each overridden key as it was typed, status, error, then the scalars of the
    summaries. Nested values of a summary are flattened with dots, elements of lists counted from 1
    (`distribution.6`, `mean_candidates.1`). A summary value named like an overridden key is left out: the row
    already says what was asked for. Equal rows give equal bytes.
    Raises UserError if the table cannot be written.
    """
    ordered = sorted(rows, key=lambda row: row.number)
    asked = [dict(split_override(override) for override in row.overrides) for row in ordered]
    asked_columns = list(dict.fromkeys(key for overrides in asked for key in overrides))
    found = [dict(flatten_summary(row.summary)) for row in ordered]
    taken = {*_FIXED_COLUMNS, *asked_columns}
    found_columns = [key for key in dict.fromkeys(key for summary in found for key in summary) if key not in taken]
    with replacing(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["job", *asked_columns, "status", "error", *found_columns])
        for row, overrides, summary in zip(ordered, asked, found, strict=True):
            table.writerow(
                [row.number, *(overrides.get(key, "") for key in asked_columns), row.status, row.error]
                + [_format_cell(summary.get(key)) for key in found_columns]
            )


def split_override(override: str) -> tuple[str, str]:
    """Return key and value of a Hydra override: `+a.b="x y"` is (`a.b`, `x y`), `~a` is (`~a`, ``)."""
    key, _, value = override.partition("=")
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1].replace("\\" + value[0], value[0])
    return key.lstrip("+"), value


def flatten_summary(value: object, prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield the scalars of nested dicts and lists with their dotted names."""
    if isinstance(value, Mapping):
        members = [(str(key), member) for key, member in value.items()]
    elif isinstance(value, list | tuple):
        members = [(str(i), member) for i, member in enumerate(value, start=1)]
    else:
        yield prefix, value
        return
    for key, member in members:
        yield from flatten_summary(member, f"{prefix}.{key}" if prefix else key)


def _format_cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
