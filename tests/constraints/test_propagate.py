from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from wordle_jax.constraints import (
    PROPAGATORS,
    accumulate_constraints,
    add_constraints,
    extract_constraints,
    forward_checking,
    initial_state,
    unpack_letters,
)
from wordle_jax.pattern import parse_pattern

from . import oracle

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
ORACLES = {"forward_checking": oracle.forward_checking, "mac": oracle.mac, "gcc_light": oracle.gcc_light}


@partial(jax.jit, static_argnames=("num_letters", "propagator"))
def propagate_histories(guess_letters, observed, num_letters, propagator):
    """The states and reports after each turn, games first."""

    def play(letters, patterns):
        def step(state, turn):
            state, report = PROPAGATORS[propagator](state, extract_constraints(*turn, num_letters))
            return state, (state, report)

        return jax.lax.scan(step, initial_state(num_letters, letters.shape[1]), (letters, patterns))[1]

    return jax.vmap(play)(guess_letters, observed)


def draw_histories(num_letters, length, num_games, num_turns, flip_rate, seed):
    """Random guesses with their feedback, of which some tiles lie."""
    rng = np.random.default_rng(seed)
    answers = rng.integers(num_letters, size=(num_games, length))
    guesses = rng.integers(num_letters, size=(num_games, num_turns, length))
    tiles = np.array(
        [[oracle.score(tuple(g), tuple(a)) for g in game] for game, a in zip(guesses, answers, strict=True)]
    )
    lies = rng.random(tiles.shape) < flip_rate
    tiles = np.where(lies, (tiles + rng.integers(1, 3, tiles.shape)) % 3, tiles)
    return guesses.astype(np.uint8), tiles, (tiles @ 3 ** np.arange(length - 1, -1, -1)).astype(np.int32)


WORLDS = [  # letters, positions, flip rate, games given to the oracle
    (3, 4, 0.0, 300),
    (3, 4, 0.15, 300),
    (5, 5, 0.0, 100),
    (5, 5, 0.05, 100),
    (40, 6, 0.05, 6),
]


@pytest.mark.parametrize("propagator", PROPAGATORS)
@pytest.mark.parametrize("world", WORLDS)
def test_agrees_with_the_oracle_turn_by_turn(propagator, world):
    num_letters, length, flip_rate, num_checked = world
    guesses, tiles, observed = draw_histories(num_letters, length, 1000, 4, flip_rate, seed=3)
    states, reports = jax.device_get(propagate_histories(guesses, observed, num_letters, propagator))
    may_hold = np.asarray(unpack_letters(states.domains, num_letters))
    num_contradictions = 0
    for game in range(num_checked):
        state = oracle.start(num_letters, length)
        for turn in range(4):
            before = sum(map(len, state.domains))
            constraints = oracle.extract(guesses[game, turn].tolist(), tiles[game, turn], num_letters)
            revisions = oracle.count_revisions(state, constraints, propagator)
            state, contradiction = ORACLES[propagator](state, constraints)
            assert reports.revisions[game, turn] == revisions
            assert reports.contradiction[game, turn] == contradiction
            if contradiction:
                num_contradictions += 1
                break
            assert [set(np.flatnonzero(row)) for row in may_hold[game, turn]] == state.domains
            assert states.min_count[game, turn].tolist() == state.least
            assert states.max_count[game, turn].tolist() == state.most
            assert reports.domain_sizes[game, turn].tolist() == [len(d) for d in state.domains]
            assert reports.values_removed[game, turn] == before - sum(map(len, state.domains))
    assert (num_contradictions > 0) == (flip_rate > 0)


