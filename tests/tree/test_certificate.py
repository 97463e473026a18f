"""A certificate of a true bound holds, and no other does."""

import json
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from worlds import tiny_lexicon, tiny_world

from tests.tree.oracle import cheapest, shallowest
from tests.tree.test_search import find_tree, weights_of
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.rules import Rules
from wordle_jax.tree.certificate import (
    Certificate,
    hash_weights,
    load_certificate,
    make_certificate,
    save_certificate,
)
from wordle_jax.tree.check import verify_certificate
from wordle_jax.tree.claims import NEVER, Subject, pack_claims
from wordle_jax.tree.search import SearchConfig, weigh_answers
from wordle_jax.world import build_world

WORLDS = ("five", "three", "accented")
FAILS = "the certificate fails: it does not follow that"


def certify(lexicon, world, opener=None, prior="uniform", rules=None):
    """The certificate of the optimum within the guesses that the rules allow, and what was found."""
    rules = rules or Rules(12)
    found = find_tree(world, rules, SearchConfig("total", prior=prior, exact=True), opener)
    assert found.is_optimal
    limit = rules.max_guesses if found.needs_limit else None
    weight = weigh_answers(world, prior)
    made = make_certificate(found.claims, lexicon, opener, rules.mode, limit, prior, weight, found.lower_bound)
    return made, found


def certify_worst_case(lexicon, world, mode, opener=None):
    """The certificate that one guess less than the worst case of the best tree does not suffice."""
    found = find_tree(world, Rules(12, mode), SearchConfig("worst_case", "worst_case", exact=True), opener)
    weight = weigh_answers(world, "uniform")
    return make_certificate(found.claims, lexicon, opener, mode, found.cost - 1, "uniform", weight, NEVER)


def check(certificate, lexicon, world):
    verify_certificate(certificate, lexicon, world, weigh_answers(world, certificate.prior))


@pytest.mark.parametrize("prior", ["uniform", "frequency"])
@pytest.mark.parametrize("name", WORLDS)
def test_optimum_is_certified_and_no_more(name, prior):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    certificate, _ = certify(lexicon, world, prior=prior)
    check(certificate, lexicon, world)
    with pytest.raises(UserError, match=FAILS):
        check(replace(certificate, lower_bound=certificate.lower_bound + 1), lexicon, world)


@pytest.mark.parametrize("limit", [2, 3, 12])
@pytest.mark.parametrize(("name", "mode"), [("five", "normal"), ("five", "hard"), ("three", "ultra_hard")])
def test_what_trying_everything_finds_is_certified_and_no_more(name, mode, limit):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    (costs,) = cheapest(weights_of(name, "uniform"), lexicon.guesses, mode, (min(limit, 7),))
    for word, cost in [*costs.items()][::3]:
        opener = lexicon.guess_index[word]
        if cost == inf:
            continue
        certificate, _ = certify(lexicon, world, opener, rules=Rules(limit, mode))
        assert certificate.lower_bound == cost
        check(certificate, lexicon, world)
        with pytest.raises(UserError, match=f"{FAILS} {word} costs at least {cost + 1}"):
            check(replace(certificate, lower_bound=cost + 1), lexicon, world)


@pytest.mark.parametrize(("name", "mode"), [("five", "normal"), ("five", "hard"), ("three", "ultra_hard")])
def test_worst_case_is_certified_and_no_more(name, mode):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    certificate = certify_worst_case(lexicon, world, mode)
    assert certificate.max_guesses == shallowest(lexicon.answers, lexicon.guesses, mode) - 1
    check(certificate, lexicon, world)
    with pytest.raises(UserError, match=f"{FAILS} .* cannot be done in time"):
        check(replace(certificate, max_guesses=certificate.max_guesses + 1), lexicon, world)


def test_optimum_with_an_opener_is_certified_and_no_more(english, english_world):
    salet = english.guess_index["salet"]
    certificate, _ = certify(english, english_world, salet)
    assert (certificate.opener, certificate.lower_bound, certificate.max_guesses) == ("salet", 7920, None)
    assert len(certificate.lower) > 10
    check(certificate, english, english_world)
    for spoiled in (replace(certificate, lower=certificate.lower + 1), replace(certificate, opener="trace")):
        with pytest.raises(UserError, match=FAILS):
            check(spoiled, english, english_world)
    # Every claim is needed, or was on the way to one that is: without any, the bound does not follow.
    none = replace(certificate, **pack_claims({}))
    with pytest.raises(UserError, match=f"{FAILS} salet costs at least 7920"):
        check(none, english, english_world)


