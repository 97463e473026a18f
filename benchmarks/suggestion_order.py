"""Games with wrong tiles by the assistant's first suggestion, and by what its solver alone would guess.

Both play the same games: words, and which tiles of which turn are wrong, are drawn by the seed and the game. Words are
drawn alike likely, and by how frequent they are, which is what the chances that the assistant shows take for granted.
"""

import argparse
from collections.abc import Callable
from random import Random

import numpy as np
from measurement import Measurement, report

from wordle_jax.assist.assistant import Assistant
from wordle_jax.assist.position import Position, Turn
from wordle_jax.catalog import load_recipe, load_shipped_lexicon
from wordle_jax.channel import tile_flip
from wordle_jax.pattern import format_pattern, parse_pattern, score_words
from wordle_jax.rules import Rules
from wordle_jax.world import build_world

_SOLVER, _SMOOTHING, _OTHERS = "noise_aware", 0.02, {"b": "yg", "y": "bg", "g": "by"}

Choose = Callable[[Position], str]


def choose_by_advice(assistant: Assistant) -> Choose:
    """Return who guesses what the assistant suggests first."""

    def choose(position: Position) -> str:
        suggestion = assistant.advise(position, searches=False).suggestion
        assert suggestion is not None
        return suggestion

    return choose


def choose_by_solver(assistant: Assistant) -> Choose:
    """Return who guesses what the solver decides."""
    lexicon, player = assistant.lexicon, assistant.players.soft(assistant.recipe, assistant.rules.max_guesses)

    def choose(position: Position) -> str:
        belief = player.start()
        for turn, (guess, tiles) in enumerate(position.rows(0), start=1):
            index, shown = (np.array([value], np.int32) for value in (lexicon.guess_index[guess], parse_pattern(tiles)))
            belief = player.observe(belief, index, shown, turn)
        return lexicon.guesses[player.decide(belief, len(position.turns) + 1).guess[0]]

    return choose


def play(choose: Choose, secret: str, noise: float, identity: str, turns: int) -> int:
    """Return the guesses of a game, one more than there are if it is lost."""
    position = Position()
    for turn in range(1, turns + 1):
        guess = choose(position)
        if guess == secret:
            return turn
        random = Random(f"{identity} {turn}")
        tiles = "".join(
            random.choice(_OTHERS[tile]) if random.random() < noise else tile
            for tile in format_pattern(score_words(guess, secret))
        )
        position = position.after(Turn(guess, (tiles,)))
    return turns + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300, help="(default: %(default)s)")
    parser.add_argument("--noise", type=float, default=0.05, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    arguments = parser.parse_args()
    lexicon, rules = load_shipped_lexicon("english"), Rules()
    world = build_world(lexicon, _SMOOTHING)
    channel = tile_flip(arguments.noise, lexicon.word_length)
    assistant = Assistant(lexicon, world, load_recipe(_SOLVER), rules, channel, _SMOOTHING)
    figures = []
    for how, weights in (("alike likely", None), ("by frequency", world.prior.tolist())):
        secrets = Random(arguments.seed).choices(lexicon.answers, weights, k=arguments.games)
        guesses = {
            name: [
                play(choose, secret, arguments.noise, f"{arguments.seed} {game}", rules.max_guesses)
                for game, secret in enumerate(secrets)
            ]
            for name, choose in (("solver", choose_by_solver(assistant)), ("assistant", choose_by_advice(assistant)))
        }
        solved = {name: 100 * float(np.mean(np.array(each) <= rules.max_guesses)) for name, each in guesses.items()}
        mean = {name: float(np.mean(each)) for name, each in guesses.items()}
        lost = f"mean guesses, {rules.max_guesses + 1} for a lost game"
        for what, of, unit in (("solved", solved, "%"), (lost, mean, "")):
            figures.append(Measurement(f"words {how}: {what}", of["assistant"], unit, of["solver"], "the solver alone"))
    report(f"{arguments.games} games, noise={arguments.noise}", figures)


if __name__ == "__main__":
    main()
