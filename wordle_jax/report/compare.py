"""What a report says of two runs of the same games, or of two studies."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from wordle_jax.errors import UserError
from wordle_jax.frames import LoadedRun, find_cells, load_run
from wordle_jax.report.document import Figure, Section, Table, Text, show, show_share
from wordle_jax.report.figures import draw_distribution, list_outcomes
from wordle_jax.report.origin import describe_origin
from wordle_jax.report.run import OUTCOME_HEADER, OUTCOME_NOTE, count_guesses, describe_summary, list_outcomes_of
from wordle_jax.report.study import describe_study_origin
from wordle_jax.results import read_summary
from wordle_jax.stats import Comparison, compare_paired
from wordle_jax.study.settings import read_settings
from wordle_jax.study.table import TABLES_FOLDER, read_csv

_MOST_ANSWERS = 50
# Bounds of intervals would make tables twice as wide.
_BOUNDS = ("_low", "_high")
_CELL_MEASURES = ("games", "failures", "success_rate", "mean_guesses", "mean_guesses_all", "recoveries")

Row = Mapping[str, str]


def compare_runs(directories: tuple[Path, Path]) -> Section:
    """Return the report on two runs, game by game. Raises UserError unless both played the same games."""
    names = name_apart(directories)
    runs = (load_run(directories[0]), load_run(directories[1]))
    frames = [run.games.drop(columns="guesses", errors="ignore") for run in runs]
    first, second = (frame.rename(columns={"num_guesses": "guesses"}) for frame in frames)
    comparison = compare_paired(first, second, names, is_census=all(map(_is_census, runs)))
    outcomes = [
        (name, describe_summary(run.summary), *list_outcomes_of(run.summary))
        for name, run in zip(names, runs, strict=True)
    ]
    blocks: list[Text | Table | Figure] = [
        Table("Both runs", ("run", "played", *OUTCOME_HEADER), outcomes, OUTCOME_NOTE),
        *_compare_distributions(names, runs),
    ]
    origins = [describe_origin(place, "run", name) for name, place in zip(names, directories, strict=True)]
    sections = [_list_tests(comparison), Section("Where they differ most", [_list_differences(names, runs)])]
    return Section(f"{names[0]} and {names[1]}, game by game", blocks, [*sections, *origins])


def name_apart(directories: tuple[Path, Path]) -> tuple[str, str]:
    """Return the shortest ends of two paths that differ. Raises UserError if both are the same directory."""
    first, second = (directory.resolve().parts for directory in directories)
    if first == second:
        raise UserError(f"{directories[0]} and {directories[1]} are the same directory; give two")
    for length in range(1, max(len(first), len(second))):
        if first[-length:] != second[-length:]:
            return "/".join(first[-length:]), "/".join(second[-length:])
    return "/".join(first), "/".join(second)


def _is_census(run: LoadedRun) -> bool:
    """Whether every answer was played on true feedback without chance, as PlayedCell.is_census."""
    games, config = run.config["games"], run.config
    is_whole = games["answers"] == "all" and games["sample"] is None
    is_clean = config["channel"]["kind"] == "tile_flip" and config["noise"] == 0
    return is_whole and is_clean and config["solver"]["score"] != "random"


def _compare_distributions(names: tuple[str, str], runs: tuple[LoadedRun, LoadedRun]) -> list[Table | Figure]:
    counts = [run.summary["distribution"] for run in runs]
    totals = [sum(of.values()) for of in counts]
    rows = []
    for outcome in list_outcomes(counts):
        numbers = [of.get(outcome, 0) for of in counts]
        shares = [number / total for number, total in zip(numbers, totals, strict=True)]
        name = "not solved" if outcome == "fail" else outcome
        points = f"{100 * (shares[1] - shares[0]):+z.2f}"
        rows.append((name, *map(show, numbers), *map(show_share, shares), points))
    header = ("guesses", *names, f"{names[0]}, share", f"{names[1]}, share", "second less first, points")
    title = "Guesses that the games took"
    return [
        draw_distribution(title, dict(zip(names, counts, strict=True)), "games"),
        Table(title, header, rows),
    ]


def _list_tests(comparison: Comparison) -> Section:
    effect = [] if comparison.cohens_d is None else [f"Cohen's d (eq. 29 of the paper): {comparison.cohens_d:z.3f}."]
    sentences = [comparison.pairing, *(test.sentence for test in comparison.tests), *effect, *comparison.undefined]
    return Section("Tests", [Text(sentence) for sentence in sentences])


def _list_differences(names: tuple[str, str], runs: tuple[LoadedRun, LoadedRun]) -> Table:
    """Return the answers whose mean numbers of guesses differ most, a failure counting one more than allowed."""
    first, second = (run.games.assign(counts=count_guesses(run)).groupby("answer")["counts"].mean() for run in runs)
    both = pd.DataFrame({"first": first, "second": second}).sort_index()
    both["difference"] = both["second"] - both["first"]
    both = both[both["difference"] != 0]
    order = both["difference"].abs().sort_values(ascending=False, kind="stable").index[:_MOST_ANSWERS]
    rows = [
        (answer, show(row["first"], 2), show(row["second"], 2), f"{row['difference']:+z.2f}")
        for answer, row in both.loc[order].iterrows()
    ]
    note = (
        f"Of {len(first):,} answers {len(both):,} differ; of these up to {_MOST_ANSWERS} that differ most are listed. "
    )
    note += "A failure counts one guess more than allowed."
    header = ("answer", f"guesses, {names[0]}", f"guesses, {names[1]}", "second less first")
    return Table("Answers that took different numbers of guesses", header, rows, note)


@dataclass(frozen=True)
class _Common:
    """What two tables have in common: columns that name a row, other columns, and pairs of rows."""

    keys: Sequence[str]
    columns: Sequence[str]
    pairs: Sequence[tuple[Row, Row]]
    alone: int


def compare_studies(directories: tuple[Path, Path]) -> Section:
    """Return the report on two studies: what their tables say where they have rows in common.

    Raises UserError if they have none.
    """
    names = name_apart(directories)
    tables = (_read_tables(directories[0]), _read_tables(directories[1]))
    sections = []
    for title in tables[0]:
        common = _find_common(tables[0][title], tables[1].get(title, []))
        if common is not None:
            sections.append(Section(title, [_put_side_by_side(title, names, common)]))
    if not sections:
        raise UserError(
            f"{directories[0]} and {directories[1]} have no row of a table in common; give studies that have"
        )
    origins = [describe_study_origin(place, name) for name, place in zip(names, directories, strict=True)]
    return Section(f"The studies {names[0]} and {names[1]}", [], [*sections, *origins])


def _read_tables(directory: Path) -> dict[str, list[dict[str, str]]]:
    """Return the tables of a study and of those that it consists of, by name; `runs` are its cells."""
    settings = read_settings(directory)["study"]
    cells = [
        {**labels, **{name: _to_text(read_summary(place)[name]) for name in _CELL_MEASURES}}
        for labels, place in find_cells(directory)
        if "study" not in labels
    ]
    tables = {"runs": cells} if cells else {}
    for name in settings["tables"]:
        if (path := directory / TABLES_FOLDER / f"{name}.csv").exists():
            tables[name] = read_csv(path)
    for part in settings["studies"]:
        if (directory / part / "study.json").exists():
            tables |= {f"{part}: {name}": rows for name, rows in _read_tables(directory / part).items()}
    return tables


def _find_common(first: Sequence[Row], second: Sequence[Row]) -> _Common | None:
    """Return what two tables have in common; None if no row.

    The fewest columns from the left that both have, and that tell all rows of a table apart, name the rows.
    """
    if not first or not second:
        return None
    shared = [name for name in first[0] if name in second[0]]
    for number in range(1, len(shared) + 1):
        keys = shared[:number]
        rows = [{tuple(row[key] for key in keys): row for row in table} for table in (first, second)]
        if len(rows[0]) == len(first) and len(rows[1]) == len(second):
            pairs = [(row, rows[1][key]) for key, row in rows[0].items() if key in rows[1]]
            columns = [name for name in shared[number:] if not name.endswith(_BOUNDS)]
            alone = len(first) + len(second) - 2 * len(pairs)
            return _Common(keys, columns, pairs, alone) if pairs else None
    return None


def _put_side_by_side(title: str, names: tuple[str, str], common: _Common) -> Table | Text:
    """Return the columns that differ somewhere, of both tables and, of numbers, the difference; else a sentence."""
    differing = [name for name in common.columns if any(one[name] != other[name] for one, other in common.pairs)]
    header = list(common.keys)
    for name in differing:
        header += [f"{name}, {names[0]}", f"{name}, {names[1]}", f"{name}, second less first"]
    rows = [
        [
            *(one[key] for key in common.keys),
            *(cell for name in differing for cell in _compare_cells(one[name], other[name])),
        ]
        for one, other in common.pairs
    ]
    same = [name for name in common.columns if name not in differing]
    notes = [f"Rows that both have: {len(common.pairs):,}; rows that one alone has, not shown: {common.alone:,}."]
    if same:
        notes.append(f"Equal in all of them: {', '.join(same)}.")
    note = " ".join(notes)
    return Table(f"Rows of {title} that both have", header, rows, note) if differing else Text(note)


def _compare_cells(first: str, second: str) -> tuple[str, str, str]:
    numbers = [_to_number(cell) for cell in (first, second)]
    if numbers[0] is None or numbers[1] is None:
        return first, second, ""
    difference = numbers[1] - numbers[0]
    return show(numbers[0]), show(numbers[1]), f"{difference:+.4g}" if difference else "0"


def _to_number(cell: str) -> int | float | None:
    try:
        value = json.loads(cell)
    except ValueError:
        return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _to_text(value: Any) -> str:
    return "" if value is None else json.dumps(value)
