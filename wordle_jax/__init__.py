"""A laboratory for Wordle-like guessing games.

The names below are loaded when they are first used, so that `import wordle_jax` costs nothing.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "GameRecords": "records",
    "GameSelection": "selection",
    "Lexicon": "lexicon",
    "LoadedRun": "frames",
    "Recipe": "solver",
    "Rules": "rules",
    "UserError": "errors",
    "build_lexicon": "lexicon",
    "format_pattern": "pattern",
    "load_recipe": "catalog",
    "load_run": "frames",
    "load_shipped_lexicon": "catalog",
    "parse_pattern": "pattern",
    "play": "api",
    "read_games": "results",
    "score": "ratings",
    "score_words": "pattern",
}

__all__ = sorted(_HOME)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"wordle_jax.{_HOME[name]}"), name)
    raise AttributeError(f"module 'wordle_jax' has no attribute {name!r}")
