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


WORLDS = [  # letters, positions, games, turns, flip rate
    (3, 4, 300, 3, 0.0),
    (3, 4, 300, 3, 0.15),
    (6, 5, 200, 4, 0.0),
    (6, 5, 200, 4, 0.05),
    (40, 6, 40, 4, 0.05),
]


@pytest.mark.parametrize("propagator", PROPAGATORS)
@pytest.mark.parametrize("world", WORLDS)
def test_agrees_with_the_oracle_turn_by_turn(propagator, world):
    num_letters, length, num_games, num_turns, flip_rate = world
    guesses, tiles, observed = draw_histories(num_letters, length, num_games, num_turns, flip_rate, seed=3)
    states, reports = jax.device_get(propagate_histories(guesses, observed, num_letters, propagator))
    may_hold = np.asarray(unpack_letters(states.domains, num_letters))
    num_contradictions = 0
    for game in range(num_games):
        state = oracle.start(num_letters, length)
        for turn in range(num_turns):
            before = sum(map(len, state.domains))
            constraints = oracle.extract(guesses[game, turn].tolist(), tiles[game, turn], num_letters)
            state, contradiction = ORACLES[propagator](state, constraints)
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
    guesses, _, observed = draw_histories(5, 5, 500, 5, flip_rate, seed=4)
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
    guesses, _, observed = draw_histories(5, 5, 2000, 4, 0.05, seed=5)
    weak, weak_reports = jax.device_get(propagate_histories(guesses, observed, 5, "forward_checking"))
    strong, strong_reports = jax.device_get(propagate_histories(guesses, observed, 5, stronger))
    assert not (strong.domains & ~weak.domains).any()
    assert (strong.domains != weak.domains).any()
    assert (strong_reports.contradiction >= weak_reports.contradiction).all()
    assert strong_reports.contradiction.sum() > weak_reports.contradiction.sum()


@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_one_step_over_a_history_equals_turn_by_turn(propagator):
    guesses, _, observed = draw_histories(5, 5, 500, 4, 0.0, seed=6)
    by_turn, _ = propagate_histories(guesses, observed, 5, propagator)
    for game in range(20):
        history = accumulate_constraints(guesses[game], observed[game], 5)
        at_once, _ = PROPAGATORS[propagator](initial_state(5, 5), history)
        np.testing.assert_array_equal(at_once.domains, by_turn.domains[game, -1])


@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_true_feedback_is_never_contradictory(propagator):
    guesses, _, observed = draw_histories(4, 5, 2000, 5, 0.0, seed=7)
    _, reports = propagate_histories(guesses, observed, 4, propagator)
    assert not reports.contradiction.any()


def run(propagator, *history):
    letters = np.array([[ALPHABET.index(x) for x in word] for word, _ in history], np.uint8)
    observed = np.array([parse_pattern(tiles, letters.shape[1]) for _, tiles in history], np.int32)
    constraints = accumulate_constraints(letters, observed, 26)
    state, report = PROPAGATORS[propagator](initial_state(26, letters.shape[1]), constraints)
    domains = ["".join(ALPHABET[x] for x in sorted(domain)) for domain in oracle.to_oracle(state).domains]
    return domains, report


def without(letters):
    return "".join(sorted(set(ALPHABET) - set(letters)))


# What each propagator sees and another does not.
FULL = ("abcde", "yyyyy")  # all five letters are known, none in place
DOUBLE = [("eerie", "ygbbb")]  # exactly two e: one at position 2, the other at 3 or 4
CORNERED = [("eabcd", "ybbbb"), ("fgeeh", "bbbbb")]


@pytest.mark.parametrize(
    ("propagator", "history", "domains", "values_removed", "revisions"),
    [
        ("forward_checking", [FULL], [without(x) for x in "abcde"], 5, 5),
        # With five letters known, MAC keeps only those; bounds letter by letter do not see it.
        ("mac", [FULL], ["bcde", "acde", "abde", "abce", "abcd"], 110, 10),
        ("gcc_light", [FULL], [without(x) for x in "abcde"], 5, 5),
        # The two e stand at 2 and 4, so no third one anywhere: eerie, then edema with e at 4... only bounds see it.
        (
            "forward_checking",
            [("eeeab", "bgbbb")],
            [without("abe"), "e", without("abe"), without("ab"), without("ab")],
            33,
            5,
        ),
        (
            "mac",
            [("eeeab", "bgbbb")],
            [without("abe"), "e", without("abe"), without("abe"), without("abe")],
            35,
            7,
        ),
        (
            "gcc_light",
            [("eeeab", "bgbbb")],
            [without("abe"), "e", without("abe"), without("abe"), without("abe")],
            35,
            7,
        ),
    ],
)
def test_what_each_propagator_sees(propagator, history, domains, values_removed, revisions):
    found, report = run(propagator, *history)
    assert found == domains
    assert int(report.values_removed) == values_removed
    assert int(report.revisions) == revisions
    assert report.domain_sizes.tolist() == [len(domain) for domain in domains]
    assert not report.contradiction
