"""Runs the command of a job on the head node in a folder of its own, and packs what it leaves there.

`ray_job.py` submits this. Ray keeps shipped files in a folder that it shares between jobs with the same files and may
delete when they end, so results must lie elsewhere. What the command needs is linked into its folder; what else is
there at the end are the results. They are packed among the logs of Ray, because those the dashboard gives out.
"""

import argparse
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# Among the logs of the session.
ARCHIVES = "wordle_jax"
_FILES = Path(__file__).resolve().parents[1]
_NEEDED = ("ray", "jax", "hydra", "numba", "pyarrow")


def run_in_folder(command: list[str], folder: Path) -> int:
    """Run the command in a new folder that has links to the shipped files; return its status as shells have it.

    SIGTERM, by which Ray stops a job, reaches the command too: it is for the command to answer.
    """
    (folder / "outputs").mkdir(parents=True)
    for path in _FILES.iterdir():
        if path.name != "outputs":
            (folder / path.name).symlink_to(path)
    if command[0] in ("python", "python3"):
        command = [sys.executable, *command[1:]]
    # Not SIG_IGN, which the command would inherit.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        status = subprocess.Popen(command, cwd=folder).wait()
    except OSError as error:
        print(f"error: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
        status = 127
    for path in folder.iterdir():
        if path.is_symlink():
            path.unlink()
    return status if status >= 0 else 128 - status


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
        return run_in_folder(arguments.command, arguments.shared / arguments.job)
    # SESSION/runtime_resources/working_dir_files/PACKAGE is where Ray puts shipped files.
    session = _FILES.parents[2]
    folder = session / "logs" / ARCHIVES / arguments.job
    status = run_in_folder(arguments.command, folder)
    # Under its own name once it is whole.
    partial = shutil.make_archive(f"{folder}.partial", "zip", folder)
    Path(partial).rename(folder.with_name(f"{folder.name}.zip"))
    shutil.rmtree(folder)
    return status


if __name__ == "__main__":
    sys.exit(main())
