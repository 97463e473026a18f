"""Tests of hypotheses as rows of tables: two groups a row, every p beside what corrections make of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from jaxtyping import Float64

from wordle_jax.stats import HypothesisTest, correct_p_values
from wordle_jax.study.measures import require_one_cell_a_solver
from wordle_jax.study.results import PlayedCell, StudyResults

NO_PAIR = "There is no row, for the study has no two cells that this table would compare."
Pair = tuple[PlayedCell, PlayedCell]


@dataclass(frozen=True, kw_only=True)
class PairRow:
    """A test of two groups; None and empty where a test has no such number.

    `games` says which enter; `n_second` is None where the groups are paired, of which `n_first` counts the pairs.
    `values` are what `measure` says. `bonferroni` and `holm` correct p beside the same test of all other pairs. The
    interval is that of what `interval_of` says, at 95%. `is_census`: see stats.Subject.
    """

    first: str
    second: str
    test: str
    null: str
    games: str
    is_census: bool
    n_first: int
    n_second: int | None
    measure: str
    value_first: float
    value_second: float
    statistic_name: str
    statistic: float | None
    df: float | None
    p: float
    bonferroni: float
    holm: float
    effect_name: str
    effect: float | None
    interval_of: str
    interval_low: float | None
    interval_high: float | None


def make_rows(tests: Sequence[HypothesisTest]) -> list[PairRow]:
    """Return a row a test of two groups; tests of one name are a family."""
    families: dict[str, dict[str, float]] = {}
    for test in tests:
        families.setdefault(test.name, {})[_name_groups(test)] = test.p
    corrected = {name: {found.test: found for found in correct_p_values(family)} for name, family in families.items()}
    rows = []
    for test in tests:
        first, second = test.subject.groups
        value_first, value_second = test.values
        own = corrected[test.name][_name_groups(test)]
        assert not isinstance(test.df, tuple)
        rows.append(
            PairRow(
                first=first,
                second=second,
                test=test.name,
                null=test.null,
                games=test.subject.games,
                is_census=test.subject.is_census,
                n_first=test.n[0],
                n_second=test.n[1] if len(test.n) > 1 else None,
                measure=test.measure,
                value_first=value_first,
                value_second=value_second,
                statistic_name=test.statistic_name,
                statistic=test.statistic,
                df=test.df,
                p=test.p,
                bonferroni=own.bonferroni,
                holm=own.holm,
                effect_name=test.effect.name if test.effect else "",
                effect=test.effect.value if test.effect else None,
                interval_of=test.interval.of if test.interval else "",
                interval_low=test.interval.low if test.interval else None,
                interval_high=test.interval.high if test.interval else None,
            )
        )
    return rows


def pair_cells(cells: Sequence[PlayedCell]) -> list[Pair]:
    """Return every pair, the later cell first, so that a difference is what it does to the earlier one."""
    return [(later, earlier) for earlier, later in combinations(cells, 2)]


def pair_games(results: StudyResults) -> list[Pair]:
    """Return every pair as `pair_cells` does. Raises UserError unless all played the same games, a solver a cell."""
    require_one_cell_a_solver(results)
    return pair_cells(results.cells)


def frame_games(cell: PlayedCell) -> pd.DataFrame:
    """Return the games of a cell as stats.compare_paired takes them."""
    records = cell.records
    return pd.DataFrame(
        {
            "answer": records.answer,
            "replicate": records.replicate,
            "solved": records.solved,
            "guesses": records.num_guesses,
        }
    )


def count_discordant(first: PlayedCell, second: PlayedCell) -> tuple[int, int]:
    """Return how many games the first alone solved, and the second alone. Both have played the same games in order."""
    one, other = first.records.solved, second.records.solved
    return int(np.sum(one & ~other)), int(np.sum(other & ~one))


def guesses_solved(cell: PlayedCell) -> Float64[np.ndarray, " game"]:
    """Return the guesses of the solved games of a cell."""
    return cell.records.num_guesses[cell.records.solved].astype(np.float64)


def guesses_of_both(pair: Pair) -> tuple[Float64[np.ndarray, " word"], Float64[np.ndarray, " word"]]:
    """Return the guesses of either cell for each word that both solve, the mean over the replicates that both do."""
    both = pair[0].records.solved & pair[1].records.solved
    _, word = np.unique(pair[0].records.answer[both], return_inverse=True)
    games = np.bincount(word)
    first, second = (np.bincount(word, cell.records.num_guesses[both]) / games for cell in pair)
    return first, second


def format_p(p: float) -> str:
    """Return p as people write it."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"  # without a space, at which a cell would break


def _name_groups(test: HypothesisTest) -> str:
    return ", ".join(test.subject.groups)
