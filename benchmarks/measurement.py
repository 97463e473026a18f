"""What a benchmark reports: figures beside a baseline that was timed in the same run, and whether a target is met."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.table import Table

COLUMNS = ("what", "measured", "baseline", "ratio", "target", "met")
_WIDTH = 160


@dataclass(frozen=True)
class Target:
    """A bound on a figure, or on its ratio to the baseline."""

    bound: Literal["at most", "at least"]
    value: float
    of: Literal["measured", "ratio"] = "measured"


@dataclass(frozen=True)
class Measurement:
    """One figure and, in the same unit, that of the baseline, which `against` names."""

    what: str
    measured: float
    unit: str
    baseline: float | None = None
    against: str = ""
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the baseline's figure the measured one is."""
        return None if self.baseline is None else self.measured / self.baseline

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None without a target."""
        if self.target is None:
            return None
        value = self.measured if self.target.of == "measured" else self.ratio
        assert value is not None, f"{self.what}: a target of the ratio needs a baseline"
        return value <= self.target.value if self.target.bound == "at most" else value >= self.target.value

    def cells(self) -> tuple[str, ...]:
        """Return the texts of COLUMNS."""
        baseline = "" if self.baseline is None else f"{self.against}: {_show(self.baseline, self.unit)}"
        ratio = "" if self.ratio is None else f"{_show(self.ratio)} ×"
        target = ""
        if self.target is not None:
            unit = self.unit if self.target.of == "measured" else "×"
            sign = "≤" if self.target.bound == "at most" else "≥"
            target = f"{sign} {_show(self.target.value, unit)}"
        met = {None: "", True: "yes", False: "NO"}[self.is_met]
        return self.what, _show(self.measured, self.unit), baseline, ratio, target, met


def _show(value: float, unit: str = "") -> str:
    digits = f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.3g}"
    return f"{digits} {unit}".rstrip()


def read_arguments(description: str | None, repetitions: int, **extra: Any) -> argparse.Namespace:
    """Return what the command line of a benchmark says; `extra` are further whole numbers with their defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--repetitions", type=int, default=repetitions, help="(default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write the figures to this file")
    for name, default in extra.items():
        parser.add_argument(f"--{name}", type=int, default=default, help="(default: %(default)s)")
    return parser.parse_args()


def report(title: str, measurements: Sequence[Measurement], path: Path | None = None) -> None:
    """Print the measurements as one table and, given a path, write them as JSON."""
    table = Table(title=title, title_justify="left", title_style="bold")
    rows = [measurement.cells() for measurement in measurements]
    for column, *cells in zip(COLUMNS, *rows, strict=True):
        if any(cells):
            table.add_column(column, justify="right" if column in ("measured", "ratio", "target") else "left")
    for row in rows:
        table.add_row(*(cell for cell, *column in zip(row, *rows, strict=True) if any(column)))
    # A terminal may be narrow, but a file or a pipe has all the room there is.
    Console(width=None if sys.stdout.isatty() else _WIDTH).print(table)
    if path is not None:
        text = json.dumps(to_rows(measurements), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


def to_rows(measurements: Sequence[Measurement]) -> list[dict[str, Any]]:
    """Return measurements as plain values, with their ratios and verdicts."""
    return [asdict(m) | {"ratio": m.ratio, "met": m.is_met} for m in measurements]


def read_measurements(path: Path) -> list[Measurement]:
    """Return the measurements that a benchmark wrote."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    for row in rows:
        del row["ratio"], row["met"]
        row["target"] = row["target"] and Target(**row["target"])
    return [Measurement(**row) for row in rows]
