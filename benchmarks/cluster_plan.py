"""What a great number of games takes on a cluster: measured costs, a simulation of the scheduler, time and money.

    python benchmarks/cluster_plan.py                                measure here, then plan
    python benchmarks/cluster_plan.py --nodes 32 --cpus 64 --price 2.72 --speed 0.8
    python benchmarks/cluster_plan.py --docs                         and put the tables into docs/cluster.md

Costs are measured on one core of this machine. A CPU of the cluster counts as `--speed` of it; a virtual CPU that is
one of two threads of a core is worth less than one. Prices are what you are asked for a node and an hour.
"""

import argparse
import dataclasses
import os
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
from wordle_jax.results import write_games
from wordle_jax.shards import PackedGames, ShardFolder, pack_games, unpack_games
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
    run(stage, job, 10**7, 1, _WARM_UP * seconds)  # compiles what chunks of all sizes need
    queue, results, *_ = run(stage, job, 10**7, 1, seconds)
    played = sum(map(len, results))
    records = unpack_games(max(results, key=len).content)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.parquet")
        write_games(iter([records]), stage.lexicon, path)
        result_bytes = path.stat().st_size / len(records)
    shard_bytes = sum(len(result.content) for result in results) / played
    return GameCost(solver, noise, queue.learnt, shard_bytes, result_bytes)


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
        run(stage, job, 10**7, workers, _WARM_UP * seconds)  # starts the workers, and compiles
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

    def plan(self, cost: GameCost, chunk: ChunkCost, games: int) -> tuple[Outcome, float]:
        """Return how long games take, and their price."""
        slower = dataclasses.replace(cost, chunks=[(games, taken / self.speed) for games, taken in cost.chunks])
        outcome = simulate(slower, chunk, games, self.nodes * self.cpus)
        return outcome, outcome.seconds / 3600 * (self.nodes * self.price + self.head_price)


def make_tables(
    costs: list[GameCost], chunk: ChunkCost, scaling: list[tuple[int, float, float]], cluster: Cluster, games: int
) -> list[tuple[str, list[list[str]]]]:
    """Return the tables, each with its title; the first row of a table names its columns."""
    costs_rows = [["solver", "noise", "ms a game, one core", "games a second", "bytes a game, shard", "games.parquet"]]
    plan_rows = [
        ["solver", "noise", "core hours", "hours", "price", "parallel efficiency", "driver busy", "shards, GB"]
    ]
    for cost in costs:
        row = [cost.solver, f"{cost.noise:g}"]
        figures = [f"{1000 * cost.seconds:.3f}", f"{1 / cost.seconds:,.0f}"]
        costs_rows.append([*row, *figures, f"{cost.shard_bytes:.1f}", f"{cost.result_bytes:.1f}"])
        outcome, price = cluster.plan(cost, chunk, games)
        shares = [f"{100 * outcome.efficiency:.1f}%", f"{100 * outcome.driver_load:.0f}%"]
        core_hours = outcome.efficiency * outcome.seconds * cluster.nodes * cluster.cpus / 3600
        hours = [f"{core_hours:,.0f}", f"{outcome.seconds / 3600:.2f}"]
        plan_rows.append([*row, *hours, f"{price:,.0f}", *shares, f"{games * cost.shard_bytes / 1e9:.0f}"])
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
    print("measuring chunks and scaling", file=sys.stderr, flush=True)
    chunk = measure_chunks(stage)
    scaling = measure_scaling(stage, costs[_PLAYED.index(_SCALED)], chunk, arguments.seconds)
    cluster = Cluster(arguments.nodes, arguments.cpus, arguments.price, arguments.head_price, arguments.speed)
    tables = make_tables(costs, chunk, scaling, cluster, int(arguments.games))
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
