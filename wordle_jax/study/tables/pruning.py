"""What each propagator removes from the domains, turn by turn, in the same games (RQ1 and eq. 28 of the paper)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordle_jax.constraints import PROPAGATORS, PropagationRow
from wordle_jax.errors import UserError
from wordle_jax.propagation import compare_in_games
from wordle_jax.study.measures import name_cell
from wordle_jax.study.results import PlayedCell, StudyResults, describe_games
from wordle_jax.study.table import Table, format_figure

HEADER = (
    "games of",
    "wrong tiles",
    "turn",
    "propagator",
    "games",
    "values removed",
    "values left",
    "answers in domains",
    "answers left",
    "reduction",
    "contradictions seen",
)
CAPTION = (
    "A value is a letter at a place. Means over the games whose feedback some answer agrees with, without the "
    "winning guess. Answers in domains: letter by letter, whatever the counts; answers left: that agree with all "
    "feedback, the same for every propagator; reduction: what is gone of all answers (eq. 28). Contradictions: "
    "games seen to have no answer without looking at one, of those that have none."
)


@dataclass(frozen=True)
class PruningRow:
    """What a propagator did at a turn in the games of a cell.

    `histories` of the `games` differ. In `exhausted` games no answer is left, which the propagator saw in
    `contradictions` of them; the means are over the others, None without any. `values_removed` left the domains at this
    turn, `removed_share` of all values are gone since the start, in %, as are `reduction` of all answers, and
    `reduction_by_domains` where the domains alone decide.
    """

    name: str
    noise: float
    turn: int
    propagator: str
    games: int
    histories: int
    exhausted: int
    contradictions: int
    values_removed: float | None
    values_left: float | None
    removed_share: float | None
    domain_product: float | None
    revisions: float | None
    answers_in_domains: float | None
    reduction_by_domains: float | None
    answers_left: float | None
    reduction: float | None


def make_table(results: StudyResults) -> Table:
    """Return a row for each cell, turn and propagator. Raises UserError if no game leaves anything to prune."""
    return tabulate(results, tuple(PROPAGATORS))


def tabulate(results: StudyResults, propagators: Sequence[str]) -> Table:
    """Return a row for each cell, turn and one of these propagators. Raises UserError as `make_table` does."""
    rows = [row for cell in results.cells for row in measure_cell(cell, propagators)]
    if not rows:
        raise UserError("games: every game is won at the first guess, which leaves nothing to prune; play others")
    title = f"What propagators remove · {describe_games(results)}"
    return Table(title, HEADER, rows, [format_row(row) for row in rows], CAPTION)


def measure_cell(cell: PlayedCell, propagators: Sequence[str]) -> Iterator[PruningRow]:
    """Yield the rows of a cell, all propagators turn by turn."""
    rows = compare_in_games(cell.records, cell.lexicon, propagators).rows
    for row in sorted(rows, key=lambda row: (row.turn, propagators.index(row.propagator))):
        yield measure_turn(cell, row)


def measure_turn(cell: PlayedCell, row: PropagationRow) -> PruningRow:
    """Return the row of a propagator at a turn."""
    num_answers = cell.lexicon.num_answers
    num_values = cell.lexicon.word_length * (int(cell.lexicon.letters.max()) + 1)
    left = math.fsum(row.mean_domain_sizes)
    return PruningRow(
        name=name_cell(cell),
        noise=cell.config.noise,
        turn=row.turn,
        propagator=row.propagator,
        games=row.games,
        histories=row.histories,
        exhausted=row.exhausted,
        contradictions=row.contradictions,
        values_removed=_known(row.mean_values_removed),
        values_left=_known(left),
        removed_share=_known(100 * (num_values - left) / num_values),
        domain_product=_known(row.mean_domain_product),
        revisions=_known(row.mean_revisions),
        answers_in_domains=_known(row.mean_answers_in_domains),
        reduction_by_domains=_known(100 * (num_answers - row.mean_answers_in_domains) / num_answers),
        answers_left=_known(row.mean_answers_left),
        reduction=_known(100 * (num_answers - row.mean_answers_left) / num_answers),
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def format_row(row: PruningRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        row.name,
        f"{100 * row.noise:g}%",
        str(row.turn),
        row.propagator,
        f"{row.games:,}",
        format_figure(row.values_removed, 2),
        format_figure(row.values_left, 2),
        format_figure(row.answers_in_domains, 2),
        format_figure(row.answers_left, 2),
        format_figure(row.reduction, 2, "%"),
        f"{row.contradictions:,} of {row.exhausted:,}",
    ]
