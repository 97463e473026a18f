"""The one exception that a person at the command line is meant to see."""


class UserError(Exception):
    """Bad input. The message is one line: what is wrong, where, and what would be right."""
