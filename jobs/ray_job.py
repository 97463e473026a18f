"""Submits a command to a running Ray cluster, follows its log, and brings back what it leaves.

  python jobs/ray_job.py --address http://HOST:8265 -- python -m wordle_jax.run -m solver=entropy noise=0,0.1

The checkout is shipped without outputs/, .git and the like, so the nodes need only the packages of requirements.lock.
The command runs on the head node, in a folder with the shipped files, and plays on the whole cluster: Ray sets
RAY_ADDRESS there. The exit status is that of the command.
"""

import argparse
import asyncio
import logging
import os
import re
import shlex
import shutil
import socket
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlencode, urlsplit

from in_folder import ARCHIVES, STOP_SECONDS

from wordle_jax.directory import open_directory
from wordle_jax.errors import UserError, first_line, naming
from wordle_jax.ray_token import show_ray_token

_CHECKOUT = Path(__file__).resolve().parents[1]
_NOT_SHIPPED = [
    "/outputs",
    "/tests",
    "/docs",
    "/dist",
    "/build",
    "/.git",
    "/.github",
    "/.ci",
    "/.venv",
    "/.*_cache",
    "/.hypothesis",
    "__pycache__",
    "*.egg-info",
]
_CONNECT_SECONDS = 5.0
_POLL_SECONDS = 0.5
# How long a job may take to start before that is said.
_START_SECONDS = 5.0
# Ray would give a job that is stopped three seconds; it saves what it has, and then packs that.
_STOP_SECONDS = 2 * STOP_SECONDS
_FETCH_SECONDS = 86_400
_PIECE = 1 << 20
BAD_INPUT, NOT_FOUND, INTERRUPTED = 2, 127, 130


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--address",
        default=os.environ.get("RAY_API_SERVER_ADDRESS", "http://127.0.0.1:8265"),
        help="of the dashboard, which `ray start --head` prints (default: %(default)s)",
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=Path("outputs/jobs"),
        help="here come the results, in a folder JOB (%(default)s)",
    )
    parser.add_argument(
        "--shared",
        metavar="DIR",
        help="a folder that all nodes share: results lie there in a folder JOB, and stay there",
    )
    parser.add_argument("--follow", metavar="JOB", help="instead of a command: go on with a job that was left running")
    parser.add_argument("--leave", action="store_true", help="let Ctrl-C leave the job running instead of stopping it")
    parser.add_argument("--python", default="python", help="of the nodes (default: the one that their PATH finds)")
    parser.add_argument("command", nargs="*", help="any, after --; `python` is that of the nodes")
    arguments = parser.parse_args(argv)
    if bool(arguments.command) == bool(arguments.follow):
        raise UserError("give one of a command, after --, or --follow JOB; see --help")
    if arguments.shared is not None and not PurePosixPath(arguments.shared).is_absolute():
        raise UserError(f"--shared: {arguments.shared!r} is a relative path; give the absolute one of the nodes")
    return arguments


def connect(address: str) -> Any:
    """Return a client of the Jobs API; raises UserError if there is none at http://HOST:PORT."""
    try:
        url = urlsplit(address)
        host, port = url.hostname, url.port or {"http": 80, "https": 443}.get(url.scheme)
    except ValueError:
        host = port = None
    if not host or port is None or url.scheme not in ("http", "https"):
        raise UserError(f"--address: {address!r} is no address; give http://HOST:8265")
    try:
        # Without its own limit of time, Ray would wait for minutes.
        socket.create_connection((host, port), _CONNECT_SECONDS).close()
    except (OSError, UnicodeError) as error:
        raise UserError(f"--address: no dashboard answers at {address} ({error}); is Ray started there?") from error
    is_no_dashboard = f"--address: what answers at {address} is no dashboard of Ray; its port is 8265"
    # Ray tells of every step.
    logging.disable(logging.WARNING)
    show_ray_token()
    try:
        _ask_for_an_answer(url.scheme, host, port)
        from ray.job_submission import JobSubmissionClient

        with explaining(address):
            return JobSubmissionClient(address)
    except ImportError as error:
        raise UserError("Ray's Jobs API is not installed here: pip install '.[cluster]'") from error
    except (HTTPException, OSError) as error:
        raise UserError(is_no_dashboard) from error
    except (RuntimeError, ValueError, LookupError, TypeError) as error:
        if "ray[default]" in str(error):
            raise UserError("Ray's Jobs API is not installed here: pip install '.[cluster]'") from error
        # A page that there is not, or no JSON, or other JSON.
        raise UserError(is_no_dashboard) from error


