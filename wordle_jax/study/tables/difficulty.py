"""The hardest and easiest words over all solvers of a study (tables 18 and 19 of the paper)."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from wordle_jax.records import GameRecords
from wordle_jax.study.measures import rank_from_least, require_one_cell_a_solver
from wordle_jax.study.results import StudyResults, describe_games
from wordle_jax.study.table import Table

HEADER = (
    "rank, hardest", "rank, easiest", "word", "mean guesses", "takes longest", "is quickest", "failures", "paper: rank",
    "paper: mean guesses",
)  # fmt: skip
CAPTION = (
    "Mean over the solvers, a failure counting one guess more than allowed. Words with the same mean share the best of "
    "their ranks. Below the ten hardest and the ten easiest stand the words that the paper lists as such. Solvers that "
    "play alike (forward_checking, mac, gcc_light) count one by one, as in the paper."
)
_LISTED = 10
# What tables 18 and 19 of the paper print, from rank 1 on.
PRINTED_HARDEST = {
    "jazzy": 5.43, "fuzzy": 5.29, "sissy": 5.14, "vivid": 5.00, "mummy": 4.86, "puppy": 4.71, "gypsy": 4.57,
    "fizzy": 4.43, "jiffy": 4.29, "mamma": 4.14,
}  # fmt: skip
PRINTED_EASIEST = {
    "stare": 2.14, "slate": 2.29, "crate": 2.43, "trace": 2.57, "arise": 2.71, "raise": 2.86, "store": 3.00,
    "three": 3.14, "share": 3.29, "spare": 3.43,
}  # fmt: skip


@dataclass(frozen=True)
class DifficultyRow:
    """An answer over all solvers; a failure counts one guess more than allowed.

    `rank_hardest` and `rank_easiest` are among all answers played, ties sharing the best. `worst_solvers` and
    `best_solvers` are all of equals, with blanks between. `failures` counts games. `printed_table` is "hardest" or
    "easiest" where the paper lists the word, with its rank and mean there. `guesses` are means over the replicates.
    """

    word: str
    rank_hardest: int
    rank_easiest: int
    mean_guesses: float
    worst_solvers: str
    worst_guesses: float
    best_solvers: str
    best_guesses: float
    failures: int
    printed_table: str
    printed_rank: int | None
    printed_mean: float | None
    guesses: Mapping[str, float]


check = require_one_cell_a_solver


def make_table(results: StudyResults) -> Table:
    """Return a row an answer from the hardest to the easiest, ties in the order of the list; to read, the extremes."""
    check(results)
    rows = rate_words(results)
    hardest, easiest = rows[:_LISTED], sorted(rows, key=lambda row: row.rank_easiest)[:_LISTED]
    of_paper = sorted(
        (row for row in rows if row.printed_table), key=lambda row: (row.printed_table != "hardest", row.printed_rank)
    )
    shown = [format_row(row) for row in [*hardest, *easiest, *of_paper]]
    title = f"Hardest and easiest words (tables 18 and 19 of the paper) · {describe_games(results)}"
    return Table(title, HEADER, rows, shown, CAPTION)


def rate_words(results: StudyResults) -> list[DifficultyRow]:
    """Return the rows from the hardest to the easiest. All cells have played the same games, one cell a solver."""
    first = results.cells[0]
    replicates = first.config.games.replicates
    played = np.unique(first.records.answer)
    total = {cell.solver: count_guesses(cell.records, cell.max_guesses) for cell in results.cells}
    lost = np.zeros(first.lexicon.num_answers, np.int64)
    for cell in results.cells:
        np.add.at(lost, cell.records.answer, ~cell.records.solved)
    summed = np.sum(list(total.values()), axis=0)
    hardest, easiest = (rank_from_least(sign * summed) for sign in (-1, 1))
    rows = []
    for i in np.argsort(hardest, kind="stable").tolist():
        word = first.lexicon.answers[played[i]]
        guesses = {solver: int(own[i]) for solver, own in total.items()}
        most, least = max(guesses.values()), min(guesses.values())
        table, rank, mean = _find_printed(word)
        rows.append(
            DifficultyRow(
                word=word,
                rank_hardest=int(hardest[i]),
                rank_easiest=int(easiest[i]),
                mean_guesses=int(summed[i]) / (replicates * len(total)),
                worst_solvers=" ".join(solver for solver, own in guesses.items() if own == most),
                worst_guesses=most / replicates,
                best_solvers=" ".join(solver for solver, own in guesses.items() if own == least),
                best_guesses=least / replicates,
                failures=int(lost[played[i]]),
                printed_table=table,
                printed_rank=rank,
                printed_mean=mean,
                guesses={solver: own / replicates for solver, own in guesses.items()},
            )
        )
    return rows


def count_guesses(records: GameRecords, max_guesses: int) -> Int64[np.ndarray, " answer"]:
    """Return the guesses of all games of each answer played, by increasing answer.

    A failure counts one more than allowed.
    """
    answers, row = np.unique(records.answer, return_inverse=True)
    total = np.zeros(len(answers), np.int64)
    np.add.at(total, row, np.where(records.solved, records.num_guesses, max_guesses + 1))
    return total


def format_row(row: DifficultyRow) -> list[str]:
    """Return the cells under HEADER."""
    return [
        f"{row.rank_hardest:,}",
        f"{row.rank_easiest:,}",
        row.word,
        f"{row.mean_guesses:.3f}",
        f"{_list_solvers(row.worst_solvers, len(row.guesses))} ({row.worst_guesses:g})",
        f"{_list_solvers(row.best_solvers, len(row.guesses))} ({row.best_guesses:g})",
        str(row.failures),
        "" if row.printed_rank is None else f"{row.printed_table} {row.printed_rank}",
        "" if row.printed_mean is None else f"{row.printed_mean:.2f}",
    ]


def _list_solvers(solvers: str, among: int) -> str:
    names = solvers.split()
    return "all" if len(names) == among else ", ".join(names)


def _find_printed(word: str) -> tuple[str, int | None, float | None]:
    for name, printed in (("hardest", PRINTED_HARDEST), ("easiest", PRINTED_EASIEST)):
        if word in printed:
            return name, 1 + list(printed).index(word), printed[word]
    return "", None, None
