"""Files of words and frequencies: forgiving in form, strict in content, errors name file and line."""

import hashlib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_jax.errors import UserError
from wordle_jax.word_file import normalise, quote, read_frequencies, read_text, read_words

HEADER = "word\tper_million\n"


def write(folder: Path, content: str | bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("text", "stripped", "kept"),
    [
        ("CRANE", "crane", "crane"),
        ("sueño", "sueño", "sueño"),
        ("suen\u0303o", "sueño", "sueño"),
        ("SUEN\u0303O", "sueño", "sueño"),
        ("cañón", "cañon", "cañón"),
        ("Árbol", "arbol", "árbol"),
        ("a\u0301rbol", "arbol", "árbol"),
        ("pingüe", "pingue", "pingüe"),
        ("façade", "façade", "façade"),
        ("schön", "schon", "schön"),
        ("ёлка", "елка", "ёлка"),
        ("йод", "йод", "йод"),
        ("ΛΌΓΟΣ", "λογος", "λόγος"),
        ("한국어", "한국어", "한국어"),
    ],
)
def test_normalise(text: str, stripped: str, kept: str) -> None:
    assert normalise(text, strip_accents=True) == stripped
    assert normalise(text, strip_accents=False) == kept


@given(st.text(alphabet="aáäàâñnçåüÜÑÉ\u0301\u0303\u0308\n", max_size=12), st.booleans())
def test_normalise_is_idempotent_and_the_same_for_every_spelling(text: str, strip_accents: bool) -> None:
    once = normalise(text, strip_accents)
    assert normalise(once, strip_accents) == once
    for form in ("NFC", "NFD"):
        assert normalise(unicodedata.normalize(form, text), strip_accents) == once
    assert once.count("\n") == text.count("\n")


def test_all_that_a_list_may_look_like(tmp_path: Path) -> None:
    content = "\ufeff  CRANE \r\n\r\nslate\t\r\nCrane\r\n \r\nabide\nsuen\u0303o\n\ncañón"
    words = read_words(write(tmp_path, content), strip_accents=True)
    # The first of two spellings keeps its place, and lines are counted as an editor counts them.
    assert words == {"crane": 1, "slate": 3, "abide": 6, "sueño": 7, "cañon": 9}
    assert list(words) == ["crane", "slate", "abide", "sueño", "cañon"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("crane\ncr4ne\n", "line 2: 'cr4ne' has '4', which is not a letter"),
        ("crane\n\ntwo words\n", "line 3: 'two words' has ' ', which is not a letter"),
        ("don't\n", 'line 1: "don\'t" has "\'", which is not a letter'),
        ("crane,slate\n", "line 1: 'crane,slate' has ',', which is not a letter"),
        ("a\0b\0c\0\n", "line 1: 'a\\x00b\\x00c\\x00' has '\\x00', which is not a letter"),
    ],
)
def test_what_is_not_a_letter_is_named(tmp_path: Path, content: str, problem: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UserError) as error:
        read_words(path, strip_accents=True)
    assert str(error.value) == f"{path}, {problem}"


@pytest.mark.parametrize("content", ["", "\n \n\r\n", "\ufeff"])
def test_empty_list(tmp_path: Path, content: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UserError) as error:
        read_words(path, strip_accents=True)
    assert str(error.value) == f"{path} has no words: one word a line is needed"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    for path, message in [
        (missing, f"there is no file {missing}"),
        (tmp_path, f"{tmp_path} is a folder: a text file is needed"),
    ]:
        with pytest.raises(UserError) as error:
            read_text(path)
        assert str(error.value) == message
    # Systems call a name that is too long different things.
    with pytest.raises(UserError, match=r"there is no file|cannot be read: "):
        read_text(tmp_path / ("x" * 3000))


def test_bytes_that_are_no_utf8(tmp_path: Path) -> None:
    path = write(tmp_path, "crane\nárbol\n".encode("latin-1"))
    with pytest.raises(UserError) as error:
        read_text(path)
    assert str(error.value) == f"{path}, line 2: byte 0xe1 is not UTF-8 text"
    with pytest.raises(UserError, match="line 1: byte 0xff is not UTF-8 text"):
        read_text(write(tmp_path, "crane".encode("utf-16")))


def test_checksum(tmp_path: Path) -> None:
    path = write(tmp_path, "crane\n")
    right = hashlib.sha256(b"crane\n").hexdigest()
    assert read_text(path, right) == "crane\n"
    with pytest.raises(UserError) as error:
        read_text(path, "0" * 64)
    assert str(error.value) == f"{path} is not the list that was shipped: its sha256 is {right}, not {'0' * 64}"


def test_frequencies(tmp_path: Path) -> None:
    rows = "abide\t2.5\r\n\r\n CRANE \t 1e-1 \nabaca\t0.25\nabacá\t0.5\nbe\t0\ndon't\t7\n"
    path = write(tmp_path, f"\ufeffWord\tper_million\r\n{rows}")
    frequency = read_frequencies(path, strip_accents=True)
    assert frequency == {"abide": 2.5, "crane": 0.1, "abaca": 0.75, "be": 0.0, "don't": 7.0}


@pytest.mark.parametrize(
    "field", ["", "\t", "\tx", "\t0,5", "\t1\t2", " 1", "\tnan", "\t-0.5", "\tinf", "\t-inf", "\t0x1"]
)
def test_malformed_rows_are_named(tmp_path: Path, field: str) -> None:
    row = f"crane{field}"
    path = write(tmp_path, f"{HEADER}slate\t1\n{row}\n")
    with pytest.raises(UserError) as error:
        read_frequencies(path, strip_accents=True)
    assert str(error.value) == f"{path}, line 3: {row!r} is not a word, a tab and a number from 0 to 1e+12"


@pytest.mark.parametrize("content", ["", "crane\t1\n", "word per_million\n"])
def test_frequencies_need_their_header(tmp_path: Path, content: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UserError) as error:
        read_frequencies(path, strip_accents=True)
    assert str(error.value) == f"{path}, line 1: the header is not word and per_million with a tab between"


def test_quote_is_short_and_on_one_line() -> None:
    assert quote("crane") == "'crane'"
    assert quote("a\nb") == "'a\\nb'"
    assert quote("x" * 41) == repr("x" * 37 + "...")