@pytest.mark.parametrize("propagator", PROPAGATORS)
@pytest.mark.parametrize("flip_rate", [0.0, 0.1])
def test_states_only_ever_shrink(propagator, flip_rate):
    guesses, _, observed = draw_histories(5, 5, 1000, 4, flip_rate, seed=4)
    states, reports = jax.device_get(propagate_histories(guesses, observed, 5, propagator))
    assert not (states.domains[:, 1:] & ~states.domains[:, :-1]).any()
    assert (states.min_count[:, 1:] >= states.min_count[:, :-1]).all()
    assert (states.max_count[:, 1:] <= states.max_count[:, :-1]).all()
    assert (reports.contradiction[:, 1:] >= reports.contradiction[:, :-1]).all()
    assert (reports.values_removed >= 0).all()
    removed_in_all = 25 - reports.domain_sizes[:, -1].sum(axis=1)
    np.testing.assert_array_equal(reports.values_removed.sum(axis=1), removed_in_all)


@pytest.mark.parametrize("stronger", ["mac", "gcc_light"])
def test_the_others_prune_no_less_than_forward_checking(stronger):
    guesses, _, observed = draw_histories(5, 5, 1000, 4, 0.05, seed=5)
    weak, weak_reports = jax.device_get(propagate_histories(guesses, observed, 5, "forward_checking"))
    strong, strong_reports = jax.device_get(propagate_histories(guesses, observed, 5, stronger))
    assert not (strong.domains & ~weak.domains).any()
    assert (strong.domains != weak.domains).any()
    assert (strong_reports.contradiction >= weak_reports.contradiction).all()
    assert strong_reports.contradiction.sum() > weak_reports.contradiction.sum()


@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_one_step_over_a_history_equals_turn_by_turn(propagator):
    guesses, _, observed = draw_histories(5, 5, 1000, 4, 0.0, seed=6)
    by_turn, _ = propagate_histories(guesses, observed, 5, propagator)

    def propagate_at_once(letters, patterns):
        history = accumulate_constraints(letters, patterns, 5)
        return PROPAGATORS[propagator](initial_state(5, 5), history)[0]

    at_once = jax.jit(jax.vmap(propagate_at_once))(guesses, observed)
    jax.tree.map(np.testing.assert_array_equal, at_once, jax.tree.map(lambda array: array[:, -1], by_turn))


@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_true_feedback_is_never_contradictory(propagator):
    guesses, _, observed = draw_histories(5, 5, 1000, 4, 0.0, seed=7)
    _, reports = propagate_histories(guesses, observed, 5, propagator)
    assert not reports.contradiction.any()


def run(propagator, *history):
    letters = np.array([[ALPHABET.index(x) for x in word] for word, _ in history], np.uint8)
    observed = np.array([parse_pattern(tiles, letters.shape[1]) for _, tiles in history], np.int32)
    constraints = accumulate_constraints(letters, observed, 26)
    state, report = PROPAGATORS[propagator](initial_state(26, letters.shape[1]), constraints)
    domains = ["".join(ALPHABET[x] for x in sorted(domain)) for domain in oracle.to_oracle(state).domains]
    return domains, report


def no(letters):
    """All other letters."""
    return "".join(x for x in ALPHABET if x not in letters)


# All five letters are known, and none in its place.
ANAGRAM = [("abcde", "yyyyy")]
# The only e is found at position 2, but nothing has yet taken it from 4 and 5.
FOUND = [("eeeab", "bgbbb")]
# Exactly one e, and position 5 is the last that may hold it.
CORNERED = [("efghi", "ybbbb"), ("jeeek", "bybbb")]
# Positions 1 and 2 are e, and there are two.
TWO_FOUND = [("eeaea", "ggbbb")]


