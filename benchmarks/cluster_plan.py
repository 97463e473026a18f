"""What a great number of games takes on a cluster: measured costs, a simulation of the scheduler, time and money.

    python benchmarks/cluster_plan.py                                measure here, then plan
    python benchmarks/cluster_plan.py --nodes 32 --cpus 64 --price 2.72 --speed 0.8
    python benchmarks/cluster_plan.py --docs                         and put the tables into docs/cluster.md

Costs are measured on one core of this machine. A CPU of the cluster counts as `--speed` of it; a virtual CPU that is
one of two threads of a core is worth less than one. Prices are what you are asked for a node and an hour; all nodes
are paid for until the driver has made the results of the shards, for its workers stay that long.
"""

import argparse
import dataclasses
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Int64
from rich.console import Console
from rich.table import Table
from run_all import describe_machine, put_between
from scheduler_model import ChunkCost, GameCost, Outcome, simulate
from stage import Stage, set_stage

from wordle_jax.chunks import CHUNK_SECONDS, ChunkQueue
from wordle_jax.executor import ExecutionLog, ExecutorConfig, work_in_chunks
from wordle_jax.game import Setup, play_games, set_table
from wordle_jax.results import ROWS_PER_GROUP, write_games
from wordle_jax.shards import PackedGames, ShardFolder, pack_games
from wordle_jax.totals import Totals
from wordle_jax.world import World

_DOCS = Path(__file__).parents[1] / "docs" / "cluster.md"
_BEGIN, _END = "<!-- tables of benchmarks/cluster_plan.py -->", "<!-- end of tables -->"
_PLAYED = (
    ("csp_aware", 0.1),
    ("entropy", 0.1),
    ("csp_tolerant", 0.1),
    ("noise_aware", 0.05),
    ("noise_aware", 0.1),
)
_SCALED = _PLAYED[0]
_IDLE_CHUNKS = 400
# More than are played in any time that is given, and so many at least are merged.
_MOST_GAMES, _MERGED_GAMES = 10**7, 300_000
# In the driver's memory, of the id of a game and of the name of a shard.
_ID_BYTES, _SHARD_BYTES = 8, 600
_WARM_UP = 0.5  # of the seconds of a figure


@dataclass(frozen=True, eq=False)
class _Games:
    """Games that are played, and packed, by a worker."""

    setup: Setup
    doing = "playing"
    done = "played"

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " game"]], PackedGames]:
        table = set_table(self.setup, world)
        table.player.prepare()
        return lambda chunk: pack_games(chunk, play_games(table, chunk), "cpu")


@dataclass(frozen=True)
class _Nothing:
    """Chunks that cost nothing but themselves: their result is of a chosen number of bytes."""

    num_bytes: int
    doing = "sending"
    done = "sent"

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " game"]], PackedGames]:
        content = os.urandom(self.num_bytes)
        return lambda chunk: PackedGames(int(chunk[0]), len(chunk), 0, content)


class _Watched(ChunkQueue):
    """A queue that keeps what it learns: games and seconds of each chunk."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.learnt: list[tuple[int, float]] = []

    def learn(self, num_games: int, seconds: float) -> None:
        self.learnt.append((num_games, seconds))
        super().learn(num_games, seconds)


def run(stage: Stage, job: Any, games: int, workers: int, seconds: float, chunk: int | None = None) -> tuple[Any, ...]:
    """Do a job until its games or the seconds are over, shards kept; return the queue, the results, wall and CPU time.

    The CPU time is that of this process, the driver.
    """
    queue = _Watched(np.arange(games), chunk, workers=workers)
    log = ExecutionLog(lambda line: None)
    results: list[PackedGames] = []
    with tempfile.TemporaryDirectory() as folder:
        shards = ShardFolder(Path(folder, "shards"), queue.game_id, "")
        for result in work_in_chunks(job, stage.world, queue, ExecutorConfig("ray", workers=workers), log):
            if not results:
                start, cpu = time.perf_counter(), time.process_time()
            results.append(result)
            shards.keep(result)
            if time.perf_counter() - start > seconds:
                queue.num_left = 0
        return queue, results, time.perf_counter() - start, time.process_time() - cpu


def measure_games(stage: Stage, solver: str, noise: float, seconds: float) -> GameCost:
    """Return what the games of a solver cost on one core, from so many seconds of them."""
    job = _Games(stage.setup(solver, noise))
    run(stage, job, _MOST_GAMES, 1, _WARM_UP * seconds)  # compiles what chunks of all sizes need
    queue, results, *_ = run(stage, job, _MOST_GAMES, 1, seconds)
    shard_bytes = sum(len(result.content) for result in results) / sum(map(len, results))
    with tempfile.TemporaryDirectory() as folder:
        _, result_bytes = merge(stage, job.setup, results, Path(folder))
    # Results of a short measurement are repeated, so that what any table costs does not count for much.
    repeated = results * (1 + _MERGED_GAMES // sum(map(len, results)))
    with tempfile.TemporaryDirectory() as folder:
        merge_seconds, _ = merge(stage, job.setup, repeated, Path(folder))
    return GameCost(solver, noise, queue.learnt, shard_bytes, result_bytes, merge_seconds)


def merge(stage: Stage, setup: Setup, results: list[PackedGames], folder: Path) -> tuple[float, float]:
    """Return seconds and bytes a game of results, made of shards in one process as at the end of a run."""
    played = sum(map(len, results))
    shards, first_id = ShardFolder(folder / "shards", np.arange(played), ""), 0
    for result in results:
        shards.keep(dataclasses.replace(result, first_id=first_id))
        first_id += len(result)
    path = folder / "games.parquet"
    start = time.perf_counter()
    totals = Totals(stage.world.num_answers, setup.rules.max_guesses)
    for records in shards.read(ROWS_PER_GROUP):
        totals.add(records)
    write_games(shards.read(ROWS_PER_GROUP), stage.lexicon, path)
    return (time.perf_counter() - start) / played, path.stat().st_size / played


def measure_memory() -> float:
    """Return the bytes of this process at its peak, without the ids of games, which a driver has beside them."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - _ID_BYTES * _MOST_GAMES


