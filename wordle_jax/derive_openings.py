"""Computes the opening book again: `python -m wordle_jax.derive_openings` rewrites data/openings.json.

It holds the openings of every shipped lexicon, recipe and mode of the rules, so it must be run after any of them,
or a score, has changed; a test compares it with what is computed.
"""

from pathlib import Path
from typing import Any, get_args

from omegaconf import OmegaConf

from wordle_jax.lexicon import LexiconConfig, load_lexicon
from wordle_jax.opening import BOOK_FILE, OpeningBook, extend_book
from wordle_jax.platform import configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.resources import conf_dir, data_dir
from wordle_jax.results import write_json
from wordle_jax.rules import RuleMode
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe
from wordle_jax.world import build_world


def read_options(group: str) -> dict[str, Any]:
    """Return the options of a configuration group as plain values, by name; those that miss a value are left out."""
    options = {path.stem: OmegaConf.load(path) for path in sorted((conf_dir() / group).glob("*.yaml"))}
    return {name: OmegaConf.to_container(node) for name, node in options.items() if not OmegaConf.missing_keys(node)}


def derive_book() -> OpeningBook:
    """Return the openings of all shipped lexicons under all shipped recipes."""
    recipes = [to_dataclass(Recipe, node, f"solver {name}") for name, node in read_options("solver").items()]
    book = OpeningBook()
    for name, node in read_options("lexicon").items():
        lexicon = load_lexicon(to_dataclass(LexiconConfig, node, f"lexicon {name}"))
        book = extend_book(book, build_world(lexicon, ONE_COUNT_PER_MILLION), recipes, list(get_args(RuleMode)))
    return book


def main(path: Path) -> None:
    """Write the book."""
    configure_jax()
    book = derive_book()
    write_json(path, {"explorers": dict(book.explorers), "openers": dict(book.openers)})
    print(f"{path}: {len(book.openers)} openers of {len(book.explorers)} lexicons")


if __name__ == "__main__":
    main(data_dir() / BOOK_FILE)
