import jax
import jax.numpy as jnp
import numpy as np
import pytest

from wordle_jax.constraints import (
    accumulate_constraints,
    add_constraints,
    domain_sizes,
    extract_constraints,
    initial_state,
    pack_letters,
    unpack_letters,
)
from wordle_jax.pattern import parse_pattern

from . import oracle

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def to_letters(word):
    return np.array([ALPHABET.index(letter) for letter in word], np.uint8)


def extract(guess, tiles):
    return extract_constraints(to_letters(guess), jnp.int32(parse_pattern(tiles, len(guess))), 26)


def bounds(state, letter):
    index = ALPHABET.index(letter)
    return int(state.min_count[index]), int(state.max_count[index])


@pytest.mark.parametrize("num_letters", [3, 31, 32, 33, 64])
def test_masks_hold_any_alphabet(num_letters):
    members = np.random.default_rng(0).random((6, num_letters)) < 0.5
    masks = pack_letters(jnp.asarray(members))
    assert masks.shape == (6, -(-num_letters // 32))
    assert masks.dtype == jnp.uint32
    np.testing.assert_array_equal(unpack_letters(masks, num_letters), members)
    np.testing.assert_array_equal(domain_sizes(masks), members.sum(axis=1))


def test_the_last_letter_is_the_last_bit():
    masks = pack_letters(jnp.asarray([[False] * 63 + [True], [True] + [False] * 63]))
    assert masks.tolist() == [[0, 1 << 31], [1, 0]]


def test_nothing_is_known_before_the_first_guess():
    state = initial_state(40, 6)
    assert domain_sizes(state.domains).tolist() == [40] * 6
    assert (state.min_count.tolist(), state.max_count.tolist()) == ([0] * 40, [6] * 40)


@pytest.mark.parametrize(
    ("guess", "tiles", "letter", "expected"),
    [
        ("speed", "bbyby", "e", (1, 1)),  # the second e is gray beside a yellow one
        ("speed", "bbyby", "d", (1, 5)),
        ("speed", "bbyby", "s", (0, 0)),
        ("three", "bbbbg", "e", (1, 1)),  # the gray e stands before the green one
        ("sease", "yyyyb", "s", (2, 5)),
        ("sease", "yyyyb", "e", (1, 1)),
        ("epees", "ybgyy", "e", (3, 5)),
        ("cacti", "ggyyb", "c", (2, 5)),
        ("crane", "bbbbb", "z", (0, 5)),  # not in the guess
        ("speed", "bbbyb", "e", (1, 0)),  # gray before yellow: no word answers that
    ],
)
def test_bounds_of_a_letter(guess, tiles, letter, expected):
    assert bounds(extract(guess, tiles), letter) == expected


def test_domains_of_a_pattern():
    domains = oracle.to_oracle(extract("three", "bbbbg")).domains
    assert domains[4] == {ALPHABET.index("e")}
    # The gray e is only taken from its own place: the green one holds it.
    assert set(range(26)) - domains[3] == {ALPHABET.index(letter) for letter in "thre"}
    assert set(range(26)) - domains[0] == {ALPHABET.index(letter) for letter in "thr"}


def test_extraction_is_exact_for_all_patterns_of_a_small_world():
    words, rows = oracle.all_words(3, 4), oracle.all_tiles(4)
    guesses, codes = (axis.ravel() for axis in np.meshgrid(np.arange(81), np.arange(81, dtype=np.int32)))
    extract_all = jax.jit(jax.vmap(lambda guess, code: extract_constraints(guess, code, 3)))
    states = jax.device_get(extract_all(np.array(words, np.uint8)[guesses], codes))
    for n, (guess, code) in enumerate(zip(guesses, codes, strict=True)):
        expected = oracle.extract(words[guess], rows[code], 3)
        assert unpack(states, n) == expected


def unpack(states, n):
    """State n of a batch, all masks of one word, as the oracle holds it."""
    domains = [{x for x in range(32) if mask >> x & 1} for (mask,) in states.domains[n].tolist()]
    return oracle.State(domains, states.min_count[n].tolist(), states.max_count[n].tolist())


def test_histories_accumulate_and_padding_says_nothing():
    history = [("crane", "bbybg"), ("abide", "gbbbg"), ("sease", "bybbg")]
    letters = np.stack([to_letters(word) for word, _ in history] + [to_letters("zzzzz")] * 2)
    observed = np.array([parse_pattern(tiles, 5) for _, tiles in history] + [-1, -1], np.int32)
    state = accumulate_constraints(letters, observed, 26)
    expected = initial_state(26, 5)
    for guess, tiles in history:
        expected = add_constraints(expected, extract(guess, tiles))
    jax.tree.map(np.testing.assert_array_equal, state, expected)
    assert (bounds(state, "a"), bounds(state, "e"), bounds(state, "z")) == ((1, 0), (2, 5), (0, 5))
