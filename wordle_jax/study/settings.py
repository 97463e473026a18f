"""The settings that the results of a study depend on, kept with them: a directory holds one study only."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.experiment import RunConfig
from wordle_jax.lexicon import load_lexicon
from wordle_jax.question import find_difference
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
    difference = find_difference("", made["base"], asked["base"]) or find_difference("", made, asked)
    if difference is not None:
        raise UserError(f"{directory} holds a study with {difference}; {advice}")
