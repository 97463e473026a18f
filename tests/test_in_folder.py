"""What the head node does with a job: runs it in a folder of its own, and packs what it leaves."""

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from wordle_jax.resources import conf_dir

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Ray has no clusters of several nodes on Windows")

HURRIED = (
    "import sys; sys.path.insert(0, 'jobs'); import in_folder; in_folder.STOP_SECONDS = 1; sys.exit(in_folder.main())"
)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session of Ray with shipped files."""
    shipped = tmp_path / "session" / "runtime_resources" / "working_dir_files" / "package"
    (shipped / "jobs").mkdir(parents=True)
    shutil.copy(conf_dir().parent / "jobs" / "in_folder.py", shipped / "jobs")
    (shipped / "data").touch()
    return tmp_path / "session"


def start(session: Path, script: str, *options: str) -> subprocess.Popen[bytes]:
    """Start a script of the shell as the job `it`."""
    return subprocess.Popen(
        [sys.executable, "-c", HURRIED, "--job", "it", *options, "--", "bash", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=session / "runtime_resources" / "working_dir_files" / "package",
    )


def run(session: Path, script: str, *options: str) -> tuple[int, str, str]:
    """Run it to its end; return status, standard output and errors."""
    process = start(session, script, *options)
    out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


def packed(session: Path) -> list[str]:
    with zipfile.ZipFile(session / "logs" / "wordle_jax" / "it.zip") as archive:
        return sorted(archive.namelist())


def test_output_is_utf8_and_goes_on(session: Path) -> None:
    script = r"test -e data && printf 'before \377\376\n'; printf '\303'; sleep 0.1; printf '\251 after\n' >&2; exit 7"
    assert run(session, script) == (7, "before \ufffd\ufffd\né after\n", "")


def test_links_come_back_as_what_they_point_to_or_are_named(session: Path) -> None:
    script = "touch outputs/kept; ln -s outputs/kept file; ln -s outputs folder; ln -s nowhere outputs/nothing"
    error = "not brought back, for it is a link: folder\nnot brought back, for it is a link: outputs/nothing\n"
    assert run(session, script) == (0, "", error)
    assert packed(session) == ["file", "outputs/", "outputs/kept"]
    assert [path.name for path in (session / "logs" / "wordle_jax").iterdir()] == ["it.zip"]


def test_job_that_deletes_its_folder(session: Path) -> None:
    error = "error: the command has deleted its folder, and with it what it left there\n"
    assert run(session, 'rm -r "$PWD"') == (1, "", error)


def test_results_that_cannot_be_packed(session: Path) -> None:
    logs = session / "logs" / "wordle_jax"
    (logs / "it.partial.zip").mkdir(parents=True)
    error = f"error: results cannot be packed (Is a directory); on the head node is {logs / 'it'}\n"
    assert run(session, "touch outputs/kept") == (1, "", error)
    assert (logs / "it" / "outputs" / "kept").exists()


def test_job_that_does_not_stop_leaves_what_it_has(session: Path) -> None:
    process = start(session, "touch outputs/kept; echo begun; while true; do sleep 0.1; done")
    assert process.stdout is not None
    assert process.stdout.readline() == b"begun\n"
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 137
    assert err == b"error: the command does not stop in 1 s, and is ended\n"
    assert "outputs/kept" in packed(session)


def test_shared_folder_stays_and_is_named(session: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    status, out, err = run(session, "touch outputs/kept; echo done", "--shared", str(shared))
    assert (status, out, err) == (0, f"done\nresults  {shared}/it, on the cluster\n", "")
    assert sorted(path.name for path in (shared / "it").rglob("*")) == ["kept", "outputs"]
    (tmp_path / "file").touch()
    status, out, err = run(session, "echo done", "--shared", str(tmp_path / "file"))
    error = f"error: on the head node {tmp_path / 'file'}/it cannot be made: Not a directory\n"
    assert (status, out, err) == (2, "", error)
