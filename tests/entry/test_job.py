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
    Path("taken").mkdir()
    argv = ["noise=0.5", "hydra.run.dir=taken"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf, check=refuse) == 2
    assert capsys.readouterr() == ("", "error: taken is not for noise 0.5\n")
    assert sorted(path.name for path in Path("taken").iterdir()) == [".hydra", "run.log"]


def test_a_check_that_refuses_nothing_changes_nothing(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["noise=0.5", "hydra.run.dir=free"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf, check=lambda config, directory: None) == 0
    assert (Path("free") / "games.txt").is_file()
    assert capsys.readouterr() == ("solver random, noise 0.5\n", "")


@pytest.mark.parametrize(
    ("leaves", "maker", "argv", "name", "command"),
    [
        ("study.json", "study", ["hydra.run.dir=taken"], "run", "run"),
        ("cells", "study", ["hydra.run.dir=taken"], "tree", "tree"),
        ("audit.csv", "audit", ["hydra.run.dir=taken"], "study", "study"),
        ("sweep.csv", "sweep", ["hydra.run.dir=taken"], "run", "run"),
        ("tree.json", "tree", ["-m", "hydra.sweep.dir=taken"], "run", "sweep"),
        ("unfinished.npz", "tree", ["hydra.run.dir=taken"], "run", "run"),
        ("question.json", "run", ["hydra.run.dir=taken"], "audit", "audit"),
    ],
)
def test_results_of_another_command_stay_as_they_are(
    conf: Path, capsys: pytest.CaptureFixture[str], leaves: str, maker: str, argv: list[str], name: str, command: str
) -> None:
    Path("taken").mkdir()
    Path("taken", leaves).touch()
    assert run_entry_point(program.play, name, argv, config_dir=conf) == 2
    key = argv[-1].partition("=")[0]
    assert capsys.readouterr() == (
        "",
        f"error: taken holds {leaves}, which is of the command {maker} and not of {command}; "
        f"choose another one with {key}=FOLDER\n",
    )
    assert [path.name for path in Path("taken").iterdir()] == [leaves]


def test_a_job_of_a_sweep_leaves_results_of_another_command_as_they_are(
    conf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("swept/0").mkdir(parents=True)
    Path("swept/0/tree.json").touch()
    argv = ["-m", "noise=0.5", "hydra.sweep.dir=swept"]
    assert run_entry_point(program.play, "run", argv, config_dir=conf) == 2
    assert "holds tree.json, which is of the command tree and not of run" in capsys.readouterr().err
    assert not Path("swept/0/config.yaml").exists()
    assert not Path("swept/0/games.txt").exists()


@pytest.mark.parametrize("name", ["study", "audit"])
def test_a_command_goes_on_with_what_it_left_itself(conf: Path, name: str) -> None:
    Path("own/cells").mkdir(parents=True)
    assert run_entry_point(program.play, name, ["noise=0.5", "hydra.run.dir=own"], config_dir=conf) == 0


@pytest.mark.parametrize(
    "argv", [["noise=2", "hydra.run.dir=new/folder"], ["-m", "noise=range(", "hydra.sweep.dir=new/folder"]]
)
def test_a_refused_command_leaves_no_folder(conf: Path, capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert run_entry_point(program.play, "run", argv, config_dir=conf) == 2
    assert list(Path().iterdir()) == []


def test_a_refused_command_keeps_what_it_found(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("own", "around"):
        Path(folder).mkdir()
    Path("around/notes.txt").touch()
    for place in ("own", "around/new"):
        assert run_entry_point(program.play, "run", ["noise=2", f"hydra.run.dir={place}"], config_dir=conf) == 2
    assert Path("own").is_dir()
    assert [path.name for path in Path("around").iterdir()] == ["notes.txt"]
