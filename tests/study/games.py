"""Records made by hand: an answer, how many guesses it took (None: not solved), and how often it was begun again."""

import numpy as np

from wordle_jax.records import GameRecords

TURNS = 6


def make_records(games: list[tuple[int, int | None, int]]) -> GameRecords:
    """Games in the order given; replicates are counted by answer."""
    answer = np.array([answer for answer, _, _ in games], np.int32)
    replicate = [sum(a == own for a in answer[:at]) for at, own in enumerate(answer)]
    turns = np.array([TURNS if guesses is None else guesses for _, guesses, _ in games], np.int32)
    blank = np.where(np.arange(TURNS) < turns[:, None], 0, -1).astype(np.int32)
    return GameRecords(
        answer=answer,
        replicate=np.array(replicate, np.int32),
        solved=np.array([guesses is not None for _, guesses, _ in games]),
        num_guesses=turns,
        guesses=blank,
        true_patterns=blank,
        observed_patterns=blank,
        candidates=blank.astype(np.float64),
        recoveries=np.array([recoveries for _, _, recoveries in games], np.int32),
        waivers=np.zeros(len(games), np.int32),
        lost_mass=np.zeros(len(games)),
    )
