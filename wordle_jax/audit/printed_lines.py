"""Formulas and lines of the sources, carried out as printed over all answers as guesses."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Bool, Int64, Integer, UInt8

from wordle_jax.constraints import extract_constraints, satisfies
from wordle_jax.constraints.printed import count_wrong_words, find_answers_lost_in_order, score_as_printed
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import GRAY, GREEN, YELLOW
from wordle_jax.rules import build_allowed_after
from wordle_jax.world import World

Letters = UInt8[np.ndarray, "word letter"]
Codes = Integer[np.ndarray, "guess answer"]
Counts = Int64[np.ndarray, "word letter_of_alphabet"]


def count_pairs_wrong_by_eq8(lexicon: Lexicon, world: World) -> int:
    """Return in how many pairs of a guess and an answer eq. 8 of the paper gives other tiles."""
    printed = np.asarray(score_as_printed(lexicon.letters, lexicon.letters[lexicon.answer_guess]))
    return int((printed != world.matrix.codes).sum())


def count_pairs_wrong_by_two_passes(lexicon: Lexicon, world: World) -> int:
    """Return in how many pairs two passes give other tiles: greens, then yellows while letters are left."""
    return int((score_by_two_passes(*_answer_letters(lexicon)) != _answer_codes(lexicon, world)).sum())


def score_by_two_passes(guesses: Letters, answers: Letters) -> Codes:
    """Return the pattern codes that two passes over the letters give, with a count of what is left of each."""
    num_letters = int(max(guesses.max(), answers.max())) + 1
    counts = count_letters(answers, num_letters)
    codes = np.zeros((len(guesses), len(answers)), np.int64)
    for row, guess in zip(codes, guesses, strict=True):
        left = counts.copy()
        green = answers == guess
        for i, letter in enumerate(guess.tolist()):
            left[green[:, i], letter] -= 1
        for i, letter in enumerate(guess.tolist()):
            takes = ~green[:, i] & (left[:, letter] > 0)
            left[takes, letter] -= 1
            row *= 3
            row += np.where(green[:, i], GREEN, np.where(takes, YELLOW, GRAY))
    return codes


def count_letters(words: Letters, num_letters: int) -> Counts:
    """Return how often each word has each letter."""
    return np.stack([(words == letter).sum(axis=1) for letter in range(num_letters)], axis=1)


def count_answers_lost(lexicon: Lexicon, world: World) -> int:
    """Return in how many pairs lines 12 to 22 of algorithm 2 rule out the answer after its own tiles."""
    return int(find_answers_lost_in_order(*_answer_letters(lexicon), _answer_codes(lexicon, world)).sum())


def count_words_kept_by_line_22(lexicon: Lexicon, world: World) -> int:
    """Return how many words the domains keep, summed over pairs, that would have given other tiles."""
    codes = _answer_codes(lexicon, world)
    wrong = count_wrong_words(*_answer_letters(lexicon), codes, len(lexicon.alphabet))
    return int(np.asarray(wrong).sum(dtype=np.int64))


def count_words_kept_by_equations(lexicon: Lexicon, world: World) -> int:
    """Return how many words eqs. 3 to 7 keep, summed over pairs, that would have given other tiles.

    As printed, a gray tile bounds how often its letter occurs (eq. 5) and says nothing of its place. That matters only
    for a letter that another tile of the guess has found.
    """
    letters, _ = _answer_letters(lexicon)
    codes = _answer_codes(lexicon, world)
    counts = count_letters(letters, len(lexicon.alphabet))
    total = 0
    for guess in np.flatnonzero(_has_repeats(lexicon)).tolist():
        for pattern, pairs in _list_patterns(codes[guess]):
            kept = keep_by_equations(letters, counts, letters[guess], pattern)
            total += pairs * int((kept & (codes[guess] != pattern)).sum())
    return total


def keep_by_equations(
    words: Letters, counts: Counts, guess: UInt8[np.ndarray, " letter"], pattern: int
) -> Bool[np.ndarray, " word"]:
    """Return which words eqs. 3 to 7 of the paper keep after a row, as printed; `counts` are those of their letters."""
    tiles, own = _read_tiles(pattern, len(guess)), guess.tolist()
    kept = np.ones(len(words), bool)
    for i, (letter, tile) in enumerate(zip(own, tiles, strict=True)):
        found = sum(other != GRAY for other, same in zip(tiles, own, strict=True) if same == letter)
        kept &= counts[:, letter] >= found
        if tile == GREEN:
            kept &= words[:, i] == letter
        elif tile == YELLOW:
            kept &= words[:, i] != letter
        else:
            kept &= counts[:, letter] <= found
    return kept


def share_removed_by_line_15(lexicon: Lexicon, world: World) -> float:
    """Return the % of the words of their parts that the filter of algorithm 4, line 15, removes.

    The filter keeps the words that satisfy the constraints of the pattern which all words of the part have.
    """
    import jax

    letters, words = _answer_letters(lexicon)
    codes = _answer_codes(lexicon, world).astype(np.int32)
    num_letters = len(lexicon.alphabet)

    @jax.jit
    def count_kept(guess: jax.Array, shown: jax.Array) -> jax.Array:
        def keep(pattern: jax.Array, word: jax.Array) -> jax.Array:
            return satisfies(extract_constraints(guess, pattern, num_letters), word[None])[0]

        return jax.vmap(keep)(shown, jax.numpy.asarray(words)).sum()

    kept = sum(int(count_kept(letters[guess], codes[guess])) for guess in range(len(letters)))
    return 100 * (1 - kept / codes.size)


def count_words_wrong_by_hard_filter(lexicon: Lexicon, world: World) -> int:
    """Return how many words the hybrid source's filter wrongly keeps or drops, summed over the pairs.

    It keeps words with every green letter in its place and every yellow one somewhere, and forgets how often a letter
    was revealed; the rule of hard mode does not. So it goes wrong after guesses that repeat a letter alone.
    """
    allowed_after = build_allowed_after(lexicon.letters, "hard")
    assert allowed_after is not None
    counts = count_letters(lexicon.letters, len(lexicon.alphabet))
    total = 0
    for guess in lexicon.answer_guess[_has_repeats(lexicon)].tolist():
        for pattern, pairs in _list_patterns(world.matrix.codes[guess]):
            printed = keep_by_hard_filter(lexicon.letters, counts, lexicon.letters[guess], pattern)
            total += pairs * int((printed != allowed_after(guess, pattern)).sum())
    return total


def keep_by_hard_filter(
    words: Letters, counts: Counts, guess: UInt8[np.ndarray, " letter"], pattern: int
) -> Bool[np.ndarray, " word"]:
    """Return which words the hybrid source's filter for hard mode keeps; `counts` are those of their letters."""
    kept = np.ones(len(words), bool)
    for i, (letter, tile) in enumerate(zip(guess.tolist(), _read_tiles(pattern, len(guess)), strict=True)):
        if tile == GREEN:
            kept &= words[:, i] == letter
        elif tile == YELLOW:
            kept &= counts[:, letter] > 0
    return kept


