"""Bounds that hold: for the best play that there is in a tiny world, and against closed forms."""

import math

import numpy as np
import pytest
from oracle import encode, feedback

from wordle_jax import ceiling
from wordle_jax.ceiling import capacity_bits, print_bounds, success_bound
from wordle_jax.channel import ChannelConfig, dense_matrix, make_channel, tile_flip
from wordle_jax.lexicon import build_lexicon
from wordle_jax.pattern import build_pattern_matrix

ANSWERS = ["abc", "abd", "acd", "bcd", "cab", "dab"]
GUESSES = [*ANSWERS, "aab", "ddc"]


def best_play(weights: list[float], turns: int, matrix: list[list[float]]) -> float:
    """The largest chance to win, by trying everything."""
    if turns == 1:
        return max(weights)
    best = 0.0
    for guess in GUESSES:
        total = 0.0
        codes = [encode(feedback(guess, answer)) for answer in ANSWERS]
        left = [0.0 if guess == answer else w for w, answer in zip(weights, ANSWERS, strict=True)]
        total += sum(weights) - sum(left)
        for shown in range(27):
            after = [w * matrix[code][shown] for w, code in zip(left, codes, strict=True)]
            if max(after) > 0:
                total += best_play(after, turns - 1, matrix)
        best = max(best, total)
    return best


@pytest.mark.parametrize("turns", [2, 3])
@pytest.mark.parametrize("rate", [0.0, 0.2, 0.6])
def test_no_play_is_better_than_the_bound(turns: int, rate: float) -> None:
    lexicon = build_lexicon(ANSWERS, GUESSES)
    matrix = build_pattern_matrix(lexicon.letters, lexicon.letters[lexicon.answer_guess])
    bound = success_bound(matrix, 3, rate, turns)
    best = best_play([1 / 6] * 6, turns, dense_matrix(tile_flip(rate, 3)).tolist())
    assert best <= bound + 1e-12
    assert bound <= 1
    if rate == 0:
        assert bound == 1


def test_two_turns_are_bounded_by_what_can_be_told_apart() -> None:
    # Two words that no guess but themselves tells apart, and rows that say nothing at all.
    lexicon = build_lexicon(["abc", "abd", "abe"])
    matrix = build_pattern_matrix(lexicon.letters, lexicon.letters)
    assert success_bound(matrix, 3, 2 / 3, 2) == pytest.approx(2 / 3)


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5])
def test_capacity_of_tiles_that_flip(rate: float) -> None:
    lost = -sum(p * math.log2(p) for p in (1 - rate, rate / 2, rate / 2) if p > 0)
    assert capacity_bits(dense_matrix(tile_flip(rate, 3))) == pytest.approx(3 * (math.log2(3) - lost), abs=1e-8)


def test_capacity_of_other_channels() -> None:
    # One tile of three lies: which of them, and how, makes six rows alike likely for each pattern.
    lies = dense_matrix(make_channel(ChannelConfig("lies", k=1), 3))
    assert capacity_bits(lies) == pytest.approx(math.log2(27 / 6), abs=1e-8)
    # An erased half: the channel of Z, whose capacity is log2(5/4) for a half.
    assert capacity_bits(np.array([[1.0, 0.0], [0.5, 0.5]])) == pytest.approx(math.log2(1.25), abs=1e-6)


def test_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceiling, "RATES", (0.0, 0.2))
    print_bounds(build_lexicon(ANSWERS, GUESSES), 4)
    out = capsys.readouterr().out
    assert "2.58 bits to learn" in out
    assert "100.00%" in out


def test_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(ceiling, "print_bounds", lambda lexicon, turns: seen.append((lexicon.title, turns)))
    monkeypatch.setattr("sys.argv", ["ceiling", "--lexicon", "spanish", "--turns", "7"])
    ceiling.main()
    assert seen == [("Spanish (hunspell-es)", 7)]
