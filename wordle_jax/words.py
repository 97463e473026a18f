"""Reads words out of a configuration; YAML and the command line take some of them for something else."""

from wordle_jax.errors import UserError


def config_word(value: object, where: str) -> str:
    """Return the word that was typed as a configuration value.

    `false`, `true` and `null` arrive as False, True and None, `nan` and `inf` as numbers; all of them come
    back as words in lower case. A number comes back in Python's notation (`1e5` as `100000.0`). A YAML *file*
    also reads `off`, `no`, `on` and `yes` as booleans; what was typed is lost, so they need quotes there.

    Args:
      value: a scalar of the configuration.
      where: the full key, for the error message (`solver.opener`).

    Raises:
      UserError: the value is a list or a group of keys.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise UserError(f"{where}: {value!r} is not a word; write one word, such as {where}=crane")


def is_text(text: str) -> bool:
    """Tell whether a file can hold the text: names that are no UTF-8, and YAML, come with halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
