"""Runs the command of a job on the head node in a folder of its own, and packs what it leaves there.

`ray_job.py` submits this. Ray keeps shipped files in a folder that it shares between jobs with the same files and may
delete when they end, so results must lie elsewhere. What the command needs is linked into its folder; what else is
there at the end are the results. They are packed among the logs of Ray, because those the dashboard gives out.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
from codecs import getincrementaldecoder
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO

# Among the logs of the session.
ARCHIVES = "wordle_jax"
# How long a command that is stopped may take to save what it has.
STOP_SECONDS = 60
# How long the output of what the command has left running is waited for.
_LAST_WORDS_SECONDS = 1.0
_PIECE = 1 << 16
_FILES = Path(__file__).resolve().parents[1]
_NEEDED = ("ray", "jax", "hydra", "numba", "pyarrow")


def run_in_folder(command: list[str], folder: Path) -> int:
    """Run the command in a new folder that has links to the shipped files; return its status as shells have it.

    SIGTERM, by which Ray stops a job, reaches the command too: it is for the command to answer, for a while. Raises
    OSError if the folder cannot be made.
    """
    (folder / "outputs").mkdir(parents=True)
    links = {folder / path.name: path for path in _FILES.iterdir() if path.name != "outputs"}
    for link, path in links.items():
        link.symlink_to(path)
    if command[0] in ("python", "python3"):
        command = [sys.executable, *command[1:]]
    try:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as error:
        print(f"error: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
        status = 127
    else:
        status = _watch(process)
    for link, path in links.items():
        if link.is_symlink() and link.readlink() == path:
            link.unlink()
    return status if status >= 0 else 128 - status


def _watch(process: "subprocess.Popen[bytes]") -> int:
    """Pass on what the command says until it ends, or is ended because it does not stop; return its status."""

    def end(number: int, frame: object) -> None:
        print(f"error: the command does not stop in {STOP_SECONDS} s, and is ended", file=sys.stderr, flush=True)
        process.kill()

    signal.signal(signal.SIGALRM, end)
    # Not SIG_IGN, which the command would have inherited.
    signal.signal(signal.SIGTERM, lambda number, frame: signal.alarm(STOP_SECONDS))
    assert process.stdout is not None
    speaker = threading.Thread(target=_pass_on, args=(process.stdout,), daemon=True)
    speaker.start()
    status = process.wait()
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    signal.alarm(0)
    speaker.join(_LAST_WORDS_SECONDS)
    return status


def _pass_on(output: IO[bytes]) -> None:
    """Print what comes, as UTF-8: Ray gives out a log up to the first byte that is not."""
    decoder = getincrementaldecoder("utf-8")("replace")
    piece = b"..."
    while piece:
        piece = output.read1(_PIECE)  # type: ignore[attr-defined]
        # Where there is no room for a log, the command goes on all the same.
        with suppress(OSError):
            os.write(sys.stdout.fileno(), decoder.decode(piece, final=not piece).encode())


def pack(folder: Path) -> None:
    """Put what is in the folder into an archive beside it, and remove the folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() and not path.is_file():
            print(f"not brought back, for it is a link: {path.relative_to(folder)}", file=sys.stderr)
            path.unlink()
    # Under its own name once it is whole.
    partial = shutil.make_archive(f"{folder}.partial", "zip", folder)
    Path(partial).rename(folder.with_name(f"{folder.name}.zip"))
    shutil.rmtree(folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--job", required=True, help="name of the folder")
    parser.add_argument("--shared", type=Path, help="where the folder is to lie and to stay; nothing is packed then")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        print(f"error: {sys.executable} on the head node lacks {', '.join(missing)}: install", end=" ", file=sys.stderr)
        print("requirements.lock there, and activate that environment before `ray start`", file=sys.stderr)
        return 2
    if arguments.shared is not None:
        folder = arguments.shared / arguments.job
    else:
        # SESSION/runtime_resources/working_dir_files/PACKAGE is where Ray puts shipped files.
        folder = _FILES.parents[2] / "logs" / ARCHIVES / arguments.job
    try:
        status = run_in_folder(arguments.command, folder)
    except OSError as error:
        print(f"error: on the head node {folder} cannot be made: {error.strerror}", file=sys.stderr)
        return 2
    if not folder.is_dir():
        print("error: the command has deleted its folder, and with it what it left there", file=sys.stderr)
        return status or 1
    if arguments.shared is not None:
        print(f"results  {folder}, on the cluster", flush=True)
        return status
    try:
        pack(folder)
    except OSError as error:
        print(f"error: results cannot be packed ({error.strerror}); on the head node is {folder}", file=sys.stderr)
        return status or 1
    return status


if __name__ == "__main__":
    sys.exit(main())
