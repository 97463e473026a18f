"""What decides the games of a run, kept with them: the games in a directory all belong to one question."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.resources import data_dir

FILE = "question.json"
_PACKAGE = Path(__file__).parent


def describe_question(settings: Mapping[str, Any], lexicon: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that decide games, with what tells the lexicon and the program, ready for JSON.

    `executor` and `platform` say where and how fast games are played, and not which.
    """
    asked = {key: value for key, value in settings.items() if key not in ("executor", "platform")}
    asked |= {"lexicon": dict(lexicon), "program": _name_program()}
    return json.loads(json.dumps(asked))


def digest_question(asked: Mapping[str, Any]) -> str:
    """Return what tells a question from any other, in short."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def refuse_other_question(path: Path, asked: Mapping[str, Any]) -> None:
    """Raise UserError if the file, which need not be there, holds another question than the one asked."""
    if not path.exists():
        return
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        made = None
    if not isinstance(made, dict) or made.keys() != asked.keys():
        raise UserError(f"{path}, which tells what was played there, cannot be read; {advice}")
    difference = find_difference("", made, asked)
    if difference is not None:
        raise UserError(f"{path.parent} holds a run with {difference}; {advice}")


def find_difference(key: str, made: Any, asked: Any) -> str | None:
    """Return the first setting that differs, in words."""
    if isinstance(made, Mapping) and isinstance(asked, Mapping):
        for name in dict.fromkeys([*asked, *made]):
            found = find_difference(f"{key}.{name}" if key else name, made.get(name), asked.get(name))
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


@cache
def _name_program() -> str:
    """Return the version of the program, with a digest of its source and of what was derived with it.

    Word lists belong to the lexicon, and the configuration to the settings.
    """
    source = {path.relative_to(_PACKAGE).as_posix(): path for path in _PACKAGE.rglob("*.py")}
    derived = {path.name: path for path in data_dir().glob("*.json")}  # openings and outlooks
    digest = hashlib.sha256()
    for name, path in sorted((source | derived).items()):
        digest.update(name.encode() + path.read_bytes())
    return f"{version('wordle-jax')} ({digest.hexdigest()[:12]})"
