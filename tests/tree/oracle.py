"""The best tree of a tiny world by trying everything: plain Python, words, no bounds."""

from functools import cache
from math import inf

from wordle_jax.pattern import score_words
from wordle_jax.tree.verify import find_violation


def cheapest(
    answers: dict[str, int], guesses: tuple[str, ...], mode: str, limits: tuple[int, ...], failure_cost: float = inf
) -> list[dict[str, float]]:
    """What the best tree costs that opens with each guess, for each limit of guesses.

    `answers` have weights; a tree costs their sum times guesses, and more for each answer that exceeds the limit.
    """

    @cache
    def legal_after(legal: frozenset[str], guess: str, code: int) -> frozenset[str]:
        return frozenset(word for word in legal if not find_violation(word, [(guess, code)], mode))

    def cost_of(guess: str, candidates: frozenset[str], legal: frozenset[str], left: int) -> float:
        parts: dict[int, list[str]] = {}
        for word in candidates:
            if word != guess:
                parts.setdefault(score_words(guess, word), []).append(word)
        total: float = sum(answers[word] for word in candidates)
        if guess in candidates and left <= 0:
            total += failure_cost
        for code, part in parts.items():
            if len(part) == len(candidates):
                return inf  # tells nothing
            total += best_of(frozenset(part), legal_after(legal, guess, code), max(left - 1, 0))
        return total

    @cache
    def best_of(candidates: frozenset[str], legal: frozenset[str], left: int) -> float:
        if left == 0 and failure_cost == inf:
            return inf
        return min((cost_of(guess, candidates, legal, left) for guess in legal), default=inf)

    everything = frozenset(answers)
    return [{guess: cost_of(guess, everything, frozenset(guesses), n) for guess in guesses} for n in limits]


def shallowest(answers: tuple[str, ...], guesses: tuple[str, ...], mode: str) -> int:
    """The least number of guesses within which some tree finds every answer."""
    costs = cheapest(dict.fromkeys(answers, 1), guesses, mode, tuple(range(1, 7)))
    return next(n for n, cost in enumerate(costs, 1) if min(cost.values()) < inf)
