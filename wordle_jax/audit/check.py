"""One claim checked: what was found, and the verdict."""

from dataclasses import dataclass

from wordle_jax.audit.claims import Claim
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.families import FAMILIES
from wordle_jax.audit.finding import Finding, Unmeasured
from wordle_jax.audit.verdict import VERDICTS, Judgement, judge
from wordle_jax.errors import UserError

_UNCHECKABLE = "none"
_REASONED = "reasoned"
# After `agree`: the source implies the opposite elsewhere, which was read and is not computed.
_OPPOSITE = "no"
_NO_REASON = "times, versions and results of others cannot be measured here"


@dataclass(frozen=True)
class Checked:
    """A claim with its verdict; `finding` is None where nothing was computed, and `reason` says why, or what for."""

    claim: Claim
    finding: Finding | None
    judgement: Judgement
    reason: str


def check_claim(claim: Claim, evidence: Evidence) -> Checked:
    """Return the verdict on a claim."""
    if claim.check.family == _UNCHECKABLE:
        return Checked(claim, None, Judgement("not checkable"), claim.note or _NO_REASON)
    if is_read(claim):
        (verdict,) = (verdict for verdict in VERDICTS if verdict == claim.hint)
        return Checked(claim, None, Judgement(verdict), claim.note)
    try:
        finding = FAMILIES[claim.check.family].find(claim, evidence)
    except (Unmeasured, UserError) as error:
        return Checked(claim, None, Judgement("not checkable"), str(error))
    return Checked(claim, finding, judge(claim, finding), claim.note)


def is_read(claim: Claim) -> bool:
    """Return whether the verdict on a claim comes from reading the source: nothing is computed."""
    check = claim.check
    return check.family == _REASONED or (check.family == "agree" and check.subject == _OPPOSITE)
