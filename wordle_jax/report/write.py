"""Which kind of results a directory holds, and the report on it."""

from collections.abc import Callable
from pathlib import Path

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.makers import MAIN_FILES, MAKERS
from wordle_jax.report.audit import describe_audit
from wordle_jax.report.compare import compare_runs, compare_studies
from wordle_jax.report.document import Section
from wordle_jax.report.markdown import to_markdown
from wordle_jax.report.page import to_html
from wordle_jax.report.run import describe_run
from wordle_jax.report.study import describe_study
from wordle_jax.report.sweep import describe_sweep
from wordle_jax.report.tree import describe_tree

_KINDS: dict[str, Callable[[Path], Section]] = {
    "study": describe_study,
    "audit": describe_audit,
    "sweep": describe_sweep,
    "tree": describe_tree,
    "run": describe_run,
}
# What several commands leave, which does not tell whose results these are.
_COMMON = ("summary.json", "config.yaml")
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
    return _KINDS[_find_kind(directory)](directory)


def _compare(first: Path, second: Path) -> Section:
    kinds = [_find_kind(directory) for directory in (first, second)]
    if kinds[0] != kinds[1] or kinds[0] not in _COMPARABLE:
        raise UserError(f"{first} is a {kinds[0]} and {second} a {kinds[1]}; give two runs or two studies to compare")
    return _COMPARABLE[kinds[0]]((first, second))


def _find_kind(directory: Path) -> str:
    """Return whose results a directory holds. Raises UserError if there are none, or what a report begins with."""
    if not directory.is_dir():
        raise UserError(f"{directory} is no folder; give the directory of a run, sweep, study, tree or audit")
    for name, makers in MAKERS.items():
        if (directory / name).exists():
            needed = [MAIN_FILES[maker] for maker in makers]
            if not any((directory / file).exists() for file in needed):
                file, kind = (" or ".join(names) for names in (needed, makers))
                raise UserError(
                    f"{directory} holds {name}, but no {file}: its {kind} is not finished, or the file was removed; "
                    "repeat its command with hydra.run.dir=DIR, which makes what is missing"
                )
            return makers[0]
    found = [name for name in _COMMON if (directory / name).exists()]
    has = f"holds {' and '.join(found)}, but" if found else "holds"
    raise UserError(
        f"{directory} {has} none of {', '.join(MAIN_FILES.values())}; give the directory of a run, sweep, study, ..."
    )
