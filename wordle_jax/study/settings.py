"""The settings that the results of a study depend on, kept with them: a directory holds one study only."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.solver import Recipe
from wordle_jax.study.config import StudyConfig

SETTINGS_FILE = "study.json"


def describe_settings(config: StudyConfig, recipes: Mapping[str, Recipe], lexicon: Lexicon) -> dict[str, Any]:
    """Return what decides the games of a study, ready for JSON; executor and platform do not."""
    settings = {
        "study": asdict(config.study),
        "lexicon": {"title": lexicon.title, "sha256": lexicon.digest},
        "rules": asdict(config.rules),
        "games": asdict(config.games),
        "prior": asdict(config.prior),
        "seed": config.seed,
        "solver": {name: asdict(recipe) for name, recipe in recipes.items()},
    }
    return json.loads(json.dumps(settings))


def holds_study(directory: Path) -> bool:
    """Tell whether anything of a study is in the directory."""
    return (directory / SETTINGS_FILE).exists() or any(directory.glob("solver=*"))


def refuse_other_study(directory: Path, settings: Mapping[str, Any]) -> None:
    """Raise UserError if the study in the directory was made with other settings, or nobody knows with which."""
    path = directory / SETTINGS_FILE
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    if not path.exists():
        raise UserError(f"{path}, which tells what was played there, is missing; {advice}")
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        made = None
    if not isinstance(made, dict) or made.keys() != settings.keys():
        raise UserError(f"{path}, which tells what was played there, cannot be read; {advice}")
    difference = _find_difference("", made, settings)
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
