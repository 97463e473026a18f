"""One run: from a configuration to a directory of results.

games.parquet and summary.json depend on what was asked for alone; what depends on the machine or the moment
goes to timing.json and run.log.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Int64

from wordle_jax.adversary import check_adversary
from wordle_jax.channel import Channel, ChannelConfig, check_noise, describe_channel, make_channel
from wordle_jax.compile_log import compile_log
from wordle_jax.console import say, show_progress, show_summary
from wordle_jax.directory import keeping_others_out
from wordle_jax.errors import UserError, naming
from wordle_jax.executor import ExecutionLog, ExecutorConfig, play_packed
from wordle_jax.game import Setup, seat_player
from wordle_jax.interrupts import ending_at_once, holding_stops
from wordle_jax.lexicon import Lexicon, LexiconConfig, load_lexicon
from wordle_jax.opening import find_explorers, find_opener, load_opening_book, read_opener
from wordle_jax.platform import Platform, configure_jax
from wordle_jax.prior import PriorConfig
from wordle_jax.propagation import measure_propagation
from wordle_jax.question import FILE as QUESTION_FILE
from wordle_jax.question import describe_question, digest_question, refuse_other_question
from wordle_jax.results import ROWS_PER_GROUP, count_games, read_whole, summarize, write_games, write_json
from wordle_jax.rules import Rules
from wordle_jax.selection import GameSelection, select_games
from wordle_jax.shards import ShardFolder, count_places, remove_shards
from wordle_jax.soft_player import expect_channels
from wordle_jax.solver import COMPUTED, Recipe, check_recipe
from wordle_jax.timing import describe_host, measure_latency
from wordle_jax.totals import Totals
from wordle_jax.tree.store import load_tree
from wordle_jax.tree.tree import Tree
from wordle_jax.tree.verify import verify_tree
from wordle_jax.world import World, build_world

SHARDS = "shards"


@dataclass(frozen=True, kw_only=True)
class PlayConfig:
    """What every run of a study has in common: all but who plays and what lies."""

    seed: int = 42
    platform: Platform = "auto"
    lexicon: LexiconConfig
    rules: Rules = field(default_factory=Rules)
    executor: ExecutorConfig = field(default_factory=ExecutorConfig)
    games: GameSelection = field(default_factory=GameSelection)
    prior: PriorConfig = field(default_factory=PriorConfig)

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**32:
            raise UserError(f"seed: is {self.seed}; give 0 to {2**32 - 1}")


@dataclass(frozen=True, kw_only=True)
class RunConfig(PlayConfig):
    """What a run is asked for: the content of conf/config.yaml and of the options chosen for its groups."""

    noise: float = 0.0
    solver: Recipe
    channel: ChannelConfig = field(default_factory=lambda: ChannelConfig(rate=0.0))

    def __post_init__(self) -> None:
        super().__post_init__()
        check_recipe(self.solver)
        check_noise(self.noise, self.channel)


@dataclass
class Stopwatch:
    """Seconds by stage, for timing.json."""

    seconds: dict[str, float] = field(default_factory=dict)
    last: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage], self.last = now - self.last, now

    def set_apart(self, stage: str, part: str, seconds: float) -> None:
        self.seconds[stage] -= seconds
        self.seconds[part] = seconds


@dataclass(frozen=True, eq=False)
class Ground:
    """What is made once for all runs on the same words: the lexicon, its world, and which games are played."""

    lexicon: Lexicon
    world: World
    game_id: Int64[np.ndarray, " game"]


def lay_ground(config: PlayConfig, watch: Stopwatch) -> Ground:
    """Read the lexicon, choose the games, set JAX up and build the world. Raises UserError for bad input."""
    compile_log()
    lexicon = load_lexicon(config.lexicon)
    game_id = select_games(config.games, lexicon, config.seed)
    with ending_at_once():
        configure_jax(config.platform)
    watch.lap("load")
    return Ground(lexicon, build_world(lexicon, config.prior.smoothing), game_id)


def run_experiment(config: RunConfig, directory: Path, *, opener_is_asked: bool = False) -> Mapping[str, Any]:
    """Play the games that a configuration asks for, write and show the results, and return the summary.

    See `play_experiment`. Raises UserError for bad input.
    """
    watch = Stopwatch()
    ground = lay_ground(config, watch)
    summary, timing = play_experiment(config, ground, directory, watch, opener_is_asked=opener_is_asked)
    show_summary(summary, timing)
    print(f"results  {directory}", flush=True)
    return summary


def play_experiment(
    config: RunConfig, ground: Ground, directory: Path, watch: Stopwatch, *, opener_is_asked: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play the games on a ground laid for them, write the results to a directory; return summary and timing.

    `opener_is_asked` tells that the opener was named for this run and not by the recipe alone: if the lexicon
    does not allow it, that is an error instead of a reason to compute another.
    Whatever stops it, the finished chunks are written before the exception goes on. Games that are in the directory
    from an earlier time are not played again.
    Raises UserError for bad input, and if the directory holds games of another question or is in use.
    """
    with keeping_others_out(directory):
        question = _ask(config, ground.lexicon)
        refuse_other_question(directory / QUESTION_FILE, question)
        finished = _read_finished(directory)
        if finished is not None:
            remove_shards(directory / SHARDS)  # of a run that ended between its results and this
            say(f"all games were played before: nothing is left to do in {directory}")
            return finished
        return _play(config, ground, directory, watch, question, opener_is_asked=opener_is_asked)


