"""The command `python -m wordle_jax.play`, for its entry point, which nothing may import."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wordle_jax.interrupts import ending_at_once
from wordle_jax.schema import to_dataclass


def task(config: dict[str, Any], directory: Path) -> Mapping[str, Any]:
    """Let a person play what the configuration asks for."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.match.config import MatchConfig
        from wordle_jax.match.session import play_match

    return play_match(to_dataclass(MatchConfig, config), directory)
