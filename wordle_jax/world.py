"""What a game needs of a lexicon: outcomes, priors and preferences as arrays.

Beliefs, scores, solvers and the engine work on these, so another game of questions and outcomes is another
World. Only the rules look at letters.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float64, Int, Int32, UInt8

from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import PatternMatrix, build_pattern_matrix
from wordle_jax.prior import answer_prior, frequency_order


@dataclass(frozen=True, eq=False)
class World:
    """The pattern matrix of a lexicon and the facts that recipes refer to.

    `frequency_order` lists the answers from the most to the least frequent; `letter_score` holds eq. 18 of
    the paper for every guess, by the source of its letter frequencies; `letters` is for the rules alone.
    """

    digest: str
    matrix: PatternMatrix
    answer_guess: Int32[np.ndarray, " answer"]
    guess_answer: Int32[np.ndarray, " guess"]
    frequency_per_million: Float64[np.ndarray, " guess"]
    frequency_order: Int32[np.ndarray, " answer"]
    prior: Float64[np.ndarray, " answer"]
    letter_score: dict[str, Float64[np.ndarray, " guess"]]
    letters: UInt8[np.ndarray, "guess letter"]

    @property
    def num_answers(self) -> int:
        return self.matrix.num_answers

    @property
    def num_guesses(self) -> int:
        return self.matrix.num_guesses

    @cached_property
    def frequency_rank(self) -> Int32[np.ndarray, " answer"]:
        """The place of each answer in `frequency_order`."""
        rank = np.empty(self.num_answers, np.int32)
        rank[self.frequency_order] = np.arange(self.num_answers, dtype=np.int32)
        return rank

    def rank_guesses(self, *, by_prior: bool) -> Int32[np.ndarray, " guess"]:
        """Return the rank of each guess among equals: by the frequency prior if asked for, then in the order given."""
        weight = np.zeros(self.num_guesses)
        if by_prior:
            weight[self.answer_guess] = self.prior
        rank = np.empty(self.num_guesses, np.int32)
        rank[np.argsort(-weight, kind="stable")] = np.arange(self.num_guesses, dtype=np.int32)
        return rank


def build_world(lexicon: Lexicon, smoothing_per_million: float, matrix: PatternMatrix | None = None) -> World:
    """Return the world of a lexicon; the matrix is computed unless it is given.

    `smoothing_per_million` is added to every frequency before the prior is normalised (eq. 22 of the paper).
    """
    if matrix is None:
        matrix = build_pattern_matrix(lexicon.letters, lexicon.letters[lexicon.answer_guess])
    return World(
        digest=lexicon.digest,
        matrix=matrix,
        answer_guess=lexicon.answer_guess,
        guess_answer=lexicon.guess_answer,
        frequency_per_million=lexicon.frequency_per_million,
        frequency_order=frequency_order(lexicon),
        prior=answer_prior(lexicon, "frequency", smoothing_per_million),
        letter_score={source: rate_letters(lexicon, source) for source in LETTER_SOURCES},
        letters=lexicon.letters,
    )


def restrict_world(world: World, answers: Int[np.ndarray, " some_answer"], guesses: Int[np.ndarray, " some"]) -> World:
    """Return the world of these answers and guesses alone, both in increasing order, the answers among the guesses."""
    codes = world.matrix.codes[np.ix_(guesses, answers)]
    answer_guess = np.searchsorted(guesses, world.answer_guess[answers]).astype(np.int32)
    guess_answer = np.full(len(guesses), -1, np.int32)
    guess_answer[answer_guess] = np.arange(len(answers), dtype=np.int32)
    return World(
        digest=world.digest,
        matrix=PatternMatrix(np.ascontiguousarray(codes), world.matrix.num_patterns),
        answer_guess=answer_guess,
        guess_answer=guess_answer,
        frequency_per_million=world.frequency_per_million[guesses],
        frequency_order=np.argsort(world.frequency_rank[answers]).astype(np.int32),
        prior=world.prior[answers] / world.prior[answers].sum(),
        letter_score={source: score[guesses] for source, score in world.letter_score.items()},
        letters=world.letters[guesses],
    )


LETTER_SOURCES = ("guesses_by_frequency", "answers")


def rate_letters(lexicon: Lexicon, source: str) -> Float64[np.ndarray, " guess"]:
    """Return the summed frequency of the distinct letters of each guess (eq. 18 of the paper).

    `source` says which text the letter frequencies come from: "guesses_by_frequency", the guess list with each
    word as often as it is used (all alike if no frequency is known), or "answers", each answer once (algorithm 7).
    """
    size = len(lexicon.alphabet)
    if source == "answers":
        text, weight = lexicon.letters[lexicon.answer_guess], np.ones(lexicon.num_answers)
    else:
        text, weight = lexicon.letters, lexicon.frequency_per_million
        weight = weight if weight.any() else np.ones(lexicon.num_guesses)
    counts = np.bincount(text.ravel(), np.repeat(weight, lexicon.word_length), minlength=size)
    has_letter = np.zeros((lexicon.num_guesses, size), bool)
    has_letter[np.arange(lexicon.num_guesses)[:, None], lexicon.letters] = True
    # Letter by letter, because a matrix product adds in an order that depends on the machine.
    score = np.zeros(lexicon.num_guesses)
    for letter in range(size):
        score += np.where(has_letter[:, letter], counts[letter] / counts.sum(), 0.0)
    return score
