"""What guesses tell of the answers that are left: the measures of the solvers, for people."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from jaxtyping import Int32, Int64

from wordle_jax.catalog import load_shipped_lexicon
from wordle_jax.errors import UserError, naming
from wordle_jax.lexicon import Lexicon, find_answer, find_word
from wordle_jax.pattern import build_pattern_matrix, parse_pattern
from wordle_jax.platform import configure_jax
from wordle_jax.scores import ScoreName, entropy_of_sizes, part_table

MEASURES: tuple[ScoreName, ...] = ("entropy", "expected_size", "largest_part", "parts")


def score(
    guesses: Iterable[str] | None = None,
    lexicon: str | Lexicon = "english",
    *,
    candidates: Iterable[str] | None = None,
    shown: Mapping[str, str] | None = None,
    by: str = "entropy",
) -> pd.DataFrame:
    """Return what each guess tells of the candidates, the best first, as the solvers measure it.

    Columns: guess; entropy, of the pattern in bits; expected_size, the mean number of candidates left (eq. 19 of the
    paper); largest_part and parts, the size of the largest set of candidates with the same pattern and the number of
    such sets; is_candidate. All candidates are equally likely.

    `guesses` are all that the lexicon allows unless they are given, `candidates` all of its answers. `shown` takes
    those away that contradict the tiles that were shown: {"crane": "bybbg"}. `by` says by what rows are sorted;
    among equals candidates come first, then the order of the lexicon. So the first row is what the solver of that name
    (`parts`: most_parts, `largest_part`: minimax) would guess. Raises UserError for unknown words or measures, and if
    no candidate is left.
    """
    measure = next((name for name in MEASURES if name == by), None)
    if measure is None:
        raise UserError(f"by: is {by}; give one of {', '.join(MEASURES)}")
    configure_jax()
    if isinstance(lexicon, str):
        lexicon = load_shipped_lexicon(lexicon)
    guess = _find_guesses(guesses, lexicon)
    left = _find_candidates(candidates, shown or {}, lexicon)
    if not len(guess):
        raise UserError("guesses: names no word; give at least one, or leave it out for all")
    if not len(left):
        raise UserError("candidates: none is left; give at least one that agrees with the tiles shown")
    sizes = _count_parts(guess, left, lexicon)
    # What the solver of that name minimises, in whole numbers, so that equal splits tie.
    table = part_table(measure, lexicon.num_answers)
    terms = table.of_part.astype(np.int64)[sizes]
    is_candidate = np.isin(lexicon.guess_answer[guess], left)
    order = np.lexsort((guess, ~is_candidate, terms.sum(axis=1) if table.reduction == "sum" else terms.max(axis=1)))
    ratings = pd.DataFrame(
        {
            "guess": [lexicon.guesses[index] for index in guess.tolist()],
            "entropy": entropy_of_sizes(sizes),
            "expected_size": (sizes**2).sum(axis=1) / len(left),
            "largest_part": sizes.max(axis=1),
            "parts": (sizes > 0).sum(axis=1),
            "is_candidate": is_candidate,
        }
    )
    return ratings.iloc[order].reset_index(drop=True)


def _find_guesses(words: Iterable[str] | None, lexicon: Lexicon) -> Int32[np.ndarray, " guess"]:
    """Return the guess indices, each once."""
    if words is None:
        return np.arange(lexicon.num_guesses, dtype=np.int32)
    with naming("guesses"):
        return np.unique(np.array([find_word(lexicon, word) for word in _listed(words)], np.int32))


def _find_candidates(
    words: Iterable[str] | None, shown: Mapping[str, str], lexicon: Lexicon
) -> Int64[np.ndarray, " candidate"]:
    """Return the answer indices that agree with the tiles shown, in increasing order."""
    left = np.arange(lexicon.num_answers)
    if words is not None:
        with naming("candidates"):
            left = np.unique(np.array([find_answer(lexicon, word) for word in _listed(words)], np.int64))
    for word, tiles in shown.items():
        with naming("shown"):
            guess, code = find_word(lexicon, word), parse_pattern(tiles, lexicon.word_length)
        codes = build_pattern_matrix(lexicon.letters[[guess]], lexicon.letters[lexicon.answer_guess]).codes[0]
        left = left[codes[left] == code]
    return left


def _listed(words: Iterable[str]) -> list[str]:
    return [words] if isinstance(words, str) else list(words)


def _count_parts(
    guess: Int32[np.ndarray, " guess"], candidates: Int64[np.ndarray, " candidate"], lexicon: Lexicon
) -> Int64[np.ndarray, "guess pattern"]:
    """Return how many candidates show each pattern to each guess."""
    matrix = build_pattern_matrix(lexicon.letters[guess], lexicon.letters[lexicon.answer_guess[candidates]])
    return np.stack([np.bincount(codes, minlength=matrix.num_patterns) for codes in matrix.codes])
