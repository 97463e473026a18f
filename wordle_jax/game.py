"""The engine: all games of a chunk advance together, turn by turn.

Games in the same situation share one node: the candidates and the legal guesses, at a turn. What a node
decides depends on its content alone, so the games of a chunk never influence each other. The engine owns the
secrets and the random bits; the player sees beliefs.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int32, Int64

from wordle_jax.adversary import LINES_AT_ONCE, Scripts, keep_worst, list_scripts
from wordle_jax.belief import BeliefSets, join_sets, observe
from wordle_jax.chance import draw_bits
from wordle_jax.channel import Adversary, Channel, RowChannel
from wordle_jax.player import Player
from wordle_jax.records import GameRecords, concatenate_records
from wordle_jax.recovery import recover, sort_rows
from wordle_jax.rules import AllowedAfter, Rules, build_allowed_after
from wordle_jax.soft_belief import SoftBeliefs
from wordle_jax.soft_player import SoftPlayer
from wordle_jax.solver import Recipe
from wordle_jax.tree.player import TreePlayer
from wordle_jax.tree.tree import Tree
from wordle_jax.world import World


@dataclass(frozen=True, eq=False)
class Setup:
    """How games are played, apart from the world and the game: small, and the same for every chunk.

    `opener` is the first guess, -1 where it is drawn; `explorers` are the guesses that the pool of the recipe names;
    `expected` are the channels that a soft belief holds possible, or the adversary that it faces; `tree` is what is
    played instead of a score.
    """

    recipe: Recipe
    opener: int
    explorers: Int32[np.ndarray, " explorer"]
    rules: Rules
    channel: Channel
    expected: tuple[RowChannel, ...] | Adversary
    seed: int
    tree: Tree | None = None


@dataclass(frozen=True, eq=False)
class Table:
    """Where games are played: a setup in a world, made ready once and used for any number of games."""

    setup: Setup
    player: Player | SoftPlayer | TreePlayer
    allowed_after: AllowedAfter | None


def set_table(setup: Setup, world: World) -> Table:
    """Return the table for a setup in a world."""
    return Table(setup, seat_player(setup, world), build_allowed_after(world.letters, setup.rules.mode))


def seat_player(setup: Setup, world: World) -> Player | SoftPlayer | TreePlayer:
    """Return the player of a setup."""
    if setup.tree is not None:
        return TreePlayer(setup.recipe, world, setup.tree)
    if setup.recipe.belief == "soft":
        return SoftPlayer(setup.recipe, world, setup.expected, setup.rules.max_guesses)
    return Player(setup.recipe, world, setup.explorers, setup.rules.mode)


@dataclass(frozen=True, eq=False)
class _Nodes:
    """The different situations at a turn. `legal` holds a mask of guesses each, None where all are always legal."""

    beliefs: BeliefSets | SoftBeliefs
    legal: Bool[np.ndarray, "node guess"] | None


@dataclass(frozen=True, eq=False)
class _Steps:
    """What the games that go on have just done: the node where they were, the guess, and the tiles that they saw."""

    node: Int64[np.ndarray, " game"]
    guess: Int32[np.ndarray, " game"]
    observed: Int32[np.ndarray, " game"]

    def branch(self, world: World) -> tuple[Int64[np.ndarray, " branch"], Int64[np.ndarray, " game"]]:
        """Return the first game of each different step, and which of them each game takes."""
        step = (self.node * world.num_guesses + self.guess) * world.matrix.num_patterns + self.observed
        _, first, branch = np.unique(step, return_index=True, return_inverse=True)
        return first, branch


def play_games(
    table: Table,
    game_id: Int64[np.ndarray, " game"],
    on_decision: Callable[[int, float], None] | None = None,
) -> GameRecords:
    """Return the record of each game: id = replicate · number of answers + answer index.

    `on_decision` is told each turn and the seconds that all its decisions took.
    """
    channel, turns = table.setup.channel, table.setup.rules.max_guesses
    if isinstance(channel, Adversary):
        scripts = list_scripts(channel, turns)
        at_once = max(1, LINES_AT_ONCE // len(scripts))
        portions = np.split(game_id, range(at_once, len(game_id), at_once))
        return concatenate_records([_play_scripts(table, channel, portion, scripts) for portion in portions])
    if channel.is_clean:
        return _play(table, game_id, lambda playing, at, true: true, on_decision)
    num_tiles = table.player.world.letters.shape[1]
    noise = draw_bits("noise", table.setup.seed, game_id, turns, 2 * num_tiles)
    noise = noise.reshape(len(game_id), turns, num_tiles, 2)
    return _play(table, game_id, lambda playing, at, true: channel.corrupt(true, noise[playing, at]), on_decision)


def _play_scripts(
    table: Table, channel: Adversary, game_id: Int64[np.ndarray, " game"], scripts: Scripts
) -> GameRecords:
    """Return of each game the record of its worst script."""
    lines = np.repeat(game_id, len(scripts))
    records = _play(table, lines, lambda playing, at, true: channel.show(true, scripts[playing % len(scripts), at]))
    return keep_worst(records, len(scripts))


def _play(
    table: Table,
    game_id: Int64[np.ndarray, " game"],
    show: Callable[[Int64[np.ndarray, " playing"], int, Int32[np.ndarray, " playing"]], Int32[np.ndarray, " playing"]],
    on_decision: Callable[[int, float], None] | None = None,
) -> GameRecords:
    """Return the record of each game; `show` turns the true patterns of those still playing at a turn, from 0."""
    world, setup = table.player.world, table.setup
    turns = setup.rules.max_guesses
    answer = (game_id % world.num_answers).astype(np.int32)
    records = _blank_records(answer, (game_id // world.num_answers).astype(np.int32), turns)
    choice_bits = None
    if not setup.recipe.is_deterministic:
        choice_bits = draw_bits("choice", setup.seed, game_id, turns, 1)[..., 0]

    playing = np.arange(len(game_id))
    node = np.zeros(len(game_id), np.int64)
    unlimited = None if table.allowed_after is None else np.ones((1, world.num_guesses), bool)
    nodes = _Nodes(table.player.start(), unlimited)
    for turn in range(1, turns + 1):
        at = turn - 1
        legal, waived = _enforceable(nodes.legal)
        start = time.perf_counter()
        if turn == 1 and setup.opener >= 0:
            guess = np.full(len(playing), setup.opener, np.int32)
        elif isinstance(table.player, SoftPlayer):
            assert isinstance(nodes.beliefs, SoftBeliefs)
            decisions = table.player.decide(nodes.beliefs, turn, legal)
            guess, lost = decisions.guess[node], decisions.lost_mass[node]
            records.lost_mass[playing] = np.maximum(records.lost_mass[playing], lost)
        elif choice_bits is not None:
            assert isinstance(table.player, Player)
            guess = table.player.draw(_hard(nodes), node, choice_bits[playing, at], legal)
        else:
            guess = table.player.decide(_hard(nodes), turn, legal)[node]
        if on_decision is not None:
            on_decision(turn, time.perf_counter() - start)

        true = world.matrix.codes[guess, answer[playing]].astype(np.int32)
        observed = show(playing, at, true)
        won = guess == world.answer_guess[answer[playing]]
        records.guesses[playing, at] = guess
        records.true_patterns[playing, at] = true
        records.observed_patterns[playing, at] = observed
        records.num_guesses[playing] = turn
        records.solved[playing] = won
        records.candidates[playing, at] = 1
        if waived is not None:
            records.waivers[playing] += waived[node]

        on = ~won
        playing, steps = playing[on], _Steps(node[on], guess[on], observed[on])
        if len(playing) == 0:
            break
        if isinstance(table.player, SoftPlayer):
            nodes, node = _advance_soft(table, nodes, steps, turn)
        else:
            guessed, shown = records.guesses[playing, :turn], records.observed_patterns[playing, :turn]
            nodes, node, recovered = _advance(table, nodes, steps, guessed, shown, may_recover=turn < turns)
            records.recoveries[playing] += recovered
        records.candidates[playing, at] = nodes.beliefs.num_candidates[node]
    return records


def _blank_records(answer: np.ndarray, replicate: np.ndarray, turns: int) -> GameRecords:
    def unplayed() -> np.ndarray:
        return np.full((len(answer), turns), -1, np.int32)

    def zeros(dtype: type = np.int32) -> np.ndarray:
        return np.zeros(len(answer), dtype)

    by_turn = (unplayed(), unplayed(), unplayed(), unplayed().astype(np.float64))
    return GameRecords(answer, replicate, zeros(bool), zeros(), *by_turn, zeros(), zeros(), zeros(np.float64))


def _hard(nodes: _Nodes) -> BeliefSets:
    assert isinstance(nodes.beliefs, BeliefSets)
    return nodes.beliefs


def _enforceable(
    legal: Bool[np.ndarray, "node guess"] | None,
) -> tuple[Bool[np.ndarray, "node guess"] | None, Bool[np.ndarray, " node"] | None]:
    """Return the masks to enforce, and at which nodes noise left no legal guess, so that all are legal."""
    if legal is None:
        return None, None
    waived: np.ndarray = np.logical_not(np.any(legal, axis=1))
    return (legal | waived[:, None]) if waived.any() else legal, waived


def _advance(
    table: Table,
    nodes: _Nodes,
    steps: _Steps,
    guessed: Int32[np.ndarray, "game turn"],
    shown: Int32[np.ndarray, "game turn"],
    *,
    may_recover: bool,
) -> tuple[_Nodes, Int64[np.ndarray, " game"], Bool[np.ndarray, " game"]]:
    """Return the next nodes, the node of each game, and which games had no candidate left and recovered."""
    world, recovery = table.player.world, table.setup.recipe.recovery
    first, branch = steps.branch(world)
    before = _hard(nodes).take(steps.node[first])
    beliefs = observe(world.matrix, before, steps.guess[first], steps.observed[first], world.answer_guess)
    sets = [beliefs[b] for b in range(len(beliefs))]
    recovered = np.zeros(len(branch), bool)
    if may_recover:
        recovered = (beliefs.counts == 0)[branch]
        recovery_of: dict[bytes, int] = {}
        branch_of_set = list(range(len(sets)))
        # The rules look at the branch, the new belief at the rows so far, in any order.
        situation = np.column_stack([branch, sort_rows(world, recovery, guessed, shown)])
        for game in np.flatnonzero(recovered):
            key = situation[game].tobytes()
            if key not in recovery_of:
                recovery_of[key] = len(sets)
                branch_of_set.append(int(branch[game]))
                sets.append(recover(world, recovery, guessed[game], shown[game]))
            branch[game] = recovery_of[key]
        first = first[branch_of_set]

    used, branch = np.unique(branch, return_inverse=True)
    masks = _legal_after(table, nodes, steps, first[used])
    merged, node_of_branch = _merge_nodes([sets[b] for b in used.tolist()], masks)
    return merged, node_of_branch[branch], recovered


def _advance_soft(table: Table, nodes: _Nodes, steps: _Steps, turn: int) -> tuple[_Nodes, Int64[np.ndarray, " game"]]:
    """Return the next nodes, one for each different history, and the node of each game; nobody ever starts again."""
    assert isinstance(table.player, SoftPlayer)
    assert isinstance(nodes.beliefs, SoftBeliefs)
    first, branch = steps.branch(table.player.world)
    before = nodes.beliefs.take(steps.node[first])
    beliefs = table.player.observe(before, steps.guess[first], steps.observed[first], turn)
    masks = _legal_after(table, nodes, steps, first)
    return _Nodes(beliefs, None if masks is None else np.stack(masks)), branch


def _legal_after(
    table: Table, nodes: _Nodes, steps: _Steps, games: Int64[np.ndarray, " chosen"]
) -> list[Bool[np.ndarray, " guess"]] | None:
    """Return the guesses that are legal after the steps of these games; None where all always are."""
    if table.allowed_after is None or nodes.legal is None:
        return None
    masks = []
    for game in games.tolist():
        guess, observed = int(steps.guess[game]), int(steps.observed[game])
        mask = nodes.legal[steps.node[game]] & table.allowed_after(guess, observed)
        # A word obeys its own row, so after false tiles it would be the only legal one for the rest of the game.
        mask[guess] = False
        masks.append(mask)
    return masks


def _merge_nodes(
    sets: list[Int32[np.ndarray, " _"]], masks: list[Bool[np.ndarray, " guess"]] | None
) -> tuple[_Nodes, Int64[np.ndarray, " branch"]]:
    """Return one node for each different content, and the node of each branch."""
    contents: dict[tuple[bytes, bytes], int] = {}
    first: list[int] = []
    node_of_branch = np.zeros(len(sets), np.int64)
    for branch, candidates in enumerate(sets):
        rules = b"" if masks is None else np.packbits(masks[branch]).tobytes()
        node = contents.setdefault((candidates.tobytes(), rules), len(first))
        if node == len(first):
            first.append(branch)
        node_of_branch[branch] = node
    legal = None if masks is None else np.stack([masks[branch] for branch in first])
    return _Nodes(join_sets([sets[branch] for branch in first]), legal), node_of_branch
