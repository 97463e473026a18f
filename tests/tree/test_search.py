"""The search finds what trying everything finds, and its trees hold."""

import string
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from worlds import tiny_lexicon, tiny_world

from tests.tree.oracle import cheapest, shallowest
from tests.tree.test_store import shape
from wordle_jax.errors import UserError
from wordle_jax.lexicon import MAX_ANSWERS, build_lexicon
from wordle_jax.rules import Rules
from wordle_jax.tree.best import Found, search_tree
from wordle_jax.tree.claims import NEVER
from wordle_jax.tree.openers import prepare_search
from wordle_jax.tree.search import MOST_FOR_FAILURES, WEIGHT_SCALE, SearchConfig, Searcher, weigh_answers
from wordle_jax.tree.tree import UNLIMITED, Tree
from wordle_jax.tree.verify import verify_tree
from wordle_jax.world import build_world

WORLDS = ("five", "three", "accented", "six")
MODES = ("normal", "hard", "ultra_hard")
EXACT = SearchConfig("total", exact=True)


def find_tree(world, rules, config, opener=None):
    found = Found()
    search_tree(prepare_search(world, rules, config), rules, config, opener, found)
    return found


def facts_of(found):
    """What must be the same of two searches that come to the same."""
    return vars(found) | {"root": shape(found.root)}


def cores_of(searcher):
    """The cores that a searcher knows, and the guesses in which none of them is found."""
    cores = searcher.memo.cores
    num = int(cores.counter[0])
    return list(zip(np.split(cores.member, cores.end[1 : num + 1])[:num], cores.left[:num].tolist(), strict=True))


def weights_of(name, prior):
    lexicon = tiny_lexicon(name)
    return dict(zip(lexicon.answers, weigh_answers(tiny_world(name), prior).tolist(), strict=True))


# Trying everything takes too long for the short words under hard rules.
CASES = [(name, mode, "uniform") for name in WORLDS for mode in MODES if (name, mode) != ("three", "hard")]
CASES.append(("five", "normal", "frequency"))


@pytest.mark.parametrize(("name", "mode", "prior"), CASES)
def test_every_opener_costs_what_trying_everything_finds(name, mode, prior):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    searcher = Searcher(world, mode, weigh_answers(world, prior))
    limits = (1, 2, 3, 4, UNLIMITED)
    right = cheapest(weights_of(name, prior), lexicon.guesses, mode, (*limits[:-1], 7))
    for left, costs in zip(limits, right, strict=True):
        for guess in range(lexicon.num_guesses):
            word = lexicon.guesses[searcher.numbering.guess_of[guess]]
            cost = searcher.search(guess, left)
            assert (inf if cost is None else cost) == costs[word], (word, left)


FAILURE_CASES = [(name, mode, 4) for name, mode, prior in CASES if prior == "uniform"]


@pytest.mark.parametrize(
    ("name", "mode", "failure_cost"), [*FAILURE_CASES, ("five", "normal", 1), ("three", "normal", 1000)]
)
def test_failures_cost_what_trying_everything_finds(name, mode, failure_cost):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    searcher = Searcher(world, mode, weigh_answers(world, "uniform"), failure_cost=failure_cost)
    limits = (1, 2, 3, 12)
    right = cheapest(weights_of(name, "uniform"), lexicon.guesses, mode, limits, failure_cost)
    for left, costs in zip(limits, right, strict=True):
        for guess in range(lexicon.num_guesses):
            word = lexicon.guesses[searcher.numbering.guess_of[guess]]
            cost = searcher.search(guess, left)
            assert cost == costs[word], (word, left)
            tree = Tree(lexicon.digest, mode, searcher.recall(guess, left))
            taken = verify_tree(tree, lexicon).values()
            assert sum(taken) + failure_cost * sum(guesses > left for guesses in taken) == cost, (word, left)


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("max_guesses", [1, 3])
def test_failures_are_counted_and_bounded_without_a_proof(mode, max_guesses):
    lexicon, world, rules = tiny_lexicon("three"), tiny_world("three"), Rules(max_guesses, mode)
    wide = SearchConfig("wide", failure_cost=1000, top="all")
    best = find_tree(world, rules, wide)
    for config in (wide, replace(wide, top=2), replace(wide, top=2, order="entropy"), replace(wide, candidates_at=5)):
        found = find_tree(world, rules, config)
        taken = verify_tree(Tree(lexicon.digest, mode, found.root), lexicon).values()
        assert found.cost == sum(taken) + 1000 * sum(guesses > max_guesses for guesses in taken)
        assert found.lower_bound <= best.cost <= found.cost
        assert not found.is_optimal
        assert found.claims == {}


def test_price_of_a_failure_is_weighed_against_guesses():
    """Under it trees are as good as without a limit, above it failures are as few as can be."""
    world = tiny_world("three")
    weight = weigh_answers(world, "uniform")
    free = Searcher(world, "normal", weight).search(0, UNLIMITED)
    costs = [Searcher(world, "normal", weight, failure_cost=cost).search(0, 3) for cost in (1, 2, 4, 8, 100, 200)]
    assert costs == sorted(costs)
    assert free < costs[0]
    failures = (costs[-1] - costs[-2]) // 100
    assert 0 < failures <= costs[0] - free
    assert costs[-1] == costs[-2] + 100 * failures


