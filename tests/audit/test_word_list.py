"""Counting in a list of twelve words, by hand."""

import statistics

import pytest
from study.games import WORDS

from audit.claims_by_hand import make_claim, make_evidence, number
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Truth, Words
from wordle_jax.audit.word_list import find_in_list
from wordle_jax.lexicon import build_lexicon

FREQUENCY = {word: float(n) for n, word in enumerate(WORDS)}  # crane 0, ..., geese 11
LEXICON = build_lexicon(WORDS, [*WORDS, "salet"], FREQUENCY | {"salet": 4.5})
EVIDENCE = make_evidence(lexicon=LEXICON)


def find(how: str, evidence: Evidence = EVIDENCE) -> Finding:
    return find_in_list(make_claim(f"lexicon:english {how}"), evidence)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("answers", 12),
        ("guesses", 13),
        ("letter_share:e", 100 * 13 / 60),
        ("bigram_share:ra", 100 * 3 / 12),  # crane, trace, raise
        ("repeated_share", 100 * 3 / 12),  # speed, three, geese
        ("triple_share", 100 / 12),  # geese
        ("cluster_share", 100 * 8 / 12),  # all but soare, raise, abide, geese
        ("mean_distinct", (9 * 5 + 4 + 4 + 3) / 12),
        ("distinct_letters:geese,crane", 4),
        ("mean_frequency", 5.5),
        ("median_frequency", 5.5),
        ("std_frequency", statistics.stdev(range(12))),
        ("frequency:salet", 4.5),
        ("frequency_rank_share:geese", 100 / 12),
        ("frequency_rank_share:salet", 100 * 7 / 12),
        ("top_frequency_share:2", 100 * 21 / 66),
        ("family:_ound", 3),
        ("family:__ee_", 1),  # speed
    ],
)
def test_numbers(how: str, expected: float) -> None:
    assert number(find(how)) == pytest.approx(expected)


def test_vowels_are_five() -> None:
    assert number(find("vowel_share")) == pytest.approx(100 * sum(c in "aeiou" for w in WORDS for c in w) / 60)
    assert find("has_vowels:3") == Truth(True)
    assert find("has_vowels:4") == Truth(False)


def test_words_of_the_list() -> None:
    assert find("contains:crane") == Truth(True)
    assert find("contains:salet") == Truth(False)
    assert find("lacks:salet") == Truth(True)
    assert find("letter_count:geese,eerie") == Truth(True)
    assert find("letter_count:geese,speed") == Truth(False)


def test_letters_in_order() -> None:
    counts = {letter: sum(word.count(letter) for word in WORDS) for letter in set("".join(WORDS))}
    least = min(counts.values())
    assert find("most_common_letter") == Words(("e",))
    assert find("least_common_letter") == Words(tuple(sorted(c for c, n in counts.items() if n == least)))
    vowels = sorted("aeiou", key=lambda letter: -counts[letter])
    assert counts[vowels[0]] > counts[vowels[1]] > counts[vowels[2]]
    assert find(f"vowel_order:{','.join(vowels[:2])}") == Truth(True, ", ".join(vowels[:2]))
    assert find(f"vowel_order:{vowels[1]},{vowels[0]}") == Truth(False, ", ".join(vowels[:2]))
    assert find("letter_order:e,a") == Truth(True, "e, a")
    assert not find("letter_order:a,e").is_true  # type: ignore[union-attr]
    assert not find("consonant_order:e,a").is_true  # type: ignore[union-attr]


def test_frequencies_in_order() -> None:
    assert find("frequency_order:geese,salet,crane") == Truth(True, "geese 11, salet 4.5, crane 0")
    assert not find("frequency_order:salet,geese").is_true  # type: ignore[union-attr]
    assert not find("frequency_order:geese,geese").is_true  # type: ignore[union-attr]


def test_two_lists() -> None:
    spanish = build_lexicon(["crane", "salet", "arbol", "niñez"])
    evidence = make_evidence()
    evidence.lexicon = {"english": LEXICON, "spanish": spanish}.__getitem__  # type: ignore[assignment]
    overlap = find_in_list(make_claim("lexicon:spanish overlap:english"), evidence)
    assert overlap == Number(2)
    letters = sorted(set("".join([*WORDS, "salet"])) | set("cranesaletarbolniñez"))
    shares = [[sum(w.count(c) for w in words) for c in letters] for words in (WORDS, spanish.answers)]
    found = find_in_list(make_claim("lexicon:spanish letter_correlation:english"), evidence)
    assert number(found) == pytest.approx(statistics.correlation(*shares))
