"""Two solvers compared: as the paired data they are, and as if they were none."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from wordle_jax.errors import UserError
from wordle_jax.stats.means import cohens_d, paired_t, pooled_t, welch_t
from wordle_jax.stats.proportions import chi_square, fisher_exact, mcnemar, paired_table
from wordle_jax.stats.ranks import mann_whitney, wilcoxon
from wordle_jax.stats.result import HypothesisTest, Subject

_GAME = ["answer", "replicate"]
_COLUMNS = [*_GAME, "solved", "guesses"]


@dataclass(frozen=True)
class Comparison:
    """Tests of two solvers on the same words.

    `pairing` says how the games were taken together. `undefined` says in a line each which tests, or which d, the
    games do not support, and why. `cohens_d` is eq. 29 of the paper on the games that the tests of guesses use.
    """

    pairing: str
    tests: tuple[HypothesisTest, ...]
    cohens_d: float | None
    undefined: tuple[str, ...]


def compare_paired(
    first: pd.DataFrame, second: pd.DataFrame, names: tuple[str, str], *, is_census: bool = False
) -> Comparison:
    """Return the paired t and Wilcoxon tests on words solved by both, and McNemar's tests of success.

    The frames hold a row a game with the columns answer, replicate, solved, guesses (their number), in any order.
    With several games of a word, guesses are the word's mean over the replicates that both solved, since games of a
    word are not independent; McNemar's tests then take the words as given and the replicates as games apart.

    Raises UserError unless both played the same games, each once.
    """
    pairs = _match(first, second, names)
    words = pairs["answer"].nunique()
    each = len(pairs) > words
    by_both = pairs[pairs["solved_first"] & pairs["solved_second"]].groupby("answer", sort=False, observed=True)
    means = by_both[["guesses_first", "guesses_second"]].mean()
    x, y = (means[column].to_numpy(dtype=np.float64) for column in means)
    solved_by_both = "words solved by both, mean over their replicates" if each else "words solved by both"
    guesses = Subject(names, games=solved_by_both, is_census=is_census)
    success = Subject(
        names, "success", "all games, replicates of a word counted apart" if each else "all words", is_census
    )
    table = paired_table(pairs["solved_first"].to_numpy(), pairs["solved_second"].to_numpy())
    tests, undefined = _defined(
        [
            ("paired t test", lambda: paired_t(x, y, guesses)),
            ("Wilcoxon signed-rank test", lambda: wilcoxon(x, y, guesses)),
            ("McNemar's exact test", lambda: mcnemar(table, success, "exact")),
            ("McNemar's χ² test", lambda: mcnemar(table, success, "chi-square")),
            ("McNemar's χ² test with correction", lambda: mcnemar(table, success, "corrected")),
        ]
    )
    pairing = f"Paired: both solvers played the same {words:,} words, so each word is compared with itself."
    return _comparison(pairing, tests, x, y, undefined)


def compare_independent(
    first: pd.DataFrame, second: pd.DataFrame, names: tuple[str, str], *, is_census: bool = False
) -> Comparison:
    """Return the tests for independent samples of the same frames, which leave out that the words are the same.

    As the paper computes its effect size (eq. 29) and compares success under noise (eq. 31), to be shown beside
    `compare_paired`: t tests and Mann-Whitney's on the games that each solved, χ² and Fisher's tests of success.
    Raises UserError as `compare_paired` does.
    """
    pairs = _match(first, second, names)
    x, y = (
        pairs.loc[pairs[f"solved_{which}"], f"guesses_{which}"].to_numpy(dtype=np.float64)
        for which in ("first", "second")
    )
    guesses = Subject(names, games="games solved by each", is_census=is_census)
    success = Subject(names, "success", "all games", is_census)
    solved = pairs[["solved_first", "solved_second"]].sum().to_numpy(dtype=np.int64)
    played = np.full(2, len(pairs), np.int64)
    tests, undefined = _defined(
        [
            ("independent t test", lambda: pooled_t(x, y, guesses)),
            ("Welch's t test", lambda: welch_t(x, y, guesses)),
            ("Mann-Whitney test", lambda: mann_whitney(x, y, guesses)),
            ("χ² test", lambda: chi_square(solved, played, success, corrected=False)),
            ("χ² test with correction", lambda: chi_square(solved, played, success, corrected=True)),
            ("Fisher's exact test", lambda: fisher_exact(solved, played, success)),
        ]
    )
    pairing = "Unpaired: that both solvers played the same words is left out, as if each had words of its own."
    return _comparison(pairing, tests, x, y, undefined)


def _comparison(
    pairing: str, tests: tuple[HypothesisTest, ...], x: np.ndarray, y: np.ndarray, undefined: tuple[str, ...]
) -> Comparison:
    try:
        d = cohens_d(x, y)
    except UserError as error:
        return Comparison(pairing, tests, None, (*undefined, f"Cohen's d (eq. 29): {error}"))
    return Comparison(pairing, tests, d, undefined)


def _defined(
    tests: Iterable[tuple[str, Callable[[], HypothesisTest]]],
) -> tuple[tuple[HypothesisTest, ...], tuple[str, ...]]:
    """Return the tests that their data support, and a line for each that they do not."""
    made, undefined = [], []
    for name, test in tests:
        try:
            made.append(test())
        except UserError as error:
            undefined.append(f"{name}: {error}")
    return tuple(made), tuple(undefined)


def _match(first: pd.DataFrame, second: pd.DataFrame, names: tuple[str, str]) -> pd.DataFrame:
    """Return the games of both side by side, the columns of each with its suffix."""
    for name, frame in zip(names, (first, second), strict=True):
        missing = [column for column in _COLUMNS if column not in frame]
        if missing:
            raise UserError(f"{name}: lacks the columns {', '.join(missing)} of {', '.join(_COLUMNS)}")
        if frame[_COLUMNS].isna().any(axis=None):
            raise UserError(f"{name}: has empty cells; every game needs {', '.join(_COLUMNS)}")
        if frame.duplicated(_GAME).any():
            raise UserError(f"{name}: holds a game of the same answer and replicate twice; each is needed once")
    pairs = first[_COLUMNS].merge(second[_COLUMNS], on=_GAME, how="outer", suffixes=("_first", "_second"))
    alone = len(pairs) * 2 - len(first) - len(second)
    if len(pairs) == 0 or alone:
        raise UserError(f"{' and '.join(names)}: {alone} games have no partner; both must have played the same games")
    return pairs.astype({"solved_first": bool, "solved_second": bool})
