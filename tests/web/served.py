"""A server of the page for tests, on small lists, in this process or in one of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from command_line import write_words
from fastapi.testclient import TestClient

from wordle_jax.lexicon import LexiconConfig
from wordle_jax.web.app import make_app
from wordle_jax.web.desk import Desk

_EVERY = 16
# Words that tests name.
ENGLISH = ("abide", "crane", "slate", "speed", "essay", "crank", "jumpy", "bumpy", "dumpy", "caput")
LONG = ("großteil", "schließe", "elephant", "notebook", "football", "question", "mountain", "sandwich")
SPANISH = ("sueño", "sueno", "cañon", "arbol", "perro", "gatos", "nieve", "cañas", "carta", "lugar")


def write_lists(folder: Path, english: Any) -> dict[str, LexiconConfig]:
    """Write a sixteenth of the English answers, of which some more words may be guessed, and ten Spanish ones."""
    answers = sorted({*english.answers[::_EVERY], *ENGLISH[:-1]})
    others = {*english.guesses[:: 10 * _EVERY], ENGLISH[-1], "soare"} - set(answers)
    rows = [f"{word}\t{english.frequency_per_million[english.guess_index[word]]}" for word in answers]
    paths = {
        "answers": write_words(folder / "answers.txt", answers),
        "guesses": write_words(folder / "guesses.txt", [*answers, *sorted(others)]),
        "frequency": write_words(folder / "frequency.tsv", ["word\tper_million", *rows]),
    }
    spanish = write_words(folder / "spanish.txt", list(SPANISH))
    return {
        "english": LexiconConfig("english", "English", **{name: str(path) for name, path in paths.items()}),
        "spanish": LexiconConfig("spanish", "Spanish", str(spanish)),
    }


def open_client(lists: dict[str, LexiconConfig]) -> TestClient:
    """Return a client of the application, which needs no server."""
    app = make_app(Desk(lists, 0.02), ["testserver", "127.0.0.1"])
    return TestClient(app, raise_server_exceptions=False)


def write_long_list(folder: Path) -> LexiconConfig:
    """Write some words of eight letters, two with a letter whose capital is two."""
    return LexiconConfig("long", "Long", str(write_words(folder / "long.txt", list(LONG))))


@contextmanager
def serving(folder: Path, first: LexiconConfig, *, shipped: str = "spanish", port: int = 0) -> Iterator[str]:
    """Run the command in a process of its own while the block runs; yields its address.

    The first list is one's own; others are those that are shipped.
    """
    with start_server(folder, first, shipped=shipped, port=port) as (_, address):
        yield address


@contextmanager
def start_server(
    folder: Path, first: LexiconConfig, *, shipped: str = "", port: int = 0
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Do the same; yields the process and the address."""
    paths = {name: getattr(first, name) for name in ("answers", "guesses", "frequency")}
    arguments = [
        "lexicon=custom",
        f"lexicon.name={first.name}",
        f"lexicon.title={first.title}",
        *(f"lexicon.{name}='{path}'" for name, path in paths.items() if path is not None),
        f"lexicons=[{shipped}]",
        f"port={port}",
        f"hydra.run.dir='{folder}'",
    ]
    command = [sys.executable, "-m", "wordle_jax.web", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("The page is at http://127.0.0.1:"), line + process.stdout.read()
        yield process, line.split()[4]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
