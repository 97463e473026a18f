"""What a search has learned about an opener, kept on disk between runs, as the C++ source keeps its mmcache.bin.

The counters of the search are kept with it. So a search that starts from such a file comes to the same, figures
included, as one that does not.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.platform import cache_folder
from wordle_jax.tree.search import Searcher


@contextmanager
def remembering(searcher: Searcher, **question: Any) -> Iterator[None]:
    """Let a searcher know what it learned when the block was last done for the same question; keep what it learns now.

    `question` is all that decides what the block searches, besides the searcher's problem and what it knows already.
    There is a file only if sets had to be searched, as opposed to rated. One that is missing or damaged, or cannot be
    written, costs no more than the search.
    """
    path = cache_folder("trees") / f"{_digest(searcher, question)}.npz"
    if _load(path, searcher):
        yield
        return
    nodes = searcher.nodes
    yield
    if searcher.nodes > nodes:
        # Of several processes that write the same file, all write the same.
        with suppress(OSError, UserError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as partial, partial.open("wb") as file:
                np.savez_compressed(file, **searcher.pack())  # type: ignore[arg-type]


def _load(path: Path, searcher: Searcher) -> bool:
    """Let a searcher know what a file holds; tell whether it does now."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            searcher.unpack(stored)
    except Exception:  # missing, or damaged: a damaged archive raises whatever its parts do
        return False
    return True


def _digest(searcher: Searcher, question: dict[str, Any]) -> str:
    known = searcher.memo.counter.tolist()
    text = json.dumps([_program(), searcher.digest, known, question], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _program() -> str:
    """Return what tells versions of the search apart, which may learn other things of the same question."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
