"""The pattern matrix of 12,972 guesses and 2,315 answers, against a plain compiled loop over all pairs."""

import numba
import numpy as np
from clock import time_in_turns
from measurement import Measurement, Target, read_arguments, report
from stage import set_stage

from wordle_jax.pattern import build_pattern_matrix


@numba.njit(parallel=True)
def score_pairs(guesses: np.ndarray, answers: np.ndarray, codes: np.ndarray) -> None:
    """Fill codes [guess, answer] by the two-pass rule, greens first, word by word."""
    length = guesses.shape[1]
    for g in numba.prange(len(guesses)):
        used = np.zeros(length, np.bool_)
        tiles = np.zeros(length, np.uint8)
        for a in range(len(answers)):
            for i in range(length):
                used[i] = guesses[g, i] == answers[a, i]
                tiles[i] = 2 if used[i] else 0
            for i in range(length):
                if tiles[i] == 2:
                    continue
                for j in range(length):
                    if not used[j] and guesses[g, i] == answers[a, j]:
                        used[j] = True
                        tiles[i] = 1
                        break
            code = 0
            for i in range(length):
                code = 3 * code + tiles[i]
            codes[g, a] = code


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=20)
    lexicon = set_stage().lexicon
    guesses, answers = lexicon.letters, lexicon.letters[lexicon.answer_guess]
    expected = np.empty((len(guesses), len(answers)), np.uint8)
    kernel, loop = time_in_turns(
        arguments.repetitions,
        lambda: build_pattern_matrix(guesses, answers),
        lambda: score_pairs(guesses, answers, expected),
    )
    np.testing.assert_array_equal(build_pattern_matrix(guesses, answers).codes, expected)
    what = f"pattern matrix {len(guesses):,} × {len(answers):,}"
    against = f"numba loop, {numba.get_num_threads()} threads"
    figures = [
        Measurement(
            f"{what}, median of {len(kernel)}", float(np.median(kernel)), "s", float(np.median(loop)), against,
            Target("at most", 0.1),
        ),
        Measurement(f"{what}, best", min(kernel), "s", min(loop), against),
    ]  # fmt: skip
    report("Pattern matrix, warm", figures, arguments.json)


if __name__ == "__main__":
    main()
