"""The families `opening` and `openings`: first guesses, one and all."""

import itertools
from collections.abc import Callable

import numpy as np

from wordle_jax.audit.claims import Check, Claim, split
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Truth, Words
from wordle_jax.audit.splits import Splits
from wordle_jax.pattern import parse_pattern


def find_opening(claim: Claim, evidence: Evidence) -> Finding:
    """Return what one first guess is worth; what is asked of several words must hold of each."""
    check = claim.check
    lexicon = check.arguments.get("lexicon", "english")
    splits = evidence.splits(lexicon)
    guesses = [splits.find(word) for word in split(check.subject)]
    if check.measure == "better_than":
        opener = splits.find(evidence.computed_opener(check.parameter, lexicon))
        sizes = splits.measure("expected_size")
        shown = ", ".join(f"{splits.lexicon.guesses[guess]} {sizes[guess]:.1f}" for guess in [*guesses, opener])
        return Truth(all(sizes[guess] < sizes[opener] for guess in guesses), shown)
    (guess,) = guesses
    if check.measure == "has_pattern":
        number = int(splits.sizes[guess, parse_pattern(check.parameter, splits.lexicon.word_length)])
        return Truth(number > 0, f"{number} answers")
    if check.measure == "gap":
        entropy = splits.measure("entropy")
        return Number(float(entropy[guess] - entropy[splits.find(check.parameter)]))
    if check.measure == "rank_share":
        worth = splits.worth(check.parameter)
        return Number(100 * float((worth > worth[guess]).mean()))
    return Number(float(splits.measure(check.measure)[guess]))


def find_among_openings(claim: Claim, evidence: Evidence) -> Finding:
    """Return what is so of all first guesses."""
    check = claim.check
    return _AMONG[check.measure](evidence.splits(check.arguments.get("lexicon", "english")), check)


def _best(splits: Splits, check: Check) -> Words:
    worth = splits.worth(check.parameter)
    return Words(tuple(splits.lexicon.guesses[guess] for guess in np.flatnonzero(worth == worth.max())))


def _agree(splits: Splits, check: Check) -> Truth:
    one, other = (splits.worth(name) for name in split(check.parameter))
    ranks = [np.unique(worth, return_inverse=True)[1] for worth in (one, other)]
    return Truth(np.array_equal(ranks[0], ranks[1]))


def _order(splits: Splits, check: Check) -> Truth:
    name, _, words = check.parameter.partition(":")
    values, worth = splits.measure(name), splits.worth(name)
    guesses = [splits.find(word) for word in split(words)]
    is_order = all(worth[a] > worth[b] for a, b in itertools.pairwise(guesses))
    return Truth(is_order, ", ".join(f"{splits.lexicon.guesses[guess]} {values[guess]:.4g}" for guess in guesses))


def _best_is_not_answer(splits: Splits, check: Check) -> Truth:
    best = _best(splits, check).words
    return Truth(not set(best) & set(splits.lexicon.answers), ", ".join(best))


_AMONG: dict[str, Callable[[Splits, Check], Finding]] = {
    "best": _best,
    "min": lambda splits, check: Number(float(splits.measure(check.parameter).min())),
    "max": lambda splits, check: Number(float(splits.measure(check.parameter).max())),
    "median": lambda splits, check: Number(float(np.median(splits.measure(check.parameter)))),
    "agree": _agree,
    "disagree": lambda splits, check: Truth(not _agree(splits, check).is_true),
    "order": _order,
    "best_is_not_answer": _best_is_not_answer,
}