def _ask_for_an_answer(scheme: str, host: str, port: int) -> None:
    """Ask for any page; raises HTTPException or OSError if what comes is no HTTP, or nothing."""
    connection = (HTTPSConnection if scheme == "https" else HTTPConnection)(host, port, timeout=_CONNECT_SECONDS)
    try:
        connection.request("GET", "/api/version")
        connection.getresponse()
    finally:
        connection.close()


@contextmanager
def explaining(address: str) -> Iterator[None]:
    """Turn what the client raises about the connection into UserErrors."""
    from ray.exceptions import AuthenticationError

    try:
        yield
    except AuthenticationError as error:
        hint = "put what `ray get-auth-token` prints on the head into RAY_AUTH_TOKEN, and leave RAY_AUTH_MODE unset"
        raise UserError(f"--address: the cluster at {address} asks for its token; {hint}") from error
    except OSError as error:
        if isinstance(error, ValueError):  # no JSON: an answer of sorts
            raise
        hint = "--follow JOB goes on with a job"
        raise UserError(
            f"--address: the dashboard at {address} does not answer ({first_line(error)}); {hint}"
        ) from error


def submit(client: Any, arguments: argparse.Namespace) -> str:
    """Ship the checkout and start the command; return the name of the job."""
    if not arguments.shared:
        check_results(arguments.results)
    job = f"wordle-{datetime.now():%Y%m%d-%H%M%S}-{os.urandom(2).hex()}"
    shared = ["--shared", arguments.shared] if arguments.shared else []
    in_folder = [arguments.python, "jobs/in_folder.py", "--job", job, *shared, "--", *arguments.command]
    try:
        client.submit_job(
            submission_id=job,
            entrypoint=f"exec {shlex.join(in_folder)}",
            runtime_env={
                "working_dir": str(_CHECKOUT),
                "excludes": _NOT_SHIPPED,
                "env_vars": {"RAY_JOB_STOP_WAIT_TIME_S": str(_STOP_SECONDS)},
            },
            metadata={"shared": arguments.shared or ""},
        )
    except (RuntimeError, ValueError) as error:  # among them a checkout that is too large
        raise UserError(f"{arguments.address} does not take the job: {first_line(error)}") from error
    return job


def find(client: Any, arguments: argparse.Namespace) -> str:
    """Return the name of a job that was submitted before; raises UserError if the cluster does not know it."""
    jobs = [job for job in client.list_jobs() if job.submission_id == arguments.follow]
    if not jobs:
        raise UserError(f"--follow: {arguments.address} knows no job {arguments.follow}")
    if not is_shared(jobs[0]):
        check_results(arguments.results)
    return arguments.follow


def is_shared(info: Any) -> bool:
    """Tell whether a job leaves its results on the cluster."""
    return bool((info.metadata or {}).get("shared"))


def check_results(folder: Path) -> None:
    """Raise UserError unless results can be written there, before anything has been computed."""
    with naming("--results"):
        open_directory(folder)