def _has_repeats(lexicon: Lexicon) -> Bool[np.ndarray, " answer"]:
    return np.array([len(set(word)) < len(word) for word in lexicon.answers])


def _list_patterns(codes: Integer[np.ndarray, " answer"]) -> list[tuple[int, int]]:
    """The patterns that a guess shows, each with the answers that show it."""
    shown, pairs = np.unique(codes, return_counts=True)
    return list(zip(shown.tolist(), pairs.tolist(), strict=True))


def _read_tiles(pattern: int, length: int) -> list[int]:
    return [pattern // 3 ** (length - 1 - i) % 3 for i in range(length)]


def _answer_letters(lexicon: Lexicon) -> tuple[Letters, Letters]:
    letters = lexicon.letters[lexicon.answer_guess]
    return letters, letters


def _answer_codes(lexicon: Lexicon, world: World) -> Codes:
    return world.matrix.codes[lexicon.answer_guess]


# By the subject of the claims; of line 15 the share in %.
PRINTED: dict[str, Callable[[Lexicon, World], float]] = {
    "eq8": count_pairs_wrong_by_eq8,
    "two_pass_feedback": count_pairs_wrong_by_two_passes,
    "algorithm2_line19": count_answers_lost,
    "algorithm2_line22": count_words_kept_by_line_22,
    "algorithm4_line15": share_removed_by_line_15,
    "constraints_exact": count_words_kept_by_equations,
    "hybrid_hard_filter": count_words_wrong_by_hard_filter,
}
