"""What is shown on the terminal: a progress bar while games are played, one table at the end."""

import logging
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from wordle_jax.errors import UserError

MOST_ROWS = 40
_ANY_WIDTH = 10_000

log = logging.getLogger(__name__)


class _Console(Console):
    """A console that leaves it to the program to answer when nobody reads on; rich would end it with status 1."""

    def on_broken_pipe(self) -> None:
        raise  # the error at hand


def make_console() -> Console:
    """Return a console for text that is no markup, such as words in brackets; in colour on a terminal that has it."""
    console = _Console(highlight=False, markup=False)
    if console.is_dumb_terminal:  # rich takes each of them for one of 80 columns
        columns, lines = shutil.get_terminal_size()
        return _Console(highlight=False, markup=False, width=columns, height=lines)
    return console


def require_output() -> None:
    """Raise UserError if the standard output is closed; for commands that are of no use without it."""
    if sys.__stdout__ is None:
        raise UserError("the standard output is closed, so nothing can be shown; leave it open, or send it to a file")


def say(line: str) -> None:
    """Print a line at once, and keep it in run.log."""
    log.info(line)
    print(line, flush=True)


@runtime_checkable
class Crew(Protocol):
    """Who is at work, and how often a chunk was handed out again."""

    workers: int
    retries: int


@contextmanager
def show_progress(num_games: int, done: int, crew: Crew) -> Iterator[Callable[[int], None]]:
    """Show games done, rate, time left, workers and retries on stderr while the block runs.

    Yields what to call with further games done.
    """
    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[crew]}"),
    )
    console = _Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=num_games, completed=done, rate="", crew="")

        def advance(games: int) -> None:
            progress.advance(task, games)
            speed = progress.tasks[0].speed
            progress.update(task, rate=f"{speed:,.0f}/s" if speed else "", crew=_describe_crew(crew))

        yield advance


def _describe_crew(crew: Crew) -> str:
    workers = f"{crew.workers} worker{'' if crew.workers == 1 else 's'}"
    return workers if crew.retries == 0 else f"{workers}, {crew.retries} {'retry' if crew.retries == 1 else 'retries'}"


@contextmanager
def show_status() -> Iterator[Callable[[str], None]]:
    """Show one line on stderr while the block runs; yields what to call with its text."""
    console = _Console(stderr=True, highlight=False, markup=False)
    if not console.is_terminal:
        yield lambda line: None
        return
    with console.status("") as status:
        yield status.update


def show_facts(title: str, facts: Mapping[str, tuple[str, str]]) -> None:
    """Print a table with a fact a row: its name, its value and a remark."""
    table = Table(title=title, title_justify="left", show_header=False, title_style="bold")
    table.add_column(style="cyan")
    table.add_column(justify="right")
    table.add_column(style="dim")
    for name, (value, remark) in facts.items():
        table.add_row(name, value, remark)
    make_console().print(table)


def show_summary(summary: Mapping[str, Any], timing: Mapping[str, Any] | None = None) -> None:
    """Print the figures of a run as one table, with those of its speed if they were measured."""
    title = f"{summary['solver']} · {summary['lexicon']} · {summary['channel']} · {summary['rules']} rules"
    table = Table(title=title, title_justify="left", show_header=False, title_style="bold")
    table.add_column(style="cyan")
    table.add_column(justify="right")
    table.add_column(style="dim")
    intervals = summary["intervals"]

    def interval(name: str, scale: float = 1.0, digits: int = 3) -> str:
        bounds = intervals.get(name)
        return "" if bounds is None else f"95%: {scale * bounds[0]:.{digits}f} to {scale * bounds[1]:.{digits}f}"

    def number(value: float | None) -> str:
        return "none" if value is None else f"{value:.4f}"

    table.add_row("games", f"{summary['games']:,}", f"opener {summary['opener'] or 'drawn'}")
    success = f"{100 * summary['success_rate']:.2f}%"
    table.add_row("solved", success, interval("success_rate", 100.0, 2))
    table.add_row("failures", f"{summary['failures']:,}")
    table.add_row("mean guesses, solved games", number(summary["mean_guesses"]), interval("mean_guesses"))
    table.add_row("mean guesses, all games", number(summary["mean_guesses_all"]), interval("mean_guesses_all"))
    table.add_row("total guesses", f"{summary['total_guesses']:,}", f"a failure counts {len(summary['distribution'])}")
    distribution = "  ".join(f"{key}: {count:,}" for key, count in summary["distribution"].items())
    if summary["recoveries"]:
        table.add_row("recoveries", f"{summary['recoveries']:,}", f"in {summary['games_with_recovery']:,} games")
    if timing is not None:
        speed = f"{timing['latency_ms_by_turn']['all']:.2f} ms a single guess"
        table.add_row("games a second", f"{timing['games_per_second']:,.0f}", speed)
    # A title may hold brackets, which are no markup.
    console = make_console()
    console.print(table)
    console.print(f"guesses  {distribution}", soft_wrap=True)


def show_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> None:
    """Print a table whose first column names the rows; a name that repeats the one above is shown once."""
    make_console().print(_make_table(title, header, rows, caption))


def show_table_or_file(
    title: str, header: Sequence[str], rows: Sequence[Sequence[str]], caption: str, file: Path
) -> None:
    """Print a table as `show_table` does; of one that is long, or too wide for its words, say where it is written."""
    console = make_console()
    table = _make_table(title, header, rows, caption)
    unbounded = console.options.update(width=_ANY_WIDTH, max_width=_ANY_WIDTH)
    if len(rows) <= MOST_ROWS and table.__rich_measure__(console, unbounded).minimum <= console.width:
        console.print(table)
    else:
        console.print(title, style="bold", soft_wrap=True)
        console.print(f"see {file}", soft_wrap=True)


def _make_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", caption=caption, caption_justify="left")
    table.add_column(header[0], style="cyan", no_wrap=True)
    for name in header[1:]:
        table.add_column(name, justify="right", overflow="fold")  # no digit is left out
    above = ""
    for name, *cells in rows:
        if above and name != above:
            table.add_section()
        table.add_row("" if name == above else name, *cells)
        above = name
    return table
