"""Which games the claims are about: settings by the words of the claims, and the cells that they become."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wordle_jax.audit.claims import Check
from wordle_jax.errors import UserError
from wordle_jax.experiment import RunConfig
from wordle_jax.study.config import Cell

# The solvers of the paper's table 7.
PAPER = (
    "random", "frequency", "classical_entropy", "forward_checking", "mac", "gcc_light", "csp_aware",
    "probabilistic_csp",
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """A run in the words of a claim: `study`, `solver`, and what is changed; see `settings` in conf/audit.yaml."""

    study: str
    solver: str
    noise: str = ""
    budget: str = ""
    opener: str = ""
    without: str = ""
    entropy_weight: str = ""

    @property
    def labels(self) -> dict[str, str]:
        """What tells it from other settings."""
        return {key: value for key, value in vars(self).items() if value}


def read_setting(check: Check, **changes: str) -> Setting:
    """Return the setting of a check of games, with some of its arguments changed."""
    given = {key: value for key, value in check.arguments.items() if key in Setting.__dataclass_fields__}
    return Setting(**({"study": check.subject} | given | changes))


def read_solvers(check: Check) -> tuple[str, ...]:
    """Return the solvers that a check names together."""
    named = check.listed("solvers")
    return PAPER if named == ("paper",) else named


def compose_cells(
    wanted: Sequence[Setting],
    overrides: Mapping[str, Mapping[str, Sequence[str]]],
    compose: Callable[[Sequence[str]], RunConfig],
) -> dict[Setting, Cell]:
    """Return the cell of each setting; settings that ask for the same games share one, named after the first.

    Args:
        wanted: the settings, in the order in which they are to be played.
        overrides: for a field of Setting and its value what to type; `{}` in it stands for any value.
        compose: what makes a run of what is typed.

    Raises UserError for a value that `overrides` does not know.
    """
    cells: dict[Setting, Cell] = {}
    by_config: dict[RunConfig, Cell] = {}
    for setting in wanted:
        asked = [text for key, value in setting.labels.items() for text in _type(overrides, key, value)]
        config = compose(asked)
        cells[setting] = by_config.setdefault(config, Cell(setting.labels, config, bool(setting.opener)))
    return cells


def _type(overrides: Mapping[str, Mapping[str, Sequence[str]]], key: str, value: str) -> list[str]:
    known: Mapping[str, Any] = overrides.get(key, {})
    if value in known:
        return list(known[value])
    if "any" in known:
        return [text.replace("{}", value) for text in known["any"]]
    raise UserError(f"audit.settings.{key}: says nothing of {value!r}; it knows {', '.join(known)}")
