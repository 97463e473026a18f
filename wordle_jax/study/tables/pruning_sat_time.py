"""What a SAT solver costs beside the propagators."""

from wordle_jax.constraints import PROPAGATORS, SAT
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table
from wordle_jax.study.tables import pruning_time


def make_table(results: StudyResults) -> Table:
    """Return the rows of the table `pruning_time`, and those of a SAT solver. Raises UserError if none is installed."""
    return pruning_time.tabulate(results, (*PROPAGATORS, SAT))
