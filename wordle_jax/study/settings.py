"""The settings that the results of a study depend on, kept with them: a directory holds one study only."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.experiment import RunConfig
from wordle_jax.files import ANY, Record, Shape, read_json
from wordle_jax.lexicon import load_lexicon
from wordle_jax.question import FILE as QUESTION_FILE
from wordle_jax.question import find_difference
from wordle_jax.study.config import Plan

SETTINGS_FILE = "study.json"
CELLS_FOLDER = "cells"
_SHAPE: dict[str, Shape] = {
    "study": {"name": str, "tables": [str], "figures": [str], "studies": [str]},
    "base": dict,
    "cells": {ANY: dict},
}
# What only games leave in the directory of a cell.
_GAMES = (QUESTION_FILE, "games.parquet")
_ADVICE = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
_REMOVE = "remove that cell, or name another folder with hydra.run.dir=FOLDER"
# What decides where and how fast games are played, and not which.
_NO_SETTINGS = ("executor", "platform")


def read_settings(directory: Path) -> Record:
    """Return what the file of a study says of it. Raises UserError if it cannot be read, or is no such file."""
    return read_json(directory / SETTINGS_FILE, _SHAPE)


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
    """Raise UserError if the directory holds a study made with other settings, or nobody knows with which.

    Tables and figures are made of the same games, and may be others. Where the file that tells of the study is missing
    or damaged, its cells tell.
    """
    for part in plan.parts:
        refuse_other_study(directory / part.name, part)
    path = directory / SETTINGS_FILE
    if not path.exists() and not (directory / CELLS_FOLDER).exists():
        return
    asked = describe_settings(plan)
    try:
        made = read_settings(directory)
    except UserError:
        made = Record(path, {})
    if made.keys() != asked.keys():
        _refuse_other_cells(directory, asked["cells"])
        return
    for settings in (made, asked):
        for kind in ("tables", "figures"):
            settings["study"].pop(kind, None)
    # What all cells share is told without naming a cell.
    difference = find_difference("", made["base"], asked["base"]) or find_difference("", made, asked)
    if difference is not None:
        raise UserError(f"{directory} holds a study with {difference}; {_ADVICE}")


def _refuse_other_cells(directory: Path, asked: Mapping[str, Any]) -> None:
    """Raise UserError unless all cells in a directory are of those that are asked for, by what each says of itself."""
    lost = f"{directory / SETTINGS_FILE}, which tells what was played there, is missing or damaged"
    for place in sorted((directory / CELLS_FOLDER).glob("*")):
        if place.name not in asked:
            raise UserError(f"{lost}, and the cell {place.name} is none of this study; {_ADVICE}")
        if not any((place / name).exists() for name in _GAMES):
            continue
        try:
            made = read_json(place / QUESTION_FILE, {"solver": dict})
            made["solver"].pop("tree_sha256", None)
        except UserError as error:
            raise UserError(f"{lost}, and so is {place / QUESTION_FILE}; {_REMOVE}") from error
        made.pop("program", None)
        difference = find_difference("", made, asked[place.name])
        if difference is not None:
            raise UserError(f"{lost}, and {place} holds games with {difference}; {_ADVICE}")
