"""Games from Python: a solver and a lexicon by name, records in return."""

from typing import Any

from wordle_jax.adversary import check_adversary
from wordle_jax.catalog import load_recipe, load_shipped_lexicon
from wordle_jax.channel import ChannelConfig, make_channel
from wordle_jax.experiment import make_setup
from wordle_jax.game import play_games, set_table
from wordle_jax.lexicon import Lexicon
from wordle_jax.platform import configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.records import GameRecords
from wordle_jax.rules import Rules
from wordle_jax.selection import GameSelection, select_games
from wordle_jax.solver import Recipe
from wordle_jax.world import build_world


def play(
    solver: str | Recipe,
    lexicon: str | Lexicon = "english",
    *,
    noise: float = 0.0,
    channel: ChannelConfig | None = None,
    rules: Rules | None = None,
    games: GameSelection | None = None,
    seed: int = 42,
    **changes: Any,
) -> GameRecords:
    """Return the games of a solver, played in this process as `python -m wordle_jax.run` plays them.

    Solver and lexicon are shipped ones by name, or your own. `changes` replace fields of a recipe given by name,
    such as opener="crane". `noise` is the rate of wrong tiles, `channel` another kind of feedback. Raises UserError
    for bad input.
    """
    configure_jax()
    if isinstance(lexicon, str):
        lexicon = load_shipped_lexicon(lexicon)
    recipe = load_recipe(solver, **changes) if isinstance(solver, str) else solver
    world = build_world(lexicon, ONE_COUNT_PER_MILLION)
    asked = "opener" in changes
    shown = make_channel(channel or ChannelConfig(rate=noise), lexicon.word_length)
    game_id = select_games(games or GameSelection(), lexicon, seed)
    rules = rules or Rules()
    check_adversary(shown, recipe, rules, len(game_id))
    setup = make_setup(recipe, lexicon, world, rules, shown, seed, opener_is_asked=asked)
    return play_games(set_table(setup, world), game_id)
