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


def config_words(value: object, where: str) -> list[str]:
    """Return the words that were typed as a list, `[crane,false,"sueño"]`, or as a single word.

    Raises:
      UserError: there is no word, or an element is not a scalar; None is the word `null` only in a list.
    """
    example = f"write a list such as {where}=[crane,slate]"
    if isinstance(value, list | tuple) and value:
        return [config_word(element, f"{where}[{i}]") for i, element in enumerate(value)]
    if value is None or isinstance(value, list | tuple):
        raise UserError(f"{where} holds no words; {example}")
    if isinstance(value, dict):
        raise UserError(f"{where}: {value!r} is not a list of words; {example}")
    return [config_word(value, where)]
