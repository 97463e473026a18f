"""Commands submitted to a cluster of several nodes play the games that they play here, and their results come back."""

import functools
import importlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import command_line
import pytest
from command_line import play_well
from ray_cluster import TOKEN, Cluster, needs_cluster, ray_cluster

from wordle_jax.resources import conf_dir

CHECKOUT = conf_dir().parent
RAY_JOB = CHECKOUT / "jobs" / "ray_job.py"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head without CPUs, a node with two CPUs and what passes for a GPU, and a node with a CPU."""
    with ray_cluster(["--num-cpus=2", "--num-gpus=1"], ["--num-cpus=1", "--num-gpus=0"]) as cluster:
        yield cluster


def start(folder: Path, *argv: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(RAY_JOB), *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | environment,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str], out: str = "") -> tuple[int, str, str]:
    more, err = process.communicate(timeout=120)
    return process.returncode, out + more, err


def submit(cluster: Cluster, folder: Path, *command: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """Run the script to its end; return status, standard output and errors."""
    argv = ["--address", cluster.dashboard, *options, "--", *command]
    return finish(start(folder, *argv, **cluster.environment))


def results_of(out: str) -> Path:
    return Path(out.strip().splitlines()[-1].removeprefix("results  "))


GAMES = ("noise=0.1", "games.sample=60", "executor.chunk=7")


@pytest.fixture(scope="module")
def metrics_before(cluster: Cluster) -> dict[str, float]:
    """What Ray has counted before a job."""
    return cluster.read_metrics("ray_wordle_jax_")


@pytest.fixture(scope="module")
def job(cluster: Cluster, metrics_before, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the results of a job came to, and what it printed."""
    folder = tmp_path_factory.mktemp("job")
    command = ["python", "-m", "wordle_jax.run", *GAMES, "hydra.run.dir=outputs/there"]
    status, out, err = submit(cluster, folder, *command)
    assert (status, err) == (0, "")
    assert results_of(out).parent == folder / "outputs" / "jobs"
    # What the command says of its folder is true here.
    assert f"\nresults  outputs/jobs/{results_of(out).name}/outputs/there\n" in out
    assert "/wordle_jax/" not in out
    return results_of(out), out


@needs_cluster
def test_job_on_several_nodes_plays_what_is_played_here(
    cluster: Cluster, job: tuple[Path, str], tmp_path: Path
) -> None:
    folder, out = job
    port = cluster.address.rpartition(":")[2]
    assert re.search(rf"^playing on Ray \S+:{port}, which RAY_ADDRESS names \(executor=auto\)$", out, re.M), out
    assert [path.name for path in folder.iterdir()] == ["outputs"]
    there = [(folder / "outputs" / "there" / name).read_bytes() for name in ("games.parquet", "summary.json")]
    assert there == list(play_well(tmp_path / "here", *GAMES, "executor=local").results)
    timing = json.loads((folder / "outputs" / "there" / "timing.json").read_text(encoding="utf-8"))
    assert timing["platforms"] == [{"first": 0, "games": 60, "platform": "cpu"}]
    workers = [actor for actor in cluster.ask("actors") if actor["class_name"] == "Worker"]
    assert len(workers) == 3
    # Games this few may be over before the last worker has found its node.
    at_work = {actor["node_id"] for actor in workers} - {None}
    assert at_work
    assert at_work < {node["node_id"] for node in cluster.ask("nodes")}  # the head has no CPU for one


@needs_cluster
def test_metrics_of_ray_tell_what_a_job_played(
    cluster: Cluster, metrics_before: dict[str, float], job: tuple[Path, str]
) -> None:
    # Ray collects them every few seconds.
    expected, counted = {"games_total": 60.0, "chunks_total": 9.0}, dict[str, float]()
    deadline = time.monotonic() + 60
    while counted != expected and time.monotonic() < deadline:
        metrics = cluster.read_metrics("ray_wordle_jax_")
        counted = {name: metrics.get(name, 0.0) - metrics_before.get(name, 0.0) for name in expected}
        time.sleep(0.2)
    assert counted == expected


