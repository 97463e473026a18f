"""Lets a person play: `python -m wordle_jax.play`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    from wordle_jax.entry import exit_with_entry_point
    from wordle_jax.match.task import task


if __name__ == "__main__":
    exit_with_entry_point(task, "play", "play")
