"""What the tiles say, in plain sentences."""

import numpy as np

from wordle_jax.constraints import accumulate_constraints, explain
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import parse_pattern

# Rows are padded to a multiple of this, so that the constraints are compiled once for a whole game.
_ROWS = 16


def explain_rows(rows: list[tuple[str, str]], lexicon: Lexicon) -> tuple[str, ...]:
    """Return what the rows of a board say of its answer, one sentence a fact, contradictions first."""
    if not rows:
        return ()
    length = lexicon.word_length
    height = -(-len(rows) // _ROWS) * _ROWS
    letters, patterns = np.zeros((height, length), np.uint8), np.full(height, -1, np.int32)
    for place, (guess, tiles) in enumerate(rows):
        letters[place] = lexicon.letters[lexicon.guess_index[guess]]
        patterns[place] = parse_pattern(tiles, length)
    state = accumulate_constraints(letters, patterns, len(lexicon.alphabet))
    return tuple(explain(state, lexicon.alphabet))
