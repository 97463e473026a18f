"""The assistant on a terminal: line editing, history, completion, and replies in colour."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from rich.console import Console

from wordle_jax.assist.advice import Advice
from wordle_jax.assist.assistant import STANDS_ASIDE
from wordle_jax.assist.preparing import prepare, prepare_ways_out
from wordle_jax.assist.session import COMMANDS, Farewell, Reply, Session
from wordle_jax.assist.show import show_reply
from wordle_jax.assist.tiles import Palette
from wordle_jax.assist.worst_case import is_searched
from wordle_jax.background import start_thread
from wordle_jax.catalog import read_options
from wordle_jax.console import make_console
from wordle_jax.errors import UserError
from wordle_jax.interrupts import Stopped
from wordle_jax.platform import cache_folder

log = logging.getLogger(__name__)

_JOIN_SECONDS = 0.3
_NOTICED_SECONDS = 0.3
_THINKING_LONG = "thinking, while the search of the worst case is made ready"
_SEARCH_LATER = "The search of the worst case is still being made ready, ten seconds once; show tells it then."


def converse(session: Session, palette: Palette) -> None:
    """Answer what a person types until they leave."""
    console = make_console()
    session.allow_search(False)
    told: set[str] = set()
    show_reply(console, tell_once(session.reply(""), told), palette)
    tiles = "02001".ljust(session.assistant.lexicon.word_length, "0")[: session.assistant.lexicon.word_length]
    console.print(f"Type your guess and its tiles, such as {session.example} {tiles}, or help.", style="dim")
    prompt: PromptSession[str] = PromptSession(
        history=_open_history(), completer=_Words(session), complete_while_typing=False
    )
    with _preparing(session) as is_prepared:
        while True:
            try:
                line = prompt.prompt("> ")
            except Stopped:
                raise
            except KeyboardInterrupt:
                continue  # as in a shell: the line is dropped
            except EOFError:
                return
            if not line.strip():
                continue
            log.info(line)
            session.allow_search(is_prepared())
            try:
                with _thinking(console, "thinking" if is_prepared() else _THINKING_LONG):
                    reply = session.reply(line)
            except UserError as error:
                console.print(str(error), style="red")
                continue
            show_reply(console, tell_once(reply, told), palette)
            if isinstance(reply, Farewell):
                return
            if isinstance(reply, Advice) and reply.status == "contradiction" and is_prepared():
                start_thread(prepare_ways_out, session.assistant, session.position)
            if isinstance(reply, Advice) and not is_prepared() and is_searched(reply):
                console.print(_SEARCH_LATER, style="dim")


def tell_once(reply: Reply, told: set[str]) -> Reply:
    """Return the reply without the notes on who suggests that were told; adds those that it tells."""
    if not isinstance(reply, Advice):
        return reply
    about_solver = {note for note in reply.notes if STANDS_ASIDE in note}
    notes = tuple(note for note in reply.notes if note not in told)
    told |= about_solver
    return replace(reply, notes=notes)


@contextmanager
def _preparing(session: Session) -> Iterator[Callable[[], bool]]:
    """Prepare the assistant while a person reads and types; yields what tells whether it is done."""
    is_over = threading.Event()
    work = start_thread(prepare, session.assistant, session.position.boards, is_over.is_set)
    try:
        yield lambda: not work.is_alive()
    finally:
        is_over.set()
        work.join(_JOIN_SECONDS)


@contextmanager
def _thinking(console: Console, what: str) -> Iterator[None]:
    """Say so, while the block runs, if it takes longer than people notice."""
    timer = threading.Timer(_NOTICED_SECONDS, console.print, [what], {"style": "dim"})
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _open_history() -> History:
    """Return the lines of earlier conversations, if they can be kept."""
    path = cache_folder("assist") / "history"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8"):
            return FileHistory(path)
    return InMemoryHistory()


class _Words(Completer):
    """Completes commands and words, and after a command what it takes."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._commands = [form.partition(" ")[0] for form in COMMANDS if form[0] != "?"]

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what the text before the cursor may become."""
        before = document.text_before_cursor.lstrip().lower()
        if before.startswith("solver "):
            start, choices = before.removeprefix("solver ").lstrip(), sorted(read_options("solver"))
        elif before.startswith("?"):
            start, choices = before[1:].lstrip(), list(self._session.assistant.lexicon.guesses)
        else:
            start, choices = before, [*self._commands, *self._session.assistant.lexicon.guesses]
        if start and " " not in start:
            for choice in choices:
                if choice.startswith(start):
                    yield Completion(choice, start_position=-len(start))
