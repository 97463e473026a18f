"""The games that the claims ask for: those found in a folder of studies, and those that must be played."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

from wordle_jax.audit.claims import Claim
from wordle_jax.audit.config import AuditConfig
from wordle_jax.audit.families import FAMILIES
from wordle_jax.audit.finding import Unmeasured
from wordle_jax.audit.games import Games, read_games
from wordle_jax.audit.settings import Setting, compose_cells
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig
from wordle_jax.experiment import RunConfig
from wordle_jax.schema import to_dataclass
from wordle_jax.study.config import Cell
from wordle_jax.study.play import play_cells
from wordle_jax.study.settings import CELLS_FOLDER

Compose = Callable[[Sequence[str]], RunConfig]


def list_settings(claims: Iterable[Claim], config: AuditConfig) -> list[Setting]:
    """Return the settings that the claims ask for, once each, by study."""
    studies = list(config.audit.settings["study"])
    wanted = {
        setting: None
        for claim in claims
        if claim.check.family in FAMILIES
        for setting in FAMILIES[claim.check.family].list_games(claim.check, config.audit)
    }
    return sorted(wanted, key=lambda setting: studies.index(setting.study))


def gather_games(
    settings: Sequence[Setting], config: AuditConfig, compose: Compose, directory: Path
) -> dict[Setting, Games | Unmeasured]:
    """Return the games of each setting, or why there are none; plays what is found nowhere into the directory.

    Raises UserError if the directory holds games of the same name with other settings.
    """

    def compose_here(asked: Sequence[str]) -> RunConfig:
        return replace(compose(asked), seed=config.seed, platform=config.platform, executor=config.executor)

    cells = compose_cells(settings, config.audit.settings, compose_here)
    known = {} if config.audit.studies is None else find_played(Path(config.audit.studies))
    known |= find_played(directory)
    places: dict[str, tuple[Cell, Path]] = {}
    for setting, cell in cells.items():
        place = known.get(_identify(cell.config))
        if place is None and setting.study not in config.audit.unplayed:
            place = directory / CELLS_FOLDER / cell.name
            _refuse_others(place, cell.config)
        if place is not None:
            places[cell.name] = (cell, place)
    played = dict(zip(places, play_cells("audit", list(places.values())), strict=True))
    return {
        setting: read_games(played[cell.name]) if cell.name in played else _not_played(setting)
        for setting, cell in cells.items()
    }


def find_played(folder: Path) -> dict[RunConfig, Path]:
    """Return the places of all finished games below a folder, by the settings that decide them.

    Raises UserError if there is no such folder.
    """
    if not folder.is_dir():
        raise UserError(f"audit.studies: {folder} is no folder; give one with the games of studies, or null")
    places = {path.parent: _read_config(path) for path in sorted(folder.rglob("config.yaml"))}
    return {config: place for place, config in places.items() if config and (place / "timing.json").exists()}


def _read_config(path: Path) -> RunConfig | None:
    """Return the settings of a run that decide its games; None if the file says something else."""
    try:
        return _identify(to_dataclass(RunConfig, yaml.safe_load(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, yaml.YAMLError, UserError):
        return None


def _identify(config: RunConfig) -> RunConfig:
    """Return a run without what decides where and how fast it is played."""
    return replace(config, executor=ExecutorConfig(), platform="auto")


def _refuse_others(place: Path, config: RunConfig) -> None:
    path = place / "config.yaml"
    if path.exists() and _read_config(path) != _identify(config):
        raise UserError(f"{place} holds games with other settings; name another folder with hydra.run.dir=FOLDER")


def _not_played(setting: Setting) -> Unmeasured:
    command = f"python -m wordle_jax.study study={setting.study} hydra.run.dir=FOLDER"
    return Unmeasured(f"not measured here: {command}, then audit.studies=FOLDER")
