"""What comes of an opener depends on nothing but the opener and what it has to beat."""

from dataclasses import replace

import numpy as np
import pytest
from worlds import tiny_world

from tests.tree.test_store import shape
from wordle_jax.rules import Rules
from wordle_jax.tree.openers import OpenerJob, depth_of, make_job
from wordle_jax.tree.search import SearchConfig

EXACT, WORST = SearchConfig("total", exact=True), SearchConfig("worst_case", "worst_case", exact=True)
ALL = np.arange(27)


def facts_of(outcome):
    return vars(outcome) | {"root": outcome.root and shape(outcome.root)}


def job_of(config=EXACT, mode="normal", limit=6, to_beat=None) -> OpenerJob:
    return replace(make_job(tiny_world("five"), Rules(limit, mode), config), to_beat=to_beat)


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("to_beat", [None, (36, 10)])
def test_order_of_openers_leaves_no_trace(mode, to_beat):
    job = job_of(mode=mode, to_beat=to_beat)
    forth, back = job.start(tiny_world("five"))(ALL), job.start(tiny_world("five"))(ALL[::-1])
    assert [facts_of(outcome) for outcome in forth] == [facts_of(outcome) for outcome in reversed(back)]


def test_failures_of_openers_are_told_apart():
    """With what is to be beaten an opener costs the same or is excluded."""
    config = SearchConfig("failures", failure_cost=100, top="all")
    forth = job_of(config, limit=2).start(tiny_world("five"))(ALL)
    back = job_of(config, limit=2).start(tiny_world("five"))(ALL[::-1])
    assert [facts_of(outcome) for outcome in forth] == [facts_of(outcome) for outcome in reversed(back)]
    exact = {outcome.guess: outcome.cost for outcome in forth}
    for cost, opener in sorted((cost, guess) for guess, cost in exact.items())[::9]:
        for outcome in job_of(config, limit=2, to_beat=(cost, opener)).start(tiny_world("five"))(ALL):
            own = exact[outcome.guess]
            assert outcome.cost == (own if (own, outcome.guess) <= (cost, opener) else None)
            assert (outcome.root is None) == (outcome.cost is None)
            assert outcome.claims == {}
            assert not outcome.needs_limit


def test_what_does_not_beat_the_best_is_excluded():
    exact = {outcome.guess: outcome.cost for outcome in job_of().start(tiny_world("five"))(ALL)}
    for to_beat in [(34, 3), (36, 10), (40, 26)]:
        for outcome in job_of(to_beat=to_beat).start(tiny_world("five"))(ALL):
            cost = exact[outcome.guess]
            assert outcome.cost == (cost if (cost, outcome.guess) <= to_beat else None)
            assert (outcome.root is None) == (outcome.cost is None)
    assert {outcome.step for outcome in job_of(to_beat=(34, 0)).start(tiny_world("five"))(ALL)} >= {"by_sizes"}


def test_limit_is_told_apart():
    for limit in (2, 3, 4):
        for outcome in job_of(limit=limit).start(tiny_world("five"))(ALL):
            if outcome.root is not None:
                assert depth_of(outcome.root) <= limit
            free = job_of(limit=12).start(tiny_world("five"))(np.array([outcome.guess]))[0]
            assert outcome.needs_limit == (depth_of(free.root) > limit)


def test_any_tree_ends_the_search():
    outcomes = job_of(WORST, limit=3).start(tiny_world("five"))(ALL)
    assert [outcome.root is None for outcome in outcomes] == [True] * (len(outcomes) - 1) + [False]
    assert outcomes[-1].cost == depth_of(outcomes[-1].root) <= 3
    assert len(job_of(WORST, limit=1).start(tiny_world("five"))(ALL)) == 27
