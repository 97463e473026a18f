"""What a study is asked for, and the cells that it consists of."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.experiment import PlayConfig, RunConfig
from wordle_jax.solver import Recipe


@dataclass(frozen=True)
class StudyGrid:
    """Which solvers play, by the names of their recipes, and at which rates of wrong tiles; see conf/study."""

    name: str
    solvers: tuple[str, ...]
    noise: tuple[float, ...]

    def __post_init__(self) -> None:
        for key, values in (("solvers", self.solvers), ("noise", self.noise)):
            if not values:
                raise UserError(f"study.{key}: is empty; give at least one, as in study.{key}={_EXAMPLES[key]}")
            for value in values:
                if values.count(value) > 1:
                    raise UserError(f"study.{key}: names {value} twice; give each once")
        for rate in self.noise:
            if not 0 <= rate <= 1:
                raise UserError(f"study.noise: {rate} is no share of wrong tiles; give 0 to 1")


_EXAMPLES = {"solvers": "[csp_aware,noise_aware]", "noise": "[0,0.1]"}


@dataclass(frozen=True, kw_only=True)
class StudyConfig(PlayConfig):
    """The content of conf/study.yaml and of the options chosen for its groups."""

    study: StudyGrid


@dataclass(frozen=True)
class Cell:
    """One solver at one rate of wrong tiles: a run of its own."""

    solver: str
    noise: float
    config: RunConfig

    @property
    def name(self) -> str:
        """What its directory is called."""
        return f"solver={self.solver},noise={show_rate(self.noise)}"


def list_cells(config: StudyConfig, recipes: Mapping[str, Recipe]) -> list[Cell]:
    """Return the cells solver by solver, each with the configuration that `wordle_jax.run` would be given."""
    common = {field.name: getattr(config, field.name) for field in fields(PlayConfig)}

    def make_cell(solver: str, rate: float) -> Cell:
        channel = ChannelConfig(rate=rate)
        return Cell(solver, rate, RunConfig(solver=recipes[solver], noise=rate, channel=channel, **common))

    return [make_cell(solver, rate) for solver in config.study.solvers for rate in config.study.noise]


def show_rate(rate: float) -> str:
    """Return a rate as people type it: 0, 0.05."""
    return str(rate).removesuffix(".0")
