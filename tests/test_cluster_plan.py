"""The simulation behind plans for clusters: where the time can be worked out by hand, and bounds where it cannot."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

import scheduler_model
from cluster_plan import Cluster
from scheduler_model import ChunkCost, GameCost, simulate

from wordle_jax.chunks import CHUNK_SECONDS

FREE = ChunkCost(0.0, 0.0, 0.0)
STEADY = GameCost("steady", 0.1, [(1000, 1.0)], 10.0, 10.0, 0.0)
UNSTEADY = GameCost("unsteady", 0.1, [(1000, 0.5), (1000, 1.0), (1000, 1.5)], 10.0, 10.0, 0.0)


def test_one_worker_without_overhead_takes_the_time_of_the_games() -> None:
    outcome = simulate(STEADY, FREE, 1_000_000, 1)
    assert outcome.seconds == pytest.approx(1000)
    assert outcome.efficiency == pytest.approx(1)
    assert outcome.driver_load == 0
    # Those of the start are small.
    assert 1000 / CHUNK_SECONDS <= outcome.chunks <= 1000 / CHUNK_SECONDS + 6


def test_games_of_larger_chunks_share_more() -> None:
    cost = GameCost("sharing", 0.1, [(500, 1.0), (2000, 2.5), (2000, 1.5), (8000, 4.0)], 10.0, 10.0, 0.0)
    assert [cost.seconds_of(games) for games in (512, 2048, 8192)] == pytest.approx([1.024, 2.048, 4.096])
    # Between the sizes that were measured, and beyond them.
    assert cost.seconds_of(1024) == pytest.approx(1.536)
    assert cost.seconds_of(16) == pytest.approx(0.032)
    assert cost.seconds_of(65536) == pytest.approx(32.768)
    assert cost.seconds == pytest.approx(0.0005)
    assert cost.spread == pytest.approx([1, 1.25, 0.75, 1])


def test_overhead_counts_once_a_chunk() -> None:
    free, outcome = (simulate(STEADY, ChunkCost(way, 0, 0), 100_000, 1) for way in (0.0, 0.5))
    assert outcome.chunks == free.chunks
    assert outcome.seconds == pytest.approx(free.seconds + 0.5 * outcome.chunks)


@pytest.mark.parametrize("workers", [2, 7, 64])
def test_workers_share_the_games(workers: int) -> None:
    outcome = simulate(UNSTEADY, FREE, 20_000_000, workers)
    alone = simulate(UNSTEADY, FREE, 20_000_000, 1).seconds
    assert alone / workers * 0.95 <= outcome.seconds <= alone / workers * 1.1
    assert 0.9 <= outcome.efficiency <= 1


def test_more_workers_than_the_driver_can_see_to_bring_nothing() -> None:
    slow = ChunkCost(0.0, 0.1, 0.0)
    crowd = simulate(STEADY, slow, 10_000_000, 1000)
    assert crowd.seconds == pytest.approx(0.1 * crowd.chunks, rel=0.05)
    assert crowd.driver_load == pytest.approx(1, abs=0.01)
    assert simulate(STEADY, slow, 10_000_000, 2000).seconds >= 0.95 * crowd.seconds


def test_bytes_take_time_of_the_driver() -> None:
    outcome = simulate(STEADY, ChunkCost(0.0, 0.0, 1e-6), 10_000, 1)
    assert outcome.driver_load * outcome.seconds == pytest.approx(10_000 * 10.0 * 1e-6)


def test_very_many_games_go_on_at_the_pace_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(UNSTEADY, FREE, 50_000_000, 8)
    assert whole.chunks > 2000
    monkeypatch.setattr(scheduler_model, "_MOST_CHUNKS", 2000)
    scaled = simulate(UNSTEADY, FREE, 50_000_000, 8)
    assert scaled.seconds == pytest.approx(whole.seconds, rel=0.03)
    assert scaled.chunks == pytest.approx(whole.chunks, rel=0.03)


def test_plan_pays_for_all_nodes_until_the_results_are_merged() -> None:
    cost = GameCost("merged", 0.1, [(1000, 1.0)], 30.0, 20.0, 1e-6)
    cluster = Cluster(nodes=4, cpus=8, price=2.0, head_price=0.5, speed=0.5)
    plan = cluster.plan(cost, FREE, 10**9, base_bytes=5e8)
    assert plan.play.seconds == pytest.approx(10**6 / 32 / 0.5, rel=0.1)
    assert plan.merge_seconds == pytest.approx(2000)
    assert plan.price == pytest.approx((plan.play.seconds + 2000) / 3600 * 8.5)
    assert plan.disk_bytes == pytest.approx(50e9)
    assert plan.memory_bytes == pytest.approx(8.5e9 + 600 * plan.play.chunks)
