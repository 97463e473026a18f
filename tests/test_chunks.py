"""Chunks: every game once, in order, in portions of about six seconds."""

import numpy as np
import pytest

from wordle_jax.chunks import FIRST_CHUNK, LARGEST_CHUNK, ChunkQueue


def sizes_taken(queue: ChunkQueue, games_per_second: float) -> list[int]:
    """The sizes of all chunks when games take their time."""
    sizes = []
    while queue.num_left:
        chunk = queue.take()
        sizes.append(len(chunk))
        queue.learn(len(chunk), len(chunk) / games_per_second)
    return sizes


@pytest.mark.parametrize("fixed_size", [None, 1, 7, 513, 10_000])
def test_every_game_is_handed_out_once_and_in_order(fixed_size: int | None) -> None:
    game_id = np.arange(5, 3005, dtype=np.int64)
    queue = ChunkQueue(game_id, fixed_size)
    chunks = []
    while queue.num_left:
        assert queue.num_left == 3000 - sum(map(len, chunks))
        chunks.append(queue.take())
    np.testing.assert_array_equal(np.concatenate(chunks), game_id)
    assert len(queue.take()) == 0


def test_fixed_size_stays_whatever_the_pace() -> None:
    assert sizes_taken(ChunkQueue(np.arange(20, dtype=np.int64), 7), games_per_second=1e6) == [7, 7, 6]


@pytest.mark.parametrize(
    ("games_per_second", "sizes"),
    [
        # Fast: four times as many at most, because the first chunks also compile.
        (1e6, [512, 2048, 8192, 32_768, 131_072, 25_408]),
        # Towards 30,000 games in six seconds, once that is not above four times the size before.
        (5e3, [512, 2048, 8192, 32_768, 28_704, 30_669, 29_670, 30_166, 29_917, 7354]),
    ],
)
def test_size_follows_the_pace(games_per_second: float, sizes: list[int]) -> None:
    assert sizes_taken(ChunkQueue(np.arange(200_000, dtype=np.int64), None), games_per_second) == sizes


def test_the_size_is_right_at_once_where_games_share() -> None:
    queue = ChunkQueue(np.arange(10**6, dtype=np.int64), None, size=20_000)
    seconds = 3.0  # those of 20,000 games; they grow as the power 2/3 of the games
    queue.learn(len(queue.take()), seconds)
    size = len(queue.take())
    assert seconds * (size / 20_000) ** (2 / 3) == pytest.approx(6.0, rel=1e-4)


def test_slow_games_come_in_small_chunks_but_not_too_small() -> None:
    sizes = sizes_taken(ChunkQueue(np.arange(1000, dtype=np.int64), None), games_per_second=1.0)
    assert sizes == [512, 64, 64, 64, 64, 64, 64, 64, 40]


def test_games_of_many_lines_come_in_chunks_of_as_many_lines() -> None:
    queue = ChunkQueue(np.arange(100, dtype=np.int64), None, lines=50)
    assert len(queue.take()) == 10
    queue.learn(10, 6.0)  # 500 lines in six seconds
    assert len(queue.take()) == 10
    queue.learn(10, 1.5)
    assert len(queue.take()) == 40
    assert len(ChunkQueue(np.arange(9, dtype=np.int64), None, lines=10**6).take()) == 1
    assert len(ChunkQueue(np.arange(9, dtype=np.int64), 7, lines=10**6).take()) == 7


def test_no_time_at_all_is_no_division_by_zero() -> None:
    queue = ChunkQueue(np.arange(10, dtype=np.int64), None)
    queue.learn(10, 0.0)
    assert queue.size == 4 * FIRST_CHUNK <= LARGEST_CHUNK


@pytest.mark.parametrize("fixed_size", [None, 7])
def test_gaps_are_filled_and_no_chunk_reaches_over_one(fixed_size: int | None) -> None:
    queue = ChunkQueue(np.arange(100, 200, dtype=np.int64), fixed_size, spans=[(0, 3), (10, 30), (99, 100)])
    chunks = []
    while queue.num_left:
        chunks.append(queue.take().tolist())
    assert [game for chunk in chunks for game in chunk] == [100, 101, 102, *range(110, 130), 199]
    assert all(chunk == list(range(chunk[0], chunk[0] + len(chunk))) for chunk in chunks)
    assert max(map(len, chunks)) == (20 if fixed_size is None else 7)
    assert queue.handed_out == 24
    assert ChunkQueue(np.arange(5, dtype=np.int64), None, spans=[]).num_left == 0


def test_the_last_chunks_are_small_where_several_workers_are_to_end_together() -> None:
    queue = ChunkQueue(np.arange(100_000, dtype=np.int64), None, size=40_000, workers=2)
    sizes = []
    while queue.num_left:
        sizes.append(len(queue.take()))
    assert sizes == [40_000, 30_000, 15_000, 7500, 5000, 2500]
    whole = ChunkQueue(np.arange(100_000, dtype=np.int64), None, size=LARGEST_CHUNK, workers=2, is_whole=True)
    assert len(whole.take()) == 100_000
