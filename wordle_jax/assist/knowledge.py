"""What is known on the boards that are open: candidates, or a weight for every answer where tiles may be wrong."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float64, Int, Int32, Int64

from wordle_jax.assist.advice import HELD, Suggestion
from wordle_jax.belief import BeliefSets
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import parse_pattern
from wordle_jax.player import Player
from wordle_jax.scores import entropy_of_sizes
from wordle_jax.soft_belief import SoftBeliefs, win_chance
from wordle_jax.soft_player import SoftPlayer
from wordle_jax.soft_score import xlog2x
from wordle_jax.world import World


@dataclass(frozen=True, eq=False)
class Candidates:
    """The answers that may be on a board by falling probability, which is that of the whole belief."""

    answers: Int[np.ndarray, " candidate"]
    probabilities: Float64[np.ndarray, " candidate"]
    bits: float


@dataclass(frozen=True, eq=False)
class HardKnowledge:
    """Candidates that agree with all that was shown; `guesses_left` counts the next one."""

    lexicon: Lexicon
    player: Player
    beliefs: BeliefSets
    turn: int
    guesses_left: int

    def candidates(self, board: int) -> Candidates:
        """Return what may be on one of the boards; probabilities are by the frequency prior."""
        members, chances = self.beliefs[board], self.chances(board)[self.beliefs[board]]
        order = np.argsort(-chances, kind="stable")
        return Candidates(members[order], chances[order], _entropy_bits(chances))

    def chances(self, board: int) -> Float64[np.ndarray, " answer"]:
        """Return how likely every answer is on one of the boards, by the frequency prior."""
        members, prior = self.beliefs[board], self.player.world.prior
        chances = np.zeros(len(prior))
        chances[members] = prior[members] / prior[members].sum()
        return chances

    @cached_property
    def win_chances(self) -> Float64[np.ndarray, " guess"]:
        """The expected number of boards that each guess solves; of one board the probability that it is the answer."""
        return _add_chances(self)

    def measure(self, guesses: Int32[np.ndarray, " guess"]) -> list[Suggestion]:
        """Return what each guess promises, with bits as the solver counts them: by frequency if that is its prior."""
        world, recipe = self.player.world, self.player.recipe
        bits = np.zeros(len(guesses))
        for board in range(len(self.beliefs)):
            members = self.beliefs[board]
            if recipe.prior == "frequency":
                bits += -xlog2x(_sum_parts(world, guesses, members, self.chances(board)[members])).sum(axis=1)
            else:
                bits += entropy_of_sizes(_count_parts(world, guesses, members))
        return _suggest(self, guesses, bits)


@dataclass(frozen=True, eq=False)
class SoftKnowledge:
    """A weight for every answer: tiles may be wrong. `guesses_left` counts the next one."""

    lexicon: Lexicon
    player: SoftPlayer
    beliefs: SoftBeliefs
    turn: int
    guesses_left: int

    @classmethod
    def learn(
        cls, lexicon: Lexicon, player: SoftPlayer, boards: list[list[tuple[str, str]]], turn: int
    ) -> "SoftKnowledge":
        """Return what the rows of some boards tell before a turn, if none of them won."""
        learned = [_observe(lexicon, player, rows) for rows in boards]
        beliefs = (np.concatenate([getattr(each, name) for each in learned]) for name in ("log_weights", "is_out"))
        return cls(lexicon, player, SoftBeliefs(*beliefs), turn, player.turns - turn + 1)

    def candidates(self, board: int) -> Candidates:
        """Return the likeliest answers on one of the boards that together hold HELD of the belief."""
        chances = self.chances(board)
        order = np.argsort(-chances, kind="stable")
        kept = min(int(np.searchsorted(np.cumsum(chances[order]), HELD)) + 1, np.count_nonzero(chances))
        return Candidates(order[:kept], chances[order[:kept]], _entropy_bits(chances))

    def chances(self, board: int) -> Float64[np.ndarray, " answer"]:
        """Return how likely every answer is on one of the boards.

        As where tiles are true it is by the frequency prior, even if the solver takes all words for equal.
        """
        chances = self.beliefs.probabilities[board]
        if self.player.recipe.prior == "frequency":
            return chances
        chances = chances * self.player.world.prior
        return chances / chances.sum() if chances.any() else chances

    @cached_property
    def win_chances(self) -> Float64[np.ndarray, " guess"]:
        """The expected number of boards that each guess solves; of one board the probability that it is the answer."""
        return _add_chances(self)

    def measure(self, guesses: Int32[np.ndarray, " guess"]) -> list[Suggestion]:
        """Return what each guess promises, with bits that wrong tiles are taken off."""
        return _suggest(self, guesses, self.player.information_bits(self.beliefs, guesses, self.turn).sum(axis=0))


Knowledge = HardKnowledge | SoftKnowledge


def rate_green_row(lexicon: Lexicon, player: SoftPlayer, rows: list[tuple[str, str]]) -> float:
    """Return how likely the last of some rows, all green though tiles may be wrong, has won.

    As for candidates the probability is by the frequency prior; that of a word that is no answer is 0.
    """
    answer = int(lexicon.guess_answer[lexicon.guess_index[rows[-1][0]]])
    if answer < 0:
        return 0.0
    log_prior = np.log(player.world.prior) if player.recipe.prior == "uniform" else 0.0
    before, after = _observe(lexicon, player, rows[:-1]), _observe(lexicon, player, rows)
    return float(win_chance(before, after, answer, log_prior)[0])


def _observe(lexicon: Lexicon, player: SoftPlayer, rows: list[tuple[str, str]]) -> SoftBeliefs:
    """Return the belief after some rows, none of which won."""
    belief = player.start()
    for turn, (guess, tiles) in enumerate(rows, start=1):
        index = np.array([lexicon.guess_index[guess]], np.int32)
        belief = player.observe(belief, index, np.array([parse_pattern(tiles, lexicon.word_length)], np.int32), turn)
    return belief


def _entropy_bits(probabilities: Float64[np.ndarray, " answer"]) -> float:
    return max(0.0, float(-xlog2x(probabilities).sum()))


def _sum_parts(
    world: World,
    guesses: Int32[np.ndarray, " guess"],
    members: Int[np.ndarray, " member"],
    weights: Float64[np.ndarray, " member"],
) -> Float64[np.ndarray, "guess pattern"]:
    """Return the summed weights of the members that show each pattern to each guess."""
    num_patterns = world.matrix.num_patterns
    return np.stack(
        [np.bincount(world.matrix.codes[guess, members], weights, minlength=num_patterns) for guess in guesses.tolist()]
    )


def _count_parts(
    world: World, guesses: Int32[np.ndarray, " guess"], members: Int[np.ndarray, " member"]
) -> Int64[np.ndarray, "guess pattern"]:
    """Return how many of the members show each pattern to each guess."""
    return _sum_parts(world, guesses, members, np.ones(len(members))).astype(np.int64)


def _add_chances(knowledge: Knowledge) -> Float64[np.ndarray, " guess"]:
    world = knowledge.player.world
    chances = np.zeros(world.num_guesses)
    for board in range(len(knowledge.beliefs)):
        chances[world.answer_guess] += knowledge.chances(board)
    return chances


def _suggest(
    knowledge: Knowledge, guesses: Int32[np.ndarray, " guess"], bits: Float64[np.ndarray, " guess"]
) -> list[Suggestion]:
    """Return what each guess promises: its bits, its chance, and how its true tiles part the candidates."""
    lexicon = knowledge.lexicon
    parts, worst = np.zeros(len(guesses), np.int64), np.zeros(len(guesses), np.int64)
    expected, is_candidate = np.zeros(len(guesses)), np.zeros(len(guesses), bool)
    for board in range(len(knowledge.beliefs)):
        members = knowledge.candidates(board).answers
        sizes = _count_parts(knowledge.player.world, guesses, members)
        parts += (sizes > 0).sum(axis=1)
        worst += sizes.max(axis=1)
        expected += (sizes**2).sum(axis=1) / max(1, len(members))
        is_candidate |= np.isin(lexicon.guess_answer[guesses], members)
    columns = (bits, parts, expected, worst, knowledge.win_chances[guesses], is_candidate)
    return [
        Suggestion(lexicon.guesses[guess], *(column[row].item() for column in columns))
        for row, guess in enumerate(guesses.tolist())
    ]
