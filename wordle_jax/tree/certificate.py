"""The proof that no tree is cheaper, as a list of claims that anyone can check one by one.

A claim says that a set of candidates costs at least so much. It follows from claims about smaller sets: every
guess either has a lower bound from the number of its parts that is high enough, or the claims about its parts add up
to enough. Bounds from parts alone are not listed; who checks a claim derives them again.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Int64, UInt16

from wordle_jax.belief import BeliefSets
from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.tree.search import Searcher

FORMAT = "wordle_jax certificate 1"


@dataclass(frozen=True, eq=False)
class Certificate:
    """No tree over these openers costs less than `lower_bound`: guesses times weights over all answers.

    opener        the word that trees open with; None for all guesses
    weight_sha256 of the answers' weights, int64
    members       answer indices of the sets of all claims, small sets first, each in increasing order
    offsets       where each set begins, and where the last one ends
    lower         what each set costs at least
    """

    lexicon_digest: str
    opener: str | None
    prior: str
    weight_sha256: str
    lower_bound: int
    members: UInt16[np.ndarray, " member"]
    offsets: Int64[np.ndarray, " claim_and_end"]
    lower: Int64[np.ndarray, " claim"]

    @property
    def claims(self) -> BeliefSets:
        """The sets of the claims."""
        return BeliefSets(self.members, self.offsets)


def make_certificate(
    searcher: Searcher, lexicon: Lexicon, opener: int | None, prior: str, lower_bound: int
) -> Certificate:
    """Return the certificate of what a search without rules or limits has proved."""
    sets, lower = searcher.recall_claims()
    return Certificate(
        lexicon_digest=lexicon.digest,
        opener=None if opener is None else lexicon.guesses[opener],
        prior=prior,
        weight_sha256=hash_weights(searcher.weight),
        lower_bound=lower_bound,
        members=sets.members.astype(np.uint16),
        offsets=sets.offsets,
        lower=lower,
    )


def hash_weights(weight: Int64[np.ndarray, " answer"]) -> str:
    """Return what tells weights of answers apart."""
    return hashlib.sha256(weight.astype("<i8").tobytes()).hexdigest()


def save_certificate(certificate: Certificate, path: Path) -> None:
    """Write a certificate; the same one gives the same bytes. Raises UserError if the file cannot be written."""
    arrays = {name: getattr(certificate, name) for name in ("members", "offsets", "lower")}
    facts = {key: value for key, value in vars(certificate).items() if key not in arrays}
    head = json.dumps({"format": FORMAT} | facts, sort_keys=True, ensure_ascii=False)
    with replacing(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, head=np.frombuffer(head.encode(), np.uint8), **arrays)


def load_certificate(path: Path, lexicon: Lexicon) -> Certificate:
    """Return the certificate of a file. Raises UserError if there is none, or one for another lexicon."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            head = json.loads(stored["head"].tobytes().decode())
            arrays = {name: stored[name] for name in ("members", "offsets", "lower")}
        if head.pop("format") != FORMAT:
            raise ValueError(path)
        certificate = Certificate(**head, **arrays)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from error
    except Exception as error:  # a damaged archive raises whatever its parts do
        raise UserError(f"{path} is not a certificate of this program, or damaged") from error
    if certificate.lexicon_digest != lexicon.digest:
        raise UserError(f"{path} belongs to another lexicon than {lexicon.title}")
    return certificate
