"""Runs propagators over the histories of played games and tells what each of them prunes (RQ1 of the paper).

Games with the same history share a node: each turn's distinct histories are propagated once, in padded
chunks of one size, and counted as often as games have them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import zip_longest
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float64, Int, Int32, UInt8

from wordle_jax.constraints.propagate import PROPAGATORS, PropagationReport
from wordle_jax.constraints.sat import SAT, SatPropagator
from wordle_jax.constraints.state import ConstraintState, extract_constraints, initial_state
from wordle_jax.constraints.words import in_domains, satisfies
from wordle_jax.errors import UserError

_CHUNK = 512
# Games whose states are held at a time, and a little more: those with the same first turn stay together.
_GAMES_AT_ONCE = 65_536


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
    sums: dict[str, list[_Sums]] = {name: [] for name in propagators}
    begun = np.full(guesses.shape, -1)
    for games in _split_games(guesses, observed):
        found, begun[games] = _follow(lexicon_letters, guesses[games], observed[games], answer_letters, steps)
        for name in propagators:
            pairs = zip_longest(sums[name], found[name], fillvalue=_Sums())
            sums[name] = [one + other for one, other in pairs]
    histories = _count_histories(guesses, observed, begun)
    rows = tuple(
        total.make_row(name, turn, histories[turn - 1])
        for name in propagators
        for turn, total in enumerate(sums[name], 1)
    )
    return PropagatorComparison(rows, {name: tuple(total.seconds for total in sums[name]) for name in propagators})


def _split_games(
    guesses: Int[np.ndarray, "game turn"], observed: Int[np.ndarray, "game turn"]
) -> Iterator[Int[np.ndarray, " some"]]:
    """Yield the games in parts, those with the same first turn together: few histories are in two of them."""
    first = np.stack([guesses[:, 0], observed[:, 0]], axis=1).astype(np.int64)
    _, group, sizes = np.unique(first, axis=0, return_inverse=True, return_counts=True)
    part_of_group = (np.cumsum(sizes) - sizes) // _GAMES_AT_ONCE
    part = part_of_group[group]
    for number in np.unique(part_of_group):
        yield np.flatnonzero(part == number)


def _follow(
    lexicon_letters: UInt8[np.ndarray, "guess position"],
    guesses: Int[np.ndarray, "game turn"],
    observed: Int[np.ndarray, "game turn"],
    answer_letters: UInt8[np.ndarray, "answer position"],
    steps: Mapping[str, Callable[..., Any]],
) -> tuple[dict[str, list["_Sums"]], Int[np.ndarray, "game turn"]]:
    """Return what each propagator did at each turn of the games, and the turn with which each one's history began.

    The second is -1 where no guess was made.
    """
    root = _root_states(int(lexicon_letters.max()) + 1, lexicon_letters.shape[1])
    states = dict.fromkeys(steps, root)
    sums: dict[str, list[_Sums]] = {name: [] for name in steps}
    node, begun = np.zeros(len(guesses), np.int64), np.full(guesses.shape, -1)
    begun[:, 0] = np.where(guesses[:, 0] >= 0, 0, -1)
    for turn in range(guesses.shape[1]):
        live = np.flatnonzero(guesses[:, turn] >= 0)
        if not len(live):
            break
        histories, history_of_game = _find_histories(node[live], guesses[live, turn], observed[live, turn])
        letters = lexicon_letters[histories.guess]
        for name, step in steps.items():
            parents = _take(states[name], histories.parent)
            if turn == 0:
                step(parents, letters, histories.observed)  # compiles
            start = perf_counter()
            after, report = step(parents, letters, histories.observed)
            seconds = perf_counter() - start
            in_domains, left = _map_chunks(partial(_count_answers, answer_letters=answer_letters), after)
            sums[name].append(_add_up(histories.num_games, report, in_domains, left, seconds))
            states[name] = jax.tree.map(lambda *parts: np.concatenate(parts), root, after)
        # The exact number of answers left is the same for all propagators.
        goes_on = left[history_of_game] > 0
        node[live] = np.where(goes_on, history_of_game + 1, 0)
        if turn + 1 < guesses.shape[1]:
            begun[live, turn + 1] = np.where(goes_on, begun[live, turn], turn + 1)
    return sums, begun


def _count_histories(
    guesses: Int[np.ndarray, "game turn"], observed: Int[np.ndarray, "game turn"], begun: Int[np.ndarray, "game turn"]
) -> list[int]:
    """Return how many different histories there are at each turn, without what was before they began."""
    step = guesses.astype(np.int64) * (1 + int(observed.max(initial=0))) + observed
    counts = []
    for turn in range(guesses.shape[1]):
        live = guesses[:, turn] >= 0
        is_part = np.arange(turn + 1) >= begun[live, turn][:, None]
        counts.append(len(np.unique(np.where(is_part, step[live, : turn + 1], -1), axis=0)))
    return counts


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


@dataclass(frozen=True, eq=False)
class _Sums:
    """What a propagator did at a turn, added up over games. The last sums are over games with an answer left."""

    games: int = 0
    exhausted: int = 0
    contradictions: int = 0
    seconds: float = 0.0
    counted: int = 0
    figures: Float64[np.ndarray, " figure"] | float = 0.0  # as the row has its means

    def __add__(self, other: "_Sums") -> "_Sums":
        return _Sums(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(_Sums)))

    def make_row(self, propagator: str, turn: int, histories: int) -> PropagationRow:
        """Return the row of a turn."""

        means = np.asarray(self.figures) / self.counted if self.counted else np.full_like(self.figures, np.nan)
        *domain_sizes, product, removed, revisions, in_domains, left = means.tolist()
        return PropagationRow(
            propagator,
            turn,
            self.games,
            histories,
            self.exhausted,
            self.contradictions,
            tuple(domain_sizes),
            product,
            removed,
            revisions,
            in_domains,
            left,
        )


def _add_up(
    num_games: Int[np.ndarray, " node"],
    report: PropagationReport,
    in_domains: Int32[np.ndarray, " node"],
    left: Int32[np.ndarray, " node"],
    seconds: float,
) -> _Sums:
    weight = np.where(left > 0, num_games, 0)

    product = report.domain_sizes.astype(np.float64).prod(axis=1)
    columns: list[Any] = [report.domain_sizes, product, report.values_removed, report.revisions, in_domains, left]
    return _Sums(
        games=int(num_games.sum()),
        exhausted=int(num_games[left == 0].sum()),
        contradictions=int(num_games[report.contradiction].sum()),
        seconds=seconds,
        counted=int(weight.sum()),
        # Sums of integers below 2**53 are exact, so the order of the games does not matter.
        figures=weight @ np.column_stack(columns).astype(np.float64),
    )
