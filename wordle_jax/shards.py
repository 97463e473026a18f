"""Shards: the games of a run that are finished, a file for those that were played together, until all are there.

A run that ends halfway, in whatever way, goes on from its shards. A shard is a table of Apache Arrow, compressed; its
name tells its place among the games of the run and a digest of its content, of the ids of those games and of the
question they answer, so that one that was cut short, changed, moved to another place or made by another run counts for
nothing.
"""

import hashlib
import io
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from jaxtyping import Int64, Shaped

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.records import GameRecords, concatenate_records, slice_records

_NAME = re.compile(r"(\d+)-(\d+)-([0-9a-f]{16})\.arrow")

# First place and the one after the last.
Span = tuple[int, int]


@dataclass(frozen=True)
class PackedGames:
    """Games that were played together, as a shard holds them; the ids go on from the first without a gap."""

    first_id: int
    num_games: int
    num_guesses: int
    content: bytes

    def __len__(self) -> int:
        return self.num_games


def pack_games(game_id: Int64[np.ndarray, " game"], records: GameRecords, platform: str) -> PackedGames:
    """Return games as a shard holds them; `platform` is what they were played on."""
    names = [f.name for f in fields(records)]
    columns = [_to_arrow(getattr(records, name)) for name in names]
    batch = pa.RecordBatch.from_arrays(columns, names, metadata={"platform": platform})
    buffer = io.BytesIO()
    with pa.ipc.new_file(buffer, batch.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as file:
        file.write_batch(batch)
    return PackedGames(int(game_id[0]), len(records), int(records.num_guesses.sum()), buffer.getvalue())


def unpack_games(content: bytes) -> GameRecords:
    """Return the games of a shard."""
    batch = pa.ipc.open_file(pa.py_buffer(content)).get_batch(0)
    values = {name: _from_arrow(batch.column(name)) for name in batch.schema.names}
    return GameRecords(**values | {"solved": values["solved"].astype(bool)})


class ShardFolder:
    """The shards of a run; the folder is there from the first one until it is removed."""

    def __init__(self, path: Path, game_id: Int64[np.ndarray, " game"], question: str) -> None:
        """Find the shards of a run of these games, in increasing order, whose question has that digest.

        What has the name of a shard and is damaged, of another place or run, or of games that a shard before it holds,
        is removed, and counted in `num_damaged`.
        """
        self.path = path
        self.game_id = game_id
        self.question = question
        self.num_damaged = 0
        self._files: dict[Span, Path] = {}
        end = 0
        for span, digest, file in _list_shards(path):
            if span[0] >= end and digest == self._digest(span, _read(file)):
                self._files[span] = file
                end = span[1]
            else:
                self.num_damaged += 1
                file.unlink()

    @property
    def spans(self) -> list[Span]:
        """The places that are filled, in order."""
        return sorted(self._files)

    def find_gaps(self) -> list[Span]:
        """Return the places of the run that are not filled, in order."""
        ends = [0, *(stop for _, stop in self.spans)]
        starts = [*(start for start, _ in self.spans), len(self.game_id)]
        return [(end, start) for end, start in zip(ends, starts, strict=True) if end < start]

    def keep(self, games: PackedGames) -> None:
        """Write games that are side by side in the run. Raises UserError if they cannot be written."""
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as error:
            raise UserError(f"{self.path} cannot be written: {error.strerror}") from error
        start = int(np.searchsorted(self.game_id, games.first_id))
        span = (start, start + len(games))
        path = self.path / f"{span[0]:012d}-{span[1]:012d}-{self._digest(span, games.content)}.arrow"
        with replacing(path) as partial:
            partial.write_bytes(games.content)
        self._files[span] = path

    def read(self, most: int) -> Iterator[GameRecords]:
        """Yield all games in the order of their places, so many at a time; the last may be fewer."""
        parts: list[GameRecords] = []
        room = most
        for span in self.spans:
            records, at = unpack_games(self._files[span].read_bytes()), 0
            while at < len(records):
                parts.append(slice_records(records, slice(at, at + room)))
                at, room = at + len(parts[-1]), room - len(parts[-1])
                if room == 0:
                    yield concatenate_records(parts)
                    parts, room = [], most
        if parts:
            yield concatenate_records(parts)

    def list_platforms(self) -> list[dict[str, Any]]:
        """Return on which platform the games were played, in the order of their places; neighbours are joined.

        Each row has the first place, the number of games and the platform.
        """
        rows: list[dict[str, Any]] = []
        for start, stop in self.spans:
            with pa.memory_map(str(self._files[start, stop])) as file:
                platform = pa.ipc.open_file(file).schema.metadata[b"platform"].decode()
            if rows and rows[-1]["platform"] == platform:
                rows[-1]["games"] += stop - start
            else:
                rows.append({"first": start, "games": stop - start, "platform": platform})
        return rows

    def _digest(self, span: Span, content: bytes) -> str:
        """Return the digest of games at these places of this run."""
        digest = hashlib.sha256(f"{self.question} {span[0]} {span[1]} ".encode())
        digest.update(self.game_id[slice(*span)].tobytes())
        digest.update(content)
        return digest.hexdigest()[:16]


def remove_shards(path: Path) -> None:
    """Remove a folder of shards, which need not be there, with all that is in it."""
    shutil.rmtree(path, ignore_errors=True)


def count_places(spans: Sequence[Span]) -> int:
    """Return how many places there are in all."""
    return sum(stop - start for start, stop in spans)


def _list_shards(path: Path) -> list[tuple[Span, str, Path]]:
    """Return places, digest and path of each file that has the name of a shard, in the order of their places.

    What a process that was killed left of one is removed; anything else is none of ours.
    """
    files = [file for file in path.iterdir() if file.is_file()] if path.is_dir() else []
    for file in files:
        if file.suffix == ".partial":
            file.unlink()
    matches = [(match, file) for file in files if (match := _NAME.fullmatch(file.name))]
    return sorted(((int(match[1]), int(match[2])), match[3], file) for match, file in matches)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from error


# pa.array() and to_numpy() may import pandas: arrays are made from buffers.
def _to_arrow(values: Shaped[np.ndarray, "game ..."]) -> pa.Array:
    plain = np.ascontiguousarray(values.view(np.uint8) if values.dtype == bool else values)
    items = pa.Array.from_buffers(pa.from_numpy_dtype(plain.dtype), plain.size, [None, pa.py_buffer(plain)])
    return items if plain.ndim == 1 else pa.FixedSizeListArray.from_arrays(items, plain.shape[1])


def _from_arrow(column: pa.Array) -> Shaped[np.ndarray, "game ..."]:
    by_turn = pa.types.is_fixed_size_list(column.type)
    items = column.values if by_turn else column
    values = np.frombuffer(items.buffers()[1], items.type.to_pandas_dtype(), len(items))
    return values.reshape(len(column), -1) if by_turn else values
