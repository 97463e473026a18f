"""Sets that no tree finds in three guesses exclude openers, and nothing else does differently for it."""

import random
from dataclasses import replace
from functools import cache
from math import inf

import numpy as np
import pytest

from tests.tree.oracle import cheapest, shallowest
from tests.tree.test_certificate import FAILS, certify_worst_case, check
from tests.tree.test_resume import WORST, facts_of, interrupt_after
from tests.tree.test_search import find_tree
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig
from wordle_jax.lexicon import build_lexicon
from wordle_jax.pattern import score_words
from wordle_jax.rules import Rules
from wordle_jax.tree import best
from wordle_jax.tree.best import Found, search_tree
from wordle_jax.tree.claims import NEVER, pack_claims
from wordle_jax.tree.openers import prepare_search
from wordle_jax.tree.resume import load_unfinished, question_of
from wordle_jax.world import build_world

# Words of two letters out of twelve tell little of each other. With these seeds four guesses do not suffice.
SEEDS, DEEP = (0, 1, 2, 3, 4, 5), (0, 2, 4)


@pytest.fixture(autouse=True)
def _small_rounds(monkeypatch):
    monkeypatch.setattr(best, "_FIRST_ROUND", 2)
    monkeypatch.setattr(best, "_LARGEST_ROUND", 5)


@cache
def random_lexicon(seed):
    chance = random.Random(seed)
    words = sorted({"".join(chance.choice("abcdefghijkl") for _ in range(2)) for _ in range(200)})
    chance.shuffle(words)
    guesses, answers = sorted(words[:20]), sorted(words[:18])
    return build_lexicon(answers, guesses, dict.fromkeys(guesses, 1.0), name="random", strip_accents=False)


@cache
def random_world(seed):
    return build_world(random_lexicon(seed), 0.02)


@pytest.mark.parametrize("seed", SEEDS)
def test_worst_case_is_what_trying_everything_finds_and_certified(seed):
    lexicon, world = random_lexicon(seed), random_world(seed)
    found = find_tree(world, Rules(12), WORST)
    assert found.cost == found.lower_bound == shallowest(lexicon.answers, lexicon.guesses, "normal")
    assert found.excluded["by_cores"] > 0
    assert sum(found.excluded.values()) == lexicon.num_guesses
    certificate = certify_worst_case(lexicon, world, "normal")
    check(certificate, lexicon, world)
    with pytest.raises(UserError, match=f"{FAILS} .* cannot be done in time"):
        check(replace(certificate, max_guesses=found.cost), lexicon, world)


@pytest.mark.parametrize("seed", DEEP)
def test_cores_cannot_be_found_in_the_guesses_left(seed):
    lexicon, world = random_lexicon(seed), random_world(seed)
    found = find_tree(world, Rules(12), WORST)
    assert found.cost == 5
    assert {subject.left for subject in found.claims} >= {2, 3}
    for members, left, path in found.claims:
        words = [lexicon.answers[answer] for answer in np.frombuffer(members, np.uint16)]
        assert path == ()
        (costs,) = cheapest(dict.fromkeys(words, 1), lexicon.guesses, "normal", (left,))
        assert set(costs.values()) == {inf}


@pytest.mark.parametrize("seed", DEEP)
def test_openers_that_leave_a_core_whole_are_excluded(seed):
    lexicon, world = random_lexicon(seed), random_world(seed)
    found = find_tree(world, Rules(12), WORST)
    searcher = prepare_search(world, Rules(12), WORST)
    everything = np.arange(world.num_guesses)
    assert searcher.excluded_by_cores(4, everything) == []
    searcher.give_cores(found.claims)
    words = [lexicon.guesses[guess] for guess in searcher.numbering.guess_of]
    cores = {
        left: [
            [lexicon.answers[answer] for answer in np.frombuffer(members, np.uint16)]
            for members, of_left, _ in found.claims
            if of_left >= left
        ]
        for left in (2, 3)
    }
    for left in (2, 3):
        right = [
            guess
            for guess, word in enumerate(words)
            if any(len({score_words(word, member) for member in core}) == 1 for core in cores[left])
        ]
        assert searcher.excluded_by_cores(left + 1, everything) == right
    searcher.search(0, 4)  # it may learn of cores; only those that were given count
    assert searcher.excluded_by_cores(4, everything) == right


@pytest.mark.parametrize("seed", DEEP)
def test_certificate_without_its_cores_or_with_others_is_refused(seed):
    lexicon, world = random_lexicon(seed), random_world(seed)
    found = find_tree(world, Rules(12), WORST)
    certificate = certify_worst_case(lexicon, world, "normal")
    cores = [subject for subject in found.claims if subject.left == 3]
    for left in (2, 3):
        others = {subject: NEVER for subject in found.claims if subject.left != left}
        spoiled = replace(certificate, **pack_claims(others))
        if left == 3:
            with pytest.raises(UserError, match=f"{FAILS} .* cannot be done in time"):
                check(spoiled, lexicon, world)
        else:  # that no guess tells a set apart is derived again, if more slowly
            check(spoiled, lexicon, world)
    for core in cores:
        three = core._replace(members=core.members[:6])  # of course three are found in three guesses
        altered = {subject: NEVER for subject in found.claims if subject != core} | {three: NEVER}
        with pytest.raises(UserError, match=f"{FAILS} .* cannot be done in time"):
            check(replace(certificate, **pack_claims(altered)), lexicon, world)
    only = {subject: NEVER for subject in found.claims if subject not in cores[1:]}
    if len(cores) > 1:
        with pytest.raises(UserError, match=f"{FAILS} .* cannot be done in time"):
            check(replace(certificate, **pack_claims(only)), lexicon, world)


@pytest.mark.parametrize("executor", [ExecutorConfig("local", chunk=3), ExecutorConfig("ray", workers=2, chunk=1)])
def test_executors_find_the_same_cores(executor):
    world, again = random_world(0), Found()
    whole = find_tree(world, Rules(12), WORST)
    search_tree(prepare_search(world, Rules(12), WORST), Rules(12), WORST, None, again, executor)
    assert facts_of(again) == facts_of(whole)


@pytest.mark.parametrize("openers", [1, 2, 6, 13])
def test_interrupted_rounds_go_on(openers, tmp_path, monkeypatch):
    monkeypatch.setattr(best, "_LINES", 1 << 16)  # one opener a chunk
    world, rules, path = random_world(0), Rules(12), tmp_path / "unfinished.npz"
    whole = find_tree(world, rules, WORST)
    stopped = interrupt_after(openers, world, rules, path, WORST, limit=4)
    assert stopped.limit == 4
    searcher, found = prepare_search(world, rules, WORST), Found()
    assert load_unfinished(path, question_of(searcher, rules, WORST, None), searcher, found)
    assert facts_of(found) == facts_of(stopped)
    search_tree(searcher, rules, WORST, None, found)
    assert facts_of(found) == facts_of(whole)


@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_rules_that_look_back_have_no_cores(mode):
    found = find_tree(random_world(0), Rules(12, mode), WORST)
    assert found.cores == {}
    assert found.excluded["by_cores"] == 0
