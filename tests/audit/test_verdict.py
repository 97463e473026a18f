"""Verdicts by hand."""

import pytest

from audit.claims_by_hand import make_claim
from wordle_jax.audit.finding import Finding, Limit, Number, Spread, Truth, Words
from wordle_jax.audit.verdict import Judgement, is_settled, judge

GAMES = "study:main solver=entropy mean_all"


@pytest.mark.parametrize(
    ("value", "finding", "verdict"),
    [
        ("3.54", Number(3.544), "holds"),
        ("3.54", Number(3.545), "holds"),  # the very end
        ("3.54", Number(3.5451), "near"),
        ("3.54", Number(3.6108), "near"),  # exactly 2%
        ("3.54", Number(3.611), "does not hold"),
        ("3.54", Number(3.7, 3.5, 3.9), "holds"),  # within the interval of a sample
        ("3.54", Number(3.7, 3.546, 3.9), "does not hold"),
        ("<0.001", Number(0.0009), "holds"),
        ("<0.001", Number(0.001), "near"),
        ("<0.001", Number(0.04), "does not hold"),
        (">0", Number(0.0), "does not hold"),  # nothing is near to nought
        (">95", Number(94.0), "near"),
        ("0", Number(0.49), "holds"),
        ("0", Number(1), "does not hold"),
        ("2..10", Number(10.4), "holds"),
        ("2..10", Number(10.6), "does not hold"),  # a range has no number to be near to
        ("0.0..0.1", Spread(0.0, 0.1), "holds"),
        ("0.0..0.1", Spread(0.0, 0.2), "does not hold"),  # both ends must lie within
        ("3.3", Limit(low=3.34), "holds"),
        ("3.3", Limit(low=3.36), "near"),
        ("3.3", Limit(low=3.42), "does not hold"),
        ("8.9", Limit(high=6.4), "does not hold"),
        ("8.9", Limit(high=8.86), "holds"),
        ("salet", Words(("raise", "salet")), "holds"),
        ("salet", Words(("raise",)), "does not hold"),
        ("yes", Truth(True), "holds"),
        ("yes", Truth(False), "does not hold"),
    ],
)
def test_verdicts_on_games(value: str, finding: Finding, verdict: str) -> None:
    assert judge(make_claim(GAMES, value), finding).verdict == verdict


def test_distances_are_what_was_found_less_what_is_claimed() -> None:
    assert judge(make_claim(GAMES, "3.5"), Number(3.75)) == Judgement("does not hold", 0.25)
    assert judge(make_claim(GAMES, "3.5"), Number(3.5)) == Judgement("holds", 0.0)
    assert judge(make_claim(GAMES, "3.25"), Limit(low=3.5)) == Judgement("does not hold", 0.25)
    assert judge(make_claim(GAMES, "3.75"), Limit(low=3.5)) == Judgement("holds", None)
    assert judge(make_claim(GAMES, "8"), Limit(high=6.5)) == Judgement("does not hold", -1.5)
    assert judge(make_claim(GAMES, "2..4"), Spread(2.0, 5.5)).distance == pytest.approx(1.0)
    assert judge(make_claim(GAMES, "salet"), Words(("raise",))) == Judgement("does not hold", None)


@pytest.mark.parametrize(
    ("how", "kind", "verdict"),
    [
        ("opening:trace entropy", "closed form", "impossible"),
        ("opening:trace lexicon=spanish entropy", "closed form", "near"),  # the sources have another list
        ("bound:mean rules=normal failures=0", "proof", "impossible"),
        ("openings max:entropy lexicon=spanish", "proof", "impossible"),
        ("formula:eq8 wrong_pairs", "formula", "impossible"),
        ("lexicon:english vowel_share", "lexicon", "impossible"),
        ("lexicon:spanish vowel_share", "lexicon", "near"),
        ("lexicon:english mean_frequency", "lexicon", "near"),  # of other texts
        ("lexicon:english top_frequency_share:1000", "lexicon", "near"),
        ("arithmetic: 3 + 3", "arithmetic", "contradicts itself"),
        ("share_of: 300", "arithmetic", "contradicts itself"),
        ("agree: 3", "arithmetic", "contradicts itself"),
        (GAMES, "measurement", "near"),
    ],
)
def test_what_settles_a_claim_decides_how_it_fails(how: str, kind: str, verdict: str) -> None:
    claim = make_claim(how, "5.80", kind=kind)
    assert judge(claim, Number(5.83)).verdict == verdict
    assert judge(claim, Number(5.80)).verdict == "holds"
    assert is_settled(claim) == (verdict == "impossible")
