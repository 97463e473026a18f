"""Which words are hard for a solver: success by frequency, vowels, repeated letters and clusters (table 17)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from wordle_jax.lexicon import Lexicon
from wordle_jax.results import count_outcomes
from wordle_jax.study.anatomy import count_repeats, count_vowels, frequency_quarters, has_cluster
from wordle_jax.study.measures import estimate_statistics
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.study.table import Estimate, Table, format_estimate

# The variants set side by side; a study without them has all of its own.
COMPARED = ("english_sample", "spanish_sample", "english", "spanish")
CAPTION = (
    "Games solved with 95% intervals (10,000 resamples; where no game failed both bounds are 100, which says nothing "
    "of games not played), mean guesses of solved games, and games. Quarters are of the whole list by frequency, ties "
    "in its order. Vowels: a, e, i, o, u. Repeated letters: letters less distinct letters. Cluster: two consonants "
    "side by side, y being one."
)


@dataclass(frozen=True)
class WordTypeRow:
    """The games of a variant on the words of one group; shares from 0 to 1.

    `factor` and `group` name it: `frequency` top, middle, bottom (the most frequent quarter of the list, the half
    after it, the last quarter); `quarter` 1 to 4 of the same; `vowels` 0-1, 2 or 3 up to all letters; `repeated` 0, 1,
    or 2 for two and more; `clusters` yes or no. `answers` are all of the list in the group, whether played or not;
    `share_of_failures` is None where nothing failed.
    """

    variant: str
    lexicon: str
    factor: str
    group: str
    answers: int
    games: int
    solved: int
    failures: int
    share_of_failures: float | None
    success_rate: Estimate
    mean_guesses: Estimate
    mean_guesses_all: Estimate


def group_answers(lexicon: Lexicon) -> dict[tuple[str, str], Bool[np.ndarray, " answer"]]:
    """Return which answers are in each group, by factor and group; the groups of a factor cover each answer once."""
    quarter = frequency_quarters(lexicon)
    vowels = np.array([count_vowels(word) for word in lexicon.answers])
    repeats = np.array([count_repeats(word) for word in lexicon.answers])
    cluster = np.array([has_cluster(word) for word in lexicon.answers])
    return {
        ("frequency", "top"): quarter == 1,
        ("frequency", "middle"): (quarter == 2) | (quarter == 3),
        ("frequency", "bottom"): quarter == 4,
        **{("quarter", str(number)): quarter == number for number in range(1, 5)},
        ("vowels", f"3-{lexicon.word_length}"): vowels >= 3,
        ("vowels", "2"): vowels == 2,
        ("vowels", "0-1"): vowels <= 1,
        ("repeated", "0"): repeats == 0,
        ("repeated", "1"): repeats == 1,
        ("repeated", "2"): repeats >= 2,
        ("clusters", "no"): ~cluster,
        ("clusters", "yes"): cluster,
    }


def make_table(results: StudyResults) -> Table:
    """Return a row a group for each of the compared variants; to read, a row a group."""
    cells = [cell for name in COMPARED for cell in results.select(variant=name)] or list(results.cells)
    by_cell = [measure_cell(cell) for cell in cells]
    header = ["words", *(rows[0].variant for rows in by_cell)]
    groups: dict[str, list[str]] = {}
    for rows in by_cell:
        for row in rows:
            groups.setdefault(_describe_group(row.factor, row.group), []).append(format_group(row))
    shown = [[group, *texts] for group, texts in groups.items()]
    solvers = ", ".join(dict.fromkeys(cell.solver for cell in cells))
    title = f"Success by kind of word (table 17 of the paper) · {solvers}"
    return Table(title, header, [row for rows in by_cell for row in rows], shown, CAPTION)


def measure_cell(cell: PlayedCell) -> Sequence[WordTypeRow]:
    """Return the rows of a variant, in the order of the groups."""
    histograms = count_outcomes(cell.records, cell.max_guesses)
    played = np.unique(cell.records.answer)
    failures = int(histograms[:, -1].sum())
    rows = []
    for (factor, group), members in group_answers(cell.lexicon).items():
        own = histograms[members[played]]
        measured = estimate_statistics(own)
        lost = int(own[:, -1].sum())
        rows.append(
            WordTypeRow(
                variant=cell.labels.get("variant", cell.solver),
                lexicon=cell.lexicon.title,
                factor=factor,
                group=group,
                answers=int(members.sum()),
                games=int(own.sum()),
                solved=int(own[:, :-1].sum()),
                failures=lost,
                share_of_failures=lost / failures if failures else None,
                success_rate=measured["success_rate"],
                mean_guesses=measured["mean_guesses"],
                mean_guesses_all=measured["mean_guesses_all"],
            )
        )
    return rows


def format_group(row: WordTypeRow) -> str:
    """Return a cell to read."""
    if row.mean_guesses.value is None:
        return f"{format_estimate(row.success_rate, 100.0, '%')} · {row.games:,}"
    return f"{format_estimate(row.success_rate, 100.0, '%')} · {row.mean_guesses.value:.2f} · {row.games:,}"


_DESCRIPTIONS = {
    ("frequency", "top"): "most frequent quarter",
    ("frequency", "middle"): "middle half",
    ("frequency", "bottom"): "least frequent quarter",
    ("vowels", "2"): "2 vowels",
    ("vowels", "0-1"): "0 or 1 vowel",
    ("repeated", "0"): "no repeated letter",
    ("repeated", "1"): "1 repeated letter",
    ("repeated", "2"): "2 repeated letters or more",
    ("clusters", "no"): "no consonant cluster",
    ("clusters", "yes"): "consonant cluster",
}


def _describe_group(factor: str, group: str) -> str:
    if factor == "quarter":
        return f"quarter {group} by frequency"
    return _DESCRIPTIONS.get((factor, group), "3 vowels or more")
