"""A review on the terminal."""

from rich.table import Table as RichTable
from rich.text import Text as RichText

from wordle_jax.console import make_console
from wordle_jax.report.document import Section, Table, Text


def show_section(section: Section) -> None:
    """Print the title, the tables and the sentences of a section."""
    console = make_console()
    console.print(RichText(section.title, "bold"))
    for block in section.blocks:
        console.print()
        if isinstance(block, Table):
            console.print(_draw(block))
            console.print(RichText(block.note, "dim"))
        elif isinstance(block, Text):
            console.print(block.text)


def _draw(block: Table) -> RichTable:
    table = RichTable(title=block.caption, title_justify="left", title_style="bold")
    for column, name in enumerate(block.header):
        is_numeric = block.is_numeric(column)
        table.add_column(name, justify="right" if is_numeric else "left", no_wrap=is_numeric, overflow="fold")
    for row in block.rows:
        table.add_row(*row)
    return table
