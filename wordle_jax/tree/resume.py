"""What an interrupted search leaves, so that the same question goes on where it stopped."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from wordle_jax.directory import replacing
from wordle_jax.rules import Rules
from wordle_jax.tree.search import Found, SearchConfig, Searcher
from wordle_jax.tree.tree import Node

FILE = "unfinished.npz"


def question_of(searcher: Searcher, rules: Rules, config: SearchConfig, opener: int | None) -> str:
    """Return what tells questions apart: words' patterns, weights, rules, search and opener."""
    text = json.dumps([asdict(rules), asdict(config), opener], sort_keys=True)
    digest = hashlib.sha256(text.encode())
    digest.update(searcher.problem.by_guess.tobytes())
    digest.update(searcher.problem.weight.tobytes())
    return digest.hexdigest()


def save_unfinished(path: Path, question: str, searcher: Searcher, found: Found) -> None:
    """Write what a search has found and learned. Raises UserError if the file cannot be written."""
    facts = {key: value for key, value in vars(found).items() if key != "root"}
    head = {"question": question, "found": facts, "root": None if found.root is None else _pack(found.root)}
    text = np.frombuffer(json.dumps(head).encode(), np.uint8)
    with replacing(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, **{"head": text} | searcher.pack())


def load_unfinished(path: Path, question: str, searcher: Searcher, found: Found) -> bool:
    """Go on from what a file holds, if there is one and it is about the same question; tell whether there was."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            head = json.loads(stored["head"].tobytes().decode())
            if head["question"] != question:
                return False
            searcher.unpack({name: stored[name] for name in stored.files if name != "head"})
    except Exception:  # missing, or damaged: a damaged archive raises whatever its parts do
        return False
    vars(found).update(head["found"])
    found.ranking = [(cost, guess) for cost, guess in found.ranking]
    found.root = None if head["root"] is None else _unpack(head["root"])
    return True


def _pack(node: Node) -> list[Any]:
    return [node.guess, [[code, child and _pack(child)] for code, child in node.branches.items()]]


def _unpack(packed: list[Any]) -> Node:
    guess, branches = packed
    return Node(guess, {code: child and _unpack(child) for code, child in branches})
