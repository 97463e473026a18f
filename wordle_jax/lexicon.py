"""The words of a game: answers that may be the secret, guesses that may be typed, and how frequent each is.

The order of a list is kept, because it is the last tie-break of every solver.
"""

import difflib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int32, UInt8

from wordle_jax.errors import UserError, naming
from wordle_jax.resources import data_dir
from wordle_jax.word_file import normalise, quote, read_frequencies, read_words

MIN_WORD_LENGTH = 3
MAX_WORD_LENGTH = 8
MAX_ALPHABET = 64
# The square of the number left, which several scores add up, must fit 32 bits.
MAX_ANSWERS = 46_340


@dataclass(frozen=True)
class ShippedFile:
    """A file below the data folder and the checksum that it must have."""

    path: str
    sha256: str


@dataclass(frozen=True)
class LexiconConfig:
    """What one file of conf/lexicon says.

    A path that is named in `shipped` lies below the data folder; any other is a file of the user's, relative
    to the current folder. Without guesses the answers are the guesses; without a frequency table every
    frequency is 0. `most_frequent` keeps so many of the answers, in the order of the list; of equally frequent ones the
    first.
    """

    name: str
    title: str
    answers: str
    guesses: str | None = None
    frequency: str | None = None
    strip_accents: bool = True
    shipped: tuple[ShippedFile, ...] = ()
    most_frequent: int | None = None


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Answers, guesses (a superset) and their frequencies; words are normalised and all of one length.

    `alphabet` holds the letters of the guesses by code point. `digest` is the sha256 of what affects play:
    both lists in their order, and the frequencies. `strip_accents` says how typed words are read.
    """

    name: str
    title: str
    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    frequency_per_million: Float64[np.ndarray, " guess"]
    alphabet: str
    digest: str
    strip_accents: bool = True

    @property
    def word_length(self) -> int:
        """Letters in a word, 3 to 8."""
        return len(self.guesses[0])

    @property
    def num_answers(self) -> int:
        """Words that may be the secret."""
        return len(self.answers)

    @property
    def num_guesses(self) -> int:
        """Words that may be typed."""
        return len(self.guesses)

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """The index of each guess."""
        return {word: index for index, word in enumerate(self.guesses)}

    @cached_property
    def letters(self) -> UInt8[np.ndarray, "guess letter"]:
        """The letters of each guess as indices into the alphabet."""
        code_points = np.array(self.guesses).view(np.uint32).reshape(self.num_guesses, self.word_length)
        alphabet = np.array([self.alphabet]).view(np.uint32)
        return np.searchsorted(alphabet, code_points).astype(np.uint8)

    @cached_property
    def answer_guess(self) -> Int32[np.ndarray, " answer"]:
        """The guess index of each answer."""
        return np.array([self.guess_index[word] for word in self.answers], np.int32)

    @cached_property
    def guess_answer(self) -> Int32[np.ndarray, " guess"]:
        """The answer index of each guess, -1 where the guess is no answer."""
        index = np.full(self.num_guesses, -1, np.int32)
        index[self.answer_guess] = np.arange(self.num_answers, dtype=np.int32)
        return index

    @cached_property
    def answer_frequency(self) -> Float64[np.ndarray, " answer"]:
        """The frequency per million of each answer."""
        return self.frequency_per_million[self.answer_guess]


def load_lexicon(config: LexiconConfig) -> Lexicon:
    """Return the lexicon that a configuration describes.

    Raises UserError if a file is missing, altered or malformed, a word is of the wrong length, an answer is
    not an allowed guess, or there are more than 64 letters.
    """
    if not config.answers:
        raise UserError("lexicon.answers names no file: give the path of a list with one word a line")
    answers_path, sha256 = _locate(config, config.answers)
    with naming("lexicon.answers"):
        answers = read_words(answers_path, config.strip_accents, sha256)
        first = next(iter(answers))
        if not MIN_WORD_LENGTH <= len(first) <= MAX_WORD_LENGTH:
            limits = f"words of {MIN_WORD_LENGTH} to {MAX_WORD_LENGTH} letters can be played"
            raise UserError(f"{answers_path}, line {answers[first]}: {quote(first)} has {len(first)}, {limits}")
        _check_lengths(answers_path, answers, len(first))
    frequency: dict[str, float] = {}
    if config.frequency:
        frequency_path, sha256 = _locate(config, config.frequency)
        with naming("lexicon.frequency"):
            frequency = read_frequencies(frequency_path, config.strip_accents, sha256)
    title = config.title
    if config.most_frequent is not None:
        answers = _keep_frequent(answers, frequency, config.most_frequent)
        title = f"{title}, {len(answers):,} most frequent"
    guesses = answers
    if config.guesses:
        guesses_path, sha256 = _locate(config, config.guesses)
        with naming("lexicon.guesses"):
            guesses = read_words(guesses_path, config.strip_accents, sha256)
            _check_lengths(guesses_path, guesses, len(first))
        for word, line in answers.items():
            if word not in guesses:
                problem = f"{word!r} is not among the guesses {guesses_path}"
                raise UserError(f"lexicon.answers: {answers_path}, line {line}: {problem}")
    return build_lexicon(answers, guesses, frequency, name=config.name, title=title, strip_accents=config.strip_accents)


def build_lexicon(
    answers: Iterable[str],
    guesses: Iterable[str] | None = None,
    frequency: Mapping[str, float] | None = None,
    *,
    name: str = "custom",
    title: str = "Custom list",
    strip_accents: bool = True,
) -> Lexicon:
    """Return the lexicon of words that are already normalised, of one length and without repeats.

    `frequency` is per million; a word that it lacks has 0. Raises UserError for more than 64 letters or 46,340
    answers.
    """
    answers = tuple(answers)
    guesses = answers if guesses is None else tuple(guesses)
    alphabet = "".join(sorted(set("".join(guesses))))
    if len(alphabet) > MAX_ALPHABET:
        raise UserError(f"the lists have {len(alphabet)} letters, at most {MAX_ALPHABET} can be played")
    if len(answers) > MAX_ANSWERS:
        raise UserError(f"the list has {len(answers)} answers, at most {MAX_ANSWERS} can be played")
    known = frequency or {}
    per_million = np.array([known.get(word, 0.0) for word in guesses], np.float64)
    digest = hashlib.sha256("\n".join([*answers, "", *guesses, ""]).encode())
    digest.update(per_million.astype("<f8").tobytes())
    return Lexicon(name, title, answers, guesses, per_million, alphabet, digest.hexdigest(), strip_accents)


def find_word(lexicon: Lexicon, text: str) -> int:
    """Return the guess index of a word that a person typed.

    Raises UserError if it may not be guessed, with the most frequent words that are one letter away from it.
    """
    return _find(lexicon, text, lexicon.guesses)


def find_answer(lexicon: Lexicon, text: str) -> int:
    """Return the answer index of a word that a person typed. Raises UserError if it cannot be the secret."""
    guess = _find(lexicon, text, lexicon.answers)
    answer = int(lexicon.guess_answer[guess])
    if answer < 0:
        word = lexicon.guesses[guess]
        raise UserError(f"{word!r} may be guessed in the lexicon {lexicon.title} but is not one of its answers")
    return answer


def _find(lexicon: Lexicon, text: str, suggestions: tuple[str, ...]) -> int:
    """Return the guess index of a typed word; raises UserError with the nearest of the suggestions if there is none."""
    word, length = normalise(text, lexicon.strip_accents).strip(), lexicon.word_length
    if word in lexicon.guess_index:
        return lexicon.guess_index[word]
    close = difflib.get_close_matches(word[: 2 * length], suggestions, n=50, cutoff=(length - 1) / length)
    close.sort(key=lambda near: -lexicon.frequency_per_million[lexicon.guess_index[near]])
    hint = f": did you mean {', '.join(close[:3])}?" if close else ""
    raise UserError(f"{quote(text.strip())} is not a word of the lexicon {lexicon.title}{hint}")


def _locate(config: LexiconConfig, path: str) -> tuple[Path, str | None]:
    for file in config.shipped:
        if file.path == path:
            return data_dir() / path, file.sha256
    return Path(path), None


def _keep_frequent(answers: dict[str, int], frequency: Mapping[str, float], number: int) -> dict[str, int]:
    """Return so many of the answers, the most frequent ones, in their order. Raises UserError if there are fewer."""
    if not 1 <= number <= len(answers):
        raise UserError(f"lexicon.most_frequent: is {number}; give 1 to {len(answers)}, the answers there are, or null")
    kept = set(sorted(answers, key=lambda word: -frequency.get(word, 0.0))[:number])
    return {word: line for word, line in answers.items() if word in kept}


def _check_lengths(path: Path, words: dict[str, int], length: int) -> None:
    for word, line in words.items():
        if len(word) != length:
            problem = f"{quote(word)} has {len(word)} letters, the first answer has {length}"
            raise UserError(f"{path}, line {line}: {problem}")
