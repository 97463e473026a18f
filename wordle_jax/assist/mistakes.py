"""Entries that contradict each other: which one it is, and which tiles were most likely mistyped."""

from collections import defaultdict

import numpy as np
from jaxtyping import Bool, Float64, Int64

from wordle_jax.assist.advice import Contradiction, Mistake, WrongTile
from wordle_jax.assist.reasons import explain_rows
from wordle_jax.channel import count_wrong_tiles
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import build_pattern_matrix, format_pattern, parse_pattern
from wordle_jax.world import World

_SHOWN_WORDS, _SHOWN_MISTAKES = 5, 3


def explain_contradiction(rows: list[tuple[str, str]], lexicon: Lexicon, world: World) -> Contradiction:
    """Return why no answer agrees with all rows of a board, of which there is none."""
    agrees = _agreement(rows, lexicon, world).cumprod(axis=0).astype(bool)
    left = agrees.sum(axis=1)
    at = int(np.argmax(left == 0))
    before = int(left[at - 1]) if at else world.num_answers
    guess, tiles = rows[at]
    known = [lexicon.answers[a] for a in np.flatnonzero(agrees[at - 1])] if at else []
    whose = f"of the {before:,} answers" if at == 0 else f"of the {before:,} left before it"
    if before == 1:
        (word,) = known
        sentence = f"entry {at + 1} ({guess} {tiles}) contradicts {word}, the only word left before it"
    else:
        sentence = f"entry {at + 1} ({guess} {tiles}) makes it impossible: none {whose} shows that"
    reasons = tuple(sentence for sentence in explain_rows(rows, lexicon) if sentence.startswith("contradiction"))
    others = _find_other_words(rows, lexicon)
    return Contradiction(
        entry=at + 1,
        sentence=sentence,
        left_before=before,
        reasons=reasons,
        num_other_words=len(others),
        other_words=tuple(others[:_SHOWN_WORDS]),
        mistakes=find_mistakes(rows, lexicon, world),
    )


def find_mistakes(rows: list[tuple[str, str]], lexicon: Lexicon, world: World) -> tuple[Mistake, ...]:
    """Return the likeliest mistakes in the rows, none if an answer agrees with all of them.

    A mistake is a set of wrong tiles. As few as can be are taken to be wrong; of several such sets that one is the
    likeliest whose words are, by the frequency prior. No word that was guessed is the answer: the game went on.
    """
    if not rows:
        return ()
    length = lexicon.word_length
    lies = np.zeros(world.num_answers, np.int64)
    true = _true_patterns(rows, lexicon, world)
    for (_, tiles), patterns in zip(rows, true, strict=True):
        lies += count_wrong_tiles(parse_pattern(tiles, length), length)[patterns]
    guessed = lexicon.guess_answer[[lexicon.guess_index[guess] for guess, _ in rows]]
    lies[guessed[guessed >= 0]] = np.iinfo(np.int64).max
    if lies.min() == 0 or len(np.unique(guessed[guessed >= 0])) == world.num_answers:
        return ()
    words: dict[tuple[WrongTile, ...], list[int]] = defaultdict(list)
    for answer in np.flatnonzero(lies == lies.min()).tolist():
        wrong = [
            WrongTile(entry, guess, place, shown, instead)
            for entry, ((guess, tiles), pattern) in enumerate(zip(rows, true[:, answer].tolist(), strict=True), 1)
            for place, (shown, instead) in enumerate(zip(tiles, format_pattern(pattern, length), strict=True), 1)
            if shown != instead
        ]
        words[tuple(wrong)].append(answer)
    mass = {wrong: float(world.prior[answers].sum()) for wrong, answers in words.items()}
    total = sum(mass.values())
    best = sorted(words, key=lambda wrong: -mass[wrong])[:_SHOWN_MISTAKES]
    return tuple(
        Mistake(wrong, len(words[wrong]), _name_likeliest(words[wrong], lexicon, world.prior), mass[wrong] / total)
        for wrong in best
    )


def _name_likeliest(answers: list[int], lexicon: Lexicon, prior: Float64[np.ndarray, " answer"]) -> tuple[str, ...]:
    order = sorted(answers, key=lambda answer: -prior[answer])
    return tuple(lexicon.answers[answer] for answer in order[:_SHOWN_WORDS])


def _true_patterns(rows: list[tuple[str, str]], lexicon: Lexicon, world: World) -> Int64[np.ndarray, "row answer"]:
    guesses = [lexicon.guess_index[guess] for guess, _ in rows]
    return world.matrix.codes[guesses].astype(np.int64)


def _agreement(rows: list[tuple[str, str]], lexicon: Lexicon, world: World) -> Bool[np.ndarray, "row answer"]:
    shown = np.array([parse_pattern(tiles, lexicon.word_length) for _, tiles in rows])
    return _true_patterns(rows, lexicon, world) == shown[:, None]


def _find_other_words(rows: list[tuple[str, str]], lexicon: Lexicon) -> list[str]:
    """Return the words that agree with all rows and may be guessed, but are no answers, the most frequent first."""
    left = np.flatnonzero(lexicon.guess_answer < 0)
    guesses = np.array([lexicon.guess_index[guess] for guess, _ in rows])
    if not len(left):
        return []
    codes = build_pattern_matrix(lexicon.letters[guesses], lexicon.letters).codes[:, left]
    shown = np.array([parse_pattern(tiles, lexicon.word_length) for _, tiles in rows])
    agree = left[(codes == shown[:, None]).all(axis=0)]
    order = sorted(agree.tolist(), key=lambda guess: -lexicon.frequency_per_million[guess])
    return [lexicon.guesses[guess] for guess in order]
