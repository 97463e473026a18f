"""Files for cluster launchers are what those take, and name things that are there."""

import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from ports import find_ports

from wordle_jax.resources import conf_dir

CHECKOUT = conf_dir().parent
JOBS = CHECKOUT / "jobs"
RAY = re.search(r"^ray(?:\[.*\])?==([0-9.]+)", (CHECKOUT / "requirements.lock").read_text(encoding="utf-8"), re.M)[1]  # type: ignore[index]


def read(name: str) -> Any:
    return yaml.safe_load((JOBS / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "pattern"),
    [("cluster.yaml", r"rayproject/ray:([0-9.]+)-"), ("Dockerfile", r"rayproject/ray:([0-9.]+)-")],
)
def test_nodes_have_the_ray_of_the_lock(name: str, pattern: str) -> None:
    assert re.findall(pattern, (JOBS / name).read_text(encoding="utf-8")) == [RAY]


def test_dockerfile_copies_what_is_there() -> None:
    lines = [shlex.split(line) for line in (JOBS / "Dockerfile").read_text(encoding="utf-8").splitlines()]
    copied = [name for words in lines if words and words[0] == "COPY" for name in words[1:-1]]
    assert {"wordle_jax", "conf", "data", "requirements.lock"} <= set(copied)
    assert all((CHECKOUT / name).exists() for name in copied)


def test_cluster_launcher_takes_its_file() -> None:
    from ray.autoscaler._private.util import prepare_config, validate_config

    cluster = read("cluster.yaml")
    validate_config(prepare_config(cluster))
    assert all((CHECKOUT / path).exists() for path in cluster["file_mounts"].values())
    with pytest.raises(jsonschema.ValidationError, match="max_worker"):
        validate_config(prepare_config(cluster | {"max_worker": 3}))


def test_readme_tells_of_every_file_and_every_option() -> None:
    text = (JOBS / "README.md").read_text(encoding="utf-8")
    names = {path.name for path in JOBS.iterdir() if path.is_file()} - {"README.md", "in_folder.py"}
    assert {name for name in names if f"jobs/{name}" not in text} == set()
    source = (JOBS / "ray_job.py").read_text(encoding="utf-8")
    assert {option for option in re.findall(r'add_argument\(\s*"(--\w+)"', source) if f"`{option}" not in text} == {
        "--address"
    }


# --- KubeRay: the fields of ray.io/v1 RayJob that are used here, and the values that they take


def group(**more: Any) -> dict[str, Any]:
    """An object with these properties, all of them required, and no others."""
    return {"type": "object", "properties": more, "required": list(more), "additionalProperties": False}


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
QUANTITY = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?(m|Ki|Mi|Gi|Ti)?$"}
QUANTITIES = {"type": "object", "additionalProperties": QUANTITY}
# `ray start` gets them as --KEY=VALUE, so that even numbers are texts.
PARAMETERS = {"type": "object", "additionalProperties": {"type": "string"}}
CONTAINER = group(name=TEXT, image=TEXT, resources=group(requests=QUANTITIES, limits=QUANTITIES))
CONTAINER["properties"]["volumeMounts"] = {"type": "array", "items": group(name=TEXT, mountPath=TEXT)}
VOLUME = group(name=TEXT, persistentVolumeClaim=group(claimName=TEXT))
POD = group(containers={"type": "array", "minItems": 1, "items": CONTAINER})
POD["properties"]["volumes"] = {"type": "array", "items": VOLUME}
WORKERS = group(
    groupName=TEXT,
    replicas=COUNT,
    minReplicas=COUNT,
    maxReplicas=COUNT,
    rayStartParams=PARAMETERS,
    template=group(spec=POD),
)
RAY_JOB = group(
    apiVersion={"const": "ray.io/v1"},
    kind={"const": "RayJob"},
    metadata=group(name={"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"}),
    spec=group(
        entrypoint=TEXT,
        submissionMode={"enum": ["K8sJobMode", "HTTPMode", "InteractiveMode"]},
        backoffLimit=COUNT,
        shutdownAfterJobFinishes={"type": "boolean"},
        ttlSecondsAfterFinished=COUNT,
        rayClusterSpec=group(
            rayVersion={"const": RAY},
            headGroupSpec=group(rayStartParams=PARAMETERS, template=group(spec=POD)),
            workerGroupSpecs={"type": "array", "items": WORKERS},
        ),
    ),
)


def test_kuberay_takes_its_file() -> None:
    job = read("rayjob.yaml")
    jsonschema.validate(job, RAY_JOB)
    cluster = job["spec"]["rayClusterSpec"]
    assert [workers["groupName"] for workers in cluster["workerGroupSpecs"]] == ["cpu", "gpu"]
    for workers in cluster["workerGroupSpecs"]:
        assert workers["minReplicas"] <= workers["replicas"] <= workers["maxReplicas"]
        (container,) = workers["template"]["spec"]["containers"]
        has_gpu = "nvidia.com/gpu" in container["resources"]["limits"]
        assert has_gpu == (workers["groupName"] == "gpu") == container["image"].endswith(":gpu")
    head = cluster["headGroupSpec"]["template"]["spec"]
    assert {mount["name"] for mount in head["containers"][0]["volumeMounts"]} == {v["name"] for v in head["volumes"]}
    job["spec"]["rayClusterSpec"]["headGroupSpec"]["rayStartParams"]["num-cpus"] = 0
    with pytest.raises(jsonschema.ValidationError, match="is not of type 'string'"):
        jsonschema.validate(job, RAY_JOB)