def test_hard_mode_within_six_guesses_is_certified_and_no_more(english, english_world):
    salet = english.guess_index["salet"]
    certificate, found = certify(english, english_world, salet, rules=Rules(6, "hard"))
    assert (certificate.lower_bound, certificate.max_guesses, found.cost) == (8122, 6, 8122)
    check(certificate, english, english_world)
    for spoiled in (
        replace(certificate, lower=certificate.lower + (certificate.lower < NEVER)),
        replace(certificate, max_guesses=None),  # seven guesses cost less
        replace(certificate, mode="normal"),
        replace(certificate, **pack_claims({})),
    ):
        with pytest.raises(UserError, match=FAILS):
            check(spoiled, english, english_world)


def test_worst_case_with_an_opener_is_certified_and_no_more(english, english_world):
    certificate = certify_worst_case(english, english_world, "normal", english.guess_index["salet"])
    assert (certificate.max_guesses, certificate.lower_bound) == (4, NEVER)
    check(certificate, english, english_world)
    with pytest.raises(UserError, match=f"{FAILS} salet cannot be done in time"):
        check(replace(certificate, **pack_claims({})), english, english_world)
    with pytest.raises(UserError, match=FAILS):
        check(
            replace(certificate, left=np.minimum(certificate.left + 1, certificate.claims.counts)),
            english,
            english_world,
        )


def test_hard_mode_tree_within_five_guesses(english, english_world):
    certificate = certify_worst_case(english, english_world, "hard", english.guess_index["calid"])
    assert certificate.max_guesses == 4
    check(certificate, english, english_world)


def test_what_is_certified_is_told(english):
    nothing, weight = pack_claims({}), np.array([3, 5])
    plain = Certificate(english.digest, None, "normal", None, "uniform", "", 7920, **nothing)
    assert plain.describe(weight) == "no tree costs less than 7,920 guesses"
    hard = replace(plain, opener="salet", mode="hard", max_guesses=6, lower_bound=8122)
    assert hard.describe(weight) == (
        "no tree that opens with salet under hard rules of at most 6 guesses costs less than 8,122 guesses"
    )
    worst = replace(plain, lower_bound=NEVER, max_guesses=4)
    assert worst.describe(weight) == "no tree finds every answer within 4 guesses"
    by_use = replace(plain, prior="frequency", lower_bound=20)
    assert by_use.describe(weight) == "no tree costs less than 2.500000 guesses on average, by frequency"


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_what_is_saved_is_loaded(mode, tmp_path):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    certificate, _ = certify(lexicon, world, prior="frequency", rules=Rules(3, mode))
    path = tmp_path / "certificate.npz"
    save_certificate(certificate, path)
    first = path.read_bytes()
    again = load_certificate(path, lexicon)
    for name, value in vars(certificate).items():
        assert np.array_equal(getattr(again, name), value)
    save_certificate(again, path)
    assert path.read_bytes() == first
    with pytest.raises(UserError, match="belongs to another lexicon"):
        load_certificate(path, tiny_lexicon("three"))
    path.write_bytes(first[:-40])
    with pytest.raises(UserError, match="is not a certificate of this program, or damaged"):
        load_certificate(path, lexicon)
    with pytest.raises(UserError, match="cannot be read"):
        load_certificate(tmp_path / "none.npz", lexicon)


