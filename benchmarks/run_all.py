"""Runs every benchmark, each in a process of its own so that none warms another, and prints one table.

    python benchmarks/run_all.py             everything, some minutes
    python benchmarks/run_all.py --docs      and put the table into docs/performance.md
    python benchmarks/run_all.py --quick     one repetition and short jobs: do they all run?

A missed target is a NO in the table; the status is 1 only if a benchmark fails. Measure on a machine that has nothing
else to do.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

from measurement import COLUMNS, Measurement, read_measurements, report, to_rows

_HERE = Path(__file__).parent
_DOCS = _HERE.parent / "docs" / "performance.md"
_BEGIN, _END = "<!-- table of benchmarks/run_all.py -->", "<!-- end of table -->"
# Command lines, and what --quick adds to them.
_BENCHMARKS: tuple[tuple[list[str], list[str]], ...] = (
    (["pattern_matrix.py"], []),
    (["score_lexicon.py", "--threads", "1"], []),
    (["score_lexicon.py", "--threads", "2"], []),
    (["entropy_tree.py"], []),
    (["tree_search.py"], []),
    (["command.py"], []),
    (["assistant.py"], ["--games", "4"]),
    (["games_per_second.py"], ["--replicates", "1"]),
    (["ray_scaling.py", "--games", "4000000"], ["--games", "5000"]),
    (["scale.py"], ["--replicates", "3"]),
    (["web_load.py"], []),
)


def run_benchmark(command: Sequence[str]) -> list[Measurement] | None:
    """Return what a benchmark measures; None if it fails, which it explains itself."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "figures.json")
        whole = [sys.executable, _HERE / command[0], *command[1:], "--json", path]
        done = subprocess.run(whole, stdout=subprocess.DEVNULL, check=False)
        return read_measurements(path) if done.returncode == 0 and path.is_file() else None


def describe_machine() -> str:
    """Return in one line where this was measured."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    packages = ", ".join(f"{name} {version(name)}" for name in ("jax", "numpy", "numba", "ray"))
    system = f"{platform.system()} {platform.machine()}, {cores} cores, Python {platform.python_version()}"
    return f"{date.today()}: {system}, {packages}"


def to_markdown(measurements: Sequence[Measurement], machine: str) -> str:
    """Return the table as Markdown, with a line above it that says where it was measured."""
    rows = [COLUMNS, ["---"] * len(COLUMNS), *(measurement.cells() for measurement in measurements)]
    return f"{machine}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows)


def put_between(path: Path, begin: str, end: str, table: str) -> None:
    """Replace what stands between two marks of a document."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    path.write_text(f"{before}{begin}\n{table}\n{end}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--quick", action="store_true", help="one repetition and short jobs")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write the figures to this file")
    arguments = parser.parse_args()
    measurements: list[Measurement] = []
    failed = []
    for command, quick in _BENCHMARKS:
        name = " ".join(command)
        print(f"running {name}", file=sys.stderr, flush=True)
        found = run_benchmark([*command, "--repetitions", "1", *quick] if arguments.quick else command)
        if found is None:
            failed.append(name)
        measurements += found or []
    machine = describe_machine()
    report(machine, measurements)
    if arguments.json:
        content = {"machine": machine, "measurements": to_rows(measurements)}
        arguments.json.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    if arguments.docs and not failed:
        put_between(_DOCS, _BEGIN, _END, to_markdown(measurements, machine))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
