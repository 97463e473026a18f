"""What a search has learned about an opener, kept on disk between runs, as the C++ source keeps its mmcache.bin.

The counters of the search are kept with it. So a search that starts from such a file comes to the same, figures
included, as one that does not.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.platform import cache_folder
from wordle_jax.tree.archive import UnusableError, hash_program, load_arrays, save_arrays
from wordle_jax.tree.search import Searcher


@contextmanager
def remembering(searcher: Searcher, **question: Any) -> Iterator[None]:
    """Let a searcher know what it learned when the block was last done for the same question; keep what it learns now.

    `question` is all that decides what the block searches, besides the searcher's problem and what it knows already.
    There is a file only if sets had to be searched, as opposed to rated. One that is missing or damaged, or cannot be
    written, costs no more than the search.
    """
    asked = _hash_question(searcher, question)
    path = cache_folder("trees") / f"{asked}.npz"
    if _load(path, asked, searcher):
        yield
        return
    nodes = searcher.nodes
    yield
    if searcher.nodes > nodes:
        # Of several processes that write the same file, all write the same.
        with suppress(OSError, UserError):
            path.parent.mkdir(parents=True, exist_ok=True)
            save_arrays(path, asked, searcher.pack())


def _load(path: Path, question: str, searcher: Searcher) -> bool:
    """Let a searcher know what a file holds; tell whether it does now."""
    try:
        searcher.unpack(load_arrays(path, question))
    except UnusableError:
        return False
    return True


def _hash_question(searcher: Searcher, question: dict[str, Any]) -> str:
    known = searcher.memo.counter.tolist()
    text = json.dumps([hash_program(), searcher.digest, known, question], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
