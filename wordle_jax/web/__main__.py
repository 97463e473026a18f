"""Serves the web page: `python -m wordle_jax.web`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from pathlib import Path
    from typing import Any

    from hydra.core.hydra_config import HydraConfig

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import is_overridden
    from wordle_jax.schema import to_dataclass


def task(config: dict[str, Any], directory: Path) -> None:
    """Serve the page that the configuration asks for until it is stopped."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.web.config import WebConfig
        from wordle_jax.web.serve import serve

    asked = is_overridden("lexicon", HydraConfig.get().overrides.task)
    serve(to_dataclass(WebConfig, config), lexicon_is_asked=asked)


if __name__ == "__main__":
    exit_with_entry_point(task, "web", "web")
