"""A Ray cluster on this machine: a head and workers, each a process with a token in common, as on several machines."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

TOKEN = "0123456789abcdef" * 4
_START_SECONDS = 120.0

needs_cluster = pytest.mark.skipif(os.name == "nt", reason="Ray has no clusters of several nodes on Windows")


@dataclass(frozen=True)
class Cluster:
    """Where it is: HOST:PORT of the head, and http://HOST:PORT of the dashboard."""

    address: str
    dashboard: str
    environment: dict[str, str]

    def ask(self, what: str, **query: Any) -> Any:
        """Return what the dashboard says of the nodes, actors and so on."""
        url = f"{self.dashboard}/api/v0/{what}?{urlencode({'detail': True, 'limit': 1000} | query)}"
        with urlopen(Request(url, headers={"Authorization": f"Bearer {TOKEN}"}), timeout=10) as answer:
            return json.load(answer)["data"]["result"]["result"]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@contextmanager
def ray_cluster(*nodes: Sequence[str]) -> Iterator[Cluster]:
    """Start a head without CPUs and a node for each list of options; end them all at the end."""
    address, dashboard = f"127.0.0.1:{free_port()}", free_port()
    environment = os.environ | {
        # A job is started by the Python that the head finds.
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": TOKEN,
        "RAY_USAGE_STATS_ENABLED": "0",
        # There Ray refuses a second node unless it is told that this is meant.
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1",
    }
    # Short, because the names of sockets are.
    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")
    # Nodes of one machine would contend for the usual ports.
    common = [
        "--block",
        "--node-ip-address=127.0.0.1",
        "--min-worker-port=0",
        "--max-worker-port=0",
        "--dashboard-agent-listen-port=0",
        "--object-store-memory=80000000",
    ]
    head = [
        "--head",
        f"--port={address.rpartition(':')[2]}",
        f"--temp-dir={folder}",
        "--include-dashboard=true",
        f"--dashboard-port={dashboard}",
        "--num-cpus=0",
    ]
    processes: list[subprocess.Popen[bytes]] = []

    def start(options: Sequence[str]) -> None:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *options, *common]
        with Path(folder, f"{len(processes)}.log").open("wb") as log:
            processes.append(
                subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder, start_new_session=True)
            )

    cluster = Cluster(address, f"http://127.0.0.1:{dashboard}", environment)
    try:
        # One after the other, for two that start at once may choose the same name for their sockets.
        for options in [head, *([f"--address={address}", *options] for options in nodes)]:
            start(options)
            _wait_for_nodes(cluster, len(processes), processes)
        yield cluster
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_nodes(cluster: Cluster, number: int, processes: Sequence[subprocess.Popen[bytes]]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and all(process.poll() is None for process in processes):
        with suppress(URLError, OSError, KeyError, TypeError):
            if sum(node["state"] == "ALIVE" for node in cluster.ask("nodes")) == number:
                return
        time.sleep(0.2)
    raise AssertionError(f"the cluster has no {number} nodes")
