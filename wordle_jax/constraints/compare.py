"""Runs propagators over the histories of played games and tells what each of them prunes (RQ1 of the paper).

Games with the same history share a node: each turn's distinct histories are propagated once, in padded
chunks of one size, and counted as often as games have them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, Int32, UInt8

from wordle_jax.constraints.propagate import PROPAGATORS, PropagationReport
from wordle_jax.constraints.sat import SAT, SatPropagator
from wordle_jax.constraints.state import ConstraintState, extract_constraints, initial_state
from wordle_jax.constraints.words import in_domains, satisfies
from wordle_jax.errors import UserError

_CHUNK = 512


@dataclass(frozen=True)
class PropagationRow:
    """What one propagator did at one turn, from 1.

    `histories` of the `games` that made the turn's guess are distinct. In `exhausted` games the constraints
    leave no answer (by noise alone), which the propagator noticed in `contradictions` of them without
    looking at an answer. The means are over the other games, and nan where there is none: the sizes of the
    domains by position and their product, the values that left a domain and the revisions of the turn, the
    answers in the domains and those that satisfy all constraints.
    """

    propagator: str
    turn: int
    games: int
    histories: int
    exhausted: int
    contradictions: int
    mean_domain_sizes: tuple[float, ...]
    mean_domain_product: float
    mean_values_removed: float
    mean_revisions: float
    mean_answers_in_domains: float
    mean_answers_left: float


@dataclass(frozen=True)
class PropagatorComparison:
    """The rows, by propagator and turn; beside them the seconds that each propagator took for each turn."""

    rows: tuple[PropagationRow, ...]
    seconds: dict[str, tuple[float, ...]]


class _Histories(NamedTuple):
    """Distinct histories: the node that each continues, its last guess and pattern, and its games."""

    parent: Int[np.ndarray, " node"]
    guess: Int[np.ndarray, " node"]
    observed: Int32[np.ndarray, " node"]
    num_games: Int[np.ndarray, " node"]


def compare_propagators(
    lexicon_letters: UInt8[np.ndarray, "guess position"],
    guesses: Int[np.ndarray, "game turn"],
    observed: Int[np.ndarray, "game turn"],
    answer_letters: UInt8[np.ndarray, "answer position"],
    propagators: Sequence[str] = tuple(PROPAGATORS),
) -> PropagatorComparison:
    """Return what each propagator prunes turn by turn over the games' histories.

    A turn whose constraints leave no answer ends a history: the next turn of the game starts from nothing, as
    solvers do when they recover (eq. 21). A winning guess is a turn like any other, with whatever tiles were
    shown; -1 in both arrays leaves its turn out.

    Args:
        lexicon_letters: all guesses, as indices into an alphabet of which the last letter is used.
        guesses: guess indices, -1 after the end of a game.
        observed: the pattern codes that the solver saw, -1 after the end.
        answer_letters: the answers to count, in the same alphabet.
        propagators: keys of PROPAGATORS, or SAT; the cost grows with each.

    Raises UserError for an unknown propagator, and for SAT if no solver is installed.
    """
    num_letters, word_length = int(lexicon_letters.max()) + 1, lexicon_letters.shape[1]
    steps = {name: _choose_step(name, num_letters, word_length) for name in propagators}
    root = _root_states(num_letters, word_length)
    states = dict.fromkeys(propagators, root)
    rows: dict[str, list[PropagationRow]] = {name: [] for name in propagators}
    seconds: dict[str, list[float]] = {name: [] for name in propagators}
    node = np.zeros(len(guesses), np.int64)
    for turn in range(guesses.shape[1]):
        live = np.flatnonzero(guesses[:, turn] >= 0)
        if not len(live):
            break
        histories, history_of_game = _find_histories(node[live], guesses[live, turn], observed[live, turn])
        letters = lexicon_letters[histories.guess]
        for name in propagators:
            parents = _take(states[name], histories.parent)
            if turn == 0:
                steps[name](parents, letters, histories.observed)  # compiles
            start = perf_counter()
            after, report = steps[name](parents, letters, histories.observed)
            seconds[name].append(perf_counter() - start)
            in_domains, left = _map_chunks(partial(_count_answers, answer_letters=answer_letters), after)
            rows[name].append(_summarise(name, turn + 1, histories.num_games, report, in_domains, left))
            states[name] = jax.tree.map(lambda *parts: np.concatenate(parts), root, after)
        # The exact number of answers left is the same for all propagators.
        node[live] = np.where(left[history_of_game] > 0, history_of_game + 1, 0)
    all_rows = tuple(row for name in propagators for row in rows[name])
    return PropagatorComparison(all_rows, {name: tuple(spent) for name, spent in seconds.items()})


def _choose_step(propagator: str, num_letters: int, word_length: int) -> Callable[..., Any]:
    """Return what propagates all histories of a turn."""
    if propagator == SAT:
        solver, merge = (
            SatPropagator(num_letters, word_length),
            _choose_step("forward_checking", num_letters, word_length),
        )
        return lambda *turn: jax.device_get(solver.propagate(turn[0], merge(*turn)[0]))
    if propagator not in PROPAGATORS:
        raise UserError(f"unknown propagator {propagator!r}: the propagators are {', '.join((*PROPAGATORS, SAT))}")
    return partial(_map_chunks, partial(_propagate, propagator=propagator))


def _root_states(num_letters: int, word_length: int) -> ConstraintState:
    """Return the state before any feedback as the only node, node 0."""
    return jax.tree.map(lambda array: np.asarray(array)[None], initial_state(num_letters, word_length))


def _take(batches: Any, nodes: Int[np.ndarray, " node"]) -> Any:
    """Return the rows of every array in a tree."""
    return jax.tree.map(lambda array: array[nodes], batches)


def _find_histories(
    parent: Int[np.ndarray, " game"], guess: Int[np.ndarray, " game"], observed: Int[np.ndarray, " game"]
) -> tuple[_Histories, Int[np.ndarray, " game"]]:
    """Return the distinct continuations and, for each game, which of them is its own."""
    steps = np.stack([parent, guess, observed], axis=1).astype(np.int64)
    distinct, of_game, num_games = np.unique(steps, axis=0, return_inverse=True, return_counts=True)
    return _Histories(distinct[:, 0], distinct[:, 1], distinct[:, 2].astype(np.int32), num_games), of_game


def _map_chunks(function: Callable[..., Any], *batches: Any) -> Any:
    """Return what a batched function returns for arrays of any length, called with _CHUNK nodes at a time."""
    num_nodes = len(jax.tree.leaves(batches)[0])
    results = []
    for start in range(0, num_nodes, _CHUNK):
        nodes = np.minimum(np.arange(start, start + _CHUNK), num_nodes - 1)
        results.append(function(*_take(batches, nodes)))
    return jax.tree.map(lambda *parts: np.concatenate(parts)[:num_nodes], *results)


@partial(jax.jit, static_argnames="propagator")
def _propagate(
    states: ConstraintState,
    guess_letters: UInt8[Array, "node position"],
    observed: Int32[Array, " node"],
    propagator: str,
) -> tuple[ConstraintState, PropagationReport]:
    extract = partial(extract_constraints, num_letters=states.min_count.shape[1])
    return jax.vmap(PROPAGATORS[propagator])(states, jax.vmap(extract)(guess_letters, observed))


@jax.jit
def _count_answers(
    states: ConstraintState, answer_letters: UInt8[Array, "answer position"]
) -> tuple[Int32[Array, " node"], Int32[Array, " node"]]:
    """Return how many answers fit the domains, and how many satisfy all constraints."""

    def count(state: ConstraintState) -> tuple[Int32[Array, ""], Int32[Array, ""]]:
        fit, satisfy = in_domains(state, answer_letters), satisfies(state, answer_letters)
        return fit.sum(dtype=jnp.int32), satisfy.sum(dtype=jnp.int32)

    return jax.vmap(count)(states)


def _summarise(
    propagator: str,
    turn: int,
    num_games: Int[np.ndarray, " node"],
    report: PropagationReport,
    in_domains: Int32[np.ndarray, " node"],
    left: Int32[np.ndarray, " node"],
) -> PropagationRow:
    weight = np.where(left > 0, num_games, 0)

    def mean(values: Array | np.ndarray) -> float:
        # Sums of integers below 2**53 are exact, so the order of the games does not matter.
        return float(weight @ np.asarray(values, np.float64) / weight.sum()) if weight.any() else float("nan")

    return PropagationRow(
        propagator=propagator,
        turn=turn,
        games=int(num_games.sum()),
        histories=len(num_games),
        exhausted=int(num_games[left == 0].sum()),
        contradictions=int(num_games[report.contradiction].sum()),
        mean_domain_sizes=tuple(mean(sizes) for sizes in report.domain_sizes.T),
        mean_domain_product=mean(report.domain_sizes.astype(np.float64).prod(axis=1)),
        mean_values_removed=mean(report.values_removed),
        mean_revisions=mean(report.revisions),
        mean_answers_in_domains=mean(in_domains),
        mean_answers_left=mean(left),
    )
