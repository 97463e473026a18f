"""The way from a command line to a task: the only part of the package that knows Hydra."""

from wordle_jax.entry.command import exit_with_entry_point, run_entry_point
from wordle_jax.entry.job import Task

__all__ = ["Task", "exit_with_entry_point", "run_entry_point"]
