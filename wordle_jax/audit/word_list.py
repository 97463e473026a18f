"""The family `lexicon`: what counting in a word list says."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from wordle_jax.audit.claims import Claim, split
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Truth, Words
from wordle_jax.lexicon import Lexicon
from wordle_jax.study.anatomy import VOWELS, count_repeats, count_vowels, has_cluster


def find_in_list(claim: Claim, evidence: Evidence) -> Finding:
    """Return what a word list says; of its answers unless the word of the claim says otherwise."""
    check = claim.check
    lexicon = evidence.lexicon(check.subject)
    if check.measure in ("overlap", "letter_correlation"):
        return _OF_TWO[check.measure](lexicon, evidence.lexicon(check.parameter))
    return _MEASURES[check.measure](lexicon, check.parameter)


def count_letters(lexicon: Lexicon) -> Counter[str]:
    """Return how often the answers have each letter."""
    return Counter("".join(lexicon.answers))


def _share(lexicon: Lexicon, has: Callable[[str], bool]) -> Number:
    """The % of the answers that have something."""
    return Number(100 * sum(has(word) for word in lexicon.answers) / lexicon.num_answers)


def _letter_share(lexicon: Lexicon, letters: str) -> Number:
    counts = count_letters(lexicon)
    return Number(100 * sum(counts[letter] for letter in letters) / counts.total())


def _extreme_letters(lexicon: Lexicon, choose: Callable[..., int]) -> Words:
    counts = count_letters(lexicon)
    wanted = choose(counts.values())
    return Words(tuple(sorted(letter for letter, number in counts.items() if number == wanted)))


def _letter_order(lexicon: Lexicon, letters: str, *, among: Callable[[str], bool]) -> Truth:
    """Whether these are the most frequent of some letters, in this order."""
    ranked = [letter for letter, _ in count_letters(lexicon).most_common() if among(letter)]
    first = ranked[: len(split(letters))]
    return Truth(first == list(split(letters)), ", ".join(first))


def _mean_distinct(words: tuple[str, ...]) -> Number:
    return Number(sum(len(set(word)) for word in words) / len(words))


def _frequency(lexicon: Lexicon, word: str) -> float:
    return float(lexicon.frequency_per_million[lexicon.guess_index[word]])


def _frequency_order(lexicon: Lexicon, words: str) -> Truth:
    frequencies = [_frequency(lexicon, word) for word in split(words)]
    shown = ", ".join(f"{word} {number:g}" for word, number in zip(split(words), frequencies, strict=True))
    return Truth(all(a > b for a, b in pairwise(frequencies)), shown)


def _frequency_rank_share(lexicon: Lexicon, word: str) -> Number:
    return Number(100 * float((lexicon.answer_frequency >= _frequency(lexicon, word)).mean()))


def _top_frequency_share(lexicon: Lexicon, number: str) -> Number:
    falling = np.sort(lexicon.answer_frequency)[::-1]
    return Number(100 * float(falling[: int(number)].sum() / falling.sum()))


def _family(lexicon: Lexicon, shape: str) -> Number:
    fits = (all(s in ("_", w) for s, w in zip(shape, word, strict=True)) for word in lexicon.answers)
    return Number(sum(fits))


def _overlap(lexicon: Lexicon, other: Lexicon) -> Number:
    return Number(len(set(lexicon.answers) & set(other.guesses)))


def _letter_correlation(lexicon: Lexicon, other: Lexicon) -> Number:
    counts = [count_letters(each) for each in (lexicon, other)]
    letters = sorted(set(lexicon.alphabet) | set(other.alphabet))
    shares = [[count[letter] / count.total() for letter in letters] for count in counts]
    return Number(float(np.corrcoef(shares[0], shares[1])[0, 1]))


_OF_TWO: dict[str, Callable[[Lexicon, Lexicon], Finding]] = {
    "overlap": _overlap,
    "letter_correlation": _letter_correlation,
}

_MEASURES: dict[str, Callable[[Lexicon, str], Finding]] = {
    "answers": lambda lexicon, _: Number(lexicon.num_answers),
    "guesses": lambda lexicon, _: Number(lexicon.num_guesses),
    "contains": lambda lexicon, word: Truth(word in lexicon.answers),
    "lacks": lambda lexicon, word: Truth(word not in lexicon.answers),
    "vowel_share": lambda lexicon, _: _letter_share(lexicon, VOWELS),
    "letter_share": _letter_share,
    "bigram_share": lambda lexicon, pair: _share(lexicon, lambda word: pair in word),
    "most_common_letter": lambda lexicon, _: _extreme_letters(lexicon, max),
    "least_common_letter": lambda lexicon, _: _extreme_letters(lexicon, min),
    "letter_order": lambda lexicon, letters: _letter_order(lexicon, letters, among=lambda letter: True),
    "vowel_order": lambda lexicon, letters: _letter_order(lexicon, letters, among=lambda letter: letter in VOWELS),
    "consonant_order": lambda lexicon, letters: _letter_order(
        lexicon, letters, among=lambda letter: letter not in VOWELS
    ),
    "repeated_share": lambda lexicon, _: _share(lexicon, lambda word: count_repeats(word) > 0),
    "triple_share": lambda lexicon, _: _share(lexicon, lambda word: max(Counter(word).values()) >= 3),
    "cluster_share": lambda lexicon, _: _share(lexicon, has_cluster),
    "mean_distinct": lambda lexicon, _: _mean_distinct(lexicon.answers),
    "distinct_letters": lambda _, words: _mean_distinct(split(words)),
    "letter_count": lambda _, words: Truth(all(max(Counter(word).values()) == 3 for word in split(words))),
    "has_vowels": lambda lexicon, number: Truth(any(count_vowels(word) == int(number) for word in lexicon.answers)),
    "mean_frequency": lambda lexicon, _: Number(float(lexicon.answer_frequency.mean())),
    "median_frequency": lambda lexicon, _: Number(float(np.median(lexicon.answer_frequency))),
    "std_frequency": lambda lexicon, _: Number(float(lexicon.answer_frequency.std(ddof=1))),
    "frequency": lambda lexicon, word: Number(_frequency(lexicon, word)),
    "frequency_order": _frequency_order,
    "frequency_rank_share": _frequency_rank_share,
    "top_frequency_share": _top_frequency_share,
    "family": _family,
}
