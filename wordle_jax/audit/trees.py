"""The families `optimum`, `tree` and `bound`: the best trees, those of printed searches, and what nothing exceeds."""

import numpy as np

from wordle_jax.audit.claims import Check, Claim
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Limit, Number, Truth, Words
from wordle_jax.audit.settings import Setting

_MAX_GUESSES = 6


def find_optimum(claim: Claim, evidence: Evidence) -> Finding:
    """Return what the best tree does."""
    check, best = claim.check, evidence.tree("total", evidence.optimal_opener)
    if check.measure == "opener":
        return Words((evidence.optimal_opener,))
    if check.measure == "mean":
        return Number(best.mean_guesses)
    assert check.measure == "beats", check.text
    total = int(evidence.games(Setting("main", check.parameter)).guesses.sum())
    return Truth(total <= best.total_guesses, f"{total:,} guesses, the best tree {best.total_guesses:,}")


def find_tree(claim: Claim, evidence: Evidence) -> Finding:
    """Return what the tree of a search does."""
    check = claim.check
    if check.measure == "order":
        first, second = (evidence.tree(check.subject, word).worst_case for word in check.listed("opener"))
        return Truth(second < first, f"{first} and {second} guesses")
    tree = evidence.tree(check.subject, None)
    if check.measure == "mean":
        return Number(tree.mean_guesses)
    if check.measure == "mean_minus":
        return Number(tree.mean_guesses - float(evidence.games(Setting("main", check.parameter)).guesses.mean()))
    assert check.measure == "worst_minus", check.text
    # No tree has a better worst case: docs/trees.md.
    return Number(tree.worst_case - evidence.tree("worst_case", evidence.optimal_opener).worst_case)


def list_tree_games(check: Check) -> list[Setting]:
    """Return the settings that a check of one of these families needs."""
    return [Setting("main", check.parameter)] if check.measure in ("beats", "mean_minus") else []


def find_bound(claim: Claim, evidence: Evidence) -> Finding:
    """Return what the claimed number cannot exceed, or fall short of."""
    check, splits = claim.check, evidence.splits("english")
    answers = splits.lexicon.num_answers
    if check.subject == "mean":
        failures = int(check.arguments["failures"])
        # Who fails some words could guess on through them, one guess more each.
        later = sum(range(_MAX_GUESSES + 1, _MAX_GUESSES + 1 + failures))
        best = evidence.tree("total", evidence.optimal_opener).total_guesses
        return Limit(low=(best - later) / (answers - failures))
    if check.subject == "second":
        parts = splits.measure("parts") - (splits.lexicon.guess_answer >= 0)
        opener = check.arguments["opener"]
        return Limit(high=100 * float(parts.max() if opener == "any" else parts[splits.find(opener)]) / answers)
    if check.subject == "entropy":
        patterns = check.arguments.get("patterns")
        return Limit(high=float(splits.measure("entropy").max() if patterns is None else np.log2(int(patterns))))
    if check.subject == "parts":
        return Limit(high=float(splits.measure("parts").max()))
    assert check.subject in ("top", "recovery"), check.text
    return Limit(high=100 * int(check.arguments["words"]) / answers)
