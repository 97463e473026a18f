"""What words are made of, worked out by hand."""

import pytest

from wordle_jax.lexicon import build_lexicon
from wordle_jax.study.anatomy import (
    count_repeats,
    count_vowels,
    frequency_quarters,
    has_cluster,
    repeat_shape,
    vowel_shape,
)


@pytest.mark.parametrize(
    ("word", "vowels", "repeats", "cluster", "vowel_pattern", "repeat_pattern"),
    [
        ("crane", 2, 0, True, "ccvcv", "abcde"),
        ("geese", 3, 2, False, "cvvcv", "abbcb"),
        ("mamma", 2, 3, True, "cvccv", "abaab"),
        ("gypsy", 0, 1, True, "ccccc", "abcdb"),
        ("eerie", 4, 2, False, "vvcvv", "aabca"),
        ("sueño", 3, 0, False, "cvvcv", "abcde"),
        ("added", 2, 2, True, "vccvc", "abbcb"),
    ],
)
def test_words(word: str, vowels: int, repeats: int, cluster: bool, vowel_pattern: str, repeat_pattern: str) -> None:
    assert (count_vowels(word), count_repeats(word), has_cluster(word)) == (vowels, repeats, cluster)
    assert (vowel_shape(word), repeat_shape(word)) == (vowel_pattern, repeat_pattern)


def test_quarters_hold_equally_many_words_and_ties_stay_in_order() -> None:
    words = ["abide", "crane", "eerie", "geese", "mamma", "raise", "slate", "three"]
    lexicon = build_lexicon(words, None, {"three": 9.0, "crane": 2.0, "raise": 2.0})
    assert dict(zip(words, frequency_quarters(lexicon).tolist(), strict=True)) == {
        "three": 1, "crane": 1, "raise": 2, "abide": 2, "eerie": 3, "geese": 3, "mamma": 4, "slate": 4
    }  # fmt: skip