@pytest.mark.parametrize(
    ("history", "propagator", "domains", "revisions"),
    [
        (ANAGRAM, "forward_checking", [no("a"), no("b"), no("c"), no("d"), no("e")], 5),
        (ANAGRAM, "mac", ["bcde", "acde", "abde", "abce", "abcd"], 10),
        (ANAGRAM, "gcc_light", [no("a"), no("b"), no("c"), no("d"), no("e")], 5),
        (FOUND, "forward_checking", [no("abe"), "e", no("abe"), no("ab"), no("ab")], 5),
        (FOUND, "mac", [no("abe"), "e", no("abe"), no("abe"), no("abe")], 7),
        (FOUND, "gcc_light", [no("abe"), "e", no("abe"), no("abe"), no("abe")], 7),
        (CORNERED, "forward_checking", [no("efghijk"), *[no("efghijk")] * 3, no("fghijk")], 5),
        (CORNERED, "mac", [no("efghijk"), *[no("efghijk")] * 3, no("fghijk")], 5),
        (CORNERED, "gcc_light", [no("efghijk"), *[no("efghijk")] * 3, "e"], 6),
        # Two letters at a time, MAC cannot count to three.
        (TWO_FOUND, "forward_checking", ["e", "e", no("a"), no("ae"), no("a")], 5),
        (TWO_FOUND, "mac", ["e", "e", no("a"), no("ae"), no("a")], 5),
        (TWO_FOUND, "gcc_light", ["e", "e", no("ae"), no("ae"), no("ae")], 7),
    ],
)
def test_what_each_propagator_sees(history, propagator, domains, revisions):
    found, report = run(propagator, *history)
    assert found == domains
    assert report.domain_sizes.tolist() == [len(domain) for domain in domains]
    assert int(report.values_removed) == 5 * 26 - sum(map(len, domains))
    assert int(report.revisions) == revisions
    assert not report.contradiction


@pytest.mark.parametrize(
    ("history", "seen_by"),
    [
        # The yellow e has no place beside four greens (eq. 9).
        ([("crane", "ggggy")], {"forward_checking", "mac", "gcc_light"}),
        ([("crane", "ggggg"), ("slate", "bbbbb")], {"forward_checking", "mac", "gcc_light"}),
        # Six letters in five positions: a sum over letters, which only pairs of positions show.
        ([("abcde", "yyyyy"), ("fghij", "ybbbb")], {"mac"}),
        # At least two e, and position 5 alone is left to them (eqs. 11 and 12).
        ([("efegh", "ybybb"), ("iejek", "bybyb")], {"gcc_light"}),
        # There is one e, and it stands at position 1 and at position 2.
        ([("eabce", "gbbbb"), ("fefgh", "bgbbb")], {"mac", "gcc_light"}),
        # At least two c and at most one, in domains that would hold two.
        ([("ccabd", "yybbb"), ("eccfc", "bybbb")], {"mac", "gcc_light"}),
    ],
)
def test_who_sees_a_contradiction(history, seen_by):
    assert {name for name in PROPAGATORS if run(name, *history)[1].contradiction} == seen_by


def test_propagators_are_traced_once_for_all_histories():
    """Batched or not, one shape is one trace."""
    guesses, _, observed = draw_histories(26, 5, 64, 2, 0.0, seed=8)
    before = propagate_histories._cache_size()
    for rows in (slice(0, 32), slice(32, 64)):
        propagate_histories(guesses[rows], observed[rows], 26, "mac")
    assert propagate_histories._cache_size() == before + 1


def test_padding_letters_of_a_domain_stay_empty():
    """The mask words have room for 64 letters; a state of 40 never holds the other 24."""
    state = initial_state(40, 5)
    constraints = extract_constraints(np.array([39, 0, 0, 1, 2], np.uint8), jnp.int32(0), 40)
    for name, propagate in PROPAGATORS.items():
        after, report = propagate(state, constraints)
        np.testing.assert_array_equal(np.asarray(after.domains)[:, 1], 2**7 - 1, err_msg=name)
        assert report.domain_sizes.tolist() == [36] * 5


def test_forward_checking_is_the_union_of_the_constraints():
    state, constraints = (
        initial_state(26, 5),
        extract_constraints(np.arange(5, dtype=np.uint8), jnp.int32(7), 26),
    )
    after, _ = forward_checking(state, constraints)
    jax.tree.map(np.testing.assert_array_equal, after, add_constraints(state, constraints))
