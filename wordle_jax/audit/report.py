"""What the audit says: a row a claim, and how many claims of each source got which verdict."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wordle_jax.audit.check import Checked
from wordle_jax.audit.claims import SOURCES
from wordle_jax.audit.finding import Finding, Limit, Number, Spread, Truth
from wordle_jax.audit.verdict import NEAR_SHARE, VERDICTS
from wordle_jax.console import show_table
from wordle_jax.results import write_json
from wordle_jax.study.table import Estimate, write_csv, write_markdown

HEADER = ("claim", "place", "what", "claimed", "measured", "verdict", "reason")
# A wider or longer table is for a file, not for a screen.
SHOWN = ("claim", "what", "claimed", "measured", "verdict")
_MOST_SHOWN = 60
CAPTION = (
    "In brackets 95% intervals of samples (10,000 resamples of the answers), and how far rounding lets the source's "
    f"own numbers go. Near: at most {100 * NEAR_SHARE:g}% of the claimed number away."
)


@dataclass(frozen=True)
class Row:
    """A claim in audit.csv. `measured` is in words where it is no number; `distance` is measured less claimed."""

    id: str
    place: str
    what: str
    claimed: str
    unit: str
    kind: str
    how: str
    measured: str
    number: Estimate
    distance: float | None
    verdict: str
    reason: str


def make_row(checked: Checked) -> Row:
    """Return the row of a claim."""
    claim, finding = checked.claim, checked.finding
    number = Estimate(None, None, None)
    if isinstance(finding, Number):
        number = Estimate(finding.value, finding.low, finding.high)
    return Row(
        id=claim.id,
        place=claim.place,
        what=claim.what,
        claimed=claim.value.text,
        unit=claim.unit,
        kind=claim.kind,
        how=claim.check.text,
        measured=describe(finding),
        number=number,
        distance=checked.judgement.distance,
        verdict=checked.judgement.verdict,
        reason=checked.reason,
    )


def describe(finding: Finding | None) -> str:
    """Return what was found in words."""
    if finding is None:
        return ""
    if isinstance(finding, Number):
        interval = (
            "" if finding.low is None or finding.high is None else f" ({_show(finding.low)} to {_show(finding.high)})"
        )
        return _show(finding.value) + interval
    if isinstance(finding, Spread):
        return f"{_show(finding.low)} to {_show(finding.high)}"
    if isinstance(finding, Limit):
        return f"at least {_show(finding.low)}" if math.isinf(finding.high) else f"at most {_show(finding.high)}"
    if isinstance(finding, Truth):
        return ("yes" if finding.is_true else "no") + (f": {finding.shown}" if finding.shown else "")
    return " or ".join(finding.words)


def count_verdicts(results: Sequence[Checked]) -> dict[str, dict[str, int]]:
    """Return how many claims of each source, and of all, got each verdict."""
    counts = {source: dict.fromkeys(VERDICTS, 0) for source in (*SOURCES, "all")}
    for checked in results:
        for source in (checked.claim.source, "all"):
            counts[source][checked.judgement.verdict] += 1
    return {source: by_verdict | {"claims": sum(by_verdict.values())} for source, by_verdict in counts.items()}


def write_report(results: Sequence[Checked], directory: Path) -> None:
    """Write audit.csv, audit.md and summary.json. Raises UserError if one cannot be written."""
    rows = [make_row(checked) for checked in results]
    write_csv(directory / "audit.csv", rows)
    write_markdown(directory / "audit.md", "The claims of the sources, checked", HEADER, _list_cells(rows), CAPTION)
    write_json(directory / "summary.json", count_verdicts(results))


def show_report(results: Sequence[Checked]) -> None:
    """Print the claims if they are few, and the verdicts by source."""
    if len(results) <= _MOST_SHOWN:
        cells = _list_cells([make_row(checked) for checked in results])
        columns = [HEADER.index(name) for name in SHOWN]
        show_table("Claims", SHOWN, [[row[column] for column in columns] for row in cells], CAPTION)
    counts = {source: numbers for source, numbers in count_verdicts(results).items() if numbers["claims"]}
    header = ("source", *VERDICTS, "claims")
    show_table("Verdicts", header, [[s, *(f"{n:,}" for n in numbers.values())] for s, numbers in counts.items()], "")


def _list_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Return the cells under HEADER."""
    return [
        [row.id, row.place, row.what, _claimed(row), row.measured, _verdict(row), row.reason.replace("|", "\\|")]
        for row in rows
    ]


def _claimed(row: Row) -> str:
    return row.claimed if row.unit == "claim" or not row.claimed[-1].isdigit() else f"{row.claimed} {row.unit}"


def _verdict(row: Row) -> str:
    if row.distance is None or row.verdict == "holds":
        return row.verdict
    return f"{row.verdict} ({'+' if row.distance >= 0 else ''}{_show(row.distance)})"


def _show(number: float | int) -> str:
    """Return a number to four digits, whole numbers in full."""
    if math.isinf(number):
        return "any"
    if float(number).is_integer() and abs(number) < 1e12:
        return f"{number:,.0f}"
    return f"{number:,.1f}" if abs(number) >= 1000 else f"{number:.4g}"
