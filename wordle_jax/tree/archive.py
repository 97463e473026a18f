"""Arrays in a file that is believed only if it is whole: the loops of the search trust what they are given.

A digest in the file tells damage and edits; it does not tell a forgery.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from wordle_jax.directory import replacing

_QUESTION, _DIGEST = "question", "sha256"


class UnusableError(Exception):
    """A file is not what was asked for; the message says why."""


def save_arrays(path: Path, question: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Write arrays and the question that they are about; the same ones give the same bytes.

    Raises UserError if the file cannot be written.
    """
    content = {**arrays, _QUESTION: _to_bytes(question)}
    content[_DIGEST] = _to_bytes(_digest(content))
    with replacing(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, **content)  # type: ignore[arg-type]


def load_arrays(path: Path, question: str) -> dict[str, np.ndarray]:
    """Return the arrays of a file. Raises UnusableError if it cannot be read, is damaged or about another question."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            arrays = {name: stored[name] for name in stored.files}
        is_whole = arrays.pop(_DIGEST).tobytes() == _digest(arrays).encode()
        asked = arrays.pop(_QUESTION).tobytes()
    except OSError as error:
        raise UnusableError("cannot be read") from error
    except Exception as error:  # a damaged archive raises whatever its parts do
        raise UnusableError("is damaged") from error
    if not is_whole:
        raise UnusableError("is damaged")
    if asked != question.encode():
        raise UnusableError("is about another question")
    return arrays


@cache
def hash_program() -> str:
    """Return what tells versions of the search apart, which may learn other things of the same question."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(arrays: Mapping[str, np.ndarray]) -> str:
    kinds = [(name, arrays[name].dtype.str, arrays[name].shape) for name in sorted(arrays)]
    digest = hashlib.sha256(json.dumps(kinds).encode())
    for name in sorted(arrays):
        digest.update(arrays[name].tobytes())
    return digest.hexdigest()


def _to_bytes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8)
