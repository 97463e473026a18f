"""Finds and checks trees: `python -m wordle_jax.tree opener=salet search.exact=true`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from hydra.core.hydra_config import HydraConfig

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import is_overridden
    from wordle_jax.schema import to_dataclass


def task(config: dict[str, Any], directory: Path) -> Mapping[str, Any]:
    """Make the tree that the configuration asks for."""
    # JAX takes most of a second to load, for which --help and complaints about the command line need not wait.
    with ending_at_once():
        from wordle_jax.tree.experiment import TreeConfig, make_tree

    asked = is_overridden("solver.opener", HydraConfig.get().overrides.task)
    return make_tree(to_dataclass(TreeConfig, config), directory, opener_is_asked=asked)


if __name__ == "__main__":
    exit_with_entry_point(task, "tree", "tree")
