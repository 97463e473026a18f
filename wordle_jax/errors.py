"""The one exception that a person at the command line is meant to see."""


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message."""
    return str(error).strip().partition("\n")[0]


class UserError(Exception):
    """Bad input. The message is one line: what is wrong, where, and what would be right."""
