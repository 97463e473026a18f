"""Looks back on games: `python -m wordle_jax.review answer=abide guesses=[crane,slate,abide]`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.schema import to_dataclass


def task(config: dict[str, Any], directory: Path) -> Mapping[str, Any]:
    """Review what the configuration asks for."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.review.config import ReviewConfig, review_game

    return review_game(to_dataclass(ReviewConfig, config), directory)


if __name__ == "__main__":
    exit_with_entry_point(task, "review", "review")
