"""Assistants of tiny worlds and of the original game, and what is to be expected of them in plain Python."""

import math
from collections import Counter
from functools import cache

from oracle import feedback
from worlds import tiny_lexicon, tiny_world

from wordle_jax.assist.assistant import Assistant
from wordle_jax.assist.position import Position, Turn
from wordle_jax.catalog import load_recipe
from wordle_jax.channel import tile_flip
from wordle_jax.rules import Rules

TILES = "byg"


def tiny_assistant(name="five", solver="entropy", mode="normal", noise=0.0, max_guesses=6):
    lexicon = tiny_lexicon(name)
    recipe, channel = load_recipe(solver), tile_flip(noise, lexicon.word_length)
    return Assistant(lexicon, tiny_world(name), recipe, Rules(max_guesses, mode), channel, 0.02)


def english_assistant(english, english_world, solver="entropy", mode="normal", noise=0.0):
    return Assistant(english, english_world, load_recipe(solver), Rules(mode=mode), tile_flip(noise, 5), 0.02)


def show(guess, answer):
    """The tiles that a guess shows, as letters."""
    return "".join(TILES[tile] for tile in feedback(guess, answer))


def play(guesses, *answers):
    """The position after some guesses on as many boards as there are answers."""
    position = Position(len(answers))
    for guess in guesses:
        tiles = (None if position.is_green(b) else show(guess, answer) for b, answer in enumerate(answers))
        position = position.after(Turn(guess, tuple(tiles)))
    return position


def candidates(lexicon, rows):
    """The answers that show all rows."""
    return [answer for answer in lexicon.answers if all(show(guess, answer) == tiles for guess, tiles in rows)]


def parts(guess, words):
    """The sizes of the parts of some words."""
    return Counter(show(guess, word) for word in words)


def entropy(guess, words):
    sizes = parts(guess, words).values()
    return -sum(size / len(words) * math.log2(size / len(words)) for size in sizes)


def wrong_tiles(rows, answer):
    """The tiles of rows that are wrong if a word is the answer: (entry, place, shown, instead)."""
    return tuple(
        (entry, place, shown, instead)
        for entry, (guess, tiles) in enumerate(rows, 1)
        for place, (shown, instead) in enumerate(zip(tiles, show(guess, answer), strict=True), 1)
        if shown != instead
    )


def fewest_guesses(lexicon, words):
    """How many guesses the best player needs for the worst of some words; by trying everything."""

    @cache
    def suffices(words, left):
        if len(words) == 1:
            return left >= 1
        if left <= 1:
            return False
        for guess in lexicon.guesses:
            groups = {}
            for word in words:
                groups.setdefault(show(guess, word), []).append(word)
            groups.pop("g" * lexicon.word_length, None)
            if max(map(len, groups.values())) < len(words) and all(
                suffices(tuple(group), left - 1) for group in groups.values()
            ):
                return True
        return False

    left = 1
    while not suffices(tuple(words), left):
        left += 1
    return left
