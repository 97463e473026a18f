"""The work that device_check.py has two platforms do: what comes out of it, and how long it takes once compiled."""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from clock import time_once
from stage import Stage

from wordle_jax.batch import Scoring, score_all_guesses
from wordle_jax.belief import join_sets
from wordle_jax.channel import tile_flip
from wordle_jax.game import play_games
from wordle_jax.kernel import Beliefs, Tables, Term, score_all
from wordle_jax.pattern import build_pattern_matrix
from wordle_jax.scores import ScoreName, part_table
from wordle_jax.soft_kernel import SoftBatch, score_soft
from wordle_jax.soft_score import Goal, Outlook, channel_arrays

INTEGER_SCORES: tuple[ScoreName, ...] = ("entropy", "expected_size", "largest_part", "parts")
# Candidates of a belief, to what they are padded, and how many beliefs make a batch.
BELIEF_SHAPES = ((8, 8, 128), (64, 64, 16), (256, 256, 8), (2315, 4096, 1))
# Solver, rate of wrong tiles and number of games: all answers once, or as many as take a CPU some ten seconds.
PLAYS = (
    ("entropy", 0.0, None),
    ("csp_aware", 0.1, None),
    ("bayes_entropy", 0.0, None),
    ("probabilistic_csp", 0.1, None),
    ("noise_aware", 0.1, 512),
)
# Soft beliefs: how many, their members, and the guesses rated under each.
SOFT_SHAPE = (16, 256, 128)
SOFT_GOALS = (Goal("entropy"), Goal("posterior_mass"), Goal("win_chance", Outlook(10.0, 0.8)), Goal("last_turns"))


@dataclass
class Findings:
    """What a platform found: `exact` must be the same everywhere, `rounded` nearly; both are arrays by name."""

    exact: dict[str, np.ndarray] = field(default_factory=dict)
    rounded: dict[str, np.ndarray] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def clock(self, what: str, repetitions: int, work: Callable[[], Any], units: float = 1) -> Any:
        """Note the median seconds a unit of what has already run once, and return what it returns."""
        result = jax.block_until_ready(work())
        times = [time_once(lambda: jax.block_until_ready(work())) for _ in range(repetitions)]
        self.seconds[what] = median(times) / units
        print(f"{jax.default_backend()}: {what}: {1000 * self.seconds[what]:.4g} ms", flush=True)
        return result


def work_through(stage: Stage, repetitions: int) -> Findings:
    """Return the findings of this process's platform."""
    found = Findings()
    _measure_bandwidth(found, repetitions)
    _measure_arithmetic(found, repetitions)
    lexicon = stage.lexicon
    letters = (lexicon.letters, lexicon.letters[lexicon.answer_guess])
    matrix = found.clock("pattern matrix", repetitions, lambda: build_pattern_matrix(*letters).codes)
    found.exact["pattern matrix"] = matrix
    _score_everything(stage, found, repetitions)
    _score_beliefs(stage, found, repetitions)
    _score_soft_beliefs(stage, found, repetitions)
    for solver, noise, number in PLAYS:
        _play(stage, found, solver, noise, number, min(repetitions, 3))
    return found


