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
import shlex
import shutil
import socket
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from in_folder import ARCHIVES

from wordle_jax.errors import UserError, first_line

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
# A run that is stopped saves what it has played; Ray would give it three seconds.
_STOP_SECONDS = 60
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
    # Ray tells of every step.
    logging.disable(logging.WARNING)
    # As `ray start` does: once there is a token in this home, clusters that it starts ask for one.
    if "RAY_AUTH_TOKEN" in os.environ or Path("~/.ray/auth_token").expanduser().is_file():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        from ray.job_submission import JobSubmissionClient

        with explaining(address):
            return JobSubmissionClient(address)
    except (ImportError, RuntimeError, ValueError, LookupError, TypeError) as error:
        if isinstance(error, ImportError) or "ray[default]" in str(error):
            raise UserError("Ray's Jobs API is not installed here: pip install '.[cluster]'") from error
        # A page that there is not, or no JSON, or other JSON.
        raise UserError(f"--address: what answers at {address} is no dashboard of Ray; its port is 8265") from error


@contextmanager
def explaining(address: str) -> Iterator[None]:
    """Turn what the client raises about the connection into UserErrors."""
    from ray.exceptions import AuthenticationError

    try:
        yield
    except AuthenticationError as error:
        hint = "set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN, or put it into ~/.ray/auth_token"
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
    if all(job.submission_id != arguments.follow for job in client.list_jobs()):
        raise UserError(f"--follow: {arguments.address} knows no job {arguments.follow}")
    return arguments.follow


async def _print_log(client: Any, job: str) -> None:
    async for text in client.tail_job_logs(job):
        print(text, end="", flush=True)


def follow(client: Any, job: str) -> None:
    """Print the log of a job until it has ended."""
    from aiohttp import ClientError

    try:
        asyncio.run(_print_log(client, job))
    except (RuntimeError, OSError, ClientError) as error:
        print(f"the log breaks off ({first_line(error)}); waiting for the job to end", flush=True)
    while not client.get_job_status(job).is_terminal():
        time.sleep(_POLL_SECONDS)


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
    try:
        follow(client, job)
    except KeyboardInterrupt:
        if arguments.leave:
            print(f"{job} goes on; {again} comes back to it", file=sys.stderr)
            return INTERRUPTED
        print(f"stopping {job}, which saves what it has; Ctrl-C again leaves it to that", file=sys.stderr, flush=True)
        client.stop_job(job)
        try:
            follow(client, job)
        except KeyboardInterrupt:
            print(f"{again} brings back what it saved", file=sys.stderr)
            return INTERRUPTED
    info = client.get_job_info(job)
    shared = (info.metadata or {}).get("shared")
    status = info.driver_exit_code
    if status is None:
        stopped = info.status == "STOPPED"
        print(f"error: {job} {'was stopped' if stopped else first_line(RuntimeError(info.message))}", file=sys.stderr)
        status = INTERRUPTED if stopped else 1
    if status == NOT_FOUND:
        print("error: no such command there; activate the environment before `ray start`", file=sys.stderr)
    if shared:
        print(f"results  {shared}/{job}, on the cluster")
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