@pytest.mark.parametrize(
    "changes",
    [
        {"members": np.array([-3, -2, 1], np.int64)},  # aliases of others to a compiler
        {"members": np.array([0.0, 1.0, 2.0])},
        {"offsets": np.array([[0, 3]])},
        {"offsets": np.array([0, 3], np.uint64)},
        {"left": np.array(["3"])},
        {"lower": np.array([np.nan])},
        {"lower": np.array([-1])},
        {"lower": np.array([NEVER + 1])},
        {"steps": np.zeros((0, 3), np.int32)},
        {"lower_bound": float("nan")},
        {"lower_bound": True},
        {"lower_bound": "99"},
        {"lower_bound": None},
        {"lower_bound": 10**30},
        {"lower_bound": -1},
        {"lower_bound": NEVER},  # within any number of guesses
        {"max_guesses": 2.5},
        {"max_guesses": "6"},
        {"max_guesses": 0},
        {"mode": "foo"},
        {"prior": "mine"},
        {"opener": 7},
    ],
)
def test_what_no_certificate_holds_is_refused(changes, tmp_path):
    lexicon = tiny_lexicon("three")
    arrays = pack_claims({Subject(np.arange(3, dtype=np.uint16).tobytes(), 3, ()): 5})
    save_certificate(
        Certificate(lexicon.digest, None, "normal", None, "uniform", "", 16, **arrays), tmp_path / "certificate.npz"
    )
    load_certificate(tmp_path / "certificate.npz", lexicon)
    with np.load(tmp_path / "certificate.npz") as stored:
        arrays = dict(stored)
    head = json.loads(arrays["head"].tobytes()) | {key: changes[key] for key in changes if key not in arrays}
    arrays |= {key: changes[key] for key in changes if key in arrays}
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    np.savez(tmp_path / "certificate.npz", **arrays)
    with pytest.raises(UserError, match="is not a certificate of this program, or damaged"):
        load_certificate(tmp_path / "certificate.npz", lexicon)


def test_an_opener_of_nowhere_is_refused(tmp_path):
    lexicon = tiny_lexicon("three")
    certificate = Certificate(lexicon.digest, "zzz", "normal", None, "uniform", "", 16, **pack_claims({}))
    save_certificate(certificate, tmp_path / "certificate.npz")
    with pytest.raises(UserError, match="its opener 'zzz' is not in the lexicon"):
        load_certificate(tmp_path / "certificate.npz", lexicon)


def test_an_opener_that_tells_nothing_is_bounded_like_others():
    answers = ("cat", "cot", "cut", "cap", "cup")
    lexicon = build_lexicon(answers, (*answers, "zzz"), title="Five words")
    world = build_world(lexicon, 0.02)
    certificate, found = certify(lexicon, world, lexicon.guess_index["zzz"])
    best = min(cheapest(dict.fromkeys(answers, 1), lexicon.guesses, "normal", (12,))[0].values())
    assert found.cost == 5 + best
    check(certificate, lexicon, world)
    for more in (found.cost + 1, 1000):
        with pytest.raises(UserError, match=FAILS):
            check(replace(certificate, lower_bound=more), lexicon, world)
    with pytest.raises(UserError, match=FAILS):
        check(replace(certificate, lower_bound=NEVER, max_guesses=6), lexicon, world)


def test_other_weights_are_refused():
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    certificate, _ = certify(lexicon, world)
    with pytest.raises(UserError, match="about other weights"):
        verify_certificate(certificate, lexicon, world, weigh_answers(world, "frequency"))


@pytest.mark.parametrize(
    "changes",
    [
        {"offsets": [0, 2]},  # more members than sets
        {"offsets": [1, 3]},
        {"members": [0, 1], "offsets": [0, 2]},  # so small a set needs no claim
        {"members": [0, 2, 1]},
        {"members": [0, 0, 1]},
        {"members": [0, 1, 99]},
        {"members": [0, 1, 2, 3, 0, 1, 2], "offsets": [0, 4, 7], "left": [3, 3]},  # a large set before a small one
        {"left": [1]},  # of course it cannot be found
        {"left": [4]},
        {"path": [1]},  # there is one
        {"ends": [0, 2]},
        {"steps": [[99, 0]], "ends": [0, 1]},
        {"steps": [[0, 27]], "ends": [0, 1]},
    ],
)
def test_claims_must_be_sets_of_answers_small_ones_first(changes):
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    weight = weigh_answers(world, "uniform")
    arrays = {"members": [0, 1, 2], "offsets": [0, 3], "left": [3], "path": [0], "steps": [], "ends": [0, 0]} | changes
    number = len(arrays["offsets"]) - 1
    certificate = Certificate(
        lexicon.digest, None, "hard", None, "uniform", hash_weights(weight), 16,
        members=np.array(arrays["members"], np.uint16), offsets=np.array(arrays["offsets"], np.int64),
        left=np.array(arrays["left"], np.int64), lower=np.full(number, 3, np.int64),
        path=np.zeros(number, np.int64) + np.array(arrays["path"], np.int64)[0],
        steps=np.array(arrays["steps"], np.int32).reshape(-1, 2), ends=np.array(arrays["ends"], np.int64),
    )  # fmt: skip
    with pytest.raises(UserError, match="its claims are no sets of answers, small ones first"):
        verify_certificate(certificate, lexicon, world, weight)
