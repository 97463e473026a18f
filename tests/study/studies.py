"""Studies whose cells were made by hand."""

from collections.abc import Sequence
from pathlib import Path

from wordle_jax.experiment import RunConfig
from wordle_jax.study.config import StudyConfig, StudyGrid
from wordle_jax.study.results import PlayedCell, StudyResults


def make_results(cells: Sequence[PlayedCell], config: RunConfig) -> StudyResults:
    """A study that consists of these cells."""
    study = StudyConfig(study=StudyGrid("tiny", {}, {}), lexicon=config.lexicon, solver=config.solver)
    return StudyResults(study, cells, Path())
