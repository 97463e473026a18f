"""What a word is made of: vowels, repeated letters, clusters of consonants, and its shape."""

import re
from itertools import pairwise

import numpy as np
from jaxtyping import Int64

from wordle_jax.lexicon import Lexicon
from wordle_jax.prior import frequency_order

VOWELS = "aeiou"  # y is a consonant, in English as in Spanish


def count_vowels(word: str) -> int:
    """Return how many letters are a, e, i, o or u."""
    return sum(letter in VOWELS for letter in word)


def count_repeats(word: str) -> int:
    """Return how many letters are repeats of earlier ones: the length less the number of distinct letters."""
    return len(word) - len(set(word))


def has_cluster(word: str) -> bool:
    """Tell whether two consonants stand side by side."""
    return any(a not in VOWELS and b not in VOWELS for a, b in pairwise(word))


def vowel_shape(word: str) -> str:
    """Return the word with v for each vowel and c for each consonant: crane is ccvcv."""
    return re.sub(f"[^{VOWELS.upper()}]", "c", re.sub(f"[{VOWELS}]", "A", word)).replace("A", "v")


def repeat_shape(word: str) -> str:
    """Return the word with a for its first letter, b for the next that differs, and so on: geese is abbcb."""
    order = "".join(dict.fromkeys(word))
    return "".join(chr(ord("a") + order.index(letter)) for letter in word)


def frequency_quarters(lexicon: Lexicon) -> Int64[np.ndarray, " answer"]:
    """Return the quarter of each answer by frequency in its list, from 1, the most frequent, to 4.

    Equally frequent words stay in the order of the list, so that the quarters are of one size.
    """
    rank = np.empty(lexicon.num_answers, np.int64)
    rank[frequency_order(lexicon)] = np.arange(lexicon.num_answers)
    return 1 + rank * 4 // lexicon.num_answers
