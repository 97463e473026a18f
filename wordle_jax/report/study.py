"""What a report says of a study, and of the studies that one consists of."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wordle_jax.files import read_text
from wordle_jax.frames import find_cells
from wordle_jax.report.document import Figure, Section, Table, Text
from wordle_jax.report.origin import describe_origin
from wordle_jax.report.run import OUTCOME_HEADER, OUTCOME_NOTE, list_outcomes_of
from wordle_jax.results import read_summary, read_whole
from wordle_jax.study.play import FIGURES_FOLDER
from wordle_jax.study.settings import CELLS_FOLDER, SETTINGS_FILE, read_settings
from wordle_jax.study.table import TABLES_FOLDER, TIMING_FOLDER, read_markdown

_MOST_NAMED = 20


def describe_study(directory: Path) -> Section:
    """Return the report on a study. Raises UserError if a file of it is damaged."""
    return _describe(directory, directory)


def _describe(directory: Path, top: Path) -> Section:
    settings = read_settings(directory)["study"]
    blocks: list[Text | Table | Figure] = [
        *(map(Text, _tell_missing(directory)) if directory == top else ()),
        *_list_tables(directory / TABLES_FOLDER, settings["tables"]),
        *_list_figures(directory, top, settings["name"], settings["figures"]),
    ]
    sections = []
    if cells := list_cells(directory):
        sections.append(Section("All runs", [cells]))
    timed = _list_tables(directory / TIMING_FOLDER, settings["tables"])
    if timed:
        sections.append(Section("How long it took", timed))
    for part in settings["studies"]:
        if (directory / part / SETTINGS_FILE).exists():
            sections.append(_describe(directory / part, top))
    if directory == top:
        sections.append(describe_study_origin(directory))
    return Section(f"Study {settings['name']}", blocks, sections)


def _tell_missing(directory: Path) -> Iterator[str]:
    """Yield a sentence for each kind of thing that a study, or one that it consists of, lacks."""
    settings = read_settings(directory)
    study, cells = settings["study"], settings["cells"]
    of = f"Study {study['name']}: "
    unplayed = [name for name in cells if not _is_finished(directory / CELLS_FOLDER / name)]
    if unplayed:
        yield f"{of}{len(cells) - len(unplayed):,} of {len(cells):,} cells played; missing: {_name_some(unplayed)}."
    for kind, folder, ending in (("tables", TABLES_FOLDER, "md"), ("figures", FIGURES_FOLDER, "svg")):
        places = [directory / folder, directory / TIMING_FOLDER]
        absent = [name for name in study[kind] if not any((place / f"{name}.{ending}").exists() for place in places)]
        if absent:
            yield f"{of}missing {kind}: {_name_some(absent)}."
    for part in study["studies"]:
        if (directory / part / SETTINGS_FILE).exists():
            yield from _tell_missing(directory / part)
        else:
            yield f"The study {part} has not been played yet."


def _is_finished(place: Path) -> bool:
    return (place / "games.parquet").exists() and read_whole(place) is not None


def _name_some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def describe_study_origin(directory: Path, name: str = "") -> Section:
    """Return the section on how a study was made, see describe_origin."""
    return describe_origin(directory, f"study study={read_settings(directory)['study']['name']}", name)


def list_cells(directory: Path) -> Table | None:
    """Return a row a run of the study itself; None if it has none."""
    cells = [(labels, read_summary(place)) for labels, place in find_cells(directory) if _is_own(labels)]
    if not cells:
        return None
    names = list(cells[0][0])
    rows = [[*(labels[name] for name in names), *list_outcomes_of(summary)] for labels, summary in cells]
    return Table("Runs of the study", [*names, *OUTCOME_HEADER], rows, OUTCOME_NOTE)


def _is_own(labels: Mapping[str, Any]) -> bool:
    """Whether a cell is of the study itself, and not of one that it consists of."""
    return "study" not in labels


def _list_tables(folder: Path, names: list[str]) -> list[Table]:
    found = [read_markdown(path) for name in names if (path := folder / f"{name}.md").exists()]
    return [Table(title, header, rows, caption, notes=notes) for title, header, rows, caption, notes in found]


def _list_figures(directory: Path, top: Path, study: str, names: list[str]) -> list[Figure]:
    paths = [directory / FIGURES_FOLDER / f"{name}.svg" for name in names]
    return [
        Figure(f"{path.stem.replace('_', ' ').capitalize()} (study {study})", read_text(path), path.relative_to(top))
        for path in paths
        if path.exists()
    ]
