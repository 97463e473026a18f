"""What no solver can exceed: `python -m wordle_jax.ceiling` prints the bounds for five rates of wrong tiles.

Two bounds on what feedback can tell, with the reasoning in docs/noise.md:

* the capacity of the channel, the most bits that the feedback of one guess can carry, whatever the words (Blahut and
  Arimoto);
* the share of games that can be won, for a solver which after its first guess may choose what every later row would
  truly show for every word, as if for any code there were a word. It may still guess one word a turn, so of all pairs
  of an answer and a sequence of shown rows only so many can end in a win, and the likeliest ones do at best.
"""

import argparse
from math import comb

import numpy as np
from jaxtyping import Float64, Int64
from rich.console import Console
from rich.table import Table

from wordle_jax.catalog import load_shipped_lexicon, read_options
from wordle_jax.channel import count_wrong_tiles, dense_matrix, tile_flip
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import PatternMatrix, build_pattern_matrix

RATES = (0.0, 0.05, 0.1, 0.15, 0.2)
_ITERATIONS, _PRECISION = 10_000, 1e-9
_GUESSES_AT_ONCE = 500


def capacity_bits(matrix: Float64[np.ndarray, "true shown"]) -> float:
    """Return the capacity of a channel in bits, found by alternating maximisation to nine decimals."""
    p = np.full(len(matrix), 1 / len(matrix))
    for _ in range(_ITERATIONS):
        shown = p @ matrix
        ratio = np.divide(matrix, shown, out=np.ones_like(matrix), where=matrix > 0)
        gain = (matrix * np.log2(ratio)).sum(1)
        low, high = float(p @ gain), float(gain.max())
        if high - low < _PRECISION:
            break
        p = p * 2**gain
        p /= p.sum()
    return low


def success_bound(matrix: PatternMatrix, length: int, rate: float, turns: int) -> float:
    """Return a share of games that no solver wins more of within so many turns, answers being equally likely.

    Tiles are wrong at the rate, up to 2/3, and the game has at least two turns. The first guess is a real one, and
    the bound is the largest over all first guesses.
    """
    # A pair of an answer and rows shown has the chance right**(tiles - wrong)·other**wrong, wrong counting all tiles.
    tiles, later = (turns - 1) * length, (turns - 2) * length
    chance = np.array([(1 - rate) ** (tiles - wrong) * (rate / 2) ** wrong for wrong in range(tiles + 1)])
    rows = np.array([comb(later, wrong) * 2.0**wrong for wrong in range(later + 1)])
    # After the first row is shown: a guess each turn, each good for all that may be shown from then on.
    most = (turns - 1) * 3.0**later
    num_answers, best = matrix.num_answers, 0.0
    at_distance = [_tiles_apart(length) == wrong for wrong in range(length + 1)]
    for first in range(0, matrix.num_guesses, _GUESSES_AT_ONCE):
        sizes, wins = _count_parts(matrix, first)
        pairs = np.zeros((*sizes.shape, tiles + 1))
        for wrong, apart in enumerate(at_distance):
            words = sizes @ apart.astype(float)  # by how many tiles the first row must have lied
            pairs[..., wrong : wrong + later + 1] += words[..., None] * rows
        # The likeliest pairs first.
        won = np.diff(np.minimum(np.cumsum(pairs, axis=2), most), axis=2, prepend=0.0)
        best = max(best, float(((won @ chance).sum(1) + wins).max()) / num_answers)
    return min(best, 1.0)


def _tiles_apart(length: int) -> Int64[np.ndarray, "true shown"]:
    """Return in how many tiles any two patterns differ."""
    return np.stack([count_wrong_tiles(shown, length) for shown in range(3**length)], axis=1)


def _count_parts(matrix: PatternMatrix, first: int) -> tuple[Float64[np.ndarray, "guess pattern"], np.ndarray]:
    """Return how many answers have each pattern, the win left out, for some guesses; and which can win at once."""
    codes = matrix.codes[first : first + _GUESSES_AT_ONCE].astype(np.int64)
    at = np.arange(len(codes))[:, None] * matrix.num_patterns + codes
    sizes = np.bincount(at.ravel(), minlength=len(codes) * matrix.num_patterns).reshape(len(codes), -1).astype(float)
    wins = sizes[:, -1].copy()
    sizes[:, -1] = 0
    return sizes, wins


def print_bounds(lexicon: Lexicon, turns: int) -> None:
    """Print a table with the bounds for every rate."""
    matrix = build_pattern_matrix(lexicon.letters, lexicon.letters[lexicon.answer_guess])
    title = f"{lexicon.title}, {turns} turns: {np.log2(lexicon.num_answers):.2f} bits to learn"
    table = Table("wrong tiles", "capacity a guess, bits", "won at most", title=title, title_justify="left")
    for rate in RATES:
        capacity = capacity_bits(dense_matrix(tile_flip(rate, lexicon.word_length)))
        bound = success_bound(matrix, lexicon.word_length, rate, turns)
        table.add_row(f"{rate:.0%}", f"{capacity:.3f}", f"{bound:.2%}")
    Console(highlight=False).print(table)


def main() -> None:
    """Print the bounds for a shipped lexicon."""
    parser = argparse.ArgumentParser(prog="python -m wordle_jax.ceiling", description=__doc__.partition("\n")[0])
    parser.add_argument("--lexicon", default="english", choices=list(read_options("lexicon")), help="(%(default)s)")
    parser.add_argument("--turns", type=int, default=6, choices=range(2, 11), metavar="2-10", help="(%(default)s)")
    arguments = parser.parse_args()
    print_bounds(load_shipped_lexicon(arguments.lexicon), arguments.turns)


if __name__ == "__main__":
    main()
