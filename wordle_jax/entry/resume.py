"""`resume=DIR`: an earlier run goes on, with its own settings where the command line gives no others."""

from collections.abc import Sequence
from pathlib import Path

import yaml
from hydra.core.override_parser.types import Quote, QuotedString

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.makers import ACCEPTED
from wordle_jax.sweep import split_override

KEY = "resume"


def take_up(overrides: Sequence[str], program: str) -> tuple[list[str], str | None]:
    """Return the overrides with those of the run that `resume=DIR` names, and the folder of its options if it had one.

    The run goes on in its own directory. Without `resume` nothing changes. Raises UserError if there is no such run.
    """
    given = [text for text in overrides if split_override(text)[0] != KEY]
    named = [split_override(text)[1] for text in overrides if text not in given]
    if not named or named[-1] == "null":
        return given, None
    directory = Path(named[-1])
    if not directory.is_dir():
        raise UserError(f"{KEY}: there is no folder {directory}; give the directory of a run")
    keys = [split_override(text)[0] for text in given]
    if "hydra.run.dir" in keys:
        raise UserError(f"{KEY}: names the directory of the run; leave hydra.run.dir out")
    try:
        before = yaml.safe_load((directory / ACCEPTED).read_text(encoding="utf-8"))
        kept = [text for text in before["overrides"] if not _is_replaced(split_override(text)[0], keys)]
        config_folder, made_by = before["config_folder"], before["program"]
    except (OSError, ValueError, yaml.YAMLError, TypeError, KeyError, AttributeError) as error:
        raise UserError(f"{KEY}: {directory} is not the directory of a run") from error
    if made_by != program:
        raise UserError(f"{KEY}: {directory} is of the command {made_by} and not of {program}")
    quoted = QuotedString(str(directory), Quote.single).with_quotes()
    return [*kept, *given, f"hydra.run.dir={quoted}"], config_folder


def accept(directory: Path, program: str, overrides: Sequence[str], config_folder: str | None) -> None:
    """Keep what `take_up` needs, of a command that the directory is for; Hydra has noted it of any command."""
    (directory / ACCEPTED).parent.mkdir(exist_ok=True)
    content = {"program": program, "overrides": list(overrides), "config_folder": config_folder}
    with replacing(directory / ACCEPTED) as partial:
        partial.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")


def _is_replaced(key: str, given: Sequence[str]) -> bool:
    """Tell whether the command line sets a key, or chooses another option for a group that it is below."""
    return any(key == other or key.startswith(f"{other}.") for other in given)
