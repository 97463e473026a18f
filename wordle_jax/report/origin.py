"""How results came to be: the command, the settings, the machine and the time it took."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wordle_jax.files import TEXT, Shape, read_text, read_yaml
from wordle_jax.makers import ACCEPTED
from wordle_jax.report.document import Listing, Section, Table, show_facts
from wordle_jax.results import read_timing
from wordle_jax.study.settings import SETTINGS_FILE, read_settings
from wordle_jax.sweep import flatten_summary, split_override

_MOST_LINES = 200
_HYDRA: dict[str, Shape] = {"hydra": {"overrides": {"task": [str]}, "job": {"name": str}}}
_ACCEPTED: dict[str, Shape] = {"program": str, "overrides": [str], "config_folder": TEXT}


def describe_origin(directory: Path, program: str, name: str = "") -> Section:
    """Return the section on how the results in a directory were made.

    `program` is the module that made them, unless Hydra's own files name it. What a file that is missing would tell is
    left out. Where there are several origins, `name` says whose this is. Raises UserError if a file is damaged.
    """
    command = find_command(directory)
    title = "Command" if command else "Command, to which the settings below belong"
    blocks: list[Listing | Table] = [Listing(title, command or f"python -m wordle_jax.{program}", is_long=False)]
    blocks += _describe_timing(directory, f" of {name}" if name else "")
    for file, what in (("config.yaml", "Settings"), ("study.json", "Settings of the study")):
        if (directory / file).exists():
            blocks.append(Listing(f"{what} ({file})", read_text(directory / file)))
    if (directory / "run.log").exists() and (log := read_text(directory / "run.log").splitlines()):
        what = "Log" if len(log) <= _MOST_LINES else f"The last {_MOST_LINES} lines of the log"
        blocks.append(Listing(f"{what} (run.log)", "\n".join(log[-_MOST_LINES:])))
    return Section(f"How {name or 'this'} was made", blocks)


def find_command(directory: Path) -> str | None:
    """Return the command that made a directory, less where it wrote to; None if no file tells."""
    accepted = _find_accepted(directory)
    if accepted is not None:
        folder = accepted["config_folder"]
        flags = ["--config-dir", folder] if folder else []
        return f"python -m wordle_jax.{accepted['program']} {shlex.join([*flags, *accepted['overrides']])}".rstrip()
    for path, flags in ((directory / ".hydra" / "hydra.yaml", []), (directory / "multirun.yaml", ["-m"])):
        if path.exists():
            hydra = read_yaml(path, _HYDRA)["hydra"]
            arguments = [*flags, *hydra["overrides"]["task"]]
            return f"python -m wordle_jax.{hydra['job']['name']} {shlex.join(arguments)}".rstrip()
    return None


def _find_accepted(directory: Path) -> dict[str, Any] | None:
    """Return what is kept of the command that made a directory; that of a study which consists of others tells of each.

    None if nothing is kept.
    """
    if (directory / ACCEPTED).exists():
        return read_yaml(directory / ACCEPTED, _ACCEPTED)
    around = directory.resolve().parent
    if (
        not (around / SETTINGS_FILE).exists()
        or directory.resolve().name not in read_settings(around)["study"]["studies"]
    ):
        return None
    accepted = _find_accepted(around)
    if accepted is None:
        return None
    shared = [text for text in accepted["overrides"] if split_override(text)[0].partition(".")[0] != "study"]
    return {**accepted, "overrides": [f"study={directory.resolve().name}", *shared]}


def _describe_timing(directory: Path, suffix: str) -> Iterator[Table]:
    if not (directory / "timing.json").exists():
        return
    timing = dict(read_timing(directory))
    host = dict(timing.pop("host", {}))
    note = "Named as in timing.json: seconds, unless a name says ms. They depend on the machine and the moment."
    yield show_facts(f"Time{suffix}", dict(flatten_summary(timing)), note)
    versions = host.pop("versions", {})
    yield show_facts(f"Machine and versions{suffix}", host | versions)
