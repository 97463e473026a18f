"""Checks as people write them, and which claims are chosen."""

import pytest

from wordle_jax.audit.claims import SOURCES, parse_check, select_claims
from wordle_jax.errors import UserError


def test_a_check_has_a_family_a_subject_arguments_and_what_is_wanted() -> None:
    check = parse_check("study:noise solver=csp_aware versus=forward_checking,mac noise=0.1 ahead_at:0.05,0.1")
    assert (check.family, check.subject) == ("study", "noise")
    assert check.arguments == {"solver": "csp_aware", "versus": "forward_checking,mac", "noise": "0.1"}
    assert check.listed("versus") == ("forward_checking", "mac")
    assert check.listed("against") == ()
    assert (check.measure, check.parameter) == ("ahead_at", "0.05,0.1")


def test_what_is_wanted_may_stand_before_arguments_and_hold_colons() -> None:
    check = parse_check("study:main solver=entropy share:6 of=300")
    assert (check.measure, check.parameter, check.arguments["of"]) == ("share", "6", "300")
    check = parse_check("openings order:entropy:trace,crate")
    assert (check.family, check.subject, check.parameter) == ("openings", "", "entropy:trace,crate")


def test_expressions_are_kept_whole() -> None:
    assert parse_check("at_most: 5 - 23.4/100").subject == "5 - 23.4/100"
    assert parse_check("arithmetic: dist_mean(0.04, 8.4)").family == "arithmetic"
    assert parse_check("none").family == "none"


def test_all_claims_are_read() -> None:
    claims = select_claims((), (), ())
    assert [sum(claim.source == source for claim in claims) for source in SOURCES] == [845, 51, 91, 32]
    (first,) = select_claims((), (), ("paper-002",))
    assert (first.kind, first.unit, first.value.number) == ("measurement", "guesses", 3.54)


def test_restrictions_work_together() -> None:
    chosen = select_claims(("cpp", "hybrid"), ("lexicon",), ())
    assert chosen
    assert {(claim.source, claim.kind) for claim in chosen} == {("cpp", "lexicon"), ("hybrid", "lexicon")}


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ((("papers",), (), ()), "audit.sources: there is no 'papers' (did you mean paper?); choose among paper"),
        (
            ((), ("closed",), ()),
            "audit.kinds: there is no 'closed' (did you mean closed form?); choose among measurement",
        ),
        (((), (), ("paper-2",)), "audit.ids: there is no 'paper-2'; they are paper-001 to paper-"),
        (((), (), ("x-1",)), "audit.ids: there is no 'x-1'; they are paper-001 to paper-"),
        ((("cpp",), (), ("paper-002",)), "audit.ids: no claim is of these sources and kinds"),
    ],
)
def test_what_there_is_not_is_told_in_a_line(asked: tuple, line: str) -> None:
    with pytest.raises(UserError) as caught:
        select_claims(*asked)
    assert str(caught.value).startswith(line)