@needs_cluster
def test_room_is_waited_for(tmp_path: Path) -> None:
    with ray_cluster() as cluster:  # a head without CPUs
        argv = [*GAMES, f"executor.address='{cluster.address}'", "executor.workers=3"]
        process = command_line.start(tmp_path / "there", *argv, **cluster.environment)
        assert process.stdout is not None
        waiting = f"no worker is ready: waiting for room on Ray at {cluster.address}, 10 minutes at most"
        out = read_until(process.stdout, waiting)
        cluster.add_node("--num-cpus=1")  # room for one of them
        there = command_line.finish(process, tmp_path / "there", out)
    assert (there.status, there.err) == (0, "")
    assert "worker" not in there.out.replace(waiting, "")
    assert there.results == play_well(tmp_path / "here", *GAMES, "executor=local").results


@needs_cluster
def test_status_is_that_of_the_command_and_shared_results_stay(cluster: Cluster, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    command = ["python", "-m", "wordle_jax.run", "noise=2"]
    status, out, err = submit(cluster, tmp_path, *command, options=("--shared", str(shared)))
    assert (status, err) == (2, "")
    assert "error: noise is 2.0: it is the share of wrong tiles, give 0 to 1" in out
    (job,) = shared.iterdir()
    assert out.endswith(f"results  {job}, on the cluster\n")
    assert out.count("results") == 1
    assert [path.name for path in job.iterdir()] == ["outputs"]


@needs_cluster
def test_sweep_of_the_launcher_joins_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    argv = ["-m", "hydra/launcher=ray", "games.sample=10", "noise=0", "hydra.sweep.dir=sweep"]
    environment = cluster.environment | {"RAY_ADDRESS": cluster.address}
    command = [sys.executable, "-m", "wordle_jax.run", *argv]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    log = (tmp_path / "sweep" / "0" / "run.log").read_text(encoding="utf-8")
    assert "playing in this process, which is a task of Ray (executor=auto)" in log


@needs_cluster
def test_ctrl_c_leaves_a_job_or_stops_it(cluster: Cluster, tmp_path: Path) -> None:
    command = "import pathlib, signal, sys; pathlib.Path('outputs/kept').touch(); print('begun', flush=True)\n"
    command += "signal.signal(signal.SIGTERM, lambda *_: sys.exit(3)); signal.pause()"
    where = ["--address", cluster.dashboard]
    process = start(tmp_path, *where, "--leave", "--", "python", "-c", command, **cluster.environment)
    assert process.stdout is not None
    out = read_until(process.stdout, "begun")
    process.send_signal(signal.SIGINT)
    status, out, err = finish(process, out)
    job = out.splitlines()[0].split()[1]
    again = f"python jobs/ray_job.py --address {cluster.dashboard} --follow {job}"
    assert (status, err) == (130, f"{job} goes on; {again} comes back to it\n")
    process = start(tmp_path, *where, "--follow", job, **cluster.environment)
    assert process.stdout is not None
    out = read_until(process.stdout, "begun")
    process.send_signal(signal.SIGINT)
    status, out, err = finish(process, out)
    assert status == 130
    assert out.count("\nbegun\n") == 1
    assert err.startswith(f"stopping {job}, which saves what it has; Ctrl-C again leaves it to that\n")
    folder = results_of(out)
    assert folder.name == job
    assert (folder / "outputs" / "kept").exists()


def read_until(stream: Any, word: str) -> str:
    """What comes from a process up to the line that is the word."""
    read = ""
    while not read.endswith(f"\n{word}\n"):
        line = stream.readline()
        assert line, read
        read += line
    return read


@needs_cluster
def test_complaints_of_the_cluster_are_one_line(cluster: Cluster, tmp_path: Path) -> None:
    stranger = cluster.environment | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN[::-1]}
    status, out, err = finish(start(tmp_path, "--address", cluster.dashboard, "--", "true", **stranger))
    assert (status, out) == (2, "")
    assert err.startswith(
        f"error: --address: the cluster at {cluster.dashboard} asks for its token; put what `ray get-"
    )
    gcs = f"http://{cluster.address}"
    status, out, err = finish(start(tmp_path, "--address", gcs, "--", "true", **cluster.environment))
    assert (status, err) == (2, f"error: --address: what answers at {gcs} is no dashboard of Ray; its port is 8265\n")
    (tmp_path / "file").touch()
    status, out, err = submit(cluster, tmp_path, "true", options=("--results", "file"))
    assert (status, out) == (2, "")  # no job
    assert err == "error: --results: cannot write to the output directory file: it is a file\n"
    (tmp_path / ".ray").mkdir()
    (tmp_path / ".ray" / "auth_token").write_text(TOKEN, encoding="utf-8")
    at_home = {"HOME": str(tmp_path)}  # the token of the house is found without being told of
    status, out, err = finish(start(tmp_path, "--address", cluster.dashboard, "--follow", "nobody", **at_home))
    assert (status, err) == (2, f"error: --follow: {cluster.dashboard} knows no job nobody\n")
    status, out, err = finish(
        start(tmp_path, "--address", cluster.dashboard, "--follow", "nobody", **cluster.environment)
    )
    assert (status, err) == (2, f"error: --follow: {cluster.dashboard} knows no job nobody\n")
    status, out, err = submit(cluster, tmp_path, "true", options=("--python", "no-such-python"))
    assert status == 127
    first, second = err.splitlines()
    assert first == "error: no such command there; activate the environment before `ray start`"
    assert second.startswith(f"error: {out.split()[1]} left nothing to bring back: ")


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        ([], "give one of a command, after --, or --follow JOB; see --help"),
        (["--follow", "job", "true"], "give one of a command, after --, or --follow JOB; see --help"),
        (
            ["--shared", "there", "--", "true"],
            "--shared: 'there' is a relative path; give the absolute one of the nodes",
        ),
        (["--address", "head", "true"], "--address: 'head' is no address; give http://HOST:8265"),
        (["--address", "ray://head:10001", "true"], "--address: 'ray://head:10001' is no address; give http://HOST:8"),
        (["--address", "http://head:x", "true"], "--address: 'http://head:x' is no address; give http://HOST:8265"),
        (["--address", "http://127.0.0.1:1", "true"], "--address: no dashboard answers at http://127.0.0.1:1 ("),
    ],
)
def test_bad_arguments(argv: list[str], error: str, tmp_path: Path) -> None:
    status, out, err = finish(start(tmp_path, *argv))
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {error}")
    assert err.count("\n") == 1


