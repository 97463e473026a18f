"""What a study has come to when all its cells are played: what tables are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wordle_jax.experiment import RunConfig
from wordle_jax.lexicon import Lexicon
from wordle_jax.records import GameRecords
from wordle_jax.study.config import StudyConfig, name_labels


@dataclass(frozen=True, eq=False)
class PlayedCell:
    """A cell with its games; `timing` is the content of its timing.json."""

    labels: Mapping[str, str]
    config: RunConfig
    lexicon: Lexicon
    records: GameRecords
    timing: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What its directory is called."""
        return name_labels(self.labels)

    @property
    def solver(self) -> str:
        """The name of the recipe that played."""
        return self.labels.get("solver", self.config.solver.name)

    @property
    def max_guesses(self) -> int:
        """The guesses within which a game must be solved."""
        return self.config.rules.max_guesses

    @property
    def is_census(self) -> bool:
        """Whether every answer was played on true feedback without chance, so that nothing is left to a sample."""
        games, pool = self.config.games, self.config.solver
        is_whole = games.sample is None and games.answers == "all"
        return is_whole and self.config.noise == 0 and pool.score != "random"


@dataclass(frozen=True, eq=False)
class StudyResults:
    """All of a study: the cells in their order, and its directory, which holds those of the studies it consists of."""

    config: StudyConfig
    cells: Sequence[PlayedCell]
    directory: Path

    def select(self, **labels: str) -> list[PlayedCell]:
        """Return the cells that have these labels."""
        return [cell for cell in self.cells if all(cell.labels.get(key) == value for key, value in labels.items())]


def describe_games(results: StudyResults, *, with_rules: bool = True) -> str:
    """Return which games were played, for the title of a table whose cells all played the same, rules apart or not."""
    cell = results.cells[0]
    replicates, mode, seed = cell.config.games.replicates, cell.config.rules.mode, cell.config.seed
    number = len(cell.records) // replicates
    answers = f"{number:,} answer{'' if number == 1 else 's'}"
    games = f"{replicates} games each" if replicates > 1 else "a game each"
    rules = f" · {mode} rules" if with_rules else ""
    return f"{cell.lexicon.title} · {answers}, {games}{rules} · seed {seed}"