def measure_chunks(stage: Stage) -> ChunkCost:
    """Return what chunks cost beside their games, from those that cost nothing else, small ones and large ones."""
    small, large = 1_000, 1_000_000
    driver, way = {}, {}
    for num_bytes in (small, large):
        _, results, wall, cpu = run(stage, _Nothing(num_bytes), _IDLE_CHUNKS, 1, 60.0, chunk=1)
        driver[num_bytes], way[num_bytes] = cpu / len(results), wall / len(results)
    a_byte = max(0.0, (driver[large] - driver[small]) / (large - small))
    return ChunkCost(way[small], driver[small] - a_byte * small, a_byte)


def measure_scaling(stage: Stage, cost: GameCost, chunk: ChunkCost, seconds: float) -> list[tuple[int, float, float]]:
    """Return for one worker and for two how many games they play a second, and how many the simulation says."""
    rows = []
    games = int(seconds / cost.seconds)
    for workers in (1, 2):
        job = _Games(stage.setup(cost.solver, cost.noise))
        run(stage, job, _MOST_GAMES, workers, _WARM_UP * seconds)  # starts the workers, and compiles
        _, results, wall, _ = run(stage, job, games, workers, 10 * seconds)
        # The clock starts at the first result.
        measured = (sum(map(len, results)) - len(results[0])) / wall
        rows.append((workers, measured, games / simulate(cost, chunk, games, workers).seconds))
    return rows


@dataclass(frozen=True)
class Cluster:
    """Nodes with CPUs at a price an hour each, beside a head; `speed` is that of a CPU, the one measured on being 1."""

    nodes: int
    cpus: int
    price: float
    head_price: float
    speed: float

    def plan(self, cost: GameCost, chunk: ChunkCost, games: int, base_bytes: float) -> "Plan":
        """Return what games take; `base_bytes` is the memory of a driver without them."""
        slower = dataclasses.replace(cost, chunks=[(games, taken / self.speed) for games, taken in cost.chunks])
        play = simulate(slower, chunk, games, self.nodes * self.cpus)
        merge = games * cost.merge_seconds / self.speed
        price = (play.seconds + merge) / 3600 * (self.nodes * self.price + self.head_price)
        disk = games * (cost.shard_bytes + cost.result_bytes)
        return Plan(play, merge, price, disk, base_bytes + _ID_BYTES * games + _SHARD_BYTES * play.chunks)


@dataclass(frozen=True)
class Plan:
    """What games take on a cluster: to play them, to merge the results, and the driver's disk and memory for both."""

    play: Outcome
    merge_seconds: float
    price: float
    disk_bytes: float
    memory_bytes: float


