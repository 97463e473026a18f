"""Turns the nested dicts of a configuration into frozen dataclasses, and says what does not fit."""

import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from wordle_jax.errors import UserError
from wordle_jax.words import config_word, is_text

T = TypeVar("T")


class _Mismatch(UserError):
    """A value does not fit the annotation at hand, though it may fit another member of a union."""


def to_dataclass(cls: type[T], node: object, where: str = "") -> T:
    """Return the dataclass that a group of keys describes.

    Fields may be bool, int, float, str, Any, `Literal[...]`, `tuple[X, ...]`, `tuple[X, Y]`, another
    dataclass, and unions of these with at most one dataclass. A whole number passes as a float and 1e3 as a whole
    number, a bool as neither; a float is finite. A str takes any scalar but None, read as the word that was typed
    (`false` arrives as False). A word passes as a list of one word.

    Args:
      cls: the dataclass; fields without a default must be given.
      node: a mapping from field names to plain values.
      where: the full key of the node (`solver`), empty at the top; error messages begin with full keys.

    Raises:
      UserError: an unknown or missing key, a wrong type, a value outside the choices; also what the dataclass
        itself refuses by a ValueError.
    """
    if not isinstance(node, Mapping):
        raise _Mismatch(f"{where or 'the configuration'}: {_show(node)} is not a group of keys {_list_keys(cls)}")
    known = {field.name: field for field in fields(cast(Any, cls)) if field.init}
    for key in node:
        if key not in known:
            close = did_you_mean(find_close(str(key), list(known)))
            raise UserError(f"{_join(where, key)}: no such key{close}; valid: {_list_keys(cls)}")
    annotations = get_type_hints(cls)
    values = {}
    for name, field in known.items():
        key = _join(where, name)
        if name in node:
            values[name] = _convert(annotations[name], node[name], key)
        elif _is_required(field):
            raise UserError(f"{key} has no value; give {_describe(annotations[name])}")
    try:
        return cls(**values)
    except ValueError as error:
        raise UserError(f"{where}: {error}" if where else str(error)) from error


def find_close(word: str, valid: list[str]) -> list[str]:
    """Return at most two valid words that the given one may be a misspelling of, the closest first."""
    return get_close_matches(word, list(dict.fromkeys(valid)), n=2, cutoff=0.7)


def did_you_mean(close: list[str]) -> str:
    """Return ` (did you mean a or b?)`, or nothing for an empty list."""
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def _convert(annotation: Any, value: object, key: str) -> Any:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return value
    if origin in (Union, types.UnionType):
        return _convert_union(arguments, value, key)
    if origin is Literal:
        return _convert_choice(annotation, value, key)
    if origin is tuple:
        return _convert_tuple(annotation, value, key)
    if is_dataclass(annotation):
        return to_dataclass(cast(type, annotation), value, key)
    converted = _convert_scalar(annotation, value, key)
    if converted is None:
        raise _Mismatch(f"{key}: {_show(value)} is not {_describe(annotation)}")
    return converted


def _convert_scalar(annotation: Any, value: object, key: str) -> Any:
    """Return the value as the type asked for, or None where it does not fit."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if annotation is bool:
        return value if isinstance(value, bool) else None
    if annotation is int:
        # 1e3 is how people write a thousand replicates, and YAML makes a float of it.
        is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return int(cast(float, value)) if is_number and is_whole else None
    if annotation is float:
        return float(cast(float, value)) if is_number and math.isfinite(cast(float, value)) else None
    if annotation is str:
        word = config_word(value, key) if isinstance(value, str | bool | int | float) else None
        # YAML can spell halves of characters, which no file can hold.
        return word if word is not None and is_text(word) else None
    raise TypeError(f"{key}: fields of type {annotation!r} cannot be read from a configuration")


def _convert_choice(annotation: Any, value: object, key: str) -> Any:
    choices = get_args(annotation)
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
        if isinstance(choice, str) and isinstance(value, bool) and choice == config_word(value, key):
            return choice
    noun = key.rpartition(".")[2].partition("[")[0].replace("_", " ")
    article = "an" if noun[0] in "aeiou" else "a"
    close = did_you_mean(_find_close_choices(value, choices))
    raise _Mismatch(f"{key}: {_show(value)} is not {article} {noun}{close}; choose {_describe(annotation)}")


def _convert_tuple(annotation: Any, value: object, key: str) -> tuple[Any, ...]:
    arguments = get_args(annotation)
    any_length = len(arguments) == 2 and arguments[1] is Ellipsis
    if isinstance(value, str) and arguments == (str, Ellipsis):
        return (value,)
    if not isinstance(value, list | tuple) or not (any_length or len(value) == len(arguments)):
        raise _Mismatch(f"{key}: {_show(value)} is not {_describe(annotation)}")
    members = [arguments[0]] * len(value) if any_length else arguments
    return tuple(
        _convert(member, element, f"{key}[{i}]") for i, (member, element) in enumerate(zip(members, value, strict=True))
    )


def _convert_union(members: tuple[Any, ...], value: object, key: str) -> Any:
    # A str takes every scalar, so it comes last, as a list of words does: `int | str` keeps 3 a number.
    for member in sorted(members, key=lambda member: member is str or get_origin(member) is tuple):
        if member is type(None):
            if value is None:
                return None
            continue
        try:
            return _convert(member, value, key)
        except _Mismatch as mismatch:
            # Deeper complaints, of an element of a list or a key of a group, are about this member and stand.
            if not str(mismatch).startswith(f"{key}:"):
                raise
    choices = [choice for member in members if get_origin(member) is Literal for choice in get_args(member)]
    close = did_you_mean(_find_close_choices(value, choices))
    raise _Mismatch(f"{key}: {_show(value)} does not fit{close}; give {_describe_any(members)}")


def _find_close_choices(value: object, choices: Sequence[object]) -> list[str]:
    return find_close(value, [c for c in choices if isinstance(c, str)]) if isinstance(value, str) else []


def _describe(annotation: Any) -> str:
    """Return in words what an annotation takes."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _describe_any(arguments)
    if origin is Literal:
        words = [config_word(choice, "") for choice in arguments]
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return f"a list, each element {_describe(arguments[0])}"
    if origin is tuple:
        return f"a list of {len(arguments)}: {', '.join(_describe(member) for member in arguments)}"
    if is_dataclass(annotation):
        return f"a group of keys {_list_keys(cast(type, annotation))}"
    names = {
        bool: "true or false",
        int: "a whole number",
        float: "a finite number",
        str: "a word",
        type(None): "null",
    }
    return names.get(annotation, "a value")


def _describe_any(members: tuple[Any, ...]) -> str:
    return " or ".join(_describe(member) for member in members)


def _show(value: object) -> str:
    """Return a value as it would be typed, words in quotes, cut when long."""
    text = repr(value) if isinstance(value, str | list | tuple | dict) else config_word(value, "")
    return text if len(text) <= 80 else text[:77] + "..."


def _list_keys(cls: type) -> str:
    return ", ".join(field.name for field in fields(cast(Any, cls)) if field.init)


def _is_required(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _join(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)
