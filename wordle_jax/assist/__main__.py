"""Helps with a game: `python -m wordle_jax.assist`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    import sys
    from pathlib import Path
    from typing import Any

    from hydra.core.hydra_config import HydraConfig

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import is_overridden
    from wordle_jax.schema import to_dataclass


def task(config: dict[str, Any], directory: Path) -> None:
    """Assist in the game that the configuration describes, on a terminal or for another program."""
    # JAX takes most of a second to load, for which --help and complaints about the command line need not wait.
    with ending_at_once():
        from wordle_jax.assist.config import AssistConfig, assist

    asked = is_overridden("solver.opener", HydraConfig.get().overrides.task)
    assist(to_dataclass(AssistConfig, config), sys.stdin, opener_is_asked=asked)


if __name__ == "__main__":
    exit_with_entry_point(task, "assist", "assist")
