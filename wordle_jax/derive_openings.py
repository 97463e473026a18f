"""Computes the opening book again: `python -m wordle_jax.derive_openings` rewrites data/openings.json.

It holds the openings of every shipped lexicon, recipe and mode of the rules, so it must be run after any of them,
or a score, has changed; a test compares it with what is computed.
"""

import argparse
from pathlib import Path
from typing import get_args

from wordle_jax.catalog import load_recipe, load_shipped_lexicon, read_options
from wordle_jax.opening import BOOK_FILE, OpeningBook, extend_book
from wordle_jax.platform import configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.resources import data_dir
from wordle_jax.results import write_json
from wordle_jax.rules import RuleMode
from wordle_jax.world import build_world


def derive_book() -> OpeningBook:
    """Return the openings of all shipped lexicons under all shipped recipes."""
    recipes = [load_recipe(name) for name in read_options("solver")]
    book = OpeningBook()
    for name in read_options("lexicon"):
        lexicon = load_shipped_lexicon(name)
        book = extend_book(book, build_world(lexicon, ONE_COUNT_PER_MILLION), recipes, list(get_args(RuleMode)))
    return book


def main(path: Path) -> None:
    """Write the book."""
    configure_jax()
    book = derive_book()
    write_json(path, {"explorers": dict(book.explorers), "openers": dict(book.openers)})
    print(f"{path}: {len(book.openers)} openers of {len(book.explorers)} lexicons")


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m wordle_jax.derive_openings", description=__doc__).parse_args()
    main(data_dir() / BOOK_FILE)
