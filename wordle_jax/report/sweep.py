"""What a report says of a sweep."""

import json
from pathlib import Path

from wordle_jax.errors import UserError
from wordle_jax.report.document import Figure, Section, Table, Text, show, show_share
from wordle_jax.report.figures import MOST_SERIES, draw_distribution, list_outcomes
from wordle_jax.report.origin import describe_origin
from wordle_jax.study.table import read_csv

_RATE = "success_rate"
_DISTRIBUTION = "distribution."


def describe_sweep(directory: Path) -> Section:
    """Return the report on a sweep. Raises UserError if its table is missing or damaged."""
    rows = read_csv(directory / "sweep.csv")
    if not rows or not {"job", "status", "error"} <= set(rows[0]):
        raise UserError(f"{directory / 'sweep.csv'} holds no job of a sweep of this program")
    names = list(rows[0])
    asked = names[1 : names.index("status")]
    varied = [name for name in asked if len({row[name] for row in rows}) > 1]
    done, failed = ([row for row in rows if (row["status"] == "ok") == wanted] for wanted in (True, False))
    missing = f"; not done, for the reasons below: {', '.join(row['job'] for row in failed)}" if failed else ""
    blocks: list[Text | Table | Figure] = [Text(f"{len(done):,} of {len(rows):,} jobs done{missing}.")]
    if done:
        blocks += _list_jobs(done, asked)
        blocks += _list_distributions(done, [name for name in varied if len({row[name] for row in done}) > 1])
    if failed:
        header = ("job", *asked, "status", "reason")
        cells = [(row["job"], *(row[name] for name in asked), row["status"], row["error"]) for row in failed]
        blocks.append(Table("Jobs that were not done", header, cells))
    title = "Sweep over " + ", ".join(varied) if varied else "Sweep"
    return Section(title, blocks, [describe_origin(directory, "run -m")])


def _list_jobs(rows: list[dict[str, str]], asked: list[str]) -> list[Table]:
    """Return the figures in which the jobs differ, and those that they share; what lists hold is left out."""
    found = [name for name in rows[0] if "." not in name and name not in ("job", "status", "error", *asked)]
    varied = [name for name in found if len(rows) == 1 or len({row[name] for row in rows}) > 1]
    header = ("job", *asked, *(name.replace("_", " ") for name in varied))
    cells = [(row["job"], *(row[name] for name in asked), *(_show(name, row[name]) for name in varied)) for row in rows]
    shared = [
        (name.replace("_", " "), _show(name, rows[0][name])) for name in found if name not in varied and rows[0][name]
    ]
    jobs = Table("Jobs", header, cells)
    return [jobs, Table("The same in all jobs", ("what", "value"), shared)] if shared else [jobs]


def _list_distributions(rows: list[dict[str, str]], asked: list[str]) -> list[Table | Figure]:
    """Return how many guesses the games of each job took; nothing if the jobs played no games."""
    counts = {
        " ".join(["job", row["job"], *(row[name] for name in asked)]): {
            name.removeprefix(_DISTRIBUTION): int(value)
            for name, value in row.items()
            if name.startswith(_DISTRIBUTION) and value
        }
        for row in rows
    }
    counts = {name: of for name, of in counts.items() if of}
    outcomes = list_outcomes(list(counts.values()))
    title = "Guesses that the games took"
    header = ("job", *("not solved" if outcome == "fail" else outcome for outcome in outcomes))
    cells = [(name, *(show(of[o]) if o in of else "" for o in outcomes)) for name, of in counts.items()]
    table = [Table(title, header, cells)] if counts else []
    return [draw_distribution(title, counts, "games"), *table] if 0 < len(counts) <= MOST_SERIES else [*table]


def _show(name: str, cell: str) -> str:
    """Return a cell of a column as people read it: rates in %, numbers to four digits behind the point."""
    try:
        number = json.loads(cell)
    except ValueError:
        return cell
    if name == _RATE and isinstance(number, int | float):
        return show_share(number)
    return show(number) if isinstance(number, int | float) else cell