def test_trees_are_no_deeper_than_there_is_room_for():
    """Of words that differ in one letter alone each guess tells one from all others."""
    words = ["a" + letter for letter in string.ascii_lowercase]
    lexicon = build_lexicon(words, words, {}, name="family")
    searcher = Searcher(build_world(lexicon, 0.02), "normal", np.ones(26, np.int64), failure_cost=1000, top=1)
    assert searcher.search(0, 6) == 26 * 27 // 2 + 20 * 1000
    searcher.forget()
    searcher._work = searcher._work._replace(frame=searcher._work.frame[:20])
    assert searcher.search(0, 6) is None


def chain_world(length):
    """Words that share no letter, used alike: whatever is guessed tells one from all others."""
    words = [chr(0x4E00 + i) * 3 for i in range(length)]
    lexicon = build_lexicon(words, words, {}, name="chain")
    return lexicon, build_world(lexicon, 0.02)


@pytest.mark.parametrize("length", [20, 40, 64])
@pytest.mark.parametrize("order", ["bound", "entropy"])
def test_weights_leave_room_for_deep_trees(order, length):
    lexicon, world = chain_world(length)
    config = SearchConfig("few", prior="frequency", top=1, order=order)
    found = find_tree(world, Rules(100), config, opener=length - 1)
    tree = Tree(lexicon.digest, "normal", found.root)
    verify_tree(tree, lexicon)
    weight = int(weigh_answers(world, "frequency")[0])
    assert (tree.worst_case, found.cost) == (length, weight * length * (length + 1) // 2)


def test_no_tree_costs_half_of_what_stands_for_none():
    world = tiny_world("five")
    num = world.num_answers
    for prior in (np.eye(num)[3], np.full(num, 1 / num), world.prior):
        weight = weigh_answers(replace(world, prior=prior), "frequency")
        assert weight.min() >= 1
        assert abs(weight.sum() - WEIGHT_SCALE) <= num
    assert 2 * UNLIMITED * (WEIGHT_SCALE + MAX_ANSWERS) < NEVER
    assert 2 * (MOST_FOR_FAILURES + UNLIMITED * MAX_ANSWERS) < NEVER <= np.iinfo(np.int32).max


@pytest.mark.parametrize("huge", [28, 2**31, 2**63, 10**30])
def test_more_guesses_than_there_are_is_all_of_them(huge):
    world = tiny_world("three")
    for setting, everything in (("top", 27), ("candidates_at", 16)):
        for config in (SearchConfig("few"), SearchConfig("few", order="entropy")):
            same = [find_tree(world, Rules(), replace(config, **{setting: given})) for given in (everything, huge)]
            assert facts_of(same[0]) == facts_of(same[1])


@pytest.mark.parametrize(("name", "mode"), [("five", "normal"), ("five", "hard"), ("three", "ultra_hard")])
def test_found_tree_is_the_best_within_the_guesses_allowed(name, mode):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    limits = (2, 3, 4)
    costs = cheapest(weights_of(name, "uniform"), lexicon.guesses, mode, limits)
    for max_guesses, right in zip(limits, (min(cost.values()) for cost in costs), strict=True):
        if right == inf:
            with pytest.raises(UserError, match=f"no tree was found within {max_guesses}"):
                find_tree(world, Rules(max_guesses, mode), EXACT)
            continue
        found = find_tree(world, Rules(max_guesses, mode), EXACT)
        tree = Tree(lexicon.digest, mode, found.root)
        taken = verify_tree(tree, lexicon)
        assert sum(taken.values()) == tree.total_guesses == found.cost == found.lower_bound == right
        assert max(taken.values()) == tree.worst_case <= max_guesses
        assert found.is_optimal
        assert len(found.done) == found.openers == lexicon.num_guesses


@pytest.mark.parametrize(
    ("name", "mode"), [("five", "normal"), ("three", "normal"), ("accented", "normal"), ("five", "hard")]
)
def test_openers_have_some_tree_where_trying_everything_finds_one(name, mode):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    searcher = Searcher(world, mode, weigh_answers(world, "uniform"), any_tree=True)
    limits = (1, 2, 3, 4, 5)
    for left, costs in zip(limits, cheapest(weights_of(name, "uniform"), lexicon.guesses, mode, limits), strict=True):
        for guess in range(lexicon.num_guesses):
            word = lexicon.guesses[searcher.numbering.guess_of[guess]]
            assert (searcher.search(guess, left) is None) == (costs[word] == inf), (word, left)
    # What no guess tells apart is small: without any of its members some guess would.
    codes, cores = searcher.problem.by_guess, cores_of(searcher)
    for members, left in cores:
        assert left == 2
        assert all(len(np.unique(row)) < len(members) for row in codes[:, members])
        for i in range(len(members)):
            assert any(len(np.unique(row)) == len(members) - 1 for row in np.delete(codes[:, members], i, axis=1))
    assert (len(cores) > 0) == (name == "three")


@pytest.mark.parametrize(("name", "mode"), [("five", "normal"), ("five", "hard"), ("three", "ultra_hard")])
def test_worst_case(name, mode):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    found = find_tree(world, Rules(12, mode), SearchConfig("worst_case", "worst_case", exact=True))
    assert found.cost == found.lower_bound == shallowest(lexicon.answers, lexicon.guesses, mode)
    taken = verify_tree(Tree(lexicon.digest, mode, found.root), lexicon)
    assert max(taken.values()) == found.cost


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("ranks", [1, 2, 5, 27, 40])
def test_best_openers_have_their_exact_costs(mode, ranks):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    (costs,) = cheapest(weights_of("five", "uniform"), lexicon.guesses, mode, (3,))
    searcher, found, rules = Searcher(world, mode, weigh_answers(world, "uniform")), Found(), Rules(3, mode)
    search_tree(searcher, rules, SearchConfig("ranked", exact=True, ranks=ranks), None, found)
    told = [(cost, lexicon.guesses[searcher.numbering.guess_of[guess]]) for cost, guess in found.ranking]
    assert [cost for cost, _ in told] == sorted(cost for cost in costs.values() if cost < inf)[:ranks]
    assert all(costs[word] == cost for cost, word in told)
    assert found.ranking == sorted(found.ranking)
    assert found.ranking[0] == (found.cost, found.opener)
    assert sum(found.excluded.values()) == lexicon.num_guesses - len(told)


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("objective", ["total", "worst_case"])
@pytest.mark.parametrize("order", ["bound", "entropy"])
@pytest.mark.parametrize("candidates_at", [0, 5])
def test_narrow_search_gives_a_tree_and_bounds_the_best(mode, objective, order, candidates_at):
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    config = SearchConfig("narrow", objective, top=3, order=order, candidates_at=candidates_at)
    found = find_tree(world, Rules(12, mode), config)
    best = find_tree(world, Rules(12, mode), SearchConfig("wide", objective, exact=True))
    verify_tree(Tree(lexicon.digest, mode, found.root), lexicon)
    assert found.lower_bound <= best.cost <= found.cost
    assert not found.is_optimal
    assert found.openers == 3


def test_bounds_are_below_what_openers_cost():
    world = tiny_world("five")
    for prior in ("uniform", "frequency"):
        weight = weigh_answers(world, prior)
        bounder, searcher = Searcher(world, "normal", weight, bound_only=True), Searcher(world, "normal", weight)
        for guess in range(world.num_guesses):
            by_sizes = bounder.search(guess, UNLIMITED, 1)
            assert by_sizes <= bounder.search(guess, UNLIMITED) <= searcher.search(guess, UNLIMITED)


def test_beta_tells_costs_apart():
    world = tiny_world("five")
    weight = np.ones(world.num_answers, np.int64)
    costs = [Searcher(world, "normal", weight).search(guess, UNLIMITED) for guess in range(world.num_guesses)]
    for beta in range(min(costs), max(costs) + 2):
        searcher = Searcher(world, "normal", weight)
        for guess, cost in enumerate(costs):
            told = searcher.search(guess, UNLIMITED, beta)
            assert told == cost if cost < beta else beta <= told <= cost


def test_salet(english, english_world):
    """The known optimum: 7,920 guesses, proved for this opener."""
    found = find_tree(english_world, Rules(), EXACT, english.guess_index["salet"])
    tree = Tree(english.digest, "normal", found.root)
    assert sum(verify_tree(tree, english).values()) == tree.total_guesses == found.lower_bound == 7920
    assert tree.distribution == {2: 87, 3: 1216, 4: 962, 5: 50}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"top": 0}, "search.top: is 0; give 1 or more guesses, or all"),
        ({"candidates_at": -1}, "search.candidates_at: is -1; give 0 or more candidates"),
        ({"exact": True, "candidates_at": 5}, "search.exact: a proof considers every guess"),
        ({"objective": "worst_case", "prior": "frequency"}, "search.prior: is frequency"),
        ({"ranks": 0}, "search.ranks: is 0; give 1 or more openers"),
        ({"failure_cost": 0}, "search.failure_cost: is 0; give 1 or more guesses, or null"),
        ({"failure_cost": 9, "objective": "worst_case"}, "search.failure_cost: is 9, but worst_case does not count"),
        ({"failure_cost": 9, "prior": "frequency"}, "search.failure_cost: is 9, but frequency does not count guesses"),
        ({"failure_cost": 9, "exact": True}, "search.exact: there are no proofs about trees with failures; give false"),
        ({"failure_cost": 9, "ranks": 2}, "search.ranks: is 2; give 1, as openers are not ranked by failures"),
        ({"objective": "worst_case", "ranks": 5}, "search.ranks: is 5; give 1, as only totals are ranked"),
    ],
)
def test_what_does_not_fit_is_refused(changes, problem):
    with pytest.raises(UserError, match=problem):
        SearchConfig("bad", **changes)
