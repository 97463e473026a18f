"""What a study is asked for, and the cells that it consists of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.experiment import RunConfig

# What a cell is called becomes the name of its directory.
_PLAIN = re.compile(r"[\w.+-]+")


@dataclass(frozen=True)
class StudyGrid:
    """Which cells a study has and what is made of them; see conf/study.

    vary      settings of a run and the values that each takes: every combination is a cell
    variants  names of further settings, written as on a command line: each variant is played at every combination
    tables    modules of wordle_jax.study.tables
    figures   modules of wordle_jax.study.figures
    studies   other studies that this one consists of, each in a directory of its own
    """

    name: str
    vary: Any
    variants: Any
    tables: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    studies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for group, example in (
            ("vary", "study.vary.noise=[0,0.1]"),
            ("variants", 'study.variants.hard=["rules.mode=hard"]'),
        ):
            settings = getattr(self, group)
            if not isinstance(settings, Mapping):
                raise UserError(f"study.{group}: is {settings!r}; give a list a key, as in {example}")
            for key, values in settings.items():
                if not isinstance(values, list | tuple):
                    raise UserError(f"study.{group}.{key}: is {values!r}; give a list, as in {example}")
        for key, values in self.vary.items():
            if not values:
                raise UserError(f"study.vary.{key}: is empty; give at least one value")
            shown = [show_value(value) for value in values]
            for value in shown:
                if not _PLAIN.fullmatch(value):
                    raise UserError(f"study.vary.{key}: {value!r} makes no name of a folder; use study.variants")
                if shown.count(value) > 1:
                    raise UserError(f"study.vary.{key}: names {value} twice; give each once")
        for name, overrides in self.variants.items():
            if not _PLAIN.fullmatch(str(name)):
                raise UserError(f"study.variants: {name!r} makes no name of a folder; use letters, digits and _")
            for override in overrides:
                if not isinstance(override, str) or "=" not in override:
                    raise UserError(f"study.variants.{name}: {override!r} is not of the form key=value")

    def list_settings(self) -> list[dict[str, Any]]:
        """Return what tells each cell from the others: the variant first, then the values of `vary` in their order."""
        if not self.vary and not self.variants:
            return []
        axes = [[(key, value) for value in values] for key, values in self.vary.items()]
        if self.variants:
            axes.insert(0, [("variant", name) for name in self.variants])
        return [dict(settings) for settings in product(*axes)]


@dataclass(frozen=True, kw_only=True)
class StudyConfig(RunConfig):
    """The content of conf/study.yaml and of the options chosen for its groups."""

    study: StudyGrid


@dataclass(frozen=True)
class Cell:
    """One run of a study. `labels` tell it from the others; `opener_is_asked` is as in `play_experiment`."""

    labels: Mapping[str, str]
    config: RunConfig
    opener_is_asked: bool

    @property
    def name(self) -> str:
        """What its directory is called."""
        return name_labels(self.labels)


@dataclass(frozen=True)
class Plan:
    """A study ready to be played: what it is asked for, its cells, and the studies that it consists of."""

    config: StudyConfig
    cells: Sequence[Cell]
    parts: Sequence["Plan"] = ()

    @property
    def name(self) -> str:
        """The name of the study, and of its directory within another one."""
        return self.config.study.name


def make_labels(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return what `list_settings` says of a cell as people type it."""
    return {key: show_value(value) for key, value in settings.items()}


def name_labels(labels: Mapping[str, str]) -> str:
    """Return what the directory of a cell with these labels is called."""
    return ",".join(f"{key}={value}" for key, value in labels.items())


def show_value(value: Any) -> str:
    """Return a value as people type it: 0, 0.05, true, null, entropy."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value).removesuffix(".0")
