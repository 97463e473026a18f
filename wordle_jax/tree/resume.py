"""What an interrupted search leaves, so that the same question goes on where it stopped."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from wordle_jax.console import say
from wordle_jax.rules import Rules
from wordle_jax.tree.archive import UnusableError, hash_program, load_arrays, save_arrays
from wordle_jax.tree.best import Found
from wordle_jax.tree.claims import pack_claims, unpack_claims
from wordle_jax.tree.search import SearchConfig, Searcher
from wordle_jax.tree.tree import Node

FILE = "unfinished.npz"
_CLAIMS, _CORES = "claims_", "cores_"


def question_of(searcher: Searcher, rules: Rules, config: SearchConfig, opener: int | None) -> str:
    """Return what tells questions apart: words' patterns, letters and weights, rules, search, opener and program."""
    text = json.dumps([hash_program(), searcher.digest, asdict(rules), asdict(config), opener], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def save_unfinished(path: Path, question: str, searcher: Searcher, found: Found) -> None:
    """Write what was found, and what the searcher knows of an opener that is not done.

    Raises UserError if the file cannot be written.
    """
    facts = vars(found) | {"done": sorted(found.done), "root": None if found.root is None else _pack(found.root)}
    facts.pop("claims")
    facts.pop("cores")
    at_hand = -1 if searcher.opener in found.done else searcher.opener
    head = {"found": facts, "opener": at_hand}
    arrays = {_CLAIMS + name: array for name, array in pack_claims(found.claims).items()}
    arrays |= {_CORES + name: array for name, array in pack_claims(found.cores).items()}
    if at_hand >= 0:
        arrays |= searcher.pack()
    text = np.frombuffer(json.dumps(head).encode(), np.uint8)
    save_arrays(path, question, {"head": text} | arrays)


def load_unfinished(path: Path, question: str, searcher: Searcher, found: Found) -> bool:
    """Go on from what a file holds if it is whole and about the same question; tell whether it is.

    Of a file that is there and is not, it says so.
    """
    if not path.exists():
        return False
    try:
        arrays = load_arrays(path, question)
    except UnusableError as error:
        say(f"{path} {error}: starting anew")
        return False
    head = json.loads(arrays["head"].tobytes().decode())
    claims, cores = (
        unpack_claims({name.removeprefix(kind): arrays[name] for name in arrays if name.startswith(kind)})
        for kind in (_CLAIMS, _CORES)
    )
    searcher.give_cores(cores)
    if head["opener"] >= 0:
        searcher.turn_to(head["opener"])
        searcher.unpack(arrays)
    facts = head["found"]
    facts["done"] = set(facts["done"])
    for name in ("scouted", "ranking"):
        facts[name] = [(cost, guess) for cost, guess in facts[name]]
    facts["to_beat"] = None if facts["to_beat"] is None else (facts["to_beat"][0], facts["to_beat"][1])
    facts["root"] = None if facts["root"] is None else _unpack(facts["root"])
    vars(found).update(facts, claims=claims, cores=cores)
    return True


def _pack(node: Node) -> list[Any]:
    return [node.guess, [[code, child and _pack(child)] for code, child in node.branches.items()]]


def _unpack(packed: list[Any]) -> Node:
    guess, branches = packed
    return Node(guess, {code: child and _unpack(child) for code, child in branches})
