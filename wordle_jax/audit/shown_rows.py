"""The family `channel`: rows with wrong tiles, and what they still tell."""

import numpy as np
from jaxtyping import Float64

from wordle_jax.audit.claims import Claim
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number
from wordle_jax.audit.splits import Splits
from wordle_jax.channel import RowChannel, channel_entropy, dense_matrix, tile_flip


def find_in_channel(claim: Claim, evidence: Evidence) -> Finding:
    """Return the wrong tiles of a row, or the bits that the best first guess gives."""
    check, splits = claim.check, evidence.splits("english")
    rate, length = float(check.arguments["noise"]), splits.lexicon.word_length
    if check.measure == "wrong_tiles":
        return Number(rate * length)
    assert check.measure == "information", check.text
    return Number(float(measure_information(splits, tile_flip(rate, length)).max()))


def measure_information(splits: Splits, channel: RowChannel) -> Float64[np.ndarray, " guess"]:
    """Return the bits between the answer and the row shown for each first guess: H(shown) - H(shown | true)."""
    true = splits.sizes / splits.lexicon.num_answers
    shown = true @ dense_matrix(channel)
    logs = np.log2(shown, where=shown > 0, out=np.zeros(shown.shape))
    return -(shown * logs).sum(axis=1) - true @ channel_entropy(channel)
