"""The settings that the results of a study depend on, kept with them: a directory holds one study only."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.experiment import RunConfig
from wordle_jax.lexicon import load_lexicon
from wordle_jax.study.config import Plan

SETTINGS_FILE = "study.json"
CELLS_FOLDER = "cells"
# What decides where and how fast games are played, and not which.
_NO_SETTINGS = ("executor", "platform")


def describe_settings(plan: Plan) -> dict[str, Any]:
    """Return what decides the games of a study, ready for JSON."""
    settings = {
        "study": asdict(plan.config.study),
        "base": _describe_run(plan.config),
        "cells": {cell.name: _describe_run(cell.config) for cell in plan.cells},
    }
    return json.loads(json.dumps(settings))


def _describe_run(config: RunConfig) -> dict[str, Any]:
    settings = {key: value for key, value in asdict(config).items() if key not in (*_NO_SETTINGS, "study")}
    lexicon = load_lexicon(config.lexicon)
    return settings | {"lexicon": {"title": lexicon.title, "sha256": lexicon.digest}}


def refuse_other_study(directory: Path, plan: Plan) -> None:
    """Raise UserError if the directory holds a study made with other settings, or nobody knows with which."""
    for part in plan.parts:
        refuse_other_study(directory / part.name, part)
    path = directory / SETTINGS_FILE
    if not path.exists() and not (directory / CELLS_FOLDER).exists():
        return
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    if not path.exists():
        raise UserError(f"{path}, which tells what was played there, is missing; {advice}")
    asked = describe_settings(plan)
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        made = None
    if not isinstance(made, dict) or made.keys() != asked.keys():
        raise UserError(f"{path}, which tells what was played there, cannot be read; {advice}")
    # What all cells share is told without naming a cell.
    difference = _find_difference("", made["base"], asked["base"]) or _find_difference("", made, asked)
    if difference is not None:
        raise UserError(f"{directory} holds a study with {difference}; {advice}")


def _find_difference(key: str, made: Any, asked: Any) -> str | None:
    """Return the first setting that differs, in words."""
    if isinstance(made, Mapping) and isinstance(asked, Mapping):
        for name in dict.fromkeys([*asked, *made]):
            found = _find_difference(f"{key}.{name}" if key else name, made.get(name), asked.get(name))
            if found is not None:
                return found
        return None
    if made == asked:
        return None
    return f"{key}={_show(made)}, not {_show(asked)}"


def _show(value: Any) -> str:
    """Return a value as it would be typed."""
    if isinstance(value, list):
        return f"[{','.join(_show(element) for element in value)}]"
    return value if isinstance(value, str) else json.dumps(value).removesuffix(".0")
