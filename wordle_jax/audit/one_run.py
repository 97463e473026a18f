"""What claims say of the games of one run."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Bool

from wordle_jax.audit.finding import Finding, Number, Truth, Unmeasured
from wordle_jax.audit.games import Games
from wordle_jax.audit.resampling import interval
from wordle_jax.audit.tally import make_measure, split_measure
from wordle_jax.intervals import CONFIDENCE, NUM_RESAMPLES, SEED
from wordle_jax.stats import Subject, shapiro_wilk, share_interval
from wordle_jax.study.anatomy import frequency_quarters

# Measures that are a share of all games, in %, or count them.
_WHOLE = {
    "solved": "count",
    "failures": "count",
    "games_with_recovery": "count",
    "success_rate": "share",
    "fail_share": "share",
    "share": "share",
    "within": "share",
    "recovery_share": "share",
}


def measure_games(games: Games, name: str, parameter: str, scaled_to: int | None = None) -> Number:
    """Return a measure with its 95% interval unless the games are all there are.

    The interval is a bootstrap; Clopper and Pearson's where all games or none count. Raises Unmeasured without a game.
    """
    measure = make_measure(name, parameter, num_answers=games.lexicon.num_answers, scaled_to=scaled_to)
    value = float(measure(games.tally.sum(axis=0, keepdims=True))[0])
    if np.isnan(value):
        raise Unmeasured("no game here supports it")
    if games.is_census:
        return Number(value)
    bounds = interval(measure, games.tally)
    whole = _WHOLE.get(name)
    if whole is not None and bounds is not None and bounds[0] == bounds[1]:
        # All games went alike, and a resample of them says nothing of others.
        per = {"share": 100, "count": len(games.records)}[whole] if scaled_to is None else scaled_to
        number = len(games.records)
        exact = share_interval(round(value / per * number), number, name)
        bounds = (per * exact.low, per * exact.high)
    return with_interval(value, bounds)


def with_interval(value: float, bounds: tuple[float, float] | None) -> Number:
    """Return a number with its interval, if there is one."""
    return Number(value) if bounds is None else Number(value, *bounds)


def candidates_left(games: Games, turn: int, statistic: Callable[..., np.float64]) -> Number:
    """Return the mean, or median, number of answers left after a turn over the games that played it."""
    left = games.records.candidates[games.records.num_guesses >= turn, turn - 1]
    value = float(statistic(left))
    if games.is_census:
        return Number(value)
    drawn = np.random.default_rng(SEED).integers(len(left), size=(NUM_RESAMPLES, len(left)))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(statistic(left[drawn], axis=1), [tail, 1 - tail])
    return Number(value, float(low), float(high))


def reduction(games: Games, turn: int) -> Number:
    """Return the % of the answers that are ruled out after a turn (eq. 28 of the paper)."""
    left, answers = candidates_left(games, turn, np.mean), games.lexicon.num_answers

    def gone(number: float | None) -> float | None:
        return None if number is None else 100 * (1 - number / answers)

    return Number(100 * (1 - left.value / answers), gone(left.high), gone(left.low))


def bound_of_interval(games: Games, text: str, *, is_low: bool) -> Number:
    """Return a bound of the 95% interval of a measure, as if the words were a sample of more."""
    name, parameter = split_measure(text)
    found = interval(make_measure(name, parameter, num_answers=games.lexicon.num_answers), games.tally)
    assert found is not None, text
    return Number(found[0] if is_low else found[1])


def shapiro_p(games: Games) -> Number:
    """Return p of the Shapiro-Wilk test of the guesses of solved games."""
    return Number(shapiro_wilk(games.solved_guesses, Subject(("games",))).p)


def failures_in_rarest_quarter(games: Games) -> Truth:
    """Return whether more than half of the failures are in the rarest quarter of the answers."""
    failed = games.records.answer[~games.records.solved]
    rare = int((frequency_quarters(games.lexicon)[failed] == 4).sum())
    return Truth(2 * rare > len(failed), f"{rare} of {len(failed)}")


def six_guess_words_in_families(games: Games) -> Truth:
    """Return whether each word that takes six guesses shares four letters in place with three others or more."""
    answers = games.lexicon.answers
    shapes = [[word[:i] + "_" + word[i + 1 :] for i in range(len(word))] for word in answers]
    members: dict[str, int] = {}
    for shape in (shape for own in shapes for shape in own):
        members[shape] = members.get(shape, 0) + 1
    hard = games.records.answer[games.guesses == 6].tolist()
    alone = [answers[answer] for answer in hard if max(members[shape] for shape in shapes[answer]) < 4]
    return Truth(not alone, f"{len(hard) - len(alone)} of {len(hard)} words")


def repeats_no_guess(games: Games) -> Truth:
    """Return whether no game has a guess twice."""
    records = games.records
    played = np.arange(records.guesses.shape[1]) < records.num_guesses[:, None]
    # What was not played differs from all guesses, and from each other.
    unplayed = -1 - np.arange(records.guesses.shape[1])
    ordered = np.sort(np.where(played, records.guesses, unplayed), axis=1)
    repeats = int((ordered[:, 1:] == ordered[:, :-1]).any(axis=1).sum())
    return Truth(repeats == 0, f"{repeats} games with a guess twice")


def rows_with_greens(games: Games, least: int) -> float:
    """Return the share of the rows before the last of each game that show so many greens or more."""
    records = games.records
    is_before = np.arange(records.guesses.shape[1]) < records.num_guesses[:, None] - 1
    return float((count_greens(games) >= least)[is_before].mean())


def count_greens(games: Games) -> np.ndarray:
    """Return the green tiles shown at each turn."""
    patterns, length = games.records.observed_patterns, games.lexicon.word_length
    greens: list[Bool[np.ndarray, "game turn"]] = [patterns // 3**place % 3 == 2 for place in range(length)]
    return np.sum(greens, axis=0)


# What looks at more than sums, by its word; it gets the games and the parameter.
OTHERS: dict[str, Callable[[Games, str], Finding]] = {
    "reduction": lambda games, turn: reduction(games, int(turn)),
    "candidates": lambda games, turn: candidates_left(games, int(turn), np.mean),
    "median_candidates": lambda games, turn: candidates_left(games, int(turn), np.median),
    "interval_low": lambda games, measure: bound_of_interval(games, measure, is_low=True),
    "interval_high": lambda games, measure: bound_of_interval(games, measure, is_low=False),
    "shapiro_p": lambda games, _: shapiro_p(games),
    "failures_in_quarter": lambda games, _: failures_in_rarest_quarter(games),
    "six_guess_words_in_families": lambda games, _: six_guess_words_in_families(games),
    "repeats_no_guess": lambda games, _: repeats_no_guess(games),
}
