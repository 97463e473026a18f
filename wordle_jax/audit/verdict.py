"""From a claimed value and what was found to a verdict.

A claim holds if the numbers that it stands for and those that were found have one in common: rounding counts for the
claim, a 95% interval for what was found on a sample. Near is what misses the claimed number by at most 2% of it. What
counting or a proof settles is never near: it is impossible. What the source's own numbers settle contradicts itself.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_jax.audit.claims import ARITHMETIC, Claim
from wordle_jax.audit.finding import Finding, Limit, Number, Spread, Truth, Words

Verdict = Literal["holds", "near", "does not hold", "impossible", "contradicts itself", "not checkable"]
VERDICTS: tuple[Verdict, ...] = (
    "holds", "near", "does not hold", "impossible", "contradicts itself", "not checkable"
)  # fmt: skip

NEAR_SHARE = 0.02


@dataclass(frozen=True)
class Judgement:
    """A verdict; `distance` is what was found less what is claimed, None where either is no number."""

    verdict: Verdict
    distance: float | None = None


def judge(claim: Claim, finding: Finding) -> Judgement:
    """Return the verdict on a claim."""
    distance = find_distance(claim, finding)
    if agrees(claim, finding):
        return Judgement("holds", distance)
    if claim.check.family in ARITHMETIC:
        return Judgement("contradicts itself", distance)
    if is_settled(claim):
        return Judgement("impossible", distance)
    return Judgement("near" if distance is not None and is_near(claim, distance) else "does not hold", distance)


def agrees(claim: Claim, finding: Finding) -> bool:
    """Return whether what is claimed and what was found have something in common; of a spread, both ends must."""
    value = claim.value
    if isinstance(finding, Truth):
        return finding.is_true
    if isinstance(finding, Words):
        return value.text in finding.words
    assert value.low is not None, f"{claim.id} wants a number"
    assert value.high is not None
    if isinstance(finding, Spread):
        return value.low <= finding.low and finding.high <= value.high
    if isinstance(finding, Number):
        return value.low <= _or(finding.high, finding.value) and _or(finding.low, finding.value) <= value.high
    return value.low <= finding.high and finding.low <= value.high


def find_distance(claim: Claim, finding: Finding) -> float | None:
    """Return what was found less what is claimed; of a limit that is kept, nothing."""
    if claim.value.low is None or isinstance(finding, Truth | Words):
        return None
    if isinstance(finding, Number):
        return claim.value.distance(finding.value)
    if isinstance(finding, Limit):
        if agrees(claim, finding):
            return None
        assert claim.value.high is not None
        return claim.value.distance(finding.low if claim.value.high < finding.low else finding.high)
    ends = (claim.value.distance(finding.low), claim.value.distance(finding.high))
    return max(ends, key=abs)


def is_near(claim: Claim, distance: float) -> bool:
    """Return whether a claim that does not hold misses by little."""
    claimed = claim.value.number
    return claimed is not None and claimed != 0 and abs(distance) <= NEAR_SHARE * abs(claimed)


def is_settled(claim: Claim) -> bool:
    """Return whether counting or a proof settles a claim, so that no other games, lists or texts could say otherwise.

    The sources have another Spanish list, and frequencies of other texts.
    """
    check = claim.check
    if claim.kind in ("lexicon", "closed form"):
        is_same_list = "spanish" not in (check.subject, check.arguments.get("lexicon"))
        return is_same_list and "frequenc" not in check.measure
    return claim.kind in ("proof", "formula")


def _or(bound: float | None, value: float | int) -> float | int:
    return value if bound is None else bound
