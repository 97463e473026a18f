"""Shards: games come back as they were, in order, and what is damaged counts for nothing."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from test_totals import play_at_random

from wordle_jax.errors import UserError
from wordle_jax.records import GameRecords, slice_records
from wordle_jax.shards import ShardFolder, count_places, pack_games, unpack_games

GAMES = play_at_random(100, 3, whole=False)
IDS = np.arange(1000, 1100, dtype=np.int64)


def assert_same(found: GameRecords, expected: GameRecords) -> None:
    for field in fields(GameRecords):
        values, wanted = getattr(found, field.name), getattr(expected, field.name)
        np.testing.assert_array_equal(values, wanted)
        assert values.dtype == wanted.dtype, field.name


def pack(start: int, stop: int):
    return pack_games(IDS[start:stop], slice_records(GAMES, slice(start, stop)))


def fill(path: Path, spans: list[tuple[int, int]]) -> ShardFolder:
    folder = ShardFolder(path)
    for start, stop in spans:
        folder.keep(start, pack(start, stop))
    return folder


@pytest.mark.parametrize("size", [1, 99])
def test_games_are_unpacked_as_they_were(size: int) -> None:
    packed = pack(1, 1 + size)
    assert_same(unpack_games(packed.content), slice_records(GAMES, slice(1, 1 + size)))
    assert (packed.first_id, len(packed)) == (1001, size)
    assert packed.num_guesses == GAMES.num_guesses[1 : 1 + size].sum()


def test_same_games_give_the_same_bytes() -> None:
    assert pack(3, 40).content == pack(3, 40).content


@pytest.mark.parametrize("most", [1, 7, 30, 100, 1000])
def test_games_are_read_in_order_whatever_they_were_played_with(tmp_path: Path, most: int) -> None:
    fill(tmp_path / "shards", [(60, 100), (0, 13), (13, 14), (14, 60)])
    portions = list(ShardFolder(tmp_path / "shards").read(most))
    assert [len(portion) for portion in portions] == [min(most, 100 - start) for start in range(0, 100, most)]
    for start, portion in zip(range(0, 100, most), portions, strict=True):
        assert_same(portion, slice_records(GAMES, slice(start, start + most)))


def test_gaps(tmp_path: Path) -> None:
    assert ShardFolder(tmp_path / "shards").find_gaps(100) == [(0, 100)]
    folder = fill(tmp_path / "shards", [(20, 30), (30, 40), (90, 100)])
    assert folder.spans == [(20, 30), (30, 40), (90, 100)]
    assert folder.find_gaps(100) == [(0, 20), (40, 90)]
    assert count_places(folder.find_gaps(100)) == 70
    assert fill(tmp_path / "shards", [(0, 20), (40, 90)]).find_gaps(100) == []


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def change(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [cut_short, change, empty])
def test_a_damaged_shard_counts_for_nothing(tmp_path: Path, damage) -> None:
    fill(tmp_path / "shards", [(0, 50), (50, 100)])
    damage(sorted((tmp_path / "shards").iterdir())[1])
    (tmp_path / "shards" / ".half.partial").write_bytes(b"what a process that was killed left")
    folder = ShardFolder(tmp_path / "shards")
    assert (folder.num_damaged, folder.find_gaps(100)) == (1, [(50, 100)])
    assert len(list((tmp_path / "shards").iterdir())) == 1


def test_a_full_disk_is_one_line_and_leaves_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = fill(tmp_path / "shards", [(0, 50)])

    def fill_the_disk(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    with pytest.raises(UserError, match=r"arrow cannot be written: No space left"):
        folder.keep(50, pack(50, 100))
    assert folder.spans == ShardFolder(tmp_path / "shards").spans == [(0, 50)]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "shards").write_text("")
    with pytest.raises(UserError, match=r"shards cannot be written: File exists$"):
        fill(tmp_path / "shards", [(0, 50)])


def test_removed(tmp_path: Path) -> None:
    folder = fill(tmp_path / "shards", [(0, 50)])
    folder.remove()
    assert (folder.spans, list(tmp_path.iterdir())) == ([], [])
    folder.remove()
