"""What the audit is asked for: the content of conf/audit.yaml."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig
from wordle_jax.platform import Platform

ALL: Literal["all"] = "all"


@dataclass(frozen=True)
class AuditGroup:
    """Which claims are checked, and on which games.

    sources, kinds, ids  restrict the claims, unless they are `all`
    studies              a folder that is searched for games played before
    unplayed             studies whose games are looked for there alone
    rates                the rates of wrong tiles that claims about all of them mean
    optimal_opener       the opener of the best tree
    settings             for each field of `Setting` and its value what to type; see settings.py
    """

    settings: Any
    optimal_opener: str
    rates: tuple[str, ...] = ()
    sources: Literal["all"] | tuple[str, ...] = ALL
    kinds: Literal["all"] | tuple[str, ...] = ALL
    ids: Literal["all"] | tuple[str, ...] = ALL
    studies: str | None = None
    unplayed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for key in ("sources", "kinds", "ids"):
            if not getattr(self, key):
                raise UserError(f"audit.{key}: names nothing; give at least one, or all")
        groups = {"settings": self.settings}
        if isinstance(self.settings, Mapping):
            groups |= {f"settings.{key}": group for key, group in self.settings.items()}
        for key, group in groups.items():
            if not isinstance(group, Mapping):
                raise UserError(f"audit.{key}: is {group!r}; give a group of keys, as conf/audit.yaml does")
        for key, group in self.settings.items():
            for value, typed in group.items():
                if not isinstance(typed, list | tuple) or not all(isinstance(text, str) for text in typed):
                    raise UserError(f"audit.settings.{key}.{value}: is {typed!r}; give a list, as in [solver=random]")

    @property
    def chosen(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """The sources, kinds and ids that claims must be of; an empty one restricts nothing."""
        sources, kinds, ids = (() if of == ALL else of for of in (self.sources, self.kinds, self.ids))
        return sources, kinds, ids

    @property
    def weights(self) -> tuple[str, ...]:
        """The weights of entropy that are played."""
        return tuple(self.settings["entropy_weight"])


@dataclass(frozen=True, kw_only=True)
class AuditConfig:
    """The content of conf/audit.yaml and of the options chosen for its groups."""

    audit: AuditGroup
    executor: ExecutorConfig = field(default_factory=ExecutorConfig)
    seed: int = 42
    platform: Platform = "auto"
