"""The families `formula`, `feedback` and `feedback_differs`: whether what is printed does what the text says."""

from collections.abc import Callable

import numpy as np

from wordle_jax.audit.claims import Check, Claim, split
from wordle_jax.audit.endgame import (
    entropies,
    find_worse_candidates,
    is_candidate_optimal,
    mean_with_candidate,
    mean_with_other,
)
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Truth, Words
from wordle_jax.audit.settings import Setting
from wordle_jax.audit.tree_nodes import entropy_of, walk_nodes
from wordle_jax.audit.two_runs import compare
from wordle_jax.pattern import format_pattern, score_words

_ENTROPY = Setting("main", "entropy")
_WITH_MARGIN = Setting("main", "entropy", without="ties")
_SIXTH = 1 / 6
_SLACK = 1e-9


def find_formula(claim: Claim, evidence: Evidence) -> Finding:
    """Return what a formula or line does. A claim that it is never wrong finds whether that is so."""
    check = claim.check
    if check.subject in _OTHERS:
        return _OTHERS[check.subject](check, evidence)
    number = evidence.carry_out(check.subject)
    return Truth(number == 0, f"{number:,.0f} {check.measure.replace('_', ' ')}")


def find_feedback(claim: Claim, evidence: Evidence) -> Finding:
    """Return the tiles of a guess and an answer, or whether they differ from the claimed ones."""
    guess, answer = split(claim.check.subject)
    tiles = format_pattern(score_words(guess, answer), len(guess))
    return Words((tiles,)) if claim.check.family == "feedback" else Truth(tiles != claim.value.text, tiles)


def list_formula_games(check: Check) -> list[Setting]:
    """Return the settings that a check needs."""
    if check.subject == "epsilon_changes_choice":
        return [_ENTROPY, _WITH_MARGIN]
    return [_ENTROPY] if check.subject == "theorem2" else []


def _line_15(check: Check, evidence: Evidence) -> Finding:
    removed = evidence.carry_out(check.subject)
    # Without a word removed, what it sums up is eq. 19.
    return Number(removed) if check.measure == "removed_share" else Truth(removed > 0, f"removes {removed:.4g}%")


def _pattern_table(check: Check, evidence: Evidence) -> Number:
    return Number(evidence.splits("english").world.matrix.codes.nbytes / 1e6)


def _endgame(check: Check, evidence: Evidence) -> Finding:
    candidates = int(check.arguments["candidates"])
    if check.measure == "optimal":
        return Truth(is_candidate_optimal(candidates))
    if check.measure == "entropy_tie":
        one, other = entropies(candidates)
        return Truth(one == other, f"{one:g} and {other:g} bits")
    if check.measure == "worst":
        splits = evidence.splits("english")
        found = find_worse_candidates(splits.lexicon, splits.world)
        return Truth(found is None, ", ".join(found or ()))
    if check.arguments["guess"] == "other":
        return Number(mean_with_other(candidates))
    return Number(mean_with_candidate(candidates)[1])


def _separates(check: Check, evidence: Evidence) -> Truth:
    shown = _feedback_of_words(check)
    return Truth(len(set(shown)) == len(shown), ", ".join(shown))


def _same_feedback(check: Check, evidence: Evidence) -> Truth:
    shown = _feedback_of_words(check)
    return Truth(len(set(shown)) == 1, ", ".join(shown))


def _feedback_of_words(check: Check) -> list[str]:
    guess = check.arguments["guess"]
    return [format_pattern(score_words(guess, word), len(guess)) for word in check.listed("words")]


def _epsilon_changes_choice(check: Check, evidence: Evidence) -> Finding:
    return compare(evidence.games(_WITH_MARGIN), evidence.games(_ENTROPY), "same_games", "")


def _hybrid_rank(check: Check, evidence: Evidence) -> Number:
    splits = evidence.splits("english")
    score = splits.measure("hybrid")
    return Number(1 + int((score > score[splits.find(check.arguments["word"])]).sum()))


def _theorem_2(check: Check, evidence: Evidence) -> Truth:
    """Whether a guess gives a sixth of the bits left: the one made, which has most; or any, as the last one again."""
    world = evidence.splits("english").world
    short = 0
    for members, guess, before in walk_nodes(evidence.games(_ENTROPY)):
        tried = guess if check.arguments["guess"] == "best" or before < 0 else before
        short += bool(entropy_of(world, tried, members) < _SIXTH * np.log2(len(members)) - _SLACK)
    return Truth(short == 0, f"{short} nodes with less")


_OTHERS: dict[str, Callable[[Check, Evidence], Finding]] = {
    "algorithm4_line15": _line_15,
    "pattern_table": _pattern_table,
    "endgame": _endgame,
    "separates": _separates,
    "same_feedback": _same_feedback,
    "epsilon_changes_choice": _epsilon_changes_choice,
    "hybrid_rank": _hybrid_rank,
    "theorem2": _theorem_2,
}
