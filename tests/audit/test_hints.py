"""Where counting or the source's own numbers settle a claim, the audit comes to the verdict that was written down."""

import pytest

from audit.claims_by_hand import read_config
from wordle_jax.api import play
from wordle_jax.audit.check import check_claim, is_read
from wordle_jax.audit.claims import Claim, select_claims
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.families import FAMILIES
from wordle_jax.audit.games import Games
from wordle_jax.audit.settings import Setting
from wordle_jax.catalog import load_shipped_lexicon

CLAIMS = select_claims((), (), ())
COMPUTED = [claim for claim in CLAIMS if claim.hint and not is_read(claim)]
# What takes longest is carried out by tests on a tiny world, too; the rest here is all.
SLOW = ("algorithm2_line22", "hybrid_hard_filter", "constraints_exact")


def settings_of(claim: Claim) -> list[Setting]:
    return FAMILIES[claim.check.family].list_games(claim.check, read_config())


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    """The real list, with the games that these claims ask for."""
    english = load_shipped_lexicon("english")
    games = {}
    for setting in {setting for claim in COMPUTED for setting in settings_of(claim)}:
        assert setting.study == "main"
        assert setting.without in ("", "recovery")
        games[setting] = Games(play(setting.solver), english, 6, True)
    return Evidence(read_config(), games)


@pytest.mark.parametrize("family", sorted({claim.check.family for claim in COMPUTED}))
def test_hints_agree(family: str, evidence: Evidence) -> None:
    differ = {}
    for claim in COMPUTED:
        if claim.check.family == family and claim.check.subject not in SLOW:
            verdict = check_claim(claim, evidence).judgement.verdict
            if verdict != claim.hint:
                differ[claim.id] = (claim.hint, verdict)
    assert differ == {}


def test_hints_are_many() -> None:
    assert len(COMPUTED) > 450
    assert {claim.hint for claim in COMPUTED} == {"holds", "impossible", "contradicts itself"}


def test_what_is_read_has_a_verdict_with_its_reason(evidence: Evidence) -> None:
    read = [claim for claim in CLAIMS if is_read(claim)]
    assert len(read) > 40
    for claim in read:
        checked = check_claim(claim, evidence)
        assert checked.finding is None
        assert (checked.judgement.verdict, checked.reason) == (claim.hint, claim.note)
        assert claim.hint and claim.note  # noqa: PT018


def test_what_cannot_be_checked_says_why(evidence: Evidence) -> None:
    for claim in CLAIMS:
        if claim.kind == "not checkable":
            checked = check_claim(claim, evidence)
            assert checked.judgement.verdict == "not checkable"
            assert checked.reason
