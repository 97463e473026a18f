"""Which games are played: answers, a stratified sample of them, replicates."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Int64

from wordle_jax.errors import UserError, naming
from wordle_jax.lexicon import Lexicon, find_answer

_VOWELS = "aeiou"


@dataclass(frozen=True)
class GameSelection:
    """`answers` by word or all; `sample` so many of them; `replicates` games an answer, which differ by chance only."""

    answers: tuple[str, ...] | Literal["all"] = "all"
    sample: int | None = None
    replicates: int = 1


def select_games(selection: GameSelection, lexicon: Lexicon, seed: int) -> Int64[np.ndarray, " game"]:
    """Return the ids of the games in increasing order: replicate · number of answers + answer.

    Ids do not depend on what else is selected, so a sample replays games of the full run.
    Raises UserError for an unknown answer or an impossible number.
    """
    if selection.answers == "all":
        answers = np.arange(lexicon.num_answers)
    else:
        if not selection.answers:
            raise UserError("games.answers: names no word; give at least one, or all")
        with naming("games.answers"):
            answers = np.unique([find_answer(lexicon, word) for word in selection.answers])
    if selection.sample is not None:
        if not 1 <= selection.sample <= len(answers):
            raise UserError(f"games.sample: is {selection.sample}; give 1 to {len(answers)}, the answers there are")
        answers = np.sort(sample_stratified(answers, _strata(lexicon), selection.sample, seed))
    most = (2**32 - 1) // lexicon.num_answers
    if not 1 <= selection.replicates <= most:
        raise UserError(f"games.replicates: is {selection.replicates}; give 1 to {most}")
    replicate = np.arange(selection.replicates, dtype=np.int64)
    return (replicate[:, None] * lexicon.num_answers + answers).reshape(-1)


def _strata(lexicon: Lexicon) -> Int64[np.ndarray, " answer"]:
    """Return the stratum of each answer (section 5.3.2 of the paper).

    A stratum is a frequency quartile, with or without a repeated letter, and a number of vowels.
    """
    rank = np.argsort(np.argsort(-lexicon.answer_frequency, kind="stable"), kind="stable")
    quartile = rank * 4 // lexicon.num_answers
    repeated = np.array([len(set(word)) < len(word) for word in lexicon.answers])
    vowels = np.array([sum(letter in _VOWELS for letter in word) for word in lexicon.answers])
    return (quartile * 2 + repeated) * (lexicon.word_length + 1) + vowels


def sample_stratified(
    population: Int64[np.ndarray, " member"], strata: Int64[np.ndarray, " answer"], size: int, seed: int
) -> Int64[np.ndarray, " sample"]:
    """Return a sample in which every stratum has its share of the population, to within one.

    Whole shares are given first; the rest goes to the largest remainders, ties to the lower stratum.
    """
    stratum = strata[population]
    labels, counts = np.unique(stratum, return_counts=True)
    share = counts * size
    given = share // len(population)
    by_remainder = np.argsort(-(share % len(population)), kind="stable")
    given[by_remainder[: size - given.sum()]] += 1
    generator = np.random.default_rng(seed)
    return np.concatenate(
        [
            generator.choice(population[stratum == label], number, replace=False)
            for label, number in zip(labels, given, strict=True)
        ]
    )
