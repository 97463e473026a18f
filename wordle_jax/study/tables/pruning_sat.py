"""What a SAT solver removes from the domains beside the propagators: all that can be removed."""

from wordle_jax.constraints import PROPAGATORS, SAT
from wordle_jax.study.results import StudyResults
from wordle_jax.study.table import Table
from wordle_jax.study.tables import pruning


def make_table(results: StudyResults) -> Table:
    """Return the rows of the table `pruning`, and those of a SAT solver. Raises UserError if none is installed."""
    return pruning.tabulate(results, (*PROPAGATORS, SAT))