def refuse_other_run(config: RunConfig, directory: Path) -> None:
    """Raise UserError if a directory holds games of another question."""
    refuse_other_question(directory / QUESTION_FILE, _ask(config, load_lexicon(config.lexicon)))


def _ask(config: RunConfig, lexicon: Lexicon) -> dict[str, Any]:
    """Return what decides the games of a run; see question.py."""
    question = describe_question(asdict(config), {"title": lexicon.title, "sha256": lexicon.digest})
    if config.solver.path is not None:
        with suppress(OSError):  # which is told when the tree is read
            question["solver"]["tree_sha256"] = hashlib.sha256(Path(config.solver.path).read_bytes()).hexdigest()
    return question


def _read_finished(directory: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the summary and the timing of a run that was played to its end; None if the directory holds none."""
    if not (directory / QUESTION_FILE).exists():
        return None
    finished = read_whole(directory)
    if finished is None or count_games(directory / "games.parquet") != finished[0]["games"]:
        return None
    return finished


def _play(
    config: RunConfig,
    ground: Ground,
    directory: Path,
    watch: Stopwatch,
    asked: Mapping[str, Any],
    *,
    opener_is_asked: bool,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play the games that are missing in a directory; as `play_experiment`."""
    lexicon, world, game_id = ground.lexicon, ground.world, ground.game_id
    channel = make_channel(config.channel, lexicon.word_length)
    check_adversary(channel, config.solver, config.rules, len(game_id))
    setup = make_setup(
        config.solver,
        lexicon,
        world,
        config.rules,
        channel,
        config.seed,
        opener_is_asked=opener_is_asked,
        say=say,
    )
    shards = _find_shards(directory, game_id, asked)
    found = count_places(shards.spans)
    watch.lap("prepare")
    compiled_before = compile_log().seconds

    execution = ExecutionLog(say)
    played = guesses = 0
    stopped: BaseException | None = None
    try:
        with (
            closing(play_packed(setup, world, game_id, shards.find_gaps(), config.executor, execution)) as chunks,
            show_progress(len(game_id), found, execution) as advance,
        ):
            for games in chunks:
                if not shards.spans:
                    write_json(directory / QUESTION_FILE, asked)
                shards.keep(games)
                played, guesses = played + len(games), guesses + games.num_guesses
                advance(len(games))
    except (KeyboardInterrupt, Exception) as error:
        if not shards.spans:
            raise
        stopped = error
    # What was played is saved whatever stopped it, and however often Ctrl-C is pressed.
    with holding_stops():
        watch.lap("play")
        watch.set_apart("play", "start_executor", execution.start_seconds)
        watch.set_apart("play", "compile", compile_log().seconds - compiled_before)
        kept = count_places(shards.spans)
        if stopped is not None:
            say(f"stopped early: kept {kept:,} of {len(game_id):,} games; hydra.run.dir={directory} goes on from them")
        totals = Totals(world.num_answers, config.rules.max_guesses)
        for records in shards.read(ROWS_PER_GROUP):
            totals.add(records)
        summary = _summarize(config, totals, lexicon, setup, complete=stopped is None)
        propagation_seconds = None
        if config.solver.propagator != "none":
            portions = shards.read(ROWS_PER_GROUP)
            rows, propagation_seconds = measure_propagation(portions, lexicon, config.solver.propagator)
            summary["propagation"] = {"propagator": config.solver.propagator, "turns": rows}
        try:
            write_json(directory / "summary.json", summary)
            write_games(shards.read(ROWS_PER_GROUP), lexicon, directory / "games.parquet")
        except UserError:
            show_summary(summary)  # the figures, at least, are not lost
            raise
        watch.lap("write")
    if stopped is not None:
        raise stopped
    timing = _measure(setup, world, game_id, played, guesses, watch)
    timing["platforms"] = shards.list_platforms()
    if propagation_seconds is not None:
        timing["propagation_seconds_by_turn"] = propagation_seconds
    write_json(directory / "timing.json", timing)
    remove_shards(shards.path)
    return summary, timing


def make_setup(
    recipe: Recipe,
    lexicon: Lexicon,
    world: World,
    rules: Rules,
    channel: Channel,
    seed: int,
    *,
    opener_is_asked: bool = False,
    say: Callable[[str], None] = print,
) -> Setup:
    """Return how games are played, with the opener and the explorers of the recipe looked up or computed.

    See `play_experiment` for `opener_is_asked`; `say` is told if another opener is computed.
    """
    book = load_opening_book()
    explorers = find_explorers(world, recipe, book)
    expected = expect_channels(recipe, channel, lexicon.word_length)
    opener = read_opener(recipe, lexicon, opener_is_asked, say)
    tree = None if recipe.path is None else _load_tree(recipe.path, lexicon, rules, channel)
    if tree is not None and opener not in (None, tree.root.guess):
        raise UserError(f"solver.opener: the tree opens with {lexicon.guesses[tree.root.guess]}; give {COMPUTED}")
    setup = Setup(recipe, -1 if opener is None else opener, explorers, rules, channel, expected, seed, tree)
    if opener is None:
        setup = replace(setup, opener=find_opener(seat_player(setup, world), rules.mode, book))
    return setup


def _load_tree(path: str, lexicon: Lexicon, rules: Rules, channel: Channel) -> Tree:
    """Return a saved tree, if that is how games are played."""
    with naming("solver.path"):
        tree = load_tree(Path(path), lexicon)
        verify_tree(tree, lexicon)
    if tree.mode != rules.mode:
        raise UserError(f"rules.mode: is {rules.mode}, but {path} is a tree for {tree.mode}; give that")
    if not channel.is_clean:
        raise UserError(f"noise: {path} is a tree, which needs true feedback; give 0")
    return tree


def _find_shards(directory: Path, game_id: Int64[np.ndarray, " game"], asked: Mapping[str, Any]) -> ShardFolder:
    """Return the shards of a run, and say what they hold if there are some."""
    shards = ShardFolder(directory / SHARDS, game_id, digest_question(asked))
    if shards.num_damaged:
        say(f"{shards.path}: {shards.num_damaged} damaged or not of this run: their games are played again")
    if shards.spans:
        say(f"going on with {directory}: {count_places(shards.spans):,} of {len(game_id):,} games were played before")
    return shards


def _summarize(config: RunConfig, totals: Totals, lexicon: Lexicon, setup: Setup, *, complete: bool) -> dict[str, Any]:
    summary = summarize(totals, lexicon, solver=config.solver.name, noise=config.noise)
    summary["opener"] = lexicon.guesses[setup.opener] if setup.opener >= 0 else None
    summary["channel"] = describe_channel(config.channel)
    summary["rules"] = config.rules.mode
    summary["seed"] = config.seed
    summary["complete"] = complete
    return summary


def _measure(
    setup: Setup, world: World, game_id: Int64[np.ndarray, " game"], games: int, guesses: int, watch: Stopwatch
) -> dict[str, Any]:
    """Return the content of timing.json, for so many games and guesses that were played while the watch ran."""
    compilations = compile_log().count
    latency = measure_latency(setup, world, game_id)
    play = watch.seconds["play"]
    return {
        "seconds": watch.seconds,
        "compilations": compilations,
        "games_played": games,
        "games_per_second": games / play,
        "amortised_ms_per_guess": 1000 * play / guesses if guesses else None,
        "latency_ms_by_turn": latency.by_turn,
        "latency_ms_by_candidates": latency.by_candidates,
        "host": describe_host(),
    }
