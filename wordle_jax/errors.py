"""The one exception that a person at the command line is meant to see."""

from collections.abc import Iterator
from contextlib import contextmanager


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message."""
    return str(error).strip().partition("\n")[0]


class UserError(Exception):
    """Bad input. The message is one line: what is wrong, where, and what would be right."""


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Let a UserError of the block begin with the key, or another name, of what is wrong."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{where}: {error}") from error
