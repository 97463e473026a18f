"""Makes the directories that runs write into."""

import itertools
import tempfile
from pathlib import Path

from wordle_jax.errors import UserError


def claim_directory(path: Path) -> Path:
    """Create a new directory and return it: `path`, or the first free one of `path-2`, `path-3`, ...

    Two processes that claim the same path at the same moment get two directories.

    Raises:
      UserError: it cannot be created.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for number in itertools.count(1):
            candidate = path if number == 1 else path.with_name(f"{path.name}-{number}")
            try:
                candidate.mkdir()
            except FileExistsError:
                continue
            return candidate
    except OSError as error:
        raise _unwritable(path, error) from error
    raise AssertionError("there is always a next number")


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


def _unwritable(path: Path, error: OSError) -> UserError:
    reason = "it is a file" if isinstance(error, FileExistsError) else (error.strerror or str(error)).lower()
    return UserError(f"cannot write to the output directory {path}: {reason}")
