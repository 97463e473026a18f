"""What a report says of an audit."""

from pathlib import Path

from wordle_jax.audit.report import CAPTION
from wordle_jax.errors import UserError
from wordle_jax.files import ANY, read_json
from wordle_jax.report.document import Section, Table, Text, show
from wordle_jax.report.origin import describe_origin
from wordle_jax.study.table import read_csv

_COLUMNS = {
    "id": "claim", "place": "place", "what": "what", "claimed": "claimed", "unit": "unit", "measured": "measured",
    "distance": "difference", "verdict": "verdict", "reason": "reason",
}  # fmt: skip


def describe_audit(directory: Path) -> Section:
    """Return the report on an audit. Raises UserError if a file of it is missing or damaged."""
    rows = read_csv(directory / "audit.csv")
    if not rows or not set(_COLUMNS) <= set(rows[0]):
        raise UserError(f"{directory / 'audit.csv'} holds no claim of an audit of this program")
    cells = [[_show(name, row[name]) for name in _COLUMNS] for row in rows]
    summary = read_json(directory / "summary.json", {ANY: {ANY: int}})
    counts = {source: of for source, of in summary.items() if of["claims"]}
    verdicts = list(summary["all"])
    by_source = [(source, *(show(of[verdict]) for verdict in verdicts)) for source, of in counts.items()]
    claims = Table("Claims", list(_COLUMNS.values()), cells, CAPTION, filter_by="verdict")
    sections = [Section("Claim by claim", [claims]), describe_origin(directory, "audit")]
    opening = Text(f"{len(rows):,} claims of the sources, checked.")
    return Section("Audit", [opening, Table("Verdicts", ("source", *verdicts), by_source)], sections)


def _show(name: str, cell: str) -> str:
    return f"{float(cell):+.4g}" if name == "distance" and cell else cell
