"""How results came to be: the command, the settings, the machine and the time it took."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from wordle_jax.files import read_json, read_text, read_yaml
from wordle_jax.report.document import Listing, Section, Table, Text, show_facts
from wordle_jax.sweep import flatten_summary

_MOST_LINES = 200


def describe_origin(directory: Path, program: str) -> Section:
    """Return the section on how the results in a directory were made.

    `program` is the module that made them, unless Hydra's own files name it. What a file that is missing would tell is
    left out. Raises UserError if a file is damaged.
    """
    blocks: list[Text | Listing | Table] = []
    command = find_command(directory)
    if command is None:
        blocks.append(Text(f"Made by `python -m wordle_jax.{program}` with the settings below."))
    else:
        blocks.append(Listing("Command", command, is_long=False))
    blocks += _describe_timing(directory)
    for name, title in (
        ("config.yaml", "Settings (config.yaml)"),
        ("study.json", "Settings of the study (study.json)"),
    ):
        if (directory / name).exists():
            blocks.append(Listing(title, read_text(directory / name)))
    if (directory / "run.log").exists() and (log := read_text(directory / "run.log").splitlines()):
        title = "Log (run.log)" if len(log) <= _MOST_LINES else f"The last {_MOST_LINES} lines of the log (run.log)"
        blocks.append(Listing(title, "\n".join(log[-_MOST_LINES:])))
    return Section("How this was made", blocks)


def find_command(directory: Path) -> str | None:
    """Return the command that made a directory, less where it wrote to; None if no file tells."""
    single, sweep = directory / ".hydra" / "hydra.yaml", directory / "multirun.yaml"
    if not single.exists() and not sweep.exists():
        return None
    hydra = read_yaml(single if single.exists() else sweep)["hydra"]
    flags = [] if single.exists() else ["-m"]
    return f"python -m wordle_jax.{hydra['job']['name']} {shlex.join([*flags, *hydra['overrides']['task']])}".rstrip()


def _describe_timing(directory: Path) -> Iterator[Table]:
    if not (directory / "timing.json").exists():
        return
    timing = dict(read_json(directory / "timing.json"))
    host = dict(timing.pop("host", {}))
    note = "Named as in timing.json: seconds, unless a name says ms. They depend on the machine and the moment."
    yield show_facts("Time", dict(flatten_summary(timing)), note)
    versions = host.pop("versions", {})
    yield show_facts("Machine and versions", host | versions)
