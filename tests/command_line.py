"""The run command as tests use it: in this process, or as a script that tells of every chunk it has finished."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wordle_jax import experiment
from wordle_jax.entry import run_entry_point
from wordle_jax.run import check, task

# Fewer words than any shipped list, with repeated letters and frequencies, so that runs take little time.
_EVERY = 8


@dataclass(frozen=True)
class Outcome:
    """What a command left: exit status, texts, and the directory of its results."""

    status: int
    out: str
    err: str
    directory: Path

    def read(self, name: str) -> bytes:
        return (self.directory / name).read_bytes()

    @property
    def results(self) -> tuple[bytes, bytes]:
        """The two files that may depend on nothing but the question."""
        return self.read("games.parquet"), self.read("summary.json")

    @property
    def summary(self) -> dict[str, Any]:
        return json.loads(self.read("summary.json"))

    @property
    def timing(self) -> dict[str, Any]:
        return json.loads(self.read("timing.json"))


def run(argv: list[str], directory: Path) -> Outcome:
    """Run the command in this process; the directory is where its results are expected."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run_entry_point(task, "run", argv, check=check)
    return Outcome(status, out.getvalue(), err.getvalue(), directory)


def play(directory: Path, *argv: str) -> Outcome:
    """Run the command in this process, with a directory for its results."""
    return run([*argv, f"hydra.run.dir='{directory}'"], directory)


def play_well(directory: Path, *argv: str) -> Outcome:
    """Run a command that is to succeed, and say nothing on stderr."""
    outcome = play(directory, *argv)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def start(directory: Path, *argv: str, program: str | None = None, **environment: str) -> subprocess.Popen[str]:
    """Start the command, or another program like it, in a process and a session of its own; warnings are errors."""
    how = ["-m", "wordle_jax.run"] if program is None else [program]
    return subprocess.Popen(
        [sys.executable, "-W", "error", *how, *argv, f"hydra.run.dir='{directory}'"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | environment,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str], directory: Path, out: str = "") -> Outcome:
    """Wait for a process; `out` is what was read from it before."""
    more, err = process.communicate()
    return Outcome(process.returncode, out + more, err, directory)


def write_words(path: Path, words: list[str]) -> Path:
    """Write a list, one word a line."""
    path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    return path


def use_small_english(folder: Path, english: Any) -> list[str]:
    """Write an eighth of the answers as a lexicon of its own, and return the arguments that name it."""
    answers = list(english.answers[::_EVERY])
    others = [word for word in english.guesses[:: 5 * _EVERY] if word not in answers]
    rows = [f"{word}\t{english.frequency_per_million[english.guess_index[word]]}" for word in answers]
    files = {
        "answers": write_words(folder / "answers.txt", answers),
        "guesses": write_words(folder / "guesses.txt", sorted(answers + others)),
        "frequency": write_words(folder / "frequency.tsv", ["word\tper_million", *rows]),
    }
    return ["lexicon=custom", *(f"lexicon.{key}='{path}'" for key, path in files.items())]


@contextmanager
def _tell_of_chunks(num_games: int, *_: Any) -> Iterator[Any]:
    yield lambda games: print(f"finished {games} of {num_games} games", flush=True)


def interrupt(process: subprocess.Popen[str]) -> None:
    """Press Ctrl-C, or on Windows its next of kin."""
    process.send_signal(signal.SIGINT if os.name != "nt" else signal.CTRL_BREAK_EVENT)  # type: ignore[attr-defined]


if __name__ == "__main__":
    from wordle_jax import experiment

    for name in {"SIGINT", "SIGBREAK"} & set(dir(signal)):
        # The parent may ignore Ctrl-C, as a shell makes its background jobs do.
        signal.signal(getattr(signal, name), signal.default_int_handler)
    experiment.show_progress = _tell_of_chunks
    sys.exit(run_entry_point(task, "run", check=check))


def press_ctrl_c_in_the_second_cell(patch: pytest.MonkeyPatch) -> None:
    """Let the second run of this process be interrupted once its first chunk is finished."""
    cells = 0

    @contextmanager
    def show_progress(*_: Any) -> Iterator[Callable[[int], None]]:
        nonlocal cells
        cells += 1

        def advance(_: int) -> None:
            if cells == 2:
                raise KeyboardInterrupt

        yield advance

    patch.setattr(experiment, "show_progress", show_progress)
