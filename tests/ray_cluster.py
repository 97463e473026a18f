"""A Ray cluster on this machine: a head and workers, each a process with a token in common, as on several machines."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from ports import find_ports
from prometheus_client.parser import text_string_to_metric_families

TOKEN = "0123456789abcdef" * 4
_START_SECONDS = 120.0

# Nodes of one machine would contend for the usual ports.
_COMMON = (
    "--block",
    "--node-ip-address=127.0.0.1",
    "--min-worker-port=0",
    "--max-worker-port=0",
    "--dashboard-agent-listen-port=0",
    "--object-store-memory=80000000",
)

needs_cluster = pytest.mark.skipif(os.name == "nt", reason="Ray has no clusters of several nodes on Windows")


@dataclass(frozen=True)
class Cluster:
    """Where it is: HOST:PORT of the head, http://HOST:PORT of the dashboard; and its nodes, those that ended too.

    The environment is for those that use it: it has the token, and no RAY_AUTH_MODE.
    """

    address: str
    dashboard: str
    environment: dict[str, str]
    folder: Path
    nodes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def ask(self, what: str, **query: Any) -> Any:
        """Return what the dashboard says of the nodes, actors and so on."""
        query = {"detail": True, "limit": 1000} | query
        return json.loads(self._get(f"{self.dashboard}/api/v0/{what}?{urlencode(query)}"))["data"]["result"]["result"]

    def read_metrics(self, prefix: str) -> dict[str, float]:
        """Return what the nodes tell a Prometheus of metrics whose names begin so, added up over nodes and tags."""
        totals: Counter[str] = Counter()
        groups = json.loads(self._get(f"{self.dashboard}/api/prometheus/sd"))
        for target in [target for group in groups for target in group["targets"]]:
            with suppress(URLError):  # a node that has ended meanwhile
                for family in text_string_to_metric_families(self._get(f"http://{target}/metrics")):
                    for sample in family.samples:
                        if sample.name.startswith(prefix):
                            totals[sample.name.removeprefix(prefix)] += sample.value
        return dict(totals)

    def _get(self, url: str) -> str:
        with urlopen(Request(url, headers={"Authorization": f"Bearer {TOKEN}"}), timeout=10) as answer:
            return answer.read().decode()

    def start_node(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a node, and wait until it belongs to the cluster."""
        # The head asks for a token because there is one; the others have to be told, as jobs/README.md does.
        mode = {} if "--head" in options else {"RAY_AUTH_MODE": "token"}
        with (self.folder / f"{len(self.nodes)}.log").open("wb") as log:
            command = [sys.executable, "-m", "ray.scripts.scripts", "start", *options, *_COMMON]
            node = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment | mode, cwd=self.folder, start_new_session=True
            )
        self.nodes.append(node)
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and node.poll() is None:
            with suppress(URLError, OSError, KeyError, TypeError):
                if len(self.ask("nodes")) == len(self.nodes):  # whether they live or not
                    return node
            time.sleep(0.2)
        raise AssertionError(f"the cluster has no {len(self.nodes)} nodes")

    def add_node(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a node beside the head."""
        return self.start_node(f"--address={self.address}", *options)

    def kill_node(self, node: subprocess.Popen[bytes]) -> None:
        """End all processes of a node at once, so that none of them takes its leave."""
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                if os.getsid(int(path.name)) == node.pid:
                    os.kill(int(path.name), signal.SIGKILL)
        node.wait(30)


@contextmanager
def ray_cluster(*nodes: Sequence[str]) -> Iterator[Cluster]:
    """Start a head without CPUs and a node for each list of options; end them all at the end."""
    port, dashboard = find_ports(2)
    environment = {name: value for name, value in os.environ.items() if name != "RAY_AUTH_MODE"} | {
        # A job is started by the Python that the head finds.
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "RAY_AUTH_TOKEN": TOKEN,
        "RAY_USAGE_STATS_ENABLED": "0",
        # There Ray refuses a second node unless it is told that this is meant.
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1",
    }
    # Short, because the names of sockets are.
    folder = Path(tempfile.mkdtemp(prefix="ray", dir="/tmp"))
    cluster = Cluster(f"127.0.0.1:{port}", f"http://127.0.0.1:{dashboard}", environment, folder)
    try:
        cluster.start_node(
            "--head",
            f"--port={port}",
            f"--temp-dir={folder}",
            "--include-dashboard=true",
            f"--dashboard-port={dashboard}",
            "--num-cpus=0",
        )
        # One after the other, for two that start at once may choose the same name for their sockets.
        for options in nodes:
            cluster.add_node(*options)
        yield cluster
    finally:
        for node in reversed(cluster.nodes):
            node.terminate()
        for node in cluster.nodes:
            node.wait(30)
        shutil.rmtree(folder, ignore_errors=True)
