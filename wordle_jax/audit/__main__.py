"""Checks the claims of the sources: `python -m wordle_jax.audit`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import TYPE_CHECKING, Any

    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.entry.option import Composer
    from wordle_jax.errors import naming
    from wordle_jax.schema import to_dataclass

    if TYPE_CHECKING:
        from wordle_jax.experiment import RunConfig


def task(values: dict[str, Any], directory: Path) -> Mapping[str, Any]:
    """Check the claims that the configuration asks for."""
    # As in run.py: --help and complaints need not wait for JAX.
    with ending_at_once():
        from wordle_jax.audit.config import AuditConfig
        from wordle_jax.audit.run import run_audit
        from wordle_jax.experiment import RunConfig

    composer = Composer("study")

    def compose(asked: "Sequence[str]") -> "RunConfig":
        with naming("audit.settings"):
            run = composer.compose(asked)
        run.pop("study")
        return to_dataclass(RunConfig, run)

    return run_audit(to_dataclass(AuditConfig, values), compose, directory)


if __name__ == "__main__":
    exit_with_entry_point(task, "audit", "audit")
