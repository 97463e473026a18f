"""Makes an assistant ready for a game before it is asked: its kernels are loaded, or compiled."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from wordle_jax.assist.assistant import Assistant
from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.worst_case import search_worst_case
from wordle_jax.pattern import format_pattern, score_words

# Numbers of candidates whose kernels are made ready: one of each size that is padded to the same.
_SIZES = (8, 16, 32, 64, 128, 256, 512)
# And of the searches, which consider all guesses or the best: what either is compiled of is loaded when first used.
_SEARCHED_SIZES = (3, 100)


def prepare(assistant: Assistant, boards: int = 1, is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Load what suggestions need, which takes a second, and once ever some ten to be compiled.

    It looks every tenth of a second or so whether it is stopped, but not while it compiles.
    """
    for step in _list_steps(assistant, boards):
        if is_stopped():
            return
        step()


def prepare_ways_out(assistant: Assistant, position: Position) -> None:
    """Load what a person may ask for next whose entries contradict each other, which takes a second or two."""
    boards = assistant.advise(position, searches=False).boards
    assistant.advise(replace(position, is_tolerant=True), searches=False)
    if any(board.contradiction is not None and board.contradiction.num_other_words for board in boards):
        assistant.advise(replace(position, is_widened=True), searches=False)


def _list_steps(assistant: Assistant, boards: int) -> Iterator[Callable[[], Any]]:
    """Yield what is to be done: a belief of each size, a game, and the search, which loads the longest."""
    lexicon, world = assistant.lexicon, assistant.world
    everyone = np.arange(world.num_answers, dtype=np.int32)
    takes_tiles_for_true = assistant.advise(Position(boards), searches=False).belief == "hard"
    if takes_tiles_for_true:
        for size in _SIZES:
            yield partial(assistant.rank, everyone[:size])
    position, secret = Position(boards), lexicon.answers[0]
    for _ in range(assistant.referee.max_turns(boards)):
        yield partial(assistant.advise, position, searches=False)
        suggestion = assistant.advise(position, searches=False).suggestion
        if suggestion is None or suggestion == secret:
            break
        tiles = format_pattern(score_words(suggestion, secret), lexicon.word_length)
        position = position.after(Turn(suggestion, (tiles,) * boards))
    if takes_tiles_for_true:
        for size in _SEARCHED_SIZES:
            some, ranked = everyone[:size], world.answer_guess[:1]
            yield partial(search_worst_case, world, lexicon, some, ranked, assistant.rules.mode, None)