class JobLog:
    """The log of a job, printed once; folders that come back are named as they will be here."""

    def __init__(self, client: Any, job: str, folder: Path) -> None:
        self._client, self._job = client, job
        self._there, self._here = re.compile(rf"[^\s'\"=(]*/{ARCHIVES}/{job}\b"), str(folder)
        self._printed = 0

    def follow(self) -> None:
        """Print what has not been printed yet, until the job has ended."""
        from aiohttp import ClientError

        self._wait_for_start()
        is_broken = False
        while True:
            try:
                asyncio.run(self._print())
            except (RuntimeError, OSError, ClientError) as error:
                if not is_broken:
                    print(f"the log breaks off ({first_line(error)}); trying again until the job has ended", flush=True)
                is_broken = True
            if self._client.get_job_status(self._job).is_terminal():
                return
            time.sleep(_POLL_SECONDS)

    def _wait_for_start(self) -> None:
        deadline, is_said = time.monotonic() + _START_SECONDS, False
        while (info := self._client.get_job_info(self._job)).status == "PENDING":
            if time.monotonic() > deadline and not is_said:
                print(f"the job waits to be started: {first_line(RuntimeError(info.message))}", flush=True)
                is_said = True
            time.sleep(_POLL_SECONDS)

    async def _print(self) -> None:
        seen = 0
        async for text in self._client.tail_job_logs(self._job):
            new = text[max(0, self._printed - seen) :]
            seen += len(text)
            self._printed = max(self._printed, seen)
            print(self._there.sub(lambda found: self._here, new), end="", flush=True)


def bring_back(client: Any, job: str, node: str, results: Path) -> Path:
    """Fetch what the job left on the head node into results/JOB, and return that folder.

    Raises UserError if nothing is there or it does not come whole.
    """
    query = {"node_id": node, "filename": f"{ARCHIVES}/{job}.zip", "lines": -1, "timeout": _FETCH_SECONDS}
    # The client has no public way to read a file that knows its address and token.
    answer = client._do_request("GET", f"/api/v0/logs/file?{urlencode(query)}", stream=True)
    if answer.status_code != 200:
        raise UserError(f"{job} left nothing to bring back: {first_line(RuntimeError(answer.text))}")
    folder, archive = results / job, results / f".{job}.zip"
    try:
        results.mkdir(parents=True, exist_ok=True)
        with archive.open("wb") as file:
            for piece in answer.iter_content(_PIECE):
                file.write(piece)
        shutil.unpack_archive(archive, folder, "zip")
    except zipfile.BadZipFile as error:
        raise UserError(f"the results of {job} did not come whole; --follow {job} fetches them again") from error
    except OSError as error:
        raise UserError(f"--results: {folder} cannot be written: {error.strerror or error}") from error
    finally:
        archive.unlink(missing_ok=True)
    return folder


def finish(client: Any, job: str, arguments: argparse.Namespace) -> int:
    """Follow a job to its end, or to Ctrl-C, bring back its results, and return the status."""
    again = f"python jobs/ray_job.py --address {arguments.address} --follow {job}"
    log = JobLog(client, job, arguments.results / job)
    try:
        log.follow()
    except KeyboardInterrupt:
        if arguments.leave:
            print(f"{job} goes on; {again} comes back to it", file=sys.stderr)
            return INTERRUPTED
        print(f"stopping {job}, which saves what it has; Ctrl-C again leaves it to that", file=sys.stderr, flush=True)
        client.stop_job(job)
        try:
            log.follow()
        except KeyboardInterrupt:
            print(f"{again} comes back to it, and to what it saves", file=sys.stderr)
            return INTERRUPTED
    info = client.get_job_info(job)
    status = info.driver_exit_code
    if status is None:
        stopped = info.status == "STOPPED"
        print(f"error: {job} {'was stopped' if stopped else first_line(RuntimeError(info.message))}", file=sys.stderr)
        status = INTERRUPTED if stopped else 1
    if status == NOT_FOUND:
        print("error: no such command there; activate the environment before `ray start`", file=sys.stderr)
    if is_shared(info):  # the job has told where they are
        return status
    try:
        print(f"results  {bring_back(client, job, info.driver_node_id, arguments.results).absolute()}")
    except UserError as error:
        complain(error)
        status = status or BAD_INPUT
    return status


def complain(error: UserError) -> None:
    """Print an error in one line."""
    print(f"error: {' '.join(str(error).splitlines())}", file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    try:
        arguments = parse(argv)
        client = connect(arguments.address)
        with explaining(arguments.address):
            job = submit(client, arguments) if arguments.command else find(client, arguments)
            print(f"job      {job}", flush=True)
            return finish(client, job, arguments)
    except UserError as error:
        complain(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
