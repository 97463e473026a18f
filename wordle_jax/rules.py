"""Rules: how many guesses there are, and which are legal after what a player was shown."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from jaxtyping import Bool, UInt8

from wordle_jax.errors import UserError
from wordle_jax.pattern import GRAY, GREEN, YELLOW

RuleMode = Literal["normal", "hard", "ultra_hard"]

# One guess and its tiles allow these guesses next; all guesses of a game must allow a guess.
AllowedAfter = Callable[[int, int], Bool[np.ndarray, " guess"]]


@dataclass(frozen=True)
class Rules:
    """The rules of a game.

    normal      every guess is legal.
    hard        green letters stay, and every revealed letter (green or yellow) is used at least as often as one
                guess revealed it: the rule of the New York Times.
    ultra_hard  a guess must agree with all that was shown: also no yellow letter in the same place again and no
                letter more often than a gray tile allows.

    In both hard modes a word is not guessed twice.
    """

    max_guesses: int = 6
    mode: RuleMode = "normal"

    def __post_init__(self) -> None:
        if not 1 <= self.max_guesses <= 100:
            raise UserError(f"rules.max_guesses: is {self.max_guesses}; give 1 to 100")


def build_allowed_after(letters: UInt8[np.ndarray, "guess letter"], mode: str) -> AllowedAfter | None:
    """Return which guesses the rules allow after a guess (index) was answered by a pattern; None if always all.

    Only what was observed counts, so noise can make every guess illegal.
    """
    if mode == "normal":
        return None
    num_words, length = letters.shape
    counts = np.zeros((num_words, int(letters.max()) + 1), np.uint8)
    for i in range(length):
        counts[np.arange(num_words), letters[:, i]] += 1

    @lru_cache(maxsize=4096)
    def allowed_after(guess: int, observed: int) -> Bool[np.ndarray, " guess"]:
        tiles = [observed // 3 ** (length - 1 - i) % 3 for i in range(length)]
        word = letters[guess]
        allowed = np.ones(num_words, bool)
        revealed: dict[int, int] = {}
        for letter, tile in zip(word.tolist(), tiles, strict=True):
            revealed[letter] = revealed.get(letter, 0) + (tile != GRAY)
        for letter, times in revealed.items():
            allowed &= counts[:, letter] >= times
        for i, tile in enumerate(tiles):
            if tile == GREEN:
                allowed &= letters[:, i] == word[i]
            elif mode == "ultra_hard":
                allowed &= letters[:, i] != word[i]
                if tile != YELLOW:
                    allowed &= counts[:, word[i]] <= revealed[int(word[i])]
        return allowed

    return allowed_after


def explain_illegal(word: str, guess: str, tiles: str, mode: RuleMode) -> str | None:
    """Return why the rules do not allow a word after a guess and its tiles (b, y, g), as a phrase; None if they do.

    It says of words what `build_allowed_after` says of their indices.
    """
    if mode == "normal":
        return None
    for place, (own, letter, tile) in enumerate(zip(word, guess, tiles, strict=True), start=1):
        if tile == "g" and own != letter:
            return f"{letter} is green at place {place}"
    revealed = Counter(letter for letter, tile in zip(guess, tiles, strict=True) if tile != "b")
    for letter, times in revealed.items():
        if word.count(letter) < times:
            return f"{letter} was revealed" if times == 1 else f"{times} {letter} were revealed"
    if mode == "ultra_hard":
        for place, (own, letter, tile) in enumerate(zip(word, guess, tiles, strict=True), start=1):
            if tile != "g" and own == letter:
                return f"{letter} is not at place {place}"
            if tile == "b" and word.count(letter) > revealed[letter]:
                return f"{guess} shows {f'no more than {revealed[letter]}' if revealed[letter] else 'no'} {letter}"
    return None
