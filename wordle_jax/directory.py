"""Makes the directories that runs write into, and the files in them."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from wordle_jax.errors import UserError

# What any command leaves, whether it did something or not.
_TRACES = {"config.yaml", "run.log", ".hydra", "multirun.yaml"}


def claim_directory(path: Path) -> Path:
    """Create a new directory and return it: `path`, or the first free one of `path-2`, `path-3`, ...

    Two processes that claim the same path at the same moment get two directories.

    Raises:
      UserError: it cannot be created.
    """
    number, candidate = 1, path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            try:
                candidate.mkdir()
                return candidate
            except FileExistsError:
                number += 1
                candidate = path.with_name(f"{path.name}-{number}")
    except OSError as error:
        raise _unwritable(path, error) from error


def open_directory(path: Path) -> Path:
    """Return the directory, created if it is missing, once a file could be written into it.

    Raises:
      UserError: it cannot be created or written to.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError as error:
        raise _unwritable(path, error) from error


def remove_traces(made: Sequence[Path]) -> None:
    """Remove folders that a command made, its directory first and then those around it, if they hold no result."""
    with suppress(OSError):
        for number, folder in enumerate(made):
            if number == 0 and {path.name for path in folder.iterdir()} <= _TRACES:
                shutil.rmtree(folder)
            else:
                folder.rmdir()  # which fails unless it is empty


@contextmanager
def keeping_others_out(path: Path) -> Iterator[None]:
    """Let no other process into the block for the same directory; the lock goes with this process, however it ends.

    Where a file system has no locks, or the system locks no directories, everybody comes in.
    Raises:
      UserError: another process is there.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    directory = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UserError(f"another process is writing to {path}; wait for it, or name another folder") from error
        except OSError:
            pass
        yield
    finally:
        os.close(directory)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to; what is there at the end becomes the file, so that it is whole or not there.

    Raises:
      UserError: it cannot be written.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        yield partial
        partial.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            partial.unlink()


def _unwritable(path: Path, error: OSError) -> UserError:
    reason = "it is a file" if isinstance(error, FileExistsError) else (error.strerror or str(error)).lower()
    return UserError(f"cannot write to the output directory {path}: {reason}")