def make_tables(
    costs: list[GameCost],
    chunk: ChunkCost,
    scaling: list[tuple[int, float, float]],
    cluster: Cluster,
    games: int,
    base_bytes: float,
) -> list[tuple[str, list[list[str]]]]:
    """Return the tables, each with its title; the first row of a table names its columns."""
    costs_rows = [
        [
            "solver",
            "noise",
            "ms a game, one core",
            "games a second",
            "µs to merge",
            "bytes a game, shard",
            "games.parquet",
        ]
    ]
    plan_header = (
        "solver,noise,core hours,hours to play,to merge,price,parallel efficiency,driver busy,shards,disk GB,memory GB"
    )
    plan_rows = [plan_header.split(",")]
    for cost in costs:
        row = [cost.solver, f"{cost.noise:g}"]
        figures = [f"{1000 * cost.seconds:.3f}", f"{1 / cost.seconds:,.0f}", f"{1e6 * cost.merge_seconds:.2f}"]
        costs_rows.append([*row, *figures, f"{cost.shard_bytes:.1f}", f"{cost.result_bytes:.1f}"])
        plan = cluster.plan(cost, chunk, games, base_bytes)
        core_hours = plan.play.efficiency * plan.play.seconds * cluster.nodes * cluster.cpus / 3600
        hours = [f"{core_hours:,.0f}", f"{plan.play.seconds / 3600:.2f}", f"{plan.merge_seconds / 3600:.2f}"]
        shares = [f"{100 * plan.play.efficiency:.1f}%", f"{100 * plan.play.driver_load:.0f}%"]
        space = [f"{plan.play.chunks:,}", f"{plan.disk_bytes / 1e9:.0f}", f"{plan.memory_bytes / 1e9:.1f}"]
        plan_rows.append([*row, *hours, f"{plan.price:,.0f}", *shares, *space])
    chunk_rows = [
        ["of a chunk", "measured"],
        ["on its way, of its worker's time", f"{1000 * chunk.on_the_way:.2f} ms"],
        ["of the driver's time", f"{1000 * chunk.driver:.2f} ms and {1e9 * chunk.driver_a_byte:.2f} ns a byte"],
        [f"share of {CHUNK_SECONDS:g} s of games", f"{100 * chunk.on_the_way / CHUNK_SECONDS:.3f}%"],
    ]
    scaling_rows = [["workers", "games a second", "the simulation says", "parallel efficiency"]]
    for workers, measured, simulated in scaling:
        share = f"{100 * measured / (workers * scaling[0][1]):.1f}%"
        scaling_rows.append([str(workers), f"{measured:,.0f}", f"{simulated:,.0f}", share])
    whose = (
        f"{cluster.nodes} nodes of {cluster.cpus} CPUs at {cluster.price:g} an hour, a head at {cluster.head_price:g}"
    )
    return [
        ("What games cost", costs_rows),
        ("What a chunk costs beside its games", chunk_rows),
        (f"{_SCALED[0]} at noise {_SCALED[1]:g} on this machine", scaling_rows),
        (f"{games:,} games on {whose}, a CPU being {cluster.speed:g} of the core measured", plan_rows),
    ]


def to_markdown(tables: list[tuple[str, list[list[str]]]]) -> str:
    """Return the tables as Markdown."""
    blocks = []
    for title, (header, *rows) in tables:
        lines = [header, ["---"] * len(header), *rows]
        blocks.append(f"{title}:\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines))
    return "\n\n".join(blocks)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=float, default=1e9, help="(default: %(default)g)")
    parser.add_argument("--nodes", type=int, default=16, help="that play (default: %(default)s)")
    parser.add_argument("--cpus", type=int, default=32, help="of a node (default: %(default)s)")
    parser.add_argument("--price", type=float, default=1.43, help="of a node and an hour (default: %(default)s)")
    parser.add_argument("--head-price", type=float, default=0.2, help="of the head and an hour (default: %(default)s)")
    parser.add_argument("--speed", type=float, default=0.6, help="of a CPU there, a core here being 1 (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="of games for each figure (default: %(default)s)")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/cluster.md")
    arguments = parser.parse_args()
    if min(arguments.games, arguments.nodes, arguments.cpus, arguments.speed, arguments.seconds) <= 0:
        parser.error("games, nodes, cpus, speed and seconds are more than 0")
    stage = set_stage(platform="cpu")
    costs = []
    for solver, noise in _PLAYED:
        print(f"measuring {solver}, noise {noise:g}", file=sys.stderr, flush=True)
        costs.append(measure_games(stage, solver, noise, arguments.seconds))
    base_bytes = measure_memory()
    print("measuring chunks and scaling", file=sys.stderr, flush=True)
    chunk = measure_chunks(stage)
    scaling = measure_scaling(stage, costs[_PLAYED.index(_SCALED)], chunk, arguments.seconds)
    cluster = Cluster(arguments.nodes, arguments.cpus, arguments.price, arguments.head_price, arguments.speed)
    tables = make_tables(costs, chunk, scaling, cluster, int(arguments.games), base_bytes)
    console = Console(width=None if sys.stdout.isatty() else 160)
    print(describe_machine())
    for title, (header, *rows) in tables:
        table = Table(*header, title=title, title_justify="left", title_style="bold")
        for row in rows:
            table.add_row(*row)
        console.print(table)
    if arguments.docs:
        put_between(_DOCS, _BEGIN, _END, f"{describe_machine()}\n\n{to_markdown(tables)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