def _measure_bandwidth(found: Findings, repetitions: int) -> None:
    """The time of a plain stream: adding one to a block in place reads it and writes it."""
    size = 2**27 if jax.default_backend() == "cpu" else 2**30
    increment = jax.jit(lambda block: block + 1, donate_argnums=0)
    blocks = [jnp.zeros(size // 4, jnp.float32)]

    def work() -> jax.Array:
        blocks.append(increment(blocks.pop()))
        return blocks[0]

    found.clock("read or write 1 MB", repetitions, work, units=2 * size // 10**6)


def _measure_arithmetic(found: Findings, repetitions: int) -> None:
    """The time of plain arithmetic: a product of two square matrices of float32, at the precision that scores get."""
    size = 2048
    square = jnp.ones((size, size), jnp.float32)
    multiply = jax.jit(lambda a: a @ a)
    found.clock("a billion float32 operations", repetitions, lambda: multiply(square), units=2 * size**3 / 1e9)


def _scoring(stage: Stage, score: ScoreName) -> Scoring:
    matrix = stage.world.matrix
    table = part_table(score, matrix.num_answers)
    return Scoring(Term(matrix.num_patterns, table.reduction, table.member_shift), table)


def _score_everything(stage: Stage, found: Findings, repetitions: int) -> None:
    """All guesses under the belief of all answers, in the form that suits the platform."""
    matrix = stage.world.matrix
    everything = join_sets([np.arange(matrix.num_answers, dtype=np.int32)])
    for score in INTEGER_SCORES:
        scoring = _scoring(stage, score)

        def work(scoring: Scoring = scoring) -> np.ndarray:
            ((_, scores),) = score_all_guesses(matrix, everything, scoring)
            return scores[0]

        times = repetitions if score == "entropy" else 1
        scores = found.clock(f"{score} of the whole lexicon", times, work)
        found.exact[f"{score} of the whole lexicon"] = np.asarray(scores)[: matrix.num_guesses]


def _score_beliefs(stage: Stage, found: Findings, repetitions: int) -> None:
    """All guesses under random beliefs of several sizes, a batch at a time."""
    matrix = stage.world.matrix
    random = np.random.default_rng(7)
    for count, width, height in BELIEF_SHAPES:
        candidates = np.zeros((height, width), np.int32)
        for belief in range(height):
            candidates[belief, :count] = np.sort(random.choice(matrix.num_answers, count, replace=False))
        counts = np.full(height, count, np.int32)
        beliefs = jax.device_put(Beliefs(candidates, counts, np.int32(height)))
        for score in INTEGER_SCORES:
            scoring = _scoring(stage, score)

            def work(beliefs: Beliefs = beliefs, scoring: Scoring = scoring) -> jax.Array:
                return score_all(matrix.by_answer, beliefs, scoring.tables, scoring.term)

            times = repetitions if score == "entropy" else 1
            what = f"{score} under a belief of {count:,}"
            found.exact[what] = np.asarray(found.clock(what, times, work, height))[:, : matrix.num_guesses]
        _score_masses(stage, found, beliefs, count)


def _score_masses(stage: Stage, found: Findings, beliefs: Beliefs, count: int) -> None:
    matrix = stage.world.matrix
    weights = np.where(np.arange(beliefs.candidates.shape[1]) < count, 1 / count, 0).astype(np.float32)
    weighted = beliefs._replace(weights=jnp.broadcast_to(weights, beliefs.candidates.shape))
    no_tables = Tables(jnp.zeros(1, jnp.int32), jnp.zeros(1, jnp.int32))
    what = f"posterior mass under a belief of {count:,}"
    term = Term(matrix.num_patterns, mass_power=2)
    scores = found.clock(
        what, 1, lambda: score_all(matrix.by_answer, weighted, no_tables, term), len(beliefs.candidates)
    )
    found.rounded[what] = np.asarray(scores)[:, : matrix.num_guesses]


def _score_soft_beliefs(stage: Stage, found: Findings, repetitions: int) -> None:
    """Listed guesses under random weights and a channel."""
    matrix, random = stage.world.matrix, np.random.default_rng(8)
    beliefs, width, rows = SOFT_SHAPE
    members = np.stack([np.sort(random.choice(matrix.num_answers, width, replace=False)) for _ in range(beliefs)])
    weights = random.random((beliefs, width)).astype(np.float32) ** 4
    guesses = random.integers(0, matrix.num_guesses, (beliefs, rows)).astype(np.int32)
    weights /= weights.sum(1, keepdims=True)
    batch = SoftBatch(members.astype(np.int32), np.zeros((beliefs, width), np.int32), weights, guesses)
    arrays = channel_arrays(tile_flip(0.1, stage.lexicon.word_length))
    channel = jax.tree.map(lambda x: jnp.asarray(x, jnp.float32), arrays)
    for goal in SOFT_GOALS:
        what = soft_work(goal.score)

        def work(goal: Goal = goal) -> jax.Array:
            return score_soft(matrix.replicated, batch, channel, matrix.num_patterns, *goal)

        found.rounded[what] = np.asarray(found.clock(what, repetitions, work, beliefs))


def soft_work(score: str) -> str:
    """Return what rating guesses under a soft belief is called."""
    return f"{score} of {SOFT_SHAPE[2]} guesses under {SOFT_SHAPE[1]} weights"


def _play(stage: Stage, found: Findings, solver: str, noise: float, number: int | None, repetitions: int) -> None:
    table, games = stage.table(solver, noise), stage.games(number)
    what = f"{len(games):,} games of {solver}, noise {noise:g}"
    records = found.clock(what, repetitions, lambda: play_games(table, games))
    found.exact[f"guesses of {what}"] = records.guesses
    print(f"{jax.default_backend()}: {what}: {len(games) / found.seconds[what]:,.0f} games/s", flush=True)
    found.exact[f"tiles shown in {what}"] = records.observed_patterns
