"""First guesses on a tiny world, against plain Python."""

import statistics
from collections import Counter

import pytest
from oracle import encode, entropy_bits, feedback
from worlds import tiny_lexicon

from audit.claims_by_hand import make_claim, make_evidence, number
from wordle_jax.audit.finding import Number, Truth, Words
from wordle_jax.audit.openings import find_among_openings, find_opening
from wordle_jax.pattern import format_pattern

LEXICON = tiny_lexicon("five")
EVIDENCE = make_evidence()
PARTS = {g: Counter(encode(feedback(g, a)) for a in LEXICON.answers) for g in LEXICON.guesses}
ANSWERS = len(LEXICON.answers)
ENTROPY = {guess: entropy_bits(list(parts.values())) for guess, parts in PARTS.items()}
SIZE = {guess: sum(c * c for c in parts.values()) / ANSWERS for guess, parts in PARTS.items()}


@pytest.mark.parametrize("word", ["soare", "eerie", "xylyl", "speed"])
def test_measures_of_a_word(word: str) -> None:
    sizes = PARTS[word].values()
    expected = {
        "entropy": ENTROPY[word],
        "parts": len(sizes),
        "largest_share": 100 * max(sizes) / ANSWERS,
        "expected_size": SIZE[word],
        "reduction": 100 * (1 - SIZE[word] / ANSWERS),
        "gap:raise": ENTROPY[word] - ENTROPY["raise"],
        "rank_share:entropy": 100 * sum(ENTROPY[g] > ENTROPY[word] + 1e-9 for g in PARTS) / len(PARTS),
        "rank_share:expected_size": 100 * sum(SIZE[g] < SIZE[word] - 1e-9 for g in PARTS) / len(PARTS),
    }
    for measure, value in expected.items():
        assert number(find_opening(make_claim(f"opening:{word} {measure}"), EVIDENCE)) == pytest.approx(value), measure


def test_patterns_of_a_word() -> None:
    shown, times = PARTS["soare"].most_common(1)[0]
    found = find_opening(make_claim(f"opening:soare has_pattern:{format_pattern(shown)}"), EVIDENCE)
    assert found == Truth(True, f"{times} answers")
    assert find_opening(make_claim("opening:soare has_pattern:ggggg"), EVIDENCE) == Truth(False, "0 answers")


def test_several_words_must_all_beat_the_opener_of_a_recipe() -> None:
    opener = EVIDENCE.computed_opener("frequency", "english")
    best, worst = (choose(SIZE, key=lambda guess: SIZE[guess]) for choose in (min, max))
    assert SIZE[best] < SIZE[opener] < SIZE[worst]
    for words, is_better in ((best, True), (f"{best},{worst}", False), (opener, False)):
        found = find_opening(make_claim(f"opening:{words} better_than:frequency"), EVIDENCE)
        assert isinstance(found, Truth)
        assert found.is_true == is_better


def test_all_first_guesses() -> None:
    def found(how: str) -> object:
        return find_among_openings(make_claim(f"openings {how}"), EVIDENCE)

    top = max(ENTROPY.values())
    ranked = sorted(ENTROPY, key=lambda guess: -ENTROPY[guess])
    assert found("best:entropy") == Words(tuple(g for g in LEXICON.guesses if ENTROPY[g] > top - 1e-9))
    least = min(max(parts.values()) for parts in PARTS.values())
    assert found("best:largest") == Words(tuple(g for g in LEXICON.guesses if max(PARTS[g].values()) == least))
    assert number(found("max:entropy")) == pytest.approx(top)  # type: ignore[arg-type]
    assert number(found("min:expected_size")) == pytest.approx(min(SIZE.values()))  # type: ignore[arg-type]
    assert number(found("median:entropy")) == pytest.approx(statistics.median(ENTROPY.values()))  # type: ignore[arg-type]
    assert found("agree:expected_size,reduction") == Truth(True)
    assert found("agree:entropy,parts") == Truth(False)
    assert found("disagree:entropy,parts") == Truth(True)
    falling = [ranked[0], ranked[10], ranked[-1]]
    assert ENTROPY[falling[0]] > ENTROPY[falling[1]] > ENTROPY[falling[2]]
    assert found(f"order:entropy:{','.join(falling)}").is_true  # type: ignore[attr-defined]
    assert not found(f"order:entropy:{','.join(reversed(falling))}").is_true  # type: ignore[attr-defined]
    assert not found(f"order:entropy:{ranked[0]},{ranked[0]}").is_true  # type: ignore[attr-defined]
    best = [g for g in LEXICON.guesses if ENTROPY[g] > top - 1e-9]
    assert found("best_is_not_answer:entropy") == Truth(not set(best) & set(LEXICON.answers), ", ".join(best))


def test_the_opening_of_the_paper() -> None:
    """The one figure that all sources agree on, on the real list."""
    from audit.claims_by_hand import read_config
    from wordle_jax.audit.evidence import Evidence

    real = Evidence(read_config(), {})
    assert number(find_opening(make_claim("opening:soare entropy"), real)) == pytest.approx(5.886, abs=5e-4)
    assert find_opening(make_claim("opening:trace parts"), real) == Number(150)
    assert find_among_openings(make_claim("openings best:entropy"), real) == Words(("soare",))
