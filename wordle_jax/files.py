"""Reads the files of a directory of results; what is missing or damaged is told in one line."""

import json
from pathlib import Path
from types import NoneType
from typing import Any

import yaml

from wordle_jax.errors import UserError

# What a value must be: of a type, or one of several in a tuple; a list of such values, as a list of one shape; or an
# object, as a dict with the shape of each key that is there, or of all others under ANY.
Shape = Any
ANY = "*"
NUMBER = (int, float, NoneType)
TEXT = (str, NoneType)


class Record(dict[str, Any]):
    """An object of a file, or one within it. A key that it lacks raises UserError, which names the file."""

    def __init__(self, path: Path, content: dict[str, Any]) -> None:
        super().__init__({key: _name(path, value) for key, value in content.items()})
        self.path = path

    def __missing__(self, key: str) -> Any:
        raise UserError(f"{self.path} lacks {key!r}: it is damaged, or of another version of this program")


def _name(path: Path, value: Any) -> Any:
    if isinstance(value, dict):
        return Record(path, value)
    return [_name(path, element) for element in value] if isinstance(value, list) else value


def read_json(path: Path, shape: dict[str, Shape] | None = None) -> Record:
    """Return the object that a JSON file holds. Raises UserError if it cannot be read, or has another shape.

    A key that is missing is told when it is asked for.
    """
    try:
        content = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is damaged: it is no JSON") from error
    return _check(path, content, shape)


def read_yaml(path: Path, shape: dict[str, Shape] | None = None) -> Record:
    """Return the object that a YAML file holds. Raises UserError if it cannot be read, or has another shape."""
    try:
        content = yaml.safe_load(read_text(path))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UserError(f"{path} is damaged: it is no YAML") from error
    return _check(path, content, shape)


def _check(path: Path, content: Any, shape: dict[str, Shape] | None) -> Record:
    wrong = _find_other(content, shape or {})
    if wrong is not None:
        at = f"the value of {wrong}" if wrong else "its content"
        raise UserError(f"{path} is damaged, or of another version of this program: {at} is of another kind")
    return Record(path, content)


def _find_other(value: Any, shape: Shape, key: str = "") -> str | None:
    """Return the key of a value that has not the shape; an empty one stands for the whole."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return key
        below = [
            (f"{key}.{name}" if key else str(name), of, shape.get(name, shape.get(ANY))) for name, of in value.items()
        ]
    elif isinstance(shape, list):
        if not isinstance(value, list):
            return key
        below = [(f"{key}.{number}", of, shape[0]) for number, of in enumerate(value, 1)]
    else:
        return None if isinstance(value, shape) else key
    found = (_find_other(of, inner, name) for name, of, inner in below if inner is not None)
    return next((name for name in found if name is not None), None)


def read_text(path: Path) -> str:
    """Return the content of a text file. Raises UserError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is damaged: it is no text in UTF-8") from error
