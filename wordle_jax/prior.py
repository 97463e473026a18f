"""What is known of the secret before the first guess: a probability for each answer."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int32

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.word_file import MOST_PER_MILLION

PRIOR_KINDS = ("uniform", "frequency")
# One count in the 51 million words of the paper's corpus.
ONE_COUNT_PER_MILLION = 0.02


@dataclass(frozen=True)
class PriorConfig:
    """`smoothing` is added to every frequency before the frequency prior is normalised, per million words (eq. 22)."""

    smoothing: float = ONE_COUNT_PER_MILLION

    def __post_init__(self) -> None:
        if not 0 <= self.smoothing <= MOST_PER_MILLION:
            raise UserError(f"prior.smoothing: is {self.smoothing}; give 0 to {MOST_PER_MILLION:g}, per million words")


def answer_prior(
    lexicon: Lexicon, kind: str, smoothing_per_million: float = ONE_COUNT_PER_MILLION
) -> Float64[np.ndarray, " answer"]:
    """Return the probability of each answer, before the first guess.

    uniform: 1 / number of answers. frequency: (freq(w) + s) / Σ (freq(w') + s) over the answers w', which is
    the Laplace smoothing of eq. 22 of the paper with its one count written as s per million words. The
    smoothing s must be above 0 if an answer has frequency 0, which would otherwise be impossible.

    Raises UserError for another kind or a smoothing that is negative or 0 where it must not be.
    """
    if kind not in PRIOR_KINDS:
        raise UserError(f"there is no prior {kind!r}: the priors are {', '.join(PRIOR_KINDS)}")
    if kind == "uniform":
        return np.full(lexicon.num_answers, 1.0 / lexicon.num_answers)
    if not 0 <= smoothing_per_million <= MOST_PER_MILLION:
        limits = f"from 0 to {MOST_PER_MILLION:g} per million"
        raise UserError(f"the smoothing of the prior is {smoothing_per_million}: it must be {limits}")
    weight = lexicon.answer_frequency + smoothing_per_million
    if weight.min() == 0:
        word = lexicon.answers[int(weight.argmin())]
        raise UserError(f"the smoothing of the prior must be above 0: the answer {word!r} has frequency 0")
    return weight / weight.sum()


def frequency_order(lexicon: Lexicon) -> Int32[np.ndarray, " answer"]:
    """Return the answers from the most to the least frequent; ties stay in the order of the list."""
    return np.argsort(-lexicon.answer_frequency, kind="stable").astype(np.int32)
