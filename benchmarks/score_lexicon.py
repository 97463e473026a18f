"""Entropy of all 12,972 guesses over 2,315 answers on so many threads, against a plain compiled loop.

The loop does the same: for each guess a histogram of its patterns, a table lookup a bin, a sum.
"""

import os

import numpy as np
from clock import time_in_turns
from measurement import Measurement, Target, read_arguments, report

# How many times the loop's time the kernel may take, by threads.
_TARGETS = {1: 1.3, 2: 1.6}


def pin(threads: int) -> None:
    """Keep this process on so many cores. Must precede the import of jax and numba, which count them."""
    if not hasattr(os, "sched_setaffinity"):
        raise SystemExit("score_lexicon: this system cannot pin a process to cores; measure on Linux")
    cores = sorted(os.sched_getaffinity(0))[:threads]
    if len(cores) < threads:
        raise SystemExit(f"score_lexicon: asked for {threads} threads, there are {len(cores)} cores")
    os.sched_setaffinity(0, cores)


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=60, threads=1)
    pin(arguments.threads)
    # Not before: see pin.
    import numba
    from scoring_loop import score_loop
    from stage import set_stage

    from wordle_jax.batch import Scoring
    from wordle_jax.kernel import Term, score_whole_lexicon
    from wordle_jax.scores import part_table

    stage = set_stage(platform="cpu")
    matrix = stage.world.matrix
    table = part_table("entropy", matrix.num_answers)
    scoring = Scoring(Term(matrix.num_patterns), table)
    num_threads = numba.get_num_threads()
    assert num_threads == arguments.threads, f"numba runs {num_threads} threads"

    def kernel() -> np.ndarray:
        scores = score_whole_lexicon(matrix.interleaved, None, scoring.tables, scoring.term)
        return np.asarray(scores)[: matrix.num_guesses]

    def loop() -> np.ndarray:
        return score_loop(matrix.codes, table.of_part, matrix.num_patterns)

    np.testing.assert_array_equal(kernel(), loop())
    kernel_seconds, loop_seconds = time_in_turns(arguments.repetitions, kernel, loop)
    threads = "1 thread" if arguments.threads == 1 else f"{arguments.threads} threads"
    what = f"entropy of {matrix.num_guesses:,} guesses, {threads}"
    bound = _TARGETS.get(arguments.threads)
    target = None if bound is None else Target("at most", bound, of="ratio")
    median, best = float(np.median(kernel_seconds)), min(kernel_seconds)
    figures = [
        Measurement(
            f"{what}, median", 1000 * median, "ms", 1000 * float(np.median(loop_seconds)), "numba loop", target
        ),
        Measurement(f"{what}, best", 1000 * best, "ms", 1000 * min(loop_seconds), "numba loop"),
    ]
    report(f"Scoring a whole lexicon, {threads}", figures, arguments.json)


if __name__ == "__main__":
    main()
