"""The SAT solver against strings of letters tried one by one, and against the equality of patterns."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from wordle_jax.constraints import (
    PROPAGATORS,
    SAT,
    SatPropagator,
    add_constraints,
    compare_propagators,
    extract_constraints,
    initial_state,
    pack_letters,
    satisfies,
)
from wordle_jax.constraints.sat import pack_on_host, require_sat, unpack_on_host
from wordle_jax.errors import UserError

from . import oracle
from .test_compare import ANSWER_LETTERS, LETTERS, play_games

NUM_LETTERS, LENGTH = 3, 4
STRINGS = oracle.all_words(NUM_LETTERS, LENGTH)


def test_without_a_solver_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_jax.constraints.sat.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"needs a SAT solver, which is not installed; pip install 'wordle-jax\[sat\]'"):
        require_sat()


def draw_turns(num_games: int, num_turns: int, flip_rate: float):
    """Guesses, tiles and codes, of which some lie."""
    generator = np.random.default_rng(8)
    guesses = generator.integers(NUM_LETTERS, size=(num_games, num_turns, LENGTH))
    answers = generator.integers(NUM_LETTERS, size=(num_games, LENGTH))
    for game in range(num_games):
        tiles = [oracle.score(tuple(guess), tuple(answers[game])) for guess in guesses[game].tolist()]
        lies = generator.random((num_turns, LENGTH)) < flip_rate
        yield guesses[game].tolist(), np.where(lies, (np.array(tiles) + 1) % 3, tiles).tolist()


@jax.jit
def add_turn(states, letters, observed):
    constraints = jax.vmap(partial(extract_constraints, num_letters=NUM_LETTERS))(letters, observed)
    return jax.vmap(add_constraints)(states, constraints)


@pytest.mark.parametrize("num_letters", [3, 32, 40])
def test_masks_are_those_of_the_device(num_letters: int) -> None:
    members = np.random.default_rng(1).random((4, 5, num_letters)) < 0.5
    masks = pack_on_host(members)
    assert (masks == np.asarray(pack_letters(jnp.asarray(members)))).all()
    assert (unpack_on_host(masks, num_letters) == members).all()


@pytest.mark.parametrize("flip_rate", [0.0, 0.1])
def test_domains_are_those_of_all_strings_that_answer_alike(flip_rate: float) -> None:
    propagator, num_contradictions = SatPropagator(NUM_LETTERS, LENGTH), 0
    for guesses, tiles in draw_turns(60, 3, flip_rate):
        states = jax.tree.map(lambda part: np.asarray(part)[None], initial_state(NUM_LETTERS, LENGTH))
        alike, before = STRINGS, [set(range(NUM_LETTERS))] * LENGTH
        for guess, row in zip(guesses, tiles, strict=True):
            letters, code = np.array([guess], np.uint8), np.array([oracle.encode(row)], np.int32)
            states, report = propagator.propagate(states, jax.device_get(add_turn(states, letters, code)))
            state = jax.tree.map(lambda part: part[0], states)
            alike = [word for word in alike if oracle.score(tuple(guess), word) == tuple(row)]
            domains = [{word[place] for word in alike} for place in range(LENGTH)]
            assert oracle.to_oracle(state).domains == domains
            assert bool(report.contradiction[0]) == (not alike)
            assert report.domain_sizes[0].tolist() == [len(domain) for domain in domains]
            removed = [len(old) - len(new) for old, new in zip(before, domains, strict=True)]
            assert (report.values_removed[0], report.revisions[0]) == (sum(removed), sum(n > 0 for n in removed))
            kept = np.asarray(satisfies(state, np.array(STRINGS, np.uint8)))
            assert [word for word, stays in zip(STRINGS, kept, strict=True) if stays] == alike
            before, num_contradictions = domains, num_contradictions + (not alike)
    assert (num_contradictions > 0) == (flip_rate > 0)


def test_nothing_removes_more_in_the_same_games() -> None:
    guesses, observed = play_games(120, 0.05, seed=4)
    rows = compare_propagators(LETTERS, guesses, observed, ANSWER_LETTERS, (*PROPAGATORS, SAT)).rows
    by_turn = {(row.turn, row.propagator): row for row in rows}
    for turn in range(1, 6):
        strongest = by_turn[turn, SAT]
        for name in PROPAGATORS:
            other = by_turn[turn, name]
            assert strongest.mean_answers_left == other.mean_answers_left
            assert sum(strongest.mean_domain_sizes) <= sum(other.mean_domain_sizes)
            assert strongest.mean_answers_in_domains <= other.mean_answers_in_domains
            assert other.contradictions <= strongest.contradictions <= strongest.exhausted
