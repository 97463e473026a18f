"""Bounds and trees on a tiny world, against a search that tries everything."""

from math import inf

import pytest
from tree.oracle import cheapest
from worlds import tiny_lexicon

from audit.claims_by_hand import make_claim, make_evidence, make_games, number
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Limit, Truth, Words
from wordle_jax.audit.settings import Setting
from wordle_jax.audit.trees import find_bound, find_optimum, find_tree

LEXICON = tiny_lexicon("five")
COSTS = cheapest(dict.fromkeys(LEXICON.answers, 1), LEXICON.guesses, "normal", (6,))[0]
BEST = min(COSTS, key=lambda guess: COSTS[guess])


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    """Evidence whose best opener is that of the tiny world, with games as long as its best tree, and longer."""
    total = int(COSTS[BEST])
    answers = len(LEXICON.answers)
    even = [total // answers + (answer < total % answers) for answer in range(answers)]
    games = {
        Setting("main", "best"): make_games(even, lexicon=LEXICON),  # type: ignore[arg-type]
        Setting("main", "worse"): make_games([even[0] + 1, *even[1:]], lexicon=LEXICON),
    }
    made = make_evidence(games)
    made.config = made.config.__class__(**{**vars(made.config), "optimal_opener": BEST})
    return made


def test_the_best_tree(evidence: Evidence) -> None:
    def found(how: str) -> Finding:
        return find_optimum(make_claim(f"optimum:normal {how}"), evidence)

    assert number(found("mean")) == pytest.approx(COSTS[BEST] / len(LEXICON.answers))
    assert found("opener") == Words((BEST,))
    total = int(COSTS[BEST])
    assert found("beats:best") == Truth(True, f"{total} guesses, the best tree {total}")
    assert found("beats:worse") == Truth(False, f"{total + 1} guesses, the best tree {total}")


def test_the_mean_of_solved_games_has_a_bound(evidence: Evidence) -> None:
    total, answers = COSTS[BEST], len(LEXICON.answers)
    for failures, later in ((0, 0), (1, 7), (3, 7 + 8 + 9)):
        found = find_bound(make_claim(f"bound:mean rules=normal failures={failures}"), evidence)
        assert found == Limit(low=(total - later) / (answers - failures))


def test_bounds_of_first_guesses(evidence: Evidence) -> None:
    splits = evidence.splits("english")
    answers = len(LEXICON.answers)
    parts = {g: int(n) - (g in LEXICON.answers) for g, n in zip(LEXICON.guesses, splits.measure("parts"), strict=True)}

    def high(how: str) -> float:
        found = find_bound(make_claim(f"bound:{how}"), evidence)
        assert isinstance(found, Limit)
        return found.high

    assert high("second opener=speed") == pytest.approx(100 * parts["speed"] / answers)
    assert high("second opener=any") == pytest.approx(100 * max(parts.values()) / answers)
    assert high("entropy") == splits.measure("entropy").max()
    assert high("entropy patterns=238") == pytest.approx(7.8948177633)
    assert high("parts") == splits.measure("parts").max()
    assert high("top words=4") == high("recovery words=4") == 25


def test_trees_of_searches(evidence: Evidence) -> None:
    def found(how: str) -> float:
        return number(find_tree(make_claim(f"tree:minimax_alpha_beta {how}"), evidence))

    assert found("mean") >= COSTS[BEST] / len(LEXICON.answers)
    assert found("mean_minus:best") == pytest.approx(found("mean") - COSTS[BEST] / len(LEXICON.answers))
    assert found("worst_minus:optimum") == 0


def test_worst_cases_of_openers() -> None:
    three = tiny_lexicon("three")
    limits = (1, 2, 3, 4)
    by_limit = cheapest(dict.fromkeys(three.answers, 1), three.guesses, "normal", limits)
    depth = {w: next(n for n, c in zip(limits, by_limit, strict=True) if c[w] < inf) for w in ("led", "tea")}
    assert depth == {"led": 3, "tea": 4}
    evidence = make_evidence(lexicon=three)

    def found(openers: str) -> Finding:
        return find_tree(make_claim(f"tree:worst_case opener={openers} order:worst"), evidence)

    assert found("tea,led") == Truth(True, "4 and 3 guesses")
    assert found("led,tea") == Truth(False, "3 and 4 guesses")
    assert found("tea,tea") == Truth(False, "4 and 4 guesses")
