"""Further configurations within a job, composed as a command line that asks for them would compose them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, cast

from hydra.core.global_hydra import GlobalHydra
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from wordle_jax.entry.explain import explain_composition, explain_value
from wordle_jax.errors import UserError

# What Hydra takes for one word, and with it all that is not ASCII; and what says that a person knows how to quote.
_WORD = re.compile(r"(?:[\w/\\+.$%*@?|-]|[^\x00-\x7f])+")
_TAKEN_AS_IT_IS = re.compile(r"""['"\s]|\$\{""")


def is_overridden(key: str, overrides: Iterable[str]) -> bool:
    """Tell whether a command line sets a key."""
    return any(text.lstrip("+").startswith(f"{key}=") for text in overrides)


def quote_letters(override: str) -> str:
    """Return an override with quotes around the words that Hydra reads in quotes alone, such as sueño or ⬛⬛🟨⬛⬛."""
    key, equal, value = override.partition("=")
    if not equal or value.isascii() or _TAKEN_AS_IT_IS.search(value):
        return override
    return f"{key}={_WORD.sub(_quote, value)}"


def _quote(word: re.Match[str]) -> str:
    return word[0] if word[0].isascii() else f'"{word[0]}"'


class Composer:
    """Composes configurations within a job: options of the folders that its command line names count too."""

    def __init__(self, config_name: str) -> None:
        """Make one for a primary config. It remembers what it composed, which takes a tenth of a second each time."""
        self.config_name = config_name
        self.loader = GlobalHydra.instance().config_loader()
        self._composed: dict[tuple[str, ...], DictConfig] = {}

    def compose(self, overrides: Sequence[str], settings: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the configuration with these overrides, and then these settings, resolved to plain values.

        Raises UserError for what cannot be composed.
        """
        config = deepcopy(self._load(tuple(overrides)))
        for key, value in (settings or {}).items():
            is_group = bool(self.loader.get_group_options(key.partition("@")[0]))
            if is_group or OmegaConf.select(config, key) is None:
                # Hydra knows what to do, or what is wrong.
                rest = {name: other for name, other in (settings or {}).items() if name != key}
                return self.compose([*overrides, f"{key}={'null' if value is None else value}"], rest)
            OmegaConf.update(config, key, value)
        try:
            return cast(dict[str, Any], OmegaConf.to_container(config, resolve=True, throw_on_missing=True))
        except OmegaConfBaseException as error:
            raise UserError(explain_value(error)) from error

    def _load(self, overrides: tuple[str, ...]) -> DictConfig:
        if overrides not in self._composed:
            try:
                config = self.loader.load_configuration(self.config_name, list(overrides), RunMode.RUN)
            except Exception as error:
                line = explain_composition(error, self.loader, self.config_name, list(overrides))
                raise UserError(line) from error
            OmegaConf.set_struct(config, False)
            config.pop("hydra")  # what Hydra itself is told is no business of a job
            self._composed[overrides] = config
        return self._composed[overrides]