# --- the log, of a cluster that is made up


class MadeUpClient:
    """A cluster that starts a job late, and loses the connection in the middle of its log."""

    def __init__(self) -> None:
        self.statuses = iter(["PENDING", "PENDING", "RUNNING"])
        self.logs: list[list[str | Exception]] = [["one\n", "tw", RuntimeError("lost")], ["one\nt", "wo\n", "three\n"]]

    def get_job_info(self, job: str) -> Any:
        return SimpleNamespace(status=next(self.statuses), message="It may be waiting.\nOr not.")

    def get_job_status(self, job: str) -> Any:
        return SimpleNamespace(is_terminal=lambda: not self.logs)

    async def tail_job_logs(self, job: str) -> AsyncIterator[str]:
        for text in self.logs.pop(0):
            if isinstance(text, Exception):
                raise text
            yield text


def test_log_goes_on_from_where_it_was(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(RAY_JOB.parent)
    ray_job = importlib.import_module("ray_job")
    monkeypatch.setattr(ray_job, "_POLL_SECONDS", 0.0)
    monkeypatch.setattr(ray_job, "_START_SECONDS", -1.0)
    ray_job.JobLog(MadeUpClient(), "job", Path("outputs/job")).follow()
    assert capsys.readouterr().out.splitlines() == [
        "the job waits to be started: It may be waiting.",
        "one",
        "twthe log breaks off (lost); trying again until the job has ended",
        "o",
        "three",
    ]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server of the files in a folder."""
    handler = functools.partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


HURRIED = "import sys, ray_job; ray_job._CONNECT_SECONDS = 0.2; sys.exit(ray_job.main())"


def test_what_never_answers_is_no_dashboard() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        command = [sys.executable, "-c", HURRIED, "--address", address, "--", "true"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=RAY_JOB.parent, check=False)
    error = f"error: --address: what answers at {address} is no dashboard of Ray; its port is 8265\n"
    assert (run.returncode, run.stderr) == (2, error)


@pytest.mark.parametrize("answer", [None, "no JSON", "[]", "{}"])
def test_what_answers_is_no_dashboard(server: str, tmp_path: Path, answer: str | None) -> None:
    if answer is not None:
        (tmp_path / "api").mkdir()
        (tmp_path / "api" / "version").write_text(answer, encoding="utf-8")
    status, _, err = finish(start(tmp_path, "--address", server, "--", "true"))
    assert (status, err) == (
        2,
        f"error: --address: what answers at {server} is no dashboard of Ray; its port is 8265\n",
    )


def test_jobs_api_that_is_not_installed(server: str, tmp_path: Path) -> None:
    (tmp_path / "requests.py").write_text("raise ImportError\n", encoding="utf-8")
    status, _, err = finish(
        start(tmp_path, "--address", server, "--", "true", PYTHONPATH=f"{tmp_path}{os.pathsep}{CHECKOUT}")
    )
    assert (status, err) == (2, "error: Ray's Jobs API is not installed here: pip install '.[cluster]'\n")


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, and tells nobody."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


# --- GPUs: Ray counts some that are not there


PROBE = """
import json, os, sys
from wordle_jax.executor import ExecutorConfig, connection, staff

class Probe(staff.Worker):
    def __init__(self, core, platform):
        self.platform = platform
    def look(self):
        import ray
        memory = ["XLA_PYTHON_CLIENT_PREALLOCATE", "XLA_PYTHON_CLIENT_MEM_FRACTION"]
        variables = [os.environ.get(name) for name in ["JAX_PLATFORMS", "CUDA_VISIBLE_DEVICES", *memory]]
        return self.platform, ray.get_runtime_context().get_node_id(), variables

staff.Worker = Probe
import ray
pool = connection.connect(ExecutorConfig("ray", address=sys.argv[1], gpus_per_worker=0.5))
print(json.dumps(ray.get([worker.look.remote() for worker in pool.workers])))
"""


@needs_cluster
def test_workers_get_their_devices_before_jax_starts(cluster: Cluster) -> None:
    probe = subprocess.run(
        [sys.executable, "-c", PROBE, cluster.address],
        capture_output=True,
        text=True,
        env=cluster.environment,
        check=False,
    )
    assert (probe.returncode, probe.stderr) == (0, "")
    with_gpu = {node["node_id"] for node in cluster.ask("nodes") if node["resources_total"].get("GPU")}
    seen = json.loads(probe.stdout)
    # Both places on the GPU are taken, though each needs one of the two CPUs beside it.
    assert [platform for platform, _, _ in seen] == ["gpu", "gpu", "cpu"]
    on_gpu, on_cpu = ["cuda", "0", "false", "0.375"], ["cpu", "", None, None]
    assert [variables for _, _, variables in seen] == [on_gpu, on_gpu, on_cpu]
    assert [node in with_gpu for _, node, _ in seen] == [True, True, False]


@needs_cluster
def test_a_gpu_that_jax_does_not_find_is_one_line(cluster: Cluster, tmp_path: Path) -> None:
    address = f"executor.address='{cluster.address}'"
    command = [sys.executable, "-m", "wordle_jax.run", address, "games.sample=10", "executor.gpus_per_worker=1"]
    run = subprocess.run(command, capture_output=True, text=True, env=cluster.environment, cwd=tmp_path, check=False)
    reason = "platform=gpu: JAX finds no such device here; use platform=cpu or auto"
    assert run.returncode == 2
    assert run.stderr == f"error: Ray at {cluster.address} starts no workers: {reason}\n"
