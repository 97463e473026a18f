"""Soft beliefs: a weight for every answer, for a player who knows that feedback may lie.

Bayes: the weight of an answer is its prior times the channel's probability of every shown pattern given the true
one. Where the player does not know the channel, the belief is joint over a few possible channels. Where it faces an
adversary, the belief is joint over the number of lies told so far, which the answer decides. Weights are kept as
logarithms in float64 on the host, added in the order of the turns, so that they depend on nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Float64, Int32, Int64

from wordle_jax.channel import IMPOSSIBLE, Adversary, RowChannel, likelihood
from wordle_jax.pattern import PatternMatrix
from wordle_jax.soft_score import xlog2x

# A weight below this share of the largest is nothing: it comes from feedback that could not be (see channel.py).
_NOTHING = 1e-20


@dataclass(frozen=True, eq=False)
class SoftBeliefs:
    """Many soft beliefs: the logarithms of unnormalised weights, and the words that were guessed in vain."""

    log_weights: Float64[np.ndarray, "belief channel answer"]
    is_out: Bool[np.ndarray, "belief answer"]

    def __len__(self) -> int:
        return len(self.log_weights)

    def take(self, beliefs: Int64[np.ndarray, " chosen"]) -> "SoftBeliefs":
        """Return the chosen beliefs, in the order given."""
        return SoftBeliefs(self.log_weights[beliefs], self.is_out[beliefs])

    @cached_property
    def joint(self) -> Float64[np.ndarray, "belief channel answer"]:
        """The probability of every channel and answer together; nothing but zeros once all words are out."""
        logs = np.where(self.is_out[:, None], -np.inf, self.log_weights)
        largest = logs.max((1, 2), keepdims=True)
        weights = np.exp(logs - np.where(np.isfinite(largest), largest, 0.0))
        weights[weights < _NOTHING] = 0.0
        total = weights.sum((1, 2), keepdims=True)
        return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)

    @cached_property
    def probabilities(self) -> Float64[np.ndarray, "belief answer"]:
        """The probability of every answer."""
        return self.joint.sum(1)

    @property
    def channel_probabilities(self) -> Float64[np.ndarray, "belief channel"]:
        """The probability of every channel."""
        return self.joint.sum(2)

    @property
    def entropy_bits(self) -> Float64[np.ndarray, " belief"]:
        """What is left to learn about the answer, in bits."""
        return -xlog2x(self.probabilities).sum(1)

    @cached_property
    def num_candidates(self) -> Float64[np.ndarray, " belief"]:
        """How many equally likely answers would leave as much to learn."""
        return 2**self.entropy_bits


def start_beliefs(prior: Float64[np.ndarray, " answer"], channel_prior: Float64[np.ndarray, " channel"]) -> SoftBeliefs:
    """Return the one belief before the first guess; every prior probability of an answer is above 0."""
    log_channel_prior = np.log(channel_prior, out=np.full(len(channel_prior), -np.inf), where=channel_prior > 0)
    log_weights = log_channel_prior[:, None] + np.log(prior)
    return SoftBeliefs(log_weights[None], np.zeros((1, len(prior)), bool))


def win_chance(
    before: SoftBeliefs, after: SoftBeliefs, answer: int, log_prior: Float64[np.ndarray, " answer"] | float = 0.0
) -> Float64[np.ndarray, " belief"]:
    """Return how likely a guess that was answered by all green has won, by Bayes.

    A win shows green for certain. `before` is the belief before the guess, `after` the one in which it did not win;
    `answer` is the guess among the answers. `log_prior` is added to the weights of the answers.
    """
    logs = [np.where(b.is_out[:, None], -np.inf, b.log_weights + log_prior) for b in (before, after)]
    won, lost = np.logaddexp.reduce(logs[0][:, :, answer], axis=1), np.logaddexp.reduce(logs[1], axis=(1, 2))
    return np.exp(won - np.logaddexp(won, np.where(np.isneginf(won), 0.0, lost)))


class Observer:
    """Updates beliefs by the feedback of guesses; it keeps the likelihoods that it has worked out."""

    def __init__(
        self, matrix: PatternMatrix, guess_answer: Int32[np.ndarray, " guess"], channels: Sequence[RowChannel]
    ) -> None:
        self._matrix = matrix
        self._guess_answer = guess_answer
        self._channels = channels
        self._log_likelihood: dict[int, Float64[np.ndarray, "channel true_pattern"]] = {}

    def observe(
        self, beliefs: SoftBeliefs, guess: Int32[np.ndarray, " belief"], shown: Int32[np.ndarray, " belief"], turn: int
    ) -> SoftBeliefs:
        """Return each belief after its guess was answered by a shown pattern and did not win; alike at all turns."""
        log_weights = beliefs.log_weights.copy()
        for b, (g, pattern) in enumerate(zip(guess.tolist(), shown.tolist(), strict=True)):
            log_weights[b] += self._table(pattern)[:, self._matrix.codes[g]]
        return SoftBeliefs(log_weights, _rule_out(beliefs.is_out, self._guess_answer[guess]))

    def _table(self, shown: int) -> Float64[np.ndarray, "channel true_pattern"]:
        if shown not in self._log_likelihood:
            rows = [np.log(likelihood(channel, shown)) for channel in self._channels]
            self._log_likelihood[shown] = np.stack(rows)
        return self._log_likelihood[shown]


class LieCounter:
    """Updates beliefs by the feedback of an adversary; their channels are the lies told so far, from none to all.

    An answer that needs more lies than the budget is out; the others weigh as many as there are ways to lie in the
    rows that are left. So the belief counts the pairs of an answer and a script that agree with all that was shown,
    which Berlekamp's bound for searching with lies calls its volume: a guess that splits it evenly leaves an adversary
    least to choose from. The row of the last turn never lies.
    """

    def __init__(
        self, matrix: PatternMatrix, guess_answer: Int32[np.ndarray, " guess"], adversary: Adversary, turns: int
    ) -> None:
        self._matrix = matrix
        self._guess_answer = guess_answer
        self._adversary = adversary
        self._turns = turns

    def observe(
        self, beliefs: SoftBeliefs, guess: Int32[np.ndarray, " belief"], shown: Int32[np.ndarray, " belief"], turn: int
    ) -> SoftBeliefs:
        """Return each belief after its guess at a turn was answered by a shown pattern and did not win."""
        budget, weights = self._adversary.budget, self._log_weights(turn)
        log_weights = np.full_like(beliefs.log_weights, -np.inf)
        every = np.arange(self._matrix.codes.shape[1])
        for b, (g, pattern) in enumerate(zip(guess.tolist(), shown.tolist(), strict=True)):
            lies = self._adversary.count_lies(pattern)[self._matrix.codes[g]]
            for told in range(budget + 1):
                weighed = beliefs.log_weights[b, told] + weights[told, lies]
                then = np.minimum(told + lies, budget)
                log_weights[b, then, every] = np.maximum(log_weights[b, then, every], weighed)
        return SoftBeliefs(log_weights, _rule_out(beliefs.is_out, self._guess_answer[guess]))

    def _log_weights(self, turn: int) -> Float64[np.ndarray, "told lies"]:
        """Return what a row with so many lies adds to the weight of an answer; impossible ones are added up."""
        rows, count = self._turns - turn, self._adversary.count_scripts
        budget, length = self._adversary.budget, self._adversary.length
        added = np.zeros((budget + 1, length + 1))
        for told in range(budget + 1):
            for lies in range(length + 1):
                possible = min(lies, budget - told) if rows else 0
                share = count(max(rows - 1, 0), told + possible) / count(rows, told)
                added[told, lies] = np.log(share) + (lies - possible) * np.log(IMPOSSIBLE)
        return added


def _rule_out(
    is_out: Bool[np.ndarray, "belief answer"], answer: Int32[np.ndarray, " belief"]
) -> Bool[np.ndarray, "belief answer"]:
    """Return which answers are out after a guess each, -1 where it is no answer."""
    is_out, at = is_out.copy(), np.flatnonzero(answer >= 0)
    is_out[at, answer[at]] = True
    return is_out
