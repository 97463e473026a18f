"""Information through a channel on a tiny world, against sums over all rows."""

from collections import Counter
from itertools import product
from math import log2, prod

import pytest
from oracle import feedback
from worlds import tiny_lexicon

from audit.claims_by_hand import make_claim, make_evidence, number
from wordle_jax.audit.shown_rows import find_in_channel, measure_information
from wordle_jax.channel import tile_flip

LEXICON = tiny_lexicon("three")


def information(guess: str, rate: float) -> float:
    """H(shown) - H(shown | true) in bits, row by row."""
    true = Counter(tuple(feedback(guess, answer)) for answer in LEXICON.answers)
    rows = list(product(range(3), repeat=len(guess)))

    def chance(shown: tuple[int, ...], row: tuple[int, ...]) -> float:
        return prod(1 - rate if s == t else rate / 2 for s, t in zip(shown, row, strict=True))

    bits = 0.0
    for shown in rows:
        joint = {row: n / len(LEXICON.answers) * chance(shown, row) for row, n in true.items()}
        whole = sum(joint.values())
        bits += sum(p * log2(chance(shown, row) / whole) for row, p in joint.items() if p > 0)
    return bits


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.4])
def test_information_row_by_row(rate: float) -> None:
    evidence = make_evidence(lexicon=LEXICON)
    found = measure_information(evidence.splits("english"), tile_flip(rate, 3))
    expected = [information(guess, rate) for guess in LEXICON.guesses]
    assert found == pytest.approx(expected, abs=1e-12)
    claim = make_claim(f"channel:tile_flip noise={rate:g} information")
    assert number(find_in_channel(claim, evidence)) == pytest.approx(max(expected))


def test_true_rows_tell_the_entropy() -> None:
    splits = make_evidence(lexicon=LEXICON).splits("english")
    assert measure_information(splits, tile_flip(0.0, 3)) == pytest.approx(splits.measure("entropy"))


def test_wrong_tiles() -> None:
    assert number(find_in_channel(make_claim("channel:tile_flip noise=0.1 wrong_tiles"), make_evidence())) == 0.5
