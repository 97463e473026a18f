"""Fits the outlooks again: `python -m wordle_jax.derive_outlooks` rewrites data/outlooks.json.

Games of all English answers are played with every guess before the last two chosen for information alone. Each belief
on the way, with the turns that were left and whether the game was won, is a point; the odds of winning are fitted to
the points by maximum likelihood (logistic regression). The games have a seed of their own: no published game is among
them. It takes some ten minutes on two cores.
"""

import argparse
from contextlib import closing
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64
from scipy.optimize import minimize

from wordle_jax.catalog import load_recipe, load_shipped_lexicon
from wordle_jax.channel import tile_flip
from wordle_jax.executor import ExecutionLog, ExecutorConfig, play_in_chunks
from wordle_jax.experiment import make_setup
from wordle_jax.game import Setup, seat_player
from wordle_jax.lexicon import Lexicon
from wordle_jax.outlook import OUTLOOK_FILE
from wordle_jax.platform import configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.records import GameRecords, concatenate_records
from wordle_jax.resources import data_dir
from wordle_jax.results import write_json
from wordle_jax.rules import Rules
from wordle_jax.soft_player import SoftPlayer
from wordle_jax.world import World, build_world

RATES = (0.05, 0.1, 0.15, 0.2, 0.3)
_REPLICATES, _SEED = 2, 1948
_GAMES_AT_ONCE = 500
# With one turn left after a guess the plan is exact; after the first guess all beliefs are about as broad as each
# other, so that nothing can be learned from their breadth.
_TURNS_LEFT = (2, 3, 4)


def fit_outlooks(lexicon: Lexicon, world: World, rate: float, replicates: int) -> dict[str, tuple[float, float]]:
    """Return the fitted (even, power) by the number of turns left, from games at a rate of wrong tiles."""
    setup = training_setup(lexicon, world, rate)
    game_id = np.arange(replicates * world.num_answers)
    with closing(play_in_chunks(setup, world, game_id, ExecutorConfig(), ExecutionLog(print))) as chunks:
        records = concatenate_records(list(chunks))
    player = seat_player(setup, world)
    assert isinstance(player, SoftPlayer)
    log_squares = follow_beliefs(player, records)
    fitted, turns = {}, setup.rules.max_guesses
    for left in _TURNS_LEFT:
        at = log_squares[:, turns - left - 1]
        known = ~np.isnan(at)
        fitted[str(left)] = fit_odds(at[known], records.solved[known])
    return fitted


def training_setup(lexicon: Lexicon, world: World, rate: float) -> Setup:
    """Return how the games are played that the fit looks at."""
    recipe = load_recipe("noise_aware", score="entropy")
    return make_setup(recipe, lexicon, world, Rules(), tile_flip(rate, lexicon.word_length), _SEED)


def follow_beliefs(player: SoftPlayer, records: GameRecords) -> Float64[np.ndarray, "game turn"]:
    """Return the logarithm of the sum of squares of each game's belief after each turn; NaN after it was won."""
    found = np.full(records.guesses.shape, np.nan)
    for first in range(0, len(records), _GAMES_AT_ONCE):
        games = np.arange(first, min(first + _GAMES_AT_ONCE, len(records)))
        beliefs = player.start().take(np.zeros(len(games), np.int64))
        for at in range(records.guesses.shape[1] - 1):
            on = ~records.solved[games] | (records.num_guesses[games] > at + 1)
            games, beliefs = games[on], beliefs.take(np.flatnonzero(on))
            beliefs = player.observe(beliefs, records.guesses[games, at], records.observed_patterns[games, at], at + 1)
            found[games, at] = np.log((beliefs.probabilities**2).sum(1))
    return found


def fit_odds(log_squares: Float64[np.ndarray, " belief"], won: Bool[np.ndarray, " belief"]) -> tuple[float, float]:
    """Return (even, power) under which beliefs with these sums of squares, and odds even·C**power, most likely won."""

    def surprise(parameters: np.ndarray) -> float:
        log_odds = parameters[0] + parameters[1] * log_squares
        return float(np.mean(np.logaddexp(0, log_odds) - won * log_odds))

    log_even, power = minimize(surprise, np.zeros(2), method="BFGS").x
    return float(np.exp(log_even)), float(power)


def main(path: Path) -> None:
    """Write the table."""
    configure_jax()
    lexicon = load_shipped_lexicon("english")
    world = build_world(lexicon, ONE_COUNT_PER_MILLION)
    fits = [fit_outlooks(lexicon, world, rate, _REPLICATES) for rate in RATES]
    table = {left: [[round(x, 4) for x in fit[left]] for fit in fits] for left in fits[0]}
    write_json(path, {"rates": RATES, "by_turns_left": table})
    print(f"{path}: {len(RATES)} rates, {len(table)} numbers of turns left")


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m wordle_jax.derive_outlooks", description=__doc__).parse_args()
    main(data_dir() / OUTLOOK_FILE)
