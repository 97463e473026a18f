"""The proof that no tree is cheaper, as a list of claims that anyone can check one by one.

A claim says that a set of candidates costs at least so much. It follows from claims about smaller sets: every
guess either has a lower bound from the number of its parts that is high enough, or the claims about its parts add up
to enough. Bounds from parts alone are not listed; who checks a claim derives them again.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
from jaxtyping import Int32, Int64, UInt16

from wordle_jax.belief import BeliefSets
from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.rules import RuleMode
from wordle_jax.tree.claims import NEVER, Claims, pack_claims

FORMAT = "wordle_jax certificate 3"
# The arrays of a certificate: type of the elements and number of dimensions.
_ARRAYS = {
    "members": (np.uint16, 1),
    "offsets": (np.int64, 1),
    "left": (np.int64, 1),
    "lower": (np.int64, 1),
    "path": (np.int64, 1),
    "steps": (np.int32, 2),
    "ends": (np.int64, 1),
}


@dataclass(frozen=True, eq=False)
class Certificate:
    """No tree over these openers costs less than `lower_bound`: guesses times weights over all answers.

    opener        the word that trees open with; None for all guesses
    mode          the rules that trees keep
    max_guesses   trees take no more guesses for any answer; None if they may take any number
    lower_bound   NEVER if there is no such tree at all
    weight_sha256 of the answers' weights, int64
    members       answer indices of the sets of all claims, small sets first, each in increasing order
    offsets       where each set begins, and where the last one ends
    left          how many guesses are left for each set; as many as it has members stand for any number
    lower         what each set costs at least, NEVER if it cannot be found in the guesses left
    path          the history after which the claim holds
    steps, ends   guess (index in the lexicon) and pattern of each turn of all histories; where each history begins
    """

    lexicon_digest: str
    opener: str | None
    mode: RuleMode
    max_guesses: int | None
    prior: str
    weight_sha256: str
    lower_bound: int
    members: UInt16[np.ndarray, " member"]
    offsets: Int64[np.ndarray, " claim_and_end"]
    left: Int64[np.ndarray, " claim"]
    lower: Int64[np.ndarray, " claim"]
    path: Int64[np.ndarray, " claim"]
    steps: Int32[np.ndarray, "step 2"]
    ends: Int64[np.ndarray, " path_and_end"]

    @property
    def claims(self) -> BeliefSets:
        """The sets of the claims."""
        return BeliefSets(self.members, self.offsets)

    @property
    def paths(self) -> list[Int32[np.ndarray, "turn 2"]]:
        """The histories of the claims."""
        return np.split(self.steps, self.ends[1:-1]) if len(self.ends) > 1 else []

    def describe(self, weight: Int64[np.ndarray, " answer"]) -> str:
        """Return what is certified, where answers have these weights."""
        what = "no tree" if self.opener is None else f"no tree that opens with {self.opener}"
        if self.mode != "normal":
            what += f" under {self.mode} rules"
        if self.lower_bound >= NEVER:
            return f"{what} finds every answer within {self.max_guesses} guesses"
        if self.max_guesses is not None:
            what += f" of at most {self.max_guesses} guesses"
        if self.prior == "uniform":
            return f"{what} costs less than {self.lower_bound:,} guesses"
        return f"{what} costs less than {self.lower_bound / weight.sum():.6f} guesses on average, by frequency"


def make_certificate(
    claims: Claims,
    lexicon: Lexicon,
    opener: int | None,
    mode: RuleMode,
    max_guesses: int | None,
    prior: str,
    weight: Int64[np.ndarray, " answer"],
    lower_bound: int,
) -> Certificate:
    """Return the certificate of what follows from claims."""
    return Certificate(
        lexicon_digest=lexicon.digest,
        opener=None if opener is None else lexicon.guesses[opener],
        mode=mode,
        max_guesses=max_guesses,
        prior=prior,
        weight_sha256=hash_weights(weight),
        lower_bound=lower_bound,
        **pack_claims(claims),
    )


def hash_weights(weight: Int64[np.ndarray, " answer"]) -> str:
    """Return what tells weights of answers apart."""
    return hashlib.sha256(weight.astype("<i8").tobytes()).hexdigest()


def save_certificate(certificate: Certificate, path: Path) -> None:
    """Write a certificate; the same one gives the same bytes. Raises UserError if the file cannot be written."""
    facts = {key: value for key, value in vars(certificate).items() if key not in _ARRAYS}
    head = json.dumps({"format": FORMAT} | facts, sort_keys=True, ensure_ascii=False)
    arrays = {name: getattr(certificate, name) for name in _ARRAYS}
    with replacing(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, head=np.frombuffer(head.encode(), np.uint8), **arrays)


def load_certificate(path: Path, lexicon: Lexicon) -> Certificate:
    """Return the certificate of a file. Raises UserError if there is none, or one for another lexicon."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            head = json.loads(stored["head"].tobytes().decode())
            arrays = {name: stored[name] for name in _ARRAYS}
        if head.pop("format") != FORMAT:
            raise ValueError(path)
        _check_types(head, arrays)
        certificate = Certificate(**head, **arrays)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from error
    except Exception as error:  # a damaged archive raises whatever its parts do
        raise UserError(f"{path} is not a certificate of this program, or damaged") from error
    if certificate.lexicon_digest != lexicon.digest:
        raise UserError(f"{path} belongs to another lexicon than {lexicon.title}; name its own with lexicon=...")
    if certificate.opener is not None and certificate.opener not in lexicon.guess_index:
        raise UserError(f"{path} is damaged: its opener {certificate.opener!r} is not in the lexicon")
    return certificate


def _check_types(head: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
    """Raise ValueError or KeyError for what no certificate holds: numba would take it for something else."""
    for name, (dtype, ndim) in _ARRAYS.items():
        if (arrays[name].dtype, arrays[name].ndim) != (np.dtype(dtype), ndim):
            raise ValueError(name)
    bound, limit, lower = head["lower_bound"], head["max_guesses"], arrays["lower"]
    is_sound = (
        arrays["steps"].shape[1] == 2
        and bool(((lower >= 0) & (lower <= NEVER)).all())
        and type(bound) is int
        and 0 <= bound <= NEVER
        and (limit is None or (type(limit) is int and limit >= 1))
        and (limit is not None or bound < NEVER)
        and head["mode"] in get_args(RuleMode)
        and head["prior"] in ("uniform", "frequency")
        and (head["opener"] is None or isinstance(head["opener"], str))
    )
    if not is_sound:
        raise ValueError("head")
