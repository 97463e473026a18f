"""Takes a node away from a real cluster while games are played there, adds another, and compares the bytes.

`python tests/change_nodes.py 5` does it five times, each at another moment.
"""

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from command_line import Outcome, finish, start
from ray_cluster import Cluster, ray_cluster

GAMES, CHUNK = 231_500, 100
COMMAND = ("solver=random", "noise=0.2", "games.replicates=100", f"executor.chunk={CHUNK}")
_CPUS = 2  # of a node that comes and goes; the head has none, and another node one


def play_meanwhile(cluster: Cluster, directory: Path, seconds: float) -> Outcome:
    """Play while the last node is killed, so many seconds after the first chunk, and another is added."""
    process = start(directory, *COMMAND, f"executor.address='{cluster.address}'", **cluster.environment)
    while not any(directory.glob("shards/*.arrow")):
        assert process.poll() is None, finish(process, directory)
        time.sleep(0.02)
    time.sleep(seconds)
    cluster.kill_node(cluster.nodes[-1])
    cluster.add_node(f"--num-cpus={_CPUS}")
    return finish(process, directory)


def count_chunks(cluster: Cluster) -> Counter[str]:
    """Return how many chunks were finished on each node, by its id."""
    tasks = cluster.ask("tasks", limit=10_000, filter_keys="name", filter_predicates="=", filter_values="Worker.work")
    return Counter(task["node_id"] for task in tasks if task["state"] == "FINISHED")


def check(cluster: Cluster, outcome: Outcome, expected: Outcome) -> str:
    """Compare a run with an undisturbed one, and return what Ray tells of it."""
    assert (outcome.status, outcome.err) == (0, ""), outcome
    assert outcome.results == expected.results
    assert "another one starts in its place" in outcome.out
    assert "the cluster has grown" not in outcome.out, outcome.out  # as many CPUs came as went
    nodes = {node["node_id"]: node["state"] for node in cluster.ask("nodes")}
    chunks = count_chunks(cluster)
    assert chunks.total() == GAMES / CHUNK, chunks  # none that was finished was played again
    assert sorted(nodes[node] for node in chunks) == ["ALIVE", "ALIVE", "DEAD"], (chunks, nodes)
    metrics = cluster.read_metrics("ray_wordle_jax_")
    assert (metrics["games_total"], metrics["chunks_total"]) == (GAMES, GAMES / CHUNK), metrics
    assert 1 <= metrics["retries_total"] <= 2 * _CPUS, metrics  # those that waited or were being played there
    return f"chunks by node {sorted(chunks.values())}, {metrics['retries_total']:.0f} of the lost node played anew"


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        expected = finish(start(Path(folder, "here"), *COMMAND, "executor=local"), Path(folder, "here"))
        assert expected.status == 0, expected
        for seed in range(repetitions):
            begun, seconds = time.monotonic(), random.Random(seed).uniform(0, 3)
            with ray_cluster(["--num-cpus=1"], [f"--num-cpus={_CPUS}"]) as cluster:
                found = check(cluster, play_meanwhile(cluster, Path(folder, str(seed)), seconds), expected)
            print(f"{seed}: killed after {seconds:.1f} s; {found}; {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
