"""From a command line to an exit status."""

import argparse
import contextlib
import functools
import io
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from hydra import version
from hydra._internal.callbacks import Callbacks
from hydra._internal.hydra import Hydra
from hydra._internal.utils import create_config_search_path, get_args_parser
from hydra.core.config_search_path import SearchPathQuery
from hydra.core.global_hydra import GlobalHydra
from hydra.core.utils import run_job
from hydra.types import HydraContext, RunMode
from omegaconf import DictConfig, OmegaConf

from wordle_jax.background import end_process
from wordle_jax.directory import remove_traces
from wordle_jax.entry.explain import explain_composition
from wordle_jax.entry.job import (
    Check,
    JobOutcome,
    OutputClosed,
    Task,
    complain,
    explain_failure,
    is_output_closed,
    keeping_logging,
    make_directory,
    print_traceback_if_asked,
    run_task,
)
from wordle_jax.entry.option import is_overridden, quote_letters
from wordle_jax.entry.recorder import SweepRecorder
from wordle_jax.entry.resume import KEY, take_up
from wordle_jax.errors import UserError
from wordle_jax.interrupts import as_stopped, ending_at_once, ignore_stops
from wordle_jax.resources import conf_dir
from wordle_jax.words import is_text

SUCCESS, BUG, BAD_INPUT, OUTPUT_CLOSED = 0, 1, 2, 141

Job = Callable[[DictConfig], JobOutcome]


def exit_with_entry_point(
    task: Task, name: str, config_name: str = "config", *, check: Check | None = None
) -> NoReturn:
    """Run the task as `run_entry_point` does and end the process with its status; for `python -m`."""
    with ending_at_once():
        status = run_entry_point(task, name, config_name=config_name, check=check)
    # What is left is to clear up, and Ray takes a second for it.
    ignore_stops()
    end_process(status)


def run_entry_point(
    task: Task,
    name: str,
    argv: Sequence[str] | None = None,
    config_name: str = "config",
    config_dir: Path | None = None,
    check: Check | None = None,
) -> int:
    """Run the task on the configuration that a command line asks for, once or as a sweep; return the status.

    The task gets the configuration as plain dicts and lists with every interpolation resolved, and a
    directory of its own. A dict that it returns fills its row of sweep.csv. On Stopped it may save what it
    has, and raises it again. It must be a function of a module: a launcher may run it in
    another process.

    Every failure is one line on stderr. Status: 0 done; 1 a bug, whose traceback is in run.log; 2 bad input, or a
    sweep of which a job failed; 130 interrupted, or 128 and the number of another signal; 141 nobody reads the
    output. HYDRA_FULL_ERROR=1 shows tracebacks as well.

    Args:
      task: what to do with one configuration.
      name: short name of the entry point (`run`), hydra.job.name to Hydra.
      argv: the arguments after the program's name; those of this process by default.
      config_name: the primary config.
      config_dir: the folder that holds it; the package's own by default.
      check: may refuse the directory by a UserError, before the configuration is written into it.
    """
    _prepare_streams()
    argv = sys.argv[1:] if argv is None else argv
    try:
        with keeping_logging(), _logging_silently():
            _check_encoding(argv)
            job = functools.partial(run_task, task, check)
            status = _run_command(job, name, argv, config_name, config_dir)
            sys.stdout.flush()
            return status
    except KeyboardInterrupt as error:
        return _tell_of_stop(error)
    except (Exception, OutputClosed) as error:
        if is_output_closed(error):
            # The interpreter flushes once more at exit and must find an open file.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OUTPUT_CLOSED
        print_traceback_if_asked()
        outcome = explain_failure(error)
        hint = "; HYDRA_FULL_ERROR=1 shows the traceback" if outcome.is_bug else ""
        complain(outcome.error + hint)
        return BUG if outcome.is_bug else BAD_INPUT
    finally:
        GlobalHydra.instance().clear()


def _tell_of_stop(error: KeyboardInterrupt, where: str = "") -> int:
    stopped = as_stopped(error)
    complain(stopped.word + where)
    return stopped.status


