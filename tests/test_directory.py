"""Directories that belong to one run alone."""

import errno
from pathlib import Path

import pytest

from wordle_jax.directory import claim_directory, open_directory, replacing
from wordle_jax.errors import UserError


def test_each_claim_gets_a_directory_of_its_own(tmp_path: Path) -> None:
    wanted = tmp_path / "2026-01-31" / "12-00-00"
    claimed = [claim_directory(wanted) for _ in range(3)]
    assert [path.name for path in claimed] == ["12-00-00", "12-00-00-2", "12-00-00-3"]
    assert all(path.is_dir() for path in claimed)


def test_open_takes_what_is_there(tmp_path: Path) -> None:
    for _ in range(2):
        assert open_directory(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    assert list((tmp_path / "a" / "b").iterdir()) == []


@pytest.mark.parametrize("make", [claim_directory, open_directory])
def test_place_below_a_file_is_refused(tmp_path: Path, make: object) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match=r"^cannot write to the output directory .*below: "):
        make(tmp_path / "file" / "below")  # type: ignore[operator]


def test_file_is_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match=r"file: it is a file$"):
        open_directory(tmp_path / "file")


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("old", encoding="utf-8")

    def fail_half_way(error: Exception) -> None:
        with replacing(path) as partial:
            partial.write_text("ne", encoding="utf-8")
            raise error

    with pytest.raises(UserError, match=r"table\.csv cannot be written: No space left"):
        fail_half_way(OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(ZeroDivisionError):
        fail_half_way(ZeroDivisionError())
    assert path.read_text(encoding="utf-8") == "old"
    with replacing(path) as partial:
        partial.write_text("new", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]
