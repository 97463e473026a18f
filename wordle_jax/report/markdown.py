"""Writes a report as Markdown."""

from collections.abc import Iterator, Sequence

from wordle_jax.report.document import Figure, Listing, Section, Table, Text


def to_markdown(report: Section) -> str:
    """Return the report as Markdown with tables; figures are links to the files that they also lie in."""
    return "\n".join(_lines(report, 1))


def _lines(section: Section, level: int) -> Iterator[str]:
    yield from (f"{'#' * min(level, 6)} {section.title}", "")
    for block in section.blocks:
        if isinstance(block, Text):
            yield from (block.text, "")
        elif isinstance(block, Table):
            yield from _table_lines(block)
        elif isinstance(block, Listing):
            fence = "`" * max(3, 1 + _longest_run(block.text))
            yield from (f"{block.title}:", "", fence, block.text.rstrip("\n"), fence, "")
        elif isinstance(block, Figure) and block.file is not None:
            yield from (f"![{block.caption}]({block.file.as_posix()})", "")
    for below in section.sections:
        yield from _lines(below, level + 1)


def _table_lines(table: Table) -> Iterator[str]:
    yield from (f"**{table.caption}**", "")
    yield _row(table.header)
    yield _row(["---:" if table.is_numeric(column) else "---" for column in range(len(table.header))])
    yield from map(_row, table.rows)
    yield ""
    if table.note:
        yield from (table.note, "")
    if table.notes:
        yield from (*(f"- {note}" for note in table.notes), "")


def _row(cells: Sequence[str]) -> str:
    escaped = [" ".join(cell.replace("|", r"\|").splitlines()) for cell in cells]
    return f"| {' | '.join(escaped)} |"


def _longest_run(text: str) -> int:
    """Return the length of the longest run of backticks."""
    return max((len(run) for run in "".join(c if c == "`" else " " for c in text).split()), default=0)
