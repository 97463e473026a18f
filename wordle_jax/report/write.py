"""Which kind of results a directory holds, and the report on it."""

from collections.abc import Callable
from pathlib import Path

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.report.audit import describe_audit
from wordle_jax.report.compare import compare_runs, compare_studies
from wordle_jax.report.document import Section
from wordle_jax.report.markdown import to_markdown
from wordle_jax.report.page import to_html
from wordle_jax.report.run import describe_run
from wordle_jax.report.study import describe_study
from wordle_jax.report.sweep import describe_sweep
from wordle_jax.report.tree import describe_tree

# The file that each kind of directory holds and none of those after it.
_KINDS: dict[str, tuple[str, Callable[[Path], Section]]] = {
    "study.json": ("study", describe_study),
    "audit.csv": ("audit", describe_audit),
    "sweep.csv": ("sweep", describe_sweep),
    "tree.json": ("tree", describe_tree),
    "games.parquet": ("run", describe_run),
}
_COMPARABLE = {"run": compare_runs, "study": compare_studies}


def write_report(directory: Path, other: Path | None = None) -> list[Path]:
    """Write the report on a directory into it, as HTML and Markdown; return the paths of both.

    With another directory it is a comparison of both, in files called comparison. The same results give the same
    bytes. Raises UserError if a directory holds no results that can be reported on, or the two cannot be compared.
    """
    name = "report" if other is None else "comparison"
    try:
        report = _describe(directory) if other is None else _compare(directory, other)
    except KeyError as error:
        where = directory if other is None else f"{directory} or {other}"
        raise UserError(
            f"{where}: a file lacks {error}; it is damaged, or of another version of this program"
        ) from error
    written = []
    for suffix, text in (("html", to_html(report)), ("md", to_markdown(report))):
        path = directory / f"{name}.{suffix}"
        with replacing(path) as partial:
            partial.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


def _describe(directory: Path) -> Section:
    return _KINDS[_find_kind(directory)][1](directory)


def _compare(first: Path, second: Path) -> Section:
    kinds = [_KINDS[_find_kind(directory)][0] for directory in (first, second)]
    if kinds[0] != kinds[1] or kinds[0] not in _COMPARABLE:
        raise UserError(f"{first} is a {kinds[0]} and {second} a {kinds[1]}; give two runs or two studies to compare")
    return _COMPARABLE[kinds[0]]((first, second))


def _find_kind(directory: Path) -> str:
    """Return the file by which a directory is known. Raises UserError if it holds none of them."""
    if not directory.is_dir():
        raise UserError(f"{directory} is no folder; give the directory of a run, sweep, study, tree or audit")
    for name in _KINDS:
        if (directory / name).exists():
            return name
    raise UserError(f"{directory} holds none of {', '.join(_KINDS)}; give the directory of a run, sweep, study, ...")
