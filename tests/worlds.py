"""Tiny complete worlds with repeated letters, and what tests need to play in them.

The three worlds have 16 answers and 27 guesses each, so that kernels are compiled for few shapes; 27 does not
divide evenly among devices. Guesses stand in another order than answers, which tells the two orders apart.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from omegaconf import OmegaConf
from oracle import Oracle

from wordle_jax.belief import BeliefSets, join_sets, observe
from wordle_jax.catalog import read_options
from wordle_jax.chance import draw_bits
from wordle_jax.channel import tile_flip
from wordle_jax.game import Setup, Table, set_table
from wordle_jax.lexicon import Lexicon, build_lexicon
from wordle_jax.opening import OpeningBook, find_explorers, find_opener
from wordle_jax.pattern import parse_pattern
from wordle_jax.player import Player
from wordle_jax.resources import conf_dir
from wordle_jax.rules import Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe
from wordle_jax.world import World, build_world

_WORDS = {
    "five": (
        "abide array bumpy dumpy eerie essay geese jumpy melee ninny sense shine spasm speed stage three",
        "annex crate epees jibed level mamma raise salet sease soare xylyl",
    ),
    "three": (
        "add ale all bee dad dee ebb eel ell eve ill lee lie odd see tee",
        "aaa bad bid die eee lab lea led lit sit tea",
    ),
    # ñ and accented letters are letters of their own here.
    "accented": (
        "arbol añejo canas canon cañas cañon ninez niñez otoño penas peñas senal señal sueno sueño árbol",
        "carea dueña dueño exito güiro leñas panal pañal rosea éxito ñañas",
    ),
    # Patterns of six letters take two bytes.
    "six": ("alaska balsam banana cabana canals casaba nasals pajama salaam", "abacas kanaka manana"),
}
WORLD_NAMES = ("five", "three", "accented")


@cache
def tiny_lexicon(name: str) -> Lexicon:
    """The words of a tiny world; frequencies have ties and zeros."""
    answers, others = (words.split() for words in _WORDS[name])
    guesses = sorted([*answers, *others], key=lambda word: word[::-1])
    frequency = {word: (7 * i % 11) ** 2 / 8 for i, word in enumerate(sorted(guesses))}
    return build_lexicon(answers, guesses, frequency, name=name, strip_accents=False)


@cache
def tiny_world(name: str) -> World:
    """A tiny world with the default smoothing of its prior."""
    return build_world(tiny_lexicon(name), 0.02)


def recipe_names() -> list[str]:
    """Every recipe of conf/solver that is complete: all but a saved tree."""
    return sorted(read_options("solver"))


def hard_recipe_names() -> list[str]:
    """Those with a hard belief, which the oracle can play."""
    return [name for name in recipe_names() if read_recipe(name).get("belief", "hard") == "hard"]


def read_recipe(name: str, **changes: object) -> dict:
    """The plain content of a recipe's file, with some keys changed."""
    node = OmegaConf.to_container(OmegaConf.load(conf_dir() / "solver" / f"{name}.yaml"))
    assert isinstance(node, dict)
    return {str(key): value for key, value in node.items()} | changes


def shrink(recipe: dict) -> dict:
    """The recipe with pools, look-ahead and a recovery by number small enough to leave words out of a tiny world."""
    smaller = {50: 3, 100: 4, 80: 2, 10: 3}
    pool = [{key: smaller.get(size, size) for key, size in stage.items()} for stage in recipe["pool"]]
    smaller_recipe = recipe | {"pool": pool, "recovery": recipe.get("recovery", 5)}
    if "lookahead" in recipe:
        smaller_recipe["lookahead"] = smaller.get(recipe["lookahead"], recipe["lookahead"])
    return smaller_recipe


# Ten situations in real English games, of 10 to 250 candidates.
_REAL_GAMES = (
    "soare bbbbb",
    "eerie bgybb",
    "salet bbbyb",
    "crane bbybg",
    "raise bybby clout bybbb",
    "crate bbbbb",
    "crane bbbgy",
    "slate bbyyb",
    "geese bygyb",
    "trace bbgbb",
)


def find_real_nodes(english: Lexicon, world: World) -> BeliefSets:
    """The candidates of ten situations in real games."""
    sets = []
    for game in _REAL_GAMES:
        rows = game.split()
        node = join_sets([np.arange(world.num_answers, dtype=np.int32)])
        for word, tiles in zip(rows[::2], rows[1::2], strict=True):
            guess = np.array([english.guess_index[word]], np.int32)
            node = observe(world.matrix, node, guess, np.array([parse_pattern(tiles)], np.int32), world.answer_guess)
        sets.append(node[0])
    return join_sets(sets)


@dataclass(frozen=True)
class Match:
    """The same game twice: at the engine's table and in the oracle."""

    lexicon: Lexicon
    table: Table
    oracle: Oracle

    def bits(self, game_id: np.ndarray) -> np.ndarray | None:
        """The random numbers that a drawing recipe is handed, [game, turn]."""
        if self.table.setup.recipe.is_deterministic:
            return None
        setup = self.table.setup
        return draw_bits("choice", setup.seed, game_id, setup.rules.max_guesses, 1)[..., 0]


def set_match(
    lexicon: Lexicon,
    world: World,
    recipe: dict,
    *,
    mode: str = "normal",
    noise: float = 0.0,
    max_guesses: int = 6,
    seed: int = 42,
) -> Match:
    """A table and an oracle for a recipe; the opener is computed if the lexicon lacks the named one."""
    typed = to_dataclass(Recipe, recipe)
    rules = to_dataclass(Rules, {"max_guesses": max_guesses, "mode": mode})
    explorers = find_explorers(world, typed, OpeningBook())
    opener = lexicon.guess_index.get(typed.opener, -1)
    if opener < 0:
        opener = find_opener(Player(typed, world, explorers, rules.mode), mode, OpeningBook())
    channel = tile_flip(noise, lexicon.word_length)
    table = set_table(Setup(typed, opener, explorers, rules, channel, (channel,), seed), world)
    frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
    return Match(lexicon, table, Oracle(recipe, lexicon.answers, lexicon.guesses, frequency, mode, max_guesses))
