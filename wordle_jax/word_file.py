"""Reads the files that people write: a list of words, a table of word frequencies.

Forgiving in form (line ends, byte-order mark, blanks, case, accents, repeats), strict in content: whatever
cannot be a word or a frequency is an error that names the file and the line.
"""

import hashlib
import math
import os
import unicodedata
from pathlib import Path

from wordle_jax.errors import UserError

FREQUENCY_HEADER = "word\tper_million"
# What keyboards of East Asia type in place of ASCII: letters and digits of full width, and their blank.
_FULL_WIDTH = {code + 0xFEE0: code for code in range(0x21, 0x7F)} | {0x3000: 0x20}
_ACUTE_AND_DIAERESIS = {0x0301: None, 0x0308: None}
_LONGEST_QUOTE = 40
_MOST_BYTES = 2**26
# Far above any count of words, far below where sums overflow.
MOST_PER_MILLION = 1e12


def normalise(text: str, strip_accents: bool) -> str:
    """Return the text in composed lower case; line ends are kept, so a whole file is done at once.

    `strip_accents` takes off acute accents and diaereses (árbol → arbol, ü → u); every other mark makes a
    letter of its own (ñ, ç, å). Letters of full width become plain ones.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFC", text).translate(_FULL_WIDTH).lower()
    if strip_accents:
        text = unicodedata.normalize("NFD", text).translate(_ACUTE_AND_DIAERESIS)
    return unicodedata.normalize("NFC", text)


def read_text(path: Path, sha256: str | None = None) -> str:
    """Return the text of a UTF-8 file without its byte-order mark.

    Raises UserError if the file is missing, unreadable or not UTF-8, or if its checksum is not `sha256`.
    """
    # Path.is_dir raises where os.path.isdir says no, for instance on a name that is too long.
    if os.path.isdir(path):  # noqa: PTH112
        raise UserError(f"{path} is a folder: a text file is needed")
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise UserError(f"there is no file {path}") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > _MOST_BYTES:
        raise UserError(f"{path} is longer than {_MOST_BYTES:,} bytes: a list of words is needed")
    if sha256 is not None and (found := hashlib.sha256(content).hexdigest()) != sha256:
        raise UserError(f"{path} is not the list that was shipped: its sha256 is {found}, not {sha256}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise UserError(f"{path}, line {line}: byte {byte:#04x} is not UTF-8 text") from None


def read_words(path: Path, strip_accents: bool, sha256: str | None = None) -> dict[str, int]:
    """Return the words of a list, one a line, each with the number of the line where it first stands.

    The words are normalised and in the order of the file. Raises UserError if the file cannot be read, has no
    word, or has a line with anything but letters.
    """
    words: dict[str, int] = {}
    for number, line in enumerate(normalise(read_text(path, sha256), strip_accents).splitlines(), 1):
        word = line.strip()
        if word and word not in words:
            words[word] = number
    if not words:
        raise UserError(f"{path} has no words: one word a line is needed")
    if not "".join(words).isalpha():
        word, character = next((w, c) for w in words for c in w if not c.isalpha())
        raise UserError(f"{path}, line {words[word]}: {quote(word)} has {character!r}, which is not a letter")
    return words


def read_frequencies(path: Path, strip_accents: bool, sha256: str | None = None) -> dict[str, float]:
    """Return the frequency per million of each word of a table: a word, a tab and a number a line.

    The first line is the header, word and per_million. The words are normalised; spellings that become the
    same word add up. Raises UserError if the file cannot be read, the header is another, or a line has no
    number that is finite and at least 0.
    """
    lines = normalise(read_text(path, sha256), strip_accents).splitlines()
    if not lines or lines[0].strip() != FREQUENCY_HEADER:
        raise UserError(f"{path}, line 1: the header is not word and per_million with a tab between")
    frequency: dict[str, float] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        word, _, field = line.partition("\t")
        try:
            per_million = float(field)
        except ValueError:
            per_million = math.nan
        if not 0 <= per_million <= MOST_PER_MILLION:
            problem = f"is not a word, a tab and a number from 0 to {MOST_PER_MILLION:g}"
            raise UserError(f"{path}, line {number}: {quote(line)} {problem}")
        word = word.strip()
        frequency[word] = frequency.get(word, 0.0) + per_million
    return frequency


def quote(text: str) -> str:
    """Return the text as a message shows it: in quotes, on one line, not too long."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "...")
