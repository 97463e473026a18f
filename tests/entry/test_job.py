"""Which errors are bad input and which are bugs, and where a run may write."""

import errno
from pathlib import Path
from typing import Any

import pytest
from hydra.errors import InstantiationException
from omegaconf.errors import OmegaConfBaseException

from tests.entry import program
from wordle_jax.entry import run_entry_point
from wordle_jax.entry.job import JobOutcome, OutputClosed, explain_failure, is_output_closed
from wordle_jax.errors import UserError


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (UserError("opener: crame is not a word"), "opener: crame is not a word"),
        (OmegaConfBaseException("no such\nvalue"), "no such"),
        (InstantiationException("no such\ncallback"), "no such callback"),
        (
            OSError(errno.ENOSPC, "No space left"),
            "an output cannot be opened or written: No space left",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "games.parquet"),
            "games.parquet cannot be opened or written: Permission denied",
        ),
        (MemoryError("8 GiB"), "there is not enough memory; ask for fewer games, a shorter list or smaller chunks"),
        (
            RuntimeError("RESOURCE_EXHAUSTED: Out of memory\nand more"),
            "there is not enough memory; ask for fewer games, a shorter list or smaller chunks",
        ),
    ],
)
def test_bad_input(error: Exception, line: str) -> None:
    assert explain_failure(error) == JobOutcome("failed", line)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (KeyError("solver"), "this is a bug: KeyError: 'solver'"),
        (
            FileNotFoundError(errno.ENOENT, "No such file", "x"),
            "this is a bug: FileNotFoundError: [Errno 2] No such file: 'x'",
        ),
        (ValueError("one\ntwo"), "this is a bug: ValueError: one"),
    ],
)
def test_bug(error: Exception, line: str) -> None:
    assert explain_failure(error) == JobOutcome("failed", line, is_bug=True)


def test_only_a_pipe_error_of_the_output_closes_it() -> None:
    assert is_output_closed(OutputClosed())
    assert not is_output_closed(BrokenPipeError(errno.EPIPE, "another pipe"))
    assert not is_output_closed(ValueError())


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (["hydra.run.dir=file"], "file: it is a file; choose another one with hydra.run.dir=FOLDER"),
        (
            ["-m", "hydra.sweep.dir=file"],
            "file: it is a file; choose another one with hydra.sweep.dir=FOLDER",
        ),
    ],
)
def test_named_directory_that_cannot_be_written(
    conf: Path, capsys: pytest.CaptureFixture[str], argv: list[str], error: str
) -> None:
    Path("file").write_text("", encoding="utf-8")
    assert run_entry_point(program.play, "run", argv, config_dir=conf) == 2
    assert capsys.readouterr() == ("", f"error: cannot write to the output directory {error}\n")


def test_dated_directory_that_cannot_be_written(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("outputs").write_text("", encoding="utf-8")
    assert run_entry_point(program.play, "run", [], config_dir=conf) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: cannot write to the output directory {Path('outputs')}")
    assert error.endswith("; choose another one with hydra.run.dir=FOLDER\n")


def refuse(config: dict[str, Any], directory: Path) -> None:
    raise UserError(f"{directory.name} is not for noise {config['noise']}")


def test_a_directory_that_the_check_refuses_gets_no_configuration(
    conf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["noise=0.5", "hydra.run.dir=taken"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf, check=refuse) == 2
    assert capsys.readouterr() == ("", "error: taken is not for noise 0.5\n")
    assert sorted(path.name for path in Path("taken").iterdir()) == [".hydra", "run.log"]


def test_a_check_that_refuses_nothing_changes_nothing(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["noise=0.5", "hydra.run.dir=free"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf, check=lambda config, directory: None) == 0
    assert (Path("free") / "games.txt").is_file()
    assert capsys.readouterr() == ("solver random, noise 0.5\n", "")