# --- Slurm, of which stubs stand for the programs


needs_slurm = pytest.mark.skipif(sys.platform != "linux", reason="Slurm runs on Linux alone")
STUBS = {
    "srun": 'echo "$@" >> "$CALLS"\nwhile [[ $1 == --* ]]; do shift; done\nexec "$@"\n',
    "scontrol": '[[ "$*" == "show hostnames node[1-2]" ]] && printf "node1\\nnode2\\n"\n',
    "hostname": "echo 127.0.0.1 192.0.2.7\n",
}
COUNT_CPUS = """
import os, sys, time
import ray
ray.init(log_to_driver=False, logging_level="ERROR")
while len(ray.nodes()) < 2:
    time.sleep(0.1)
print(os.environ["RAY_ADDRESS"], sum(node["Resources"]["CPU"] for node in ray.nodes()), sys.argv[1:])
print(os.environ["RAY_AUTH_MODE"], len(set(os.environ["RAY_AUTH_TOKEN"])) > 8, len(os.environ["RAY_AUTH_TOKEN"]))
sys.exit(5)
"""
# A Ray that starts and never answers.
SILENT_RAY = (
    'case $1 in start) echo "$RAY_AUTH_TOKEN"; exec sleep 60 ;; health-check) echo "no route"; exit 1 ;; esac\n'
)


def start_slurm(folder: Path, *command: str, **environment: str) -> subprocess.Popen[str]:
    """Run the script with stubs for the programs of Slurm, which note how they are called."""
    for name, text in STUBS.items():
        put_program(folder / name, text)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM_", "RAY_"))}
    path = f"{folder}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    more = {"PATH": path, "CALLS": str(folder / "calls"), "PYTHONWARNINGS": ""}
    return subprocess.Popen(
        ["bash", str(JOBS / "slurm.sh"), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=kept | more | environment,
    )


def put_program(path: Path, text: str) -> None:
    path.write_text(f"#!/usr/bin/env bash\n{text}", encoding="utf-8")
    path.chmod(0o755)


def run_slurm(folder: Path, *command: str, **environment: str) -> tuple[int, str, str]:
    """Run the script to its end; return status, standard output and errors."""
    process = start_slurm(folder, *command, **environment)
    out, err = process.communicate(timeout=180)
    return process.returncode, out, err


@needs_slurm
def test_slurm_starts_ray_on_all_nodes_and_ends_it(tmp_path: Path) -> None:
    (tmp_path / "count.py").write_text(COUNT_CPUS, encoding="utf-8")
    port = str(find_ports(1)[0])
    allocation = {"SLURM_JOB_NODELIST": "node[1-2]", "SLURM_CPUS_PER_TASK": "3", "RAY_PORT": port}
    # In this home there is no token of Ray, and the mode is not set.
    status, out, _ = run_slurm(tmp_path, sys.executable, "count.py", "two words", **allocation, HOME=str(tmp_path))
    assert out == f"127.0.0.1:{port} 6.0 ['two words']\ntoken True 64\n"
    assert status == 5
    calls = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    asked, *started = [call.split() for call in calls]
    assert asked[-2:] == ["hostname", "--ip-address"]
    nodes = [next(word for word in call if word.startswith("--nodelist=")) for call in started]
    assert nodes == ["--nodelist=node1", "--nodelist=node2"]
    assert all("--export=ALL" in call for call in started)
    with pytest.raises(ConnectionRefusedError):  # Ray is gone
        socket.create_connection(("127.0.0.1", int(port)), 1)


@needs_slurm
def test_slurm_script_does_not_wait_for_ever(tmp_path: Path) -> None:
    put_program(tmp_path / "ray", SILENT_RAY)
    given = {"SLURM_JOB_NODELIST": "node[1-2]", "RAY_AUTH_TOKEN": "given", "RAY_START_SECONDS": "1"}
    status, out, err = run_slurm(tmp_path, "true", **given)
    assert (status, out) == (1, "")
    token, error = err.splitlines()
    assert token == "given"
    assert error == "error: Ray on node1 does not answer at 127.0.0.1:6379 in 1 s: no route"


@needs_slurm
def test_slurm_script_can_be_stopped_before_ray_is_there(tmp_path: Path) -> None:
    put_program(tmp_path / "ray", SILENT_RAY)
    process = start_slurm(tmp_path, "true", SLURM_JOB_NODELIST="node[1-2]", RAY_AUTH_TOKEN="given")
    assert process.stderr is not None
    assert process.stderr.readline() == "given\n"
    process.terminate()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (143, "")
    assert err == "error: stopped before Ray was there; nothing was run\n"


@needs_slurm
def test_slurm_script_says_what_it_needs(tmp_path: Path) -> None:
    status, _, err = run_slurm(tmp_path, "true")
    assert (status, err) == (2, "error: this is no allocation of Slurm; start it by sbatch or salloc\n")
    status, _, err = run_slurm(tmp_path, SLURM_JOB_NODELIST="node[1-2]")
    assert (status, err) == (2, "error: no command to run; the top of this script has an example\n")
