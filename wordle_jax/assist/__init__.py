"""The assistant: what is known after some turns of a game, what to guess next, and why; see docs/assistant.md.

The names below are loaded when they are first used, so that the command line need not wait for JAX.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "Advice": "advice",
    "AssistConfig": "config",
    "Assistant": "assistant",
    "Position": "position",
    "Turn": "position",
    "make_assistant": "config",
    "read_position": "reading",
    "read_turn": "reading",
    "to_plain": "advice",
}

__all__ = sorted(_HOME)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"wordle_jax.assist.{_HOME[name]}"), name)
    raise AttributeError(f"module 'wordle_jax.assist' has no attribute {name!r}")
