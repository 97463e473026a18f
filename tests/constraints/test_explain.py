import numpy as np
import pytest

from wordle_jax.constraints import PROPAGATORS, accumulate_constraints, explain, initial_state
from wordle_jax.pattern import format_pattern, parse_pattern, score_words

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def explain_history(*history, propagator=None, alphabet=ALPHABET):
    letters = np.array([[alphabet.index(x) for x in word] for word, _ in history], np.uint8)
    observed = np.array([parse_pattern(tiles, letters.shape[1]) for _, tiles in history], np.int32)
    state = accumulate_constraints(letters, observed, len(alphabet))
    if propagator is not None:
        state, _ = PROPAGATORS[propagator](initial_state(len(alphabet), letters.shape[1]), state)
    return explain(state, alphabet)


def test_nothing_is_said_before_the_first_guess():
    assert explain(initial_state(26, 5), ALPHABET) == []


@pytest.mark.parametrize(
    ("history", "sentences"),
    [
        (
            [("crane", "bbybg")],
            ["position 3 is not a", "position 5 is e", "at least one a", "no c, n, r"],
        ),
        (
            [("speed", "bbyby")],
            [
                "position 3 is not e",
                "position 4 is not e",
                "position 5 is not d",
                "at least one d",
                "exactly one e",
                "no p, s",
            ],
        ),
        (
            [("cacti", "ggyyb")],
            [
                "position 1 is c",
                "position 2 is a",
                "position 3 is not c",
                "position 4 is not t",
                "at least two c",
                "at least one t",
                "no i",
            ],
        ),
        (
            [("eerie", "yybbb")],
            [
                "position 1 is not e",
                "position 2 is not e",
                "position 5 is not e",
                "exactly two e",
                "no i, r",
            ],
        ),
        ([("crane", "ggggg")], [f"position {n} is {x}" for n, x in enumerate("crane", start=1)]),
    ],
)
def test_sentences(history, sentences):
    assert explain_history(*history) == sentences


def test_the_shorter_list_is_given():
    """Eight letters, of which a, b, g and h stay; c to f are nowhere."""
    assert explain_history(("abc", "yyb"), ("bad", "yyb"), ("eff", "bbb"), alphabet="abcdefgh") == [
        "position 1 is one of g, h",
        "position 2 is one of g, h",
        "at least one a",
        "at least one b",
        "no c, d, e, f",
    ]
    assert explain_history(("abc", "yyb"), ("ddd", "bbb"), ("eff", "bbb"), alphabet="abcdefgh")[:2] == [
        "position 1 is not a",
        "position 2 is not b",
    ]


def test_bounds_on_both_sides():
    state = initial_state(3, 4)._replace(min_count=np.uint8([1, 0, 2]), max_count=np.uint8([2, 3, 4]))
    assert explain(state, "abc") == ["at least one and at most two a", "at most three b", "at least two c"]


def test_letters_beyond_the_first_mask_word():
    alphabet = "".join(map(chr, range(200, 264)))
    guess = alphabet[63] + alphabet[31] + alphabet[32]
    assert explain_history((guess, "gyb"), alphabet=alphabet) == [
        f"position 1 is {alphabet[63]}",
        f"position 2 is not {alphabet[31]}",
        f"at least one {alphabet[31]}",
        f"no {alphabet[32]}",
    ]


@pytest.mark.parametrize(
    ("history", "propagator", "contradictions"),
    [
        (
            [("crane", "ggggg"), ("slate", "bbbbb")],
            None,
            ["at least one a, yet no a", "at least one e, yet no e"],
        ),
        (
            [("crane", "ggggg"), ("slate", "bbbbb")],
            "mac",
            ["at least one a, yet no a", "at least one e, yet no e"],
        ),
        ([("speed", "bbyby"), ("geese", "byybb")], None, ["at least two e, yet at most one e"]),
        ([("crane", "ggggy")], None, ["at least one e, which can stand nowhere"]),
        ([("crane", "ggggy")], "mac", ["no letter is left for position 5"]),
        ([("crane", "gbbbb"), ("slate", "gbbbb")], None, ["no letter is left for position 1"]),
        (
            [("efegh", "ybybb"), ("iejek", "bybyb")],
            None,
            ["at least two e, which can stand only at position 5"],
        ),
        (
            [("abcde", "yyyyy"), ("fghij", "ybbbb")],
            "mac",
            ["five positions have no room for one a, one b, one c, one d, one e, one f"],
        ),
        (
            [("eabce", "gbbbb"), ("fefgh", "bgbbb")],
            None,
            ["at most one e, which stands at positions 1, 2"],
        ),
    ],
)
def test_contradictions_come_first(history, propagator, contradictions):
    sentences = explain_history(*history, propagator=propagator)
    found = [sentence for sentence in sentences if sentence.startswith("contradiction: ")]
    assert found == [f"contradiction: {reason}" for reason in contradictions]
    assert sentences[: len(found)] == found


def test_true_feedback_is_never_said_to_be_contradictory():
    rng = np.random.default_rng(0)
    for _ in range(30):
        answer, *guesses = ("".join(rng.choice(list("abcd"), 4)) for _ in range(4))
        history = [(guess, format_pattern(score_words(guess, answer), 4)) for guess in guesses]
        assert not any("contradiction" in sentence for sentence in explain_history(*history, alphabet="abcd"))
