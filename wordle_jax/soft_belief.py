"""Soft beliefs: a weight for every answer, for a player who knows that feedback may lie.

Bayes: the weight of an answer is its prior times the channel's probability of every shown pattern given the true
one. Where the player does not know the channel, the belief is joint over a few possible channels. Weights are kept
as logarithms in float64 on the host, added in the order of the turns, so that they depend on nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Float64, Int32, Int64

from wordle_jax.channel import Channel, likelihood
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
    """Return the one belief before the first guess; every prior probability is above 0."""
    log_weights = np.log(channel_prior)[:, None] + np.log(prior)
    return SoftBeliefs(log_weights[None], np.zeros((1, len(prior)), bool))


class Observer:
    """Updates beliefs by the feedback of guesses; it keeps the likelihoods that it has worked out."""

    def __init__(
        self, matrix: PatternMatrix, guess_answer: Int32[np.ndarray, " guess"], channels: Sequence[Channel]
    ) -> None:
        self._matrix = matrix
        self._guess_answer = guess_answer
        self._channels = channels
        self._log_likelihood: dict[int, Float64[np.ndarray, "channel true_pattern"]] = {}

    def observe(
        self, beliefs: SoftBeliefs, guess: Int32[np.ndarray, " belief"], shown: Int32[np.ndarray, " belief"]
    ) -> SoftBeliefs:
        """Return each belief after its guess was answered by a shown pattern and did not win."""
        log_weights, is_out = beliefs.log_weights.copy(), beliefs.is_out.copy()
        for b, (g, pattern) in enumerate(zip(guess.tolist(), shown.tolist(), strict=True)):
            log_weights[b] += self._table(pattern)[:, self._matrix.codes[g]]
        answer = self._guess_answer[guess]
        at = np.flatnonzero(answer >= 0)
        is_out[at, answer[at]] = True
        return SoftBeliefs(log_weights, is_out)

    def _table(self, shown: int) -> Float64[np.ndarray, "channel true_pattern"]:
        if shown not in self._log_likelihood:
            rows = [np.log(likelihood(channel, shown)) for channel in self._channels]
            self._log_likelihood[shown] = np.stack(rows)
        return self._log_likelihood[shown]