def _prepare_streams() -> None:
    """Let no output fail for its own sake: a stream may be missing, or lack a character."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def _logging_silently() -> Iterator[None]:
    """Send warnings to run.log, and let a log that cannot be written go without a traceback a line."""
    logging.captureWarnings(True)
    logging.raiseExceptions = False
    try:
        yield
    finally:
        logging.captureWarnings(False)
        logging.raiseExceptions = True


def _check_encoding(argv: Sequence[str]) -> None:
    """Raise UserError for names that are no text; neither the configuration nor the results could hold them."""
    try:
        folder = os.fspath(Path.cwd())
    except OSError as error:
        raise UserError(f"the current folder cannot be read ({error.strerror}); go to another one") from error
    for text, what in [*((text, "argument") for text in argv), (folder, "current folder")]:
        if not is_text(text):
            raise UserError(f"the {what} {os.fsencode(text)!r} is not UTF-8 text; rename it")


def _run_command(job: Job, name: str, argv: Sequence[str], config_name: str, config_dir: Path | None) -> int:
    flags = _parse_flags(argv)
    config_name = flags.config_name or config_name
    if flags.multirun and is_overridden(KEY, flags.overrides):
        raise UserError(f"{KEY}: takes up a single run; a sweep goes on with hydra.sweep.dir=FOLDER")
    flags.overrides = [quote_letters(text) for text in flags.overrides]
    flags.overrides, config_folder = take_up(flags.overrides, name)
    if flags.config_dir is None:
        flags.config_dir = config_folder
    hydra = _start_hydra(flags, name, config_dir)
    if not (flags.help or flags.hydra_help or flags.cfg or flags.info or flags.shell_completion):
        return _run(hydra, job, config_name, flags.overrides, flags.multirun)
    text = io.StringIO()
    # At once at the end: Hydra prints by way of logging, which makes a fuss when nobody reads on.
    with _explaining(hydra, config_name, flags.overrides), contextlib.redirect_stdout(text):
        _show(hydra, flags, config_name)
    print(text.getvalue(), end="")
    return SUCCESS


def _parse_flags(argv: Sequence[str]) -> argparse.Namespace:
    def refuse(message: str) -> NoReturn:
        hint = "; settings are written key=value, as in noise=0.1" if "unrecognized" in message else ""
        raise UserError(f"{message}{hint}; see --help")

    parser = get_args_parser()
    parser.error = refuse  # type: ignore[method-assign]
    # Flags may stand between overrides: `solver=random -m noise=0,0.1`.
    flags = parser.parse_intermixed_args(list(argv))
    commands = [flags.run, flags.multirun, flags.cfg, flags.info, flags.shell_completion]
    if sum(map(bool, commands)) > 1:
        refuse("only one of --run, --multirun, --cfg, --info and --shell-completion can be given")
    if flags.resolve and not (flags.cfg or flags.help):
        refuse("--resolve goes with --cfg or --help")
    if flags.experimental_rerun:
        refuse("--experimental-rerun is not supported")
    return flags


def _start_hydra(flags: argparse.Namespace, name: str, config_dir: Path | None) -> Hydra:
    version.setbase("1.3")
    for flag, value in {"--config-path": flags.config_path, "--config-dir": flags.config_dir}.items():
        if value is not None and not (value and Path(value).is_dir()):
            raise UserError(f"{flag} {value!r}: there is no such folder")
    main_dir = Path(flags.config_path) if flags.config_path else config_dir or conf_dir()
    search_path = create_config_search_path(str(main_dir.absolute()))
    if flags.config_dir:
        extra_dir = f"file://{Path(flags.config_dir).absolute()}"
        # A file of one's own goes before a shipped one of its name, which Hydra itself would prefer.
        search_path.prepend("command-line", extra_dir, anchor=SearchPathQuery(provider="main"))
    return Hydra.create_main_hydra2(name, search_path)


@contextlib.contextmanager
def _explaining(hydra: Hydra, config_name: str, overrides: list[str]) -> Iterator[None]:
    """Turn whatever Hydra raises while it composes into a UserError."""
    try:
        with warnings.catch_warnings():
            # A folder of hydra.searchpath that is missing is an error like any other.
            warnings.filterwarnings("error", ".*is not available", UserWarning)
            yield
    except Exception as error:
        raise UserError(explain_composition(error, hydra.config_loader, config_name, overrides)) from error


def _show(hydra: Hydra, flags: argparse.Namespace, config_name: str) -> None:
    if flags.help:
        hydra.app_help(config_name, get_args_parser(), flags)
    elif flags.hydra_help:
        hydra.hydra_help(config_name, get_args_parser(), flags)
    elif flags.info:
        hydra.show_info(flags.info, config_name, flags.overrides)
    elif flags.shell_completion:
        hydra.shell_completion(config_name, flags.overrides)
    else:
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                hydra.show_cfg(config_name, flags.overrides, flags.cfg, flags.package, flags.resolve)
        except SystemExit:
            raise UserError(f"--package {flags.package}: the configuration has no such key") from None


def _run(hydra: Hydra, job: Job, config_name: str, overrides: list[str], multirun: bool) -> int:
    def compose(mode: RunMode) -> DictConfig:
        with _explaining(hydra, config_name, overrides):
            asked = [*overrides, "hydra.mode=MULTIRUN"] if mode == RunMode.MULTIRUN else overrides
            return hydra.compose_config(config_name, asked, mode, with_log_configuration=True)

    if not multirun:
        try:
            config = compose(RunMode.RUN)
        except UserError:
            # The values of a sweep cannot be composed at once, but the configuration may itself ask for one.
            with _explaining(hydra, config_name, overrides):
                mode = hydra.get_mode(config_name, overrides)
            if mode != RunMode.MULTIRUN:
                raise
        else:
            if config.hydra.mode != RunMode.MULTIRUN:
                return _run_once(hydra, job, config)
    return _run_sweep(hydra, job, compose(RunMode.MULTIRUN))


def _run_once(hydra: Hydra, job: Job, config: DictConfig) -> int:
    directory, made = make_directory(config, "hydra.run.dir")
    config.hydra.mode = RunMode.RUN
    config_name = config.hydra.job.config_name
    callbacks = Callbacks(config)
    callbacks.on_run_start(config=config, config_name=config_name)
    try:
        result = run_job(
            task_function=job,
            config=config,
            job_dir_key="hydra.run.dir",
            job_subdir_key=None,
            hydra_context=HydraContext(config_loader=hydra.config_loader, callbacks=callbacks),
        )
    except KeyboardInterrupt as error:
        return _tell_of_stop(error, f"; what it leaves is in {directory}")
    callbacks.on_run_end(config=config, config_name=config_name, job_return=result)
    outcome = result.return_value
    if outcome.status == "ok":
        return SUCCESS
    if outcome.is_bug:
        complain(f"{outcome.error}; the traceback is in {directory / 'run.log'}")
        return BUG
    complain(outcome.error)
    remove_traces(made)
    return BAD_INPUT


def _run_sweep(hydra: Hydra, job: Job, config: DictConfig) -> int:
    subdir = str(OmegaConf.to_container(config.hydra, resolve=False)["sweep"]["subdir"])  # type: ignore[index, call-overload]
    if "${" not in subdir:
        raise UserError(f"hydra.sweep.subdir: {subdir!r} is one folder for all jobs; write ${{hydra.job.num}} in it")
    directory, made = make_directory(config, "hydra.sweep.dir")
    recorder = SweepRecorder(hydra.config_loader, config, directory)
    try:
        recorder.sweep(job)
    except UserError:
        remove_traces(made)
        raise
    except KeyboardInterrupt as error:
        return _tell_of_stop(error, f"; the jobs that were finished are in {recorder.path}")
    if not recorder.rows:
        remove_traces(made)
        raise UserError(f"the sweep has no job: nothing matches {' '.join(config.hydra.overrides.task)}")
    failed = sum(row.status == "failed" for row in recorder.rows.values())
    print(f"jobs: {len(recorder.rows)}, failed: {failed}, table: {recorder.path.absolute()}")
    return BAD_INPUT if failed else SUCCESS
