"""Which command's results a directory holds, told by what only that command leaves."""

from pathlib import Path

from wordle_jax.errors import UserError

# By name of a file or folder; of several that a directory holds the first tells.
MAKERS = {
    "study.json": ("study",),
    "audit.csv": ("audit",),
    "sweep.csv": ("sweep",),
    "cells": ("study", "audit"),  # of either that was stopped
    "tree.json": ("tree",),
    "unfinished.npz": ("tree",),
    "games.parquet": ("run",),
    "question.json": ("run",),
}
# Where the command line is kept, once a directory is found to be for it.
ACCEPTED = Path(".hydra", "accepted.yaml")
# The file without which there is nothing to report.
MAIN_FILES = {
    "study": "study.json",
    "audit": "audit.csv",
    "sweep": "sweep.csv",
    "tree": "tree.json",
    "run": "games.parquet",
}


def refuse_other_maker(directory: Path, command: str) -> None:
    """Raise UserError if a directory, which need not be there, holds results of another command; a sweep is one."""
    for name, makers in MAKERS.items():
        if (directory / name).exists():
            if command in makers:
                return
            raise UserError(f"{directory} holds {name}, which is of the command {makers[0]} and not of {command}")
