"""Openings: the first guess of a recipe, and the guesses that split a whole lexicon best.

Both depend on the lexicon, the recipe and the rules alone. The opening book data/openings.json holds those of
the shipped ones, so that a run need not score 12,972 guesses to learn what is known; a test derives it again.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from jaxtyping import Int32

from wordle_jax.batch import Scoring, score_all_guesses
from wordle_jax.belief import join_sets
from wordle_jax.errors import UserError
from wordle_jax.kernel import Term
from wordle_jax.lexicon import Lexicon, find_word
from wordle_jax.player import Player
from wordle_jax.resources import data_dir
from wordle_jax.rules import RuleMode
from wordle_jax.scores import part_table
from wordle_jax.soft_player import SoftPlayer
from wordle_jax.solver import COMPUTED, Recipe
from wordle_jax.tree.player import TreePlayer
from wordle_jax.world import World

# What the book stores; a pool that wants more explorers has them computed.
_BOOK_EXPLORERS = 100
BOOK_FILE = "openings.json"
# What a hard belief has no use for. The openers of soft beliefs depend on the channel and are not in the book.
_SOFT_KEYS = ("belief", "assumes", "shortlist", "likeliest", "support_bound", "plans_last_turns")


@dataclass(frozen=True)
class OpeningBook:
    """Known openings: `explorers` by lexicon, `openers` by lexicon, recipe and rules (see `opening_key`)."""

    explorers: Mapping[str, list[int]] = field(default_factory=dict)
    openers: Mapping[str, int] = field(default_factory=dict)


def load_opening_book() -> OpeningBook:
    """Return the book that is shipped; an empty one if there is none."""
    path = data_dir() / BOOK_FILE
    if not path.is_file():
        return OpeningBook()
    return OpeningBook(**json.loads(path.read_text(encoding="utf-8")))


def opening_key(world: World, recipe: Recipe, mode: str) -> str:
    """Return what a computed opener is filed under: whatever it depends on."""
    facts: dict[str, Any] = asdict(recipe)
    for key in (*_SOFT_KEYS, "name", "opener", "propagator", "recovery", "path"):
        del facts[key]
    if not recipe.lookahead:
        del facts["lookahead"]
    weights = hashlib.sha256(world.prior.tobytes()).hexdigest()
    facts |= {"lexicon": world.digest, "prior_weights": weights, "mode": mode}
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def find_explorers(world: World, recipe: Recipe, book: OpeningBook) -> Int32[np.ndarray, " explorer"]:
    """Return the guesses with the highest first-guess entropy, as many as the recipe's pool needs, best first."""
    needed = max((s.explorers for s in recipe.pool if s.explorers != "all"), default=0)
    known = book.explorers.get(world.digest, [])
    if needed <= len(known):
        return np.array(known[:needed], np.int32)
    return rank_explorers(world)[:needed]


def rank_explorers(world: World) -> Int32[np.ndarray, " guess"]:
    """Return all guesses by falling entropy of their pattern over all answers; ties in the order of the list."""
    table = part_table("entropy", world.num_answers)
    scoring = Scoring(Term(world.matrix.num_patterns), table)
    everything = join_sets([np.arange(world.num_answers, dtype=np.int32)])
    (_, scores), *_ = score_all_guesses(world.matrix, everything, scoring)
    return np.argsort(scores[0], kind="stable").astype(np.int32)


def read_opener(recipe: Recipe, lexicon: Lexicon, is_asked: bool, say: Callable[[str], None]) -> int | None:
    """Return the guess that the recipe opens with; None if it is to be computed."""
    if recipe.opener == COMPUTED:
        return None
    try:
        return find_word(lexicon, recipe.opener)
    except UserError as error:
        if is_asked:
            raise UserError(f"solver.opener: {error}; give a word that may be guessed, or {COMPUTED}") from error
        say(f"{recipe.name} opens with {recipe.opener}, no guess in {lexicon.title}: computing its opener")
        return None


def find_opener(player: Player | SoftPlayer | TreePlayer, mode: str, book: OpeningBook) -> int:
    """Return the recipe's own choice at the first turn; -1 for a recipe that draws at random."""
    if not player.recipe.is_deterministic:
        return -1
    if isinstance(player, TreePlayer):
        return player.tree.root.guess
    if isinstance(player, SoftPlayer):
        return int(player.decide(player.start(), 1).guess[0])
    key = opening_key(player.world, player.recipe, mode)
    if key in book.openers:
        return book.openers[key]
    return int(player.decide(player.start(), 1)[0])


def extend_book(book: OpeningBook, world: World, recipes: list[Recipe], modes: list[RuleMode]) -> OpeningBook:
    """Return the book with the openings of these recipes computed anew, whatever openers they name."""
    ranked = rank_explorers(world)
    openers = dict(book.openers)
    for recipe in recipes:
        if not recipe.is_deterministic or recipe.belief == "soft":
            continue
        # At the first turn every mode allows every guess, but a look-ahead expects the rules of the second.
        for alike in [[mode] for mode in modes] if recipe.lookahead else [modes]:
            player = Player(replace(recipe, opener=COMPUTED), world, ranked, alike[0])
            opener = find_opener(player, alike[0], OpeningBook())
            openers |= {opening_key(world, recipe, mode): opener for mode in alike}
    explorers = dict(book.explorers) | {world.digest: ranked[:_BOOK_EXPLORERS].tolist()}
    return OpeningBook(explorers, openers)
