"""What Hydra users expect of a command line, and the exit status of everything."""

import csv
import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import yaml

from tests.entry import program
from wordle_jax.entry import run_entry_point
from wordle_jax.entry.option import quote_letters


def run(conf: Path, *argv: str, config_name: str = "config") -> int:
    return run_entry_point(program.play, "run", argv, config_name, conf)


def read_rows(directory: Path) -> list[dict[str, str]]:
    with (directory / "sweep.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def find_directory() -> Path:
    (directory,) = Path("outputs").glob("*/*")
    return directory


# One run


def test_run_leaves_configuration_and_log_in_a_dated_directory(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "noise=0.5", "solver=csp_aware") == 0
    assert capsys.readouterr() == ("solver csp_aware, noise 0.5\n", "")
    directory = find_directory()
    assert sorted(p.name for p in directory.iterdir()) == [".hydra", "config.yaml", "games.txt", "run.log"]
    assert yaml.safe_load((directory / "config.yaml").read_text(encoding="utf-8")) == {
        "noise": 0.5,
        "games": {"answers": "all", "sample": None},
        "solver": {"name": "csp_aware", "opener": "computed", "score": "expected_size"},
        "lexicon": {"name": "english"},
    }
    overrides = (directory / ".hydra" / "overrides.yaml").read_text(encoding="utf-8")
    assert overrides == "- noise=0.5\n- solver=csp_aware\n"
    assert "INFO tests.play: playing in process" in (directory / "run.log").read_text(encoding="utf-8")


def test_run_puts_back_the_logging_that_it_found(conf: Path) -> None:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    assert run(conf) == 0
    assert (root.handlers, root.level) == (handlers, level)


def test_task_may_return_nothing(conf: Path) -> None:
    assert run(conf, "games.answers=nothing") == 0


def test_named_directory_is_taken_as_it_is(conf: Path) -> None:
    for _ in range(2):
        assert run(conf, "hydra.run.dir='my runs/it''s'".replace("''", "\\'")) == 0
    assert [p.name for p in Path("my runs").iterdir()] == ["it's"]


@pytest.mark.parametrize(
    ("argv", "status", "error"),
    [
        (["noise=2"], 2, "error: noise: 2 is not between 0 and 1\n"),
        (["games.answers=full"], 2, "error: games.parquet cannot be opened or written: No space left on device\n"),
        (
            ["lexicon=custom"],
            2,
            "error: lexicon.answers has no value; give it, as in lexicon.answers=VALUE\n",
        ),
        (["solver=entropy"], 2, "error: solver.score: Interpolation key 'nowhere' not found\n"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    conf: Path, capsys: pytest.CaptureFixture[str], argv: list[str], status: int, error: str
) -> None:
    assert run(conf, *argv) == status
    assert capsys.readouterr().err == error
    assert not Path("outputs").exists()  # a refused command leaves no folder


def test_bug_is_one_line_and_status_1_and_its_traceback_is_in_the_log(
    conf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(conf, "games.answers=bug") == 1
    log_file = find_directory() / "run.log"
    error = capsys.readouterr().err
    assert error == f"error: this is a bug: ZeroDivisionError: a mistake; the traceback is in {log_file}\n"
    log = log_file.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in log
    assert "of two lines" in log


def test_broken_pipe_that_is_not_the_output_is_a_bug(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "games.answers=pipe") == 1
    assert "BrokenPipeError: [Errno 32] a pipe that is not the output" in capsys.readouterr().err


def test_full_error_shows_tracebacks(
    conf: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYDRA_FULL_ERROR", "1")
    assert run(conf, "noise=2") == 2
    assert run(conf, "solver=bogus") == 2
    assert run(conf, "-m", "solver=random,bogus") == 2
    error = capsys.readouterr().err
    assert error.count("Traceback (most recent call last)") >= 3
    assert error.count("\nerror: ") == 3


def test_interrupted_run(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "games.answers=interrupt") == 130
    assert capsys.readouterr().err == f"error: interrupted; what it leaves is in {find_directory()}\n"


# Flags


def test_help_lists_groups_and_examples(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "--help") == 0
    text = capsys.readouterr().out
    assert "solver: csp_aware, entropy, random\n" in text
    assert text.count("\n  python -m wordle_jax.run ") == 3
    assert not Path("outputs").exists()


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["--cfg", "job", "noise=0.25"], "noise: 0.25\n"),
        (["--cfg", "job", "--package", "solver"], "# @package solver\nname: random\n"),
        (["--cfg", "job", "--package", "noise"], "0\n"),
        (["--info", "defaults"], "solver/random"),
        (["--info", "searchpath"], "conf"),
        (["--hydra-help"], "== Flags =="),
    ],
)
def test_flags_of_hydra_work(conf: Path, capsys: pytest.CaptureFixture[str], argv: list[str], expected: str) -> None:
    assert run(conf, *argv) == 0
    output = capsys.readouterr()
    assert expected in output.out
    assert output.err == ""


def test_shell_completion(conf: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_LINE", "run solver=c")
    monkeypatch.setenv("COMP_POINT", "12")
    assert run(conf, "--shell-completion", "query=bash") == 0
    assert "solver=csp_aware" in capsys.readouterr().out


def test_a_file_of_ones_own_goes_before_a_shipped_one_of_its_name(
    conf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine/solver").mkdir(parents=True)
    Path("mine/solver/random.yaml").write_text("name: mine\nscore: none\n", encoding="utf-8")
    assert run(conf, "--config-dir", "mine", "solver=random") == 0
    assert capsys.readouterr() == ("solver mine, noise 0\n", "")


def test_recipes_and_configs_of_ones_own(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine/solver").mkdir(parents=True)
    Path("mine/solver/lucky.yaml").write_text("name: lucky\nscore: none\n", encoding="utf-8")
    assert run(conf, "--config-dir", "mine", "solver=lucky") == 0
    Path("mine/quiet.yaml").write_text("defaults: [config, _self_]\nnoise: 0.5\n", encoding="utf-8")
    assert run(conf, "--config-dir", "mine", "--config-name", "quiet") == 0
    assert run(Path("nowhere"), "--config-path", str(conf)) == 0
    assert capsys.readouterr() == (
        "solver lucky, noise 0\nsolver random, noise 0.5\nsolver random, noise 0\n",
        "",
    )


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (
            ["--noise", "0.1"],
            "unrecognized arguments: --noise; settings are written key=value, as in noise=0.1; see --help",
        ),
        (["--config-name"], "argument --config-name/-cn: expected one argument; see --help"),
        (
            ["--cfg", "job", "-m"],
            "only one of --run, --multirun, --cfg, --info and --shell-completion can be given; see --help",
        ),
        (["--resolve"], "--resolve goes with --cfg or --help; see --help"),
        (["--experimental-rerun", "x"], "--experimental-rerun is not supported; see --help"),
        (["--config-dir", "nope"], "--config-dir 'nope': there is no such folder"),
        (["--config-path", "nope"], "--config-path 'nope': there is no such folder"),
        (["--cfg", "job", "--package", "nope"], "--package nope: the configuration has no such key"),
    ],
)
def test_bad_flags(conf: Path, capsys: pytest.CaptureFixture[str], argv: list[str], error: str) -> None:
    assert run(conf, *argv) == 2
    assert capsys.readouterr() == ("", f"error: {error}\n")
    assert not Path("outputs").exists()


def test_mistake_outside_a_job_says_how_to_see_the_traceback(
    conf: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr("wordle_jax.entry.command.run_job", fail)
    assert run(conf) == 1
    error = capsys.readouterr().err
    assert error == "error: this is a bug: RuntimeError: no luck; HYDRA_FULL_ERROR=1 shows the traceback\n"


def test_interruption_outside_a_job(
    conf: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wordle_jax.entry.command.make_directory", interrupt)
    assert run(conf) == 130
    assert capsys.readouterr().err == "error: interrupted\n"


# Sweeps


def test_sweep_leaves_one_row_and_one_directory_a_job(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "solver=random,csp_aware", "-m", "noise=0,0.5") == 0
    directory = find_directory()
    rows = read_rows(directory)
    assert list(rows[0]) == ["job", "solver", "noise", "status", "error", "mean_guesses", "process"]
    assert [(row["job"], row["solver"], row["noise"], row["status"]) for row in rows] == [
        ("0", "random", "0", "ok"),
        ("1", "random", "0.5", "ok"),
        ("2", "csp_aware", "0", "ok"),
        ("3", "csp_aware", "0.5", "ok"),
    ]
    assert {row["process"] for row in rows} == {str(os.getpid())}
    assert sorted(p.name for p in directory.iterdir()) == ["0", "1", "2", "3", "multirun.yaml", "sweep.csv"]
    for job in "0123":
        names = sorted(p.name for p in (directory / job).iterdir())
        assert names == [".hydra", "config.yaml", "games.txt", "run.log"]
        # Nothing of another job, or of Hydra's own talk, in the log of this one.
        assert len((directory / job / "run.log").read_text(encoding="utf-8").splitlines()) == 1
    output = capsys.readouterr()
    assert output.err == ""
    assert output.out.splitlines()[:3] == [
        "job 0: solver=random noise=0",
        "solver random, noise 0",
        "job 1: solver=random noise=0.5",
    ]
    assert output.out.splitlines()[-1] == f"jobs: 4, failed: 0, table: {(directory / 'sweep.csv').absolute()}"


def test_failed_jobs_are_rows_and_the_others_run(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "-m", "solver=random,bogus,csp_aware", "noise=0,2") == 2
    unknown = "solver=bogus: 'bogus' is not in the group solver; choose one of csp_aware, entropy, random"
    directory = find_directory()
    assert [(row["job"], row["status"], row["error"]) for row in read_rows(directory)] == [
        ("0", "ok", ""),
        ("1", "failed", "noise: 2 is not between 0 and 1"),
        ("2", "failed", unknown),
        ("3", "failed", unknown),
        ("4", "ok", ""),
        ("5", "failed", "noise: 2 is not between 0 and 1"),
    ]
    assert (directory / "4" / "games.txt").exists()
    output = capsys.readouterr()
    assert output.err.splitlines() == [
        "error: job 1: noise: 2 is not between 0 and 1",
        f"error: job 2: {unknown}",
        f"error: job 3: {unknown}",
        "error: job 5: noise: 2 is not between 0 and 1",
    ]
    assert f"jobs: 6, failed: 4, table: {(directory / 'sweep.csv').absolute()}\n" in output.out


def test_bug_in_a_sweep_is_a_row_and_its_traceback_is_in_the_log(
    conf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(conf, "-m", "games.answers=bug,all") == 2
    directory = find_directory()
    assert [row["error"] for row in read_rows(directory)] == [
        "this is a bug: ZeroDivisionError: a mistake",
        "",
    ]
    log_file = directory / "0" / "run.log"
    assert f"job 0: this is a bug: ZeroDivisionError: a mistake; the traceback is in {log_file}\n" in (
        capsys.readouterr().err
    )
    assert "Traceback" in log_file.read_text(encoding="utf-8")


def test_interrupted_sweep_keeps_its_rows(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "-m", "games.answers=all,interrupt,nothing") == 130
    directory = find_directory()
    assert [(row["status"], row["error"]) for row in read_rows(directory)] == [
        ("ok", ""),
        ("interrupted", "interrupted"),
        ("interrupted", "not started"),
    ]
    error = capsys.readouterr().err
    assert error == f"error: interrupted; the jobs that were finished are in {directory / 'sweep.csv'}\n"


def test_words_with_quotes_are_swept(conf: Path) -> None:
    assert run(conf, "-m", 'solver.opener="sueño","árbol"', "noise=0") == 0
    assert [row["solver.opener"] for row in read_rows(find_directory())] == ["sueño", "árbol"]


def test_words_with_letters_of_any_language_need_no_quotes(conf: Path) -> None:
    assert run(conf, "-m", "solver.opener=sueño,straße", "noise=0") == 0
    assert [row["solver.opener"] for row in read_rows(find_directory())] == ["sueño", "straße"]


@pytest.mark.parametrize(
    ("override", "taken"),
    [
        ("answer=sueño", 'answer="sueño"'),
        ("guesses=[sueño,crane,árbol]", 'guesses=["sueño",crane,"árbol"]'),
        ("lexicon.answers=mis/niños.txt", 'lexicon.answers="mis/niños.txt"'),
        ("grid=⬛🟨⬛⬛🟩/🟩🟩🟩🟩🟩", 'grid="⬛🟨⬛⬛🟩/🟩🟩🟩🟩🟩"'),
        ("answer='sueño'", "answer='sueño'"),
        ('guesses=["sueño ggggg"]', 'guesses=["sueño ggggg"]'),
        ("guesses=[sueño ggggg]", "guesses=[sueño ggggg]"),
        ("answer=crane", "answer=crane"),
        ("sueño", "sueño"),
    ],
)
def test_what_is_quoted(override: str, taken: str) -> None:
    assert quote_letters(override) == taken


def test_sweep_that_the_configuration_asks_for(conf: Path) -> None:
    config = "defaults: [config, _self_]\nhydra:\n  mode: MULTIRUN\n  sweeper:\n    params:\n      noise: 0,0.5\n"
    (conf / "both.yaml").write_text(config, encoding="utf-8")
    assert run(conf, "hydra.sweep.dir=a", config_name="both") == 0
    assert [row["noise"] for row in read_rows(Path("a"))] == ["0", "0.5"]
    assert run(conf, "hydra.sweep.dir=b", "solver=random,csp_aware", config_name="both") == 0
    assert len(read_rows(Path("b"))) == 4


def test_sweep_that_the_sweeper_cannot_read(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(conf, "-m", "noise=interval(0,1)") == 2
    assert capsys.readouterr().err == "error: BasicSweeper does not support sweep type : INTERVAL_SWEEP\n"


# In a process of its own


def start(conf: Path, *argv: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", program.__file__, str(conf), *argv]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")


def test_runs_that_start_together_have_directories_of_their_own_and_no_warnings(conf: Path) -> None:
    processes = [start(conf, "noise=0.5") for _ in range(3)]
    assert [process.communicate() for process in processes] == [("solver random, noise 0.5\n", "")] * 3
    assert len(list(Path("outputs").glob("*/*/games.txt"))) == 3


def test_reader_that_goes_away_ends_the_run_quietly(conf: Path) -> None:
    with start(conf, "games.answers=talk") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


# What surrounds a command


def test_warnings_go_to_the_log(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "play", lambda config, directory: warnings.warn("a library is unhappy", stacklevel=1))
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            assert run(conf) == 0
    assert capsys.readouterr() == ("", "")
    assert "a library is unhappy" in (find_directory() / "run.log").read_text(encoding="utf-8")
    assert logging.raiseExceptions


def test_missing_streams_are_no_reason_to_fail(conf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    statuses = run(conf), run(conf, "noise=2")
    for name in ("stdout", "stderr"):
        getattr(sys, name).close()
    assert statuses == (0, 2)


@pytest.mark.parametrize("argument", ["solver.name=\udcff", "\udcff"])
def test_argument_that_is_no_text(conf: Path, capsys: pytest.CaptureFixture[str], argument: str) -> None:
    assert run(conf, argument) == 2
    error = f"error: the argument {os.fsencode(argument)!r} is not UTF-8 text; rename it\n"
    assert capsys.readouterr().err == error


@pytest.mark.skipif(sys.platform != "linux", reason="only there may a name be any bytes")
def test_current_folder_that_is_no_text(
    conf: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path("b\udcff")
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert run(conf) == 2
    assert capsys.readouterr().err.endswith("b\\xff' is not UTF-8 text; rename it\n")


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (["-m", "solver=glob(zzz*)"], "the sweep has no job: nothing matches solver=glob(zzz*)"),
        (
            ["-m", "noise=0,1", "hydra.sweep.subdir=same"],
            "hydra.sweep.subdir: 'same' is one folder for all jobs; write ${hydra.job.num} in it",
        ),
        (["hydra.run.dir=???"], "hydra.run.dir has no value; choose a folder with hydra.run.dir=FOLDER"),
        (["--config-dir", ""], "--config-dir '': there is no such folder"),
        (["=3"], "'=3' is not of the form key=value, as in noise=0.1"),
    ],
)
def test_commands_that_ask_for_nothing(
    conf: Path, capsys: pytest.CaptureFixture[str], argv: list[str], error: str
) -> None:
    assert run(conf, *argv) == 2
    assert capsys.readouterr().err == f"error: {error}\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"name: caf\xe9\n", "'utf-8' codec can't decode"), (b"a: &a\n  b: *a\n", "maximum recursion depth exceeded")],
)
def test_file_that_cannot_be_read_is_named(
    conf: Path, capsys: pytest.CaptureFixture[str], content: bytes, reason: str
) -> None:
    path = conf / "solver" / "broken.yaml"
    path.write_bytes(content)
    assert run(conf, "solver=broken") == 2
    assert capsys.readouterr().err.startswith(f"error: {path} cannot be read: {reason}")
