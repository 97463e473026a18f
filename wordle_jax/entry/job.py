"""One job: a task run on one configuration in one directory."""

import errno
import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from hydra.core.hydra_config import HydraConfig
from hydra.core.override_parser.types import Quote, QuotedString
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from wordle_jax.directory import claim_directory, open_directory, replacing
from wordle_jax.entry.explain import condense, explain_value
from wordle_jax.entry.resume import accept
from wordle_jax.errors import UserError, first_line
from wordle_jax.interrupts import raising_stops
from wordle_jax.makers import refuse_other_maker
from wordle_jax.sweep import JobStatus

# What an entry point does: (configuration, its directory) -> the columns of its row in sweep.csv.
Task = Callable[[dict[str, Any], Path], Mapping[str, Any] | None]
# Says by a UserError that a directory is not for this configuration.
Check = Callable[[dict[str, Any], Path], None]

# The machine refuses, whatever the program does: as much the user's business as a bad value.
_REFUSALS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}

log = logging.getLogger(__name__)


class OutputClosed(BaseException):
    """Nobody reads the standard output any more. Not an Exception, so that Hydra lets it pass."""


@dataclass(frozen=True)
class JobOutcome:
    """How a job ended; a failed one carries its one line."""

    status: JobStatus
    error: str = ""
    is_bug: bool = False
    summary: Mapping[str, Any] = field(default_factory=dict)


def run_task(task: Task, check: Check | None, config: DictConfig) -> JobOutcome:
    """Run the task on the configuration, resolved to plain values, if the check lets it; never raises an Exception.

    Hydra's launchers stop a sweep at the first job that raises, so what happened is returned instead. Must be
    called by Hydra's run_job, which knows the directory and has opened run.log in it.
    """
    hydra = HydraConfig.get()
    directory = Path(hydra.runtime.output_dir)
    try:
        refuse_other_maker(directory, hydra.job.name)
        values = cast(dict[str, Any], OmegaConf.to_container(config, resolve=True, throw_on_missing=True))
        if check is not None:
            check(values, directory)
        folders = {source.provider: source.path for source in hydra.runtime.config_sources}
        accept(directory, hydra.job.name, hydra.overrides.task, folders.get("command-line"))
        with replacing(directory / "config.yaml") as partial:
            partial.write_text(OmegaConf.to_yaml(config, resolve=True), encoding="utf-8")
        with raising_stops():
            summary = task(values, directory)
        return JobOutcome("ok", summary=summary or {})
    except Exception as error:
        if is_output_closed(error):
            raise OutputClosed from error
        outcome = explain_failure(error)
        if outcome.is_bug:
            log.exception(outcome.error)
        else:
            log.error(outcome.error)
        print_traceback_if_asked()
        return outcome


def explain_failure(error: BaseException) -> JobOutcome:
    """Return the outcome of a job that raised: bad input, or else a bug."""
    if isinstance(error, UserError):
        return JobOutcome("failed", str(error))
    if isinstance(error, OmegaConfBaseException):
        return JobOutcome("failed", explain_value(error))
    if isinstance(error, HydraException):
        return JobOutcome("failed", condense(error))
    if isinstance(error, OSError) and error.errno in _REFUSALS:
        return JobOutcome("failed", f"{error.filename or 'an output'} cannot be opened or written: {error.strerror}")
    if isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error):
        return JobOutcome("failed", "there is not enough memory; ask for fewer games, a shorter list or smaller chunks")
    what = " ".join(first_line(error).split())
    return JobOutcome("failed", f"this is a bug: {type(error).__name__}: {what}", is_bug=True)


def complain(message: str) -> None:
    """Print one line on stderr, whatever the number of lines that the message came in."""
    with suppress(OSError):  # which leaves the exit status to tell
        print("error:", " ".join(message.splitlines()), file=sys.stderr, flush=True)


def print_traceback_if_asked() -> None:
    """Print the traceback of the exception at hand if HYDRA_FULL_ERROR=1 asks for it."""
    if os.environ.get("HYDRA_FULL_ERROR") == "1":
        traceback.print_exc()


def make_directory(config: DictConfig, key: str) -> tuple[Path, list[Path]]:
    """Create the directory that a configuration names by this key; return it, and which folders are new.

    One that the command line names is taken as it is, another must be new (see `claim_directory`).
    Raises UserError if it cannot be made, or holds results of another command.
    """
    value = OmegaConf.select(config, key)
    if value is None:
        raise UserError(f"{key} has no value; choose a folder with {key}=FOLDER")
    path = Path(str(value))
    is_named = any(text.partition("=")[0].lstrip("+") == key for text in config.hydra.overrides.hydra)
    is_new = not (is_named and path.exists())
    made = [folder for folder in path.parents if not folder.exists()]
    try:
        if is_named:
            refuse_other_maker(path, "sweep" if key == "hydra.sweep.dir" else config.hydra.job.name)
        directory = open_directory(path) if is_named else claim_directory(path)
    except UserError as error:
        raise UserError(f"{error}; choose another one with {key}=FOLDER") from error
    set_directory(config, key, directory)
    return directory, [directory, *made] if is_new else []


def set_directory(config: DictConfig, key: str, directory: Path) -> None:
    """Let the configuration name this directory, and that of every job of a sweep, which is composed again."""
    OmegaConf.update(config, key, str(directory))
    config.hydra.overrides.hydra.append(f"{key}={QuotedString(str(directory), Quote.single).with_quotes()}")


@contextmanager
def keeping_logging() -> Iterator[None]:
    """Close the log files that Hydra opens inside, and put back the handlers that it replaces."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        for handler in root.handlers:
            if handler not in handlers:
                handler.close()
        root.handlers[:] = handlers
        root.setLevel(level)


def is_output_closed(error: BaseException) -> bool:
    """Tell whether the error means that nobody reads the standard output any more."""
    # Windows reports it as EINVAL.
    if not isinstance(error, OSError) or error.errno not in (errno.EPIPE, errno.EINVAL):
        return isinstance(error, OutputClosed)
    try:
        # An empty line does no harm before an error message; a flush alone may have nothing left to write.
        print(flush=True)
    except OSError:
        return True
    return False
