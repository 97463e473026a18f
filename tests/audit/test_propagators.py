"""Two propagators on the games of a tiny world."""

import pytest
from worlds import tiny_lexicon

from audit.claims_by_hand import make_claim, make_evidence
from wordle_jax.api import play
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Truth
from wordle_jax.audit.games import Games
from wordle_jax.audit.propagators import find_propagation
from wordle_jax.audit.settings import Setting
from wordle_jax.constraints import compare_propagators

LEXICON = tiny_lexicon("five")


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    records = play("forward_checking", LEXICON)
    return make_evidence({Setting("main", "forward_checking"): Games(records, LEXICON, 6, True)})


def find(evidence: Evidence, how: str) -> Truth:
    found = find_propagation(make_claim(f"propagation:main {how}"), evidence)
    assert isinstance(found, Truth)
    return found


def test_a_propagator_removes_no_more_than_itself(evidence: Evidence) -> None:
    same = find(evidence, "propagator=mac versus=mac removes_more")
    assert not same.is_true
    assert find(evidence, "propagator=mac versus=mac same_candidates").is_true


def test_values_removed_are_summed_over_games(evidence: Evidence) -> None:
    records = evidence.games(Setting("main", "forward_checking")).records
    letters = LEXICON.letters
    answers = letters[LEXICON.answer_guess]
    removed = {}
    for name in ("mac", "forward_checking"):
        rows = compare_propagators(letters, records.guesses, records.observed_patterns, answers, (name,)).rows
        removed[name] = round(sum(row.games * row.mean_values_removed for row in rows))
    found = find(evidence, "propagator=mac versus=forward_checking removes_more")
    assert found == Truth(
        removed["mac"] > removed["forward_checking"], f"{removed['mac']:,} and {removed['forward_checking']:,} values"
    )
    assert find(evidence, "propagator=mac versus=forward_checking same_candidates").is_true
