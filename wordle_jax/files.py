"""Reads the files of a directory of results; what is missing or damaged is told in one line."""

import json
from pathlib import Path
from typing import Any

import yaml

from wordle_jax.errors import UserError


def read_json(path: Path) -> Any:
    """Return the content of a JSON file. Raises UserError if it cannot be read."""
    try:
        return json.loads(read_text(path))
    except ValueError as error:
        raise UserError(f"{path} is damaged: it is no JSON") from error


def read_yaml(path: Path) -> Any:
    """Return the content of a YAML file. Raises UserError if it cannot be read."""
    try:
        return yaml.safe_load(read_text(path))
    except yaml.YAMLError as error:
        raise UserError(f"{path} is damaged: it is no YAML") from error


def read_text(path: Path) -> str:
    """Return the content of a text file. Raises UserError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is damaged: it is no text in UTF-8") from error
