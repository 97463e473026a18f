"""Shards: games come back as they were, in order, and what is damaged counts for nothing."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from test_totals import play_at_random

from wordle_jax.errors import UserError
from wordle_jax.records import GameRecords, slice_records
from wordle_jax.shards import ShardFolder, count_places, pack_games, remove_shards, unpack_games

GAMES = play_at_random(100, 3, whole=False)
IDS = np.arange(1000, 1100, dtype=np.int64)


def assert_same(found: GameRecords, expected: GameRecords) -> None:
    for field in fields(GameRecords):
        values, wanted = getattr(found, field.name), getattr(expected, field.name)
        np.testing.assert_array_equal(values, wanted)
        assert values.dtype == wanted.dtype, field.name


def pack(start: int, stop: int, platform: str = "cpu"):
    return pack_games(IDS[start:stop], slice_records(GAMES, slice(start, stop)), platform)


def find(path: Path, question: str = "asked") -> ShardFolder:
    return ShardFolder(path, IDS, question)


def fill(path: Path, spans: list[tuple[int, int]], question: str = "asked") -> ShardFolder:
    folder = find(path, question)
    for start, stop in spans:
        folder.keep(pack(start, stop))
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
    portions = list(find(tmp_path / "shards").read(most))
    assert [len(portion) for portion in portions] == [min(most, 100 - start) for start in range(0, 100, most)]
    for start, portion in zip(range(0, 100, most), portions, strict=True):
        assert_same(portion, slice_records(GAMES, slice(start, start + most)))


def test_gaps(tmp_path: Path) -> None:
    assert find(tmp_path / "shards").find_gaps() == [(0, 100)]
    folder = fill(tmp_path / "shards", [(20, 30), (30, 40), (90, 100)])
    assert folder.spans == [(20, 30), (30, 40), (90, 100)]
    assert folder.find_gaps() == [(0, 20), (40, 90)]
    assert count_places(folder.find_gaps()) == 70
    assert fill(tmp_path / "shards", [(0, 20), (40, 90)]).find_gaps() == []


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
    folder = find(tmp_path / "shards")
    assert (folder.num_damaged, folder.find_gaps()) == (1, [(50, 100)])
    assert len(list((tmp_path / "shards").iterdir())) == 1


def test_shards_that_overlap_count_once(tmp_path: Path) -> None:
    spans = [(0, 30), (20, 40), (25, 35), (40, 60), (40, 50), (90, 100)]
    for number, span in enumerate(spans):  # each kept by a process that knows nothing of the others
        fill(tmp_path / str(number), [span])
        for file in (tmp_path / str(number)).iterdir():
            (tmp_path / "shards").mkdir(exist_ok=True)
            file.rename(tmp_path / "shards" / file.name)
    folder = find(tmp_path / "shards")
    assert (folder.spans, folder.num_damaged) == ([(0, 30), (40, 50), (90, 100)], 3)
    assert folder.find_gaps() == [(30, 40), (50, 90)]
    assert sum(map(len, folder.read(7))) == count_places(folder.spans) == 50
    assert len(list((tmp_path / "shards").iterdir())) == 3


def test_what_belongs_elsewhere_counts_for_nothing(tmp_path: Path) -> None:
    fill(tmp_path / "shards", [(0, 10)])
    (shard,) = (tmp_path / "shards").iterdir()
    digest = shard.name.rpartition("-")[2]
    for start, stop in [(10, 20), (0, 9), (12, 20), (95, 105), (200, 210), (10**30, 2 * 10**30), (20, 10)]:
        (tmp_path / "shards" / f"{start:012d}-{stop:012d}-{digest}").write_bytes(shard.read_bytes())
    fill(tmp_path / "other", [(30, 40)], question="another")
    (other,) = (tmp_path / "other").iterdir()
    other.rename(tmp_path / "shards" / other.name)
    folder = find(tmp_path / "shards")
    assert (folder.spans, folder.num_damaged) == ([(0, 10)], 8)
    # Nor are they of a run of other games, or of the same in other places.
    for ids in (IDS + 1, np.delete(IDS, 3)):
        fill(tmp_path / "again", [(0, 10)])
        assert ShardFolder(tmp_path / "again", ids, "asked").num_damaged == 1


def test_odd_things_among_shards_are_let_be(tmp_path: Path) -> None:
    folder = fill(tmp_path / "shards", [(0, 50)])
    (shard,) = (tmp_path / "shards").iterdir()
    (tmp_path / "shards" / shard.name.replace("0-", "1-")).mkdir()
    for name in ("x.arrow", "y.partial"):
        (tmp_path / "shards" / name).mkdir()
    (tmp_path / "shards" / "notes.txt").write_text("what somebody wrote")
    (tmp_path / "shards" / "gone.arrow").symlink_to("nowhere")
    found = find(tmp_path / "shards")
    assert (found.spans, found.num_damaged) == (folder.spans, 0)
    assert len(list((tmp_path / "shards").iterdir())) == 6


def test_a_shard_that_cannot_be_read_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path / "shards", [(0, 50)])

    def fail(path: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(UserError, match=r"arrow cannot be read: Input/output error$"):
        find(tmp_path / "shards")


def test_a_full_disk_is_one_line_and_leaves_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = fill(tmp_path / "shards", [(0, 50)])

    def fill_the_disk(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    with pytest.raises(UserError, match=r"arrow cannot be written: No space left"):
        folder.keep(pack(50, 100))
    assert folder.spans == find(tmp_path / "shards").spans == [(0, 50)]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "shards").write_text("")
    with pytest.raises(UserError, match=r"shards cannot be written: File exists$"):
        fill(tmp_path / "shards", [(0, 50)])


def test_removed(tmp_path: Path) -> None:
    fill(tmp_path / "shards", [(0, 50)])
    remove_shards(tmp_path / "shards")
    assert list(tmp_path.iterdir()) == []
    remove_shards(tmp_path / "shards")


def test_platforms_are_told_in_the_order_of_the_games(tmp_path: Path) -> None:
    folder = find(tmp_path / "shards")
    assert folder.list_platforms() == []
    for start, stop, platform in [(50, 60, "gpu"), (20, 50, "cpu"), (0, 20, "cpu"), (60, 100, "cpu")]:
        folder.keep(pack(start, stop, platform))
    # A run that goes on finds what it was played on in the shards.
    rows = [tuple(row.values()) for row in find(tmp_path / "shards").list_platforms()]
    assert rows == [(0, 50, "cpu"), (50, 10, "gpu"), (60, 40, "cpu")]
