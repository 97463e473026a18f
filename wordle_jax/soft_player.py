"""A recipe with a soft belief at work: the guess for each belief when feedback may lie.

Every guess gets a cheap score first, on the likeliest answers alone; the best by it, and the likeliest answers
themselves, are rated under the channel. The last two turns are planned exactly on that shortlist.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Bool, Float32, Float64, Int, Int32, Int64, Real

from wordle_jax.adversary import check_choices
from wordle_jax.batch import Scoring, score_all_guesses
from wordle_jax.belief import join_sets
from wordle_jax.channel import UNKNOWN_RATES, Adversary, Channel, RowChannel, make_channel, tile_flip
from wordle_jax.kernel import Term
from wordle_jax.outlook import find_outlook, load_outlooks
from wordle_jax.platform import guess_mesh
from wordle_jax.soft_belief import LieCounter, Observer, SoftBeliefs, start_beliefs
from wordle_jax.soft_kernel import SoftBatch, score_soft
from wordle_jax.soft_score import (
    Aggregates,
    ChannelArrays,
    Goal,
    Outlook,
    SoftScore,
    channel_arrays,
    combine,
    score_aggregates,
)
from wordle_jax.solver import Recipe
from wordle_jax.world import World

# The cheap score looks at some four times as many answers as the belief is broad, with weights in whole numbers
# that add up to at most this: their sums of squares are exact in float32, so that every machine lists the same.
_CHEAP_TOTAL = 4096
# Scores nearer than this may differ by the rounding of float32, and below by that of float64.
_WIDTH, _ROUNDING = 2e-5, 1e-9
_SIZE_CLASSES = np.array([64, 256, 1024, 4096, 16384, 65536])
_BATCH = 16
# After the first guess come at most as many beliefs as there are patterns: they are decided once.
_CACHED_TURN = 2


def expect_channels(recipe: Recipe, channel: Channel, length: int) -> tuple[RowChannel, ...] | Adversary:
    """Return the channels that the recipe holds possible, or the adversary that it expects."""
    if recipe.assumes == "unknown":
        return tuple(tile_flip(rate, length) for rate in UNKNOWN_RATES)
    where = "channel" if recipe.assumes == "truth" else "solver.assumes"
    expected = channel if recipe.assumes == "truth" else make_channel(recipe.assumes, length, where)
    if not isinstance(expected, Adversary):
        return (expected,)
    if recipe.belief == "soft":
        check_choices(expected, where)
    return expected


@dataclass(frozen=True, eq=False)
class Decisions:
    """The guess for each belief, and the mass of the belief that was not looked at."""

    guess: Int32[np.ndarray, " belief"]
    lost_mass: Float64[np.ndarray, " belief"]


@dataclass(frozen=True, eq=False)
class SoftPlayer:
    """A recipe in a world, for games of so many turns, and the channels that it holds possible: one if it is sure.

    In place of channels stands an adversary, which is no channel of rows (see `LieCounter`).
    """

    recipe: Recipe
    world: World
    channels: Sequence[RowChannel] | Adversary
    turns: int
    _known: dict[bytes, tuple[int, float]] = field(default_factory=dict)
    _known_arrays: dict[int, tuple[list[ChannelArrays], list[ChannelArrays]]] = field(default_factory=dict)

    def prepare(self) -> None:
        """Put on the device what decisions need, so that the first does not wait for it."""
        matrix = self.world.matrix
        jax.block_until_ready((matrix.replicated, matrix.by_answer))
        if self.turns > 1:  # the last turn needs no channel
            jax.block_until_ready(self._arrays(1))

    def start(self) -> SoftBeliefs:
        """Return the belief before the first guess; the channels are equally likely, or no lie is told."""
        num_answers = self.world.num_answers
        prior = self.world.prior if self.recipe.prior == "frequency" else np.full(num_answers, 1 / num_answers)
        if isinstance(self.channels, Adversary):
            return start_beliefs(prior, np.eye(self.channels.budget + 1)[0])
        return start_beliefs(prior, np.full(len(self.channels), 1 / len(self.channels)))

    def observe(
        self, beliefs: SoftBeliefs, guess: Int32[np.ndarray, " belief"], shown: Int32[np.ndarray, " belief"], turn: int
    ) -> SoftBeliefs:
        """Return each belief after its guess at a turn was answered by a shown pattern and did not win."""
        return self._observer.observe(beliefs, guess, shown, turn)

    def decide(
        self, beliefs: SoftBeliefs, turn: int, legal: Bool[np.ndarray, "belief guess"] | None = None
    ) -> Decisions:
        """Return the guess for every belief at a turn, counted from 1.

        `legal` marks the guesses that the rules allow each belief, at least one; None allows all.
        """
        if turn > _CACHED_TURN:
            return self._decide(beliefs, turn, legal)
        keys = [_digest(beliefs, b, turn, legal) for b in range(len(beliefs))]
        new = np.array([b for b, key in enumerate(keys) if key not in self._known], np.int64)
        if len(new):
            decided = self._decide(beliefs.take(new), turn, None if legal is None else legal[new])
            for b, guess, lost in zip(new.tolist(), decided.guess.tolist(), decided.lost_mass.tolist(), strict=True):
                self._known[keys[b]] = guess, lost
        known = [self._known[key] for key in keys]
        return Decisions(np.array([k[0] for k in known], np.int32), np.array([k[1] for k in known]))

    def rank(
        self, beliefs: SoftBeliefs, turn: int, number: int, legal: Bool[np.ndarray, " guess"] | None = None
    ) -> Int32[np.ndarray, " rank"]:
        """Return so many guesses, the best first, for beliefs that one guess serves: the boards of a game.

        For one belief the first is the decision; the others are rated for it. Over several beliefs scores add up, and
        so do the cheap ones that say what is rated.
        """
        chances = beliefs.probabilities
        likely = self._by_likelihood(chances)
        if turn >= self.turns:
            return self._rank_likeliest(chances, likely, legal)[:number]
        supports = [self._support(chances[b], likely[b]) for b in range(len(beliefs))]
        listed = self._shortlist_together(beliefs, likely, legal)
        lists = np.tile(listed, (len(beliefs), 1))
        channel_of, told = self._middle_channel(beliefs), self._count_lies(beliefs)
        host, device = self._arrays(turn)
        width = int(_size_class(np.array([max(map(len, supports))]))[0])
        scores = np.zeros(lists.shape, np.float32)
        for channel in np.unique(channel_of).tolist():
            alike, goal = np.flatnonzero(channel_of == channel).tolist(), self._goal(turn, channel)
            rated = self._rate(alike, chances, told, supports, lists, width, device[channel], goal, len(alike))
            scores[alike] = rated
        total = scores.sum(axis=0, dtype=np.float64)
        ranked = listed[np.lexsort((self._rank[listed], -total))].tolist()
        if len(beliefs) == 1:
            channel = int(channel_of[0])
            goal = self._goal(turn, channel)
            first = self._choose(chances[0], told[0], supports[0], listed, scores[0], host[channel], goal)
            ranked.insert(0, first)
        return np.array(list(dict.fromkeys(ranked)), np.int32)[:number]

    def information_bits(
        self, beliefs: SoftBeliefs, guesses: Int32[np.ndarray, " guess"], turn: int
    ) -> Float64[np.ndarray, "belief guess"]:
        """Return the mutual information of the answer and what is shown for each guess, in float64."""
        channel_of, told = self._middle_channel(beliefs), self._count_lies(beliefs)
        host, _ = self._arrays(min(turn, self.turns - 1))
        num_patterns, codes = self.world.matrix.num_patterns, self.world.matrix.codes[guesses].astype(np.int64)
        bits = np.zeros((len(beliefs), len(guesses)))
        for b, chances in enumerate(beliefs.probabilities):
            channel = host[channel_of[b]]
            wins, parts = codes == num_patterns - 1, codes + told[b] * num_patterns
            bits[b] = score_aggregates(
                aggregate(wins, parts, chances, len(channel.entropy), "entropy"), channel, "entropy"
            )
        return bits

    def _rank_likeliest(
        self,
        chances: Float64[np.ndarray, "belief answer"],
        likely: Int[np.ndarray, "belief answer"],
        legal: Bool[np.ndarray, " guess"] | None,
    ) -> Int32[np.ndarray, " rank"]:
        """Return the answers that are possible by falling probability, as guesses; one that is legal if none is."""
        chance = np.take_along_axis(chances, likely, 1).ravel()
        order = np.argsort(-chance, kind="stable")
        guesses = self.world.answer_guess[likely.ravel()[order[chance[order] > 0]]]
        if legal is not None:
            guesses = guesses[legal[guesses]]
        if not len(guesses):
            return np.array([self._likeliest(chances[0], likely[0], legal)], np.int32)
        return np.array(list(dict.fromkeys(guesses.tolist())), np.int32)

    def _decide(self, beliefs: SoftBeliefs, turn: int, legal: np.ndarray | None) -> Decisions:
        chances = beliefs.probabilities
        decisions = Decisions(np.zeros(len(beliefs), np.int32), np.zeros(len(beliefs)))
        likely = self._by_likelihood(chances)
        if turn == self.turns:
            for b in range(len(beliefs)):
                decisions.guess[b] = self._likeliest(chances[b], likely[b], None if legal is None else legal[b])
            return decisions
        supports = [self._support(chances[b], likely[b]) for b in range(len(beliefs))]
        lists = self._shortlist(beliefs, likely, legal)
        channel_of, told = self._middle_channel(beliefs), self._count_lies(beliefs)
        host, device = self._arrays(turn)
        class_of = _size_class(np.array([len(support) for support in supports]))
        for width, channel in sorted(set(zip(class_of.tolist(), channel_of.tolist(), strict=True))):
            alike = np.flatnonzero((class_of == width) & (channel_of == channel)).tolist()
            goal = self._goal(turn, channel)
            for part in (alike[first : first + _BATCH] for first in range(0, len(alike), _BATCH)):
                rated = self._rate(part, chances, told, supports, lists, width, device[channel], goal)
                for b, scores in zip(part, rated, strict=True):
                    decisions.guess[b] = self._choose(
                        chances[b], told[b], supports[b], lists[b], scores, host[channel], goal
                    )
        for b, support in enumerate(supports):
            decisions.lost_mass[b] = max(0.0, 1 - chances[b][support].sum())
        return decisions

    # --- what is looked at ---------------------------------------------------------------------------------

    def _by_likelihood(self, chances: Float64[np.ndarray, "belief answer"]) -> Int[np.ndarray, "belief answer"]:
        """Return the answers of each belief from the likeliest; ties by prior, then in the order of the list."""
        order = self._order
        return order[np.argsort(-chances[:, order], axis=1, kind="stable")]

    def _support(
        self, chances: Float64[np.ndarray, " answer"], likely: Int[np.ndarray, " answer"]
    ) -> Int[np.ndarray, " member"]:
        """Return the fewest answers that leave out no more than the bound, in the order of the list."""
        kept = int(np.searchsorted(np.cumsum(chances[likely]), 1 - self.recipe.support_bound)) + 1
        return np.sort(likely[: min(kept, np.count_nonzero(chances))])

    def _likeliest(self, chances: np.ndarray, likely: np.ndarray, legal: np.ndarray | None) -> int:
        guesses = self.world.answer_guess[likely]
        if legal is None:
            return int(guesses[0])
        allowed = legal[guesses] & (chances[likely] > 0)
        return int(guesses[np.argmax(allowed)]) if allowed.any() else int(np.argmax(legal))

    def _shortlist(
        self, beliefs: SoftBeliefs, likely: np.ndarray, legal: np.ndarray | None
    ) -> Int32[np.ndarray, "belief row"]:
        """Return the guesses to rate: the best by the cheap score, and the likeliest answers."""
        lists = np.zeros((len(beliefs), self._shortlist_size), np.int32)
        for at, scores in self._rate_cheaply(beliefs, likely):
            for b, own in zip(at.tolist(), scores, strict=True):
                answers = self.world.answer_guess[likely[b, : self.recipe.likeliest]]
                lists[b] = self._list_best(own, answers, None if legal is None else legal[b])
        return lists

    def _shortlist_together(
        self, beliefs: SoftBeliefs, likely: np.ndarray, legal: Bool[np.ndarray, " guess"] | None
    ) -> Int32[np.ndarray, " row"]:
        """Return the guesses to rate for all beliefs at once: cheap scores add up, each has likely answers."""
        total = np.zeros(self.world.num_guesses, np.float32)
        for _, scores in self._rate_cheaply(beliefs, likely):
            total += scores.sum(axis=0)
        answers = self.world.answer_guess[likely[:, : self.recipe.likeliest // len(beliefs)].ravel()]
        return self._list_best(total, answers, legal)

    def _rate_cheaply(
        self, beliefs: SoftBeliefs, likely: np.ndarray
    ) -> Iterator[tuple[Int64[np.ndarray, " belief"], Float32[np.ndarray, "belief guess"]]]:
        """Yield the cheap scores of all guesses, the lowest best, batch by batch with the beliefs of the batch."""
        chances, num_answers = beliefs.probabilities, self.world.num_answers
        breadth = np.minimum(_size_class(2 * beliefs.num_candidates), num_answers)
        sets, amounts = [], []
        for b in range(len(beliefs)):
            top = np.sort(likely[b, : breadth[b]])
            amount = np.floor(chances[b, top] / chances[b, top].sum() * _CHEAP_TOTAL)
            sets.append(top[amount > 0].astype(np.int32))
            amounts.append(amount[amount > 0])
        scoring = Scoring(Term(self.world.matrix.num_patterns, mass_power=2), None)
        yield from score_all_guesses(self.world.matrix, join_sets(sets), scoring, np.concatenate(amounts))

    def _list_best(
        self,
        scores: Float32[np.ndarray, " guess"],
        answers: Int32[np.ndarray, " likely"],
        legal: Bool[np.ndarray, " guess"] | None,
    ) -> Int32[np.ndarray, " row"]:
        """Return the guesses with the lowest cheap scores, and these answers, as far as they are legal."""
        allowed = np.arange(len(scores)) if legal is None else np.flatnonzero(legal)
        size = min(self.recipe.shortlist, self.world.num_guesses)
        best = allowed[_lowest(scores[allowed], size)]
        if legal is not None:
            answers = answers[legal[answers]]
        listed = np.full(self._shortlist_size, best[0], np.int32)  # what is missing is filled with copies
        listed[: len(best)] = best
        listed[size : size + len(answers)] = answers
        return listed

    @property
    def _shortlist_size(self) -> int:
        return min(self.recipe.shortlist, self.world.num_guesses) + self.recipe.likeliest

    def _middle_channel(self, beliefs: SoftBeliefs) -> Int64[np.ndarray, " belief"]:
        """Return the channel to plan with: the median of what the belief holds possible; an adversary is one."""
        if isinstance(self.channels, Adversary):
            return np.zeros(len(beliefs), np.int64)
        return np.argmax(np.cumsum(beliefs.channel_probabilities, axis=1) >= 0.5 - _ROUNDING, axis=1)

    def _count_lies(self, beliefs: SoftBeliefs) -> Int64[np.ndarray, "belief answer"]:
        """Return the lies told so far for each answer; 0 if not by an adversary."""
        if isinstance(self.channels, Adversary):
            return beliefs.log_weights.argmax(1)
        return np.zeros(beliefs.is_out.shape, np.int64)

    # --- scores --------------------------------------------------------------------------------------------

    def _goal(self, turn: int, channel: int) -> Goal:
        left = self.turns - turn
        if left == 1 and self.recipe.plans_last_turns:
            return Goal("last_turns")
        if self.recipe.score != "win_chance":
            return Goal("entropy" if self.recipe.score == "entropy" else "posterior_mass")
        outlook = self._outlooks[channel][left]
        return Goal("entropy") if outlook is None else Goal("win_chance", outlook)

    def _rate(
        self,
        part: list[int],
        chances: Float64[np.ndarray, "belief answer"],
        told: Int64[np.ndarray, "belief answer"],
        supports: list[Int[np.ndarray, " _"]],
        lists: Int32[np.ndarray, "belief row"],
        width: int,
        channel: ChannelArrays,
        goal: Goal,
        room: int = _BATCH,
    ) -> Float32[np.ndarray, "rated row"]:
        """Return the scores of the listed guesses of some beliefs from the kernel, padded to the room."""
        height = -(-room // guess_mesh().size) * guess_mesh().size
        members, lies = np.zeros((height, width), np.int32), np.zeros((height, width), np.int32)
        weights = np.zeros((height, width), np.float32)
        guesses = np.zeros((height, lists.shape[1]), np.int32)
        for i, b in enumerate(part):
            members[i, : len(supports[b])] = supports[b]
            lies[i, : len(supports[b])] = told[b, supports[b]]
            weights[i, : len(supports[b])] = chances[b, supports[b]]
            guesses[i] = lists[b]
        matrix, batch = self.world.matrix, SoftBatch(members, lies, weights, guesses)
        rated = score_soft(matrix.replicated, batch, channel, matrix.num_patterns, *goal)
        return np.asarray(rated)[: len(part)]

    def _choose(
        self,
        chances: Float64[np.ndarray, " answer"],
        told: Int64[np.ndarray, " answer"],
        support: Int[np.ndarray, " member"],
        guesses: Int32[np.ndarray, " row"],
        scores: Float32[np.ndarray, " row"],
        channel: ChannelArrays,
        goal: Goal,
    ) -> int:
        """Return the best guess: float32 says which are near, float64 which of them are best."""
        near = np.unique(guesses[scores >= scores.max() - _WIDTH])
        if len(near) > 1:
            codes = self.world.matrix.codes[near[:, None], support[None]].astype(np.int64)
            num_patterns = self.world.matrix.num_patterns
            wins, parts = codes == num_patterns - 1, codes + told[support] * num_patterns
            of = aggregate(wins, parts, chances[support], len(channel.entropy), goal.score)
            exact = score_aggregates(of, channel, *goal)
            near = near[exact >= exact.max() - _ROUNDING]
        answer = self.world.guess_answer[near]
        is_live = (answer >= 0) & (chances[answer] > 0)
        return int(near[np.lexsort((self._rank[near], ~is_live))[0]])

    # --- made once -----------------------------------------------------------------------------------------

    @cached_property
    def _observer(self) -> Observer | LieCounter:
        if isinstance(self.channels, Adversary):
            return LieCounter(self.world.matrix, self.world.guess_answer, self.channels, self.turns)
        return Observer(self.world.matrix, self.world.guess_answer, self.channels)

    @cached_property
    def _outlooks(self) -> list[dict[int, Outlook | None]]:
        """What is known of winning, for each channel to plan with and number of turns left; nothing of an adversary."""
        lefts = range(1, self.turns)
        if isinstance(self.channels, Adversary):
            return [dict.fromkeys(lefts)]
        table = load_outlooks()
        return [{left: find_outlook(table, channel, left) for left in lefts} for channel in self.channels]

    def _arrays(self, turn: int) -> tuple[list[ChannelArrays], list[ChannelArrays]]:
        """Return what each channel to plan with at a turn is, on the host and on the device."""
        key = turn if isinstance(self.channels, Adversary) else 0
        if key not in self._known_arrays:
            if isinstance(self.channels, Adversary):
                rows = [self.channels.row(self.turns - turn, told) for told in range(self.channels.budget + 1)]
                host = [channel_arrays(*rows)]
            else:
                host = [channel_arrays(channel) for channel in self.channels]
            device = [jax.tree.map(lambda x: jnp.asarray(x, jnp.float32), arrays) for arrays in host]
            self._known_arrays[key] = host, device
        return self._known_arrays[key]

    @cached_property
    def _order(self) -> Int[np.ndarray, " answer"]:
        """The answers by falling prior, then in the order of the list."""
        prefers_frequent = self.recipe.prior == "frequency"
        return self.world.frequency_order if prefers_frequent else np.arange(self.world.num_answers)

    @cached_property
    def _rank(self) -> Int32[np.ndarray, " guess"]:
        """The order in which tied guesses are preferred."""
        return self.world.rank_guesses(by_prior=self.recipe.prior == "frequency")


def aggregate(
    wins: Bool[np.ndarray, "row member"],
    part: Int64[np.ndarray, "row member"],
    weights: Float64[np.ndarray, " member"],
    num_parts: int,
    score: SoftScore,
) -> Aggregates:
    """Return in float64 what the kernel aggregates in float32; see soft_score.py. A win is in no part."""
    amounts = np.where(wins, 0.0, weights)
    update = np.maximum if combine(score) == "max" else np.add

    def collect(amounts: np.ndarray) -> np.ndarray:
        parts = np.zeros((len(part), num_parts))
        update.at(parts, (np.arange(len(part))[:, None], part), amounts)
        return parts

    squares = collect(amounts**2) if score == "win_chance" else None
    return Aggregates(np.where(wins, weights, 0.0).sum(1), collect(amounts), squares)


def _lowest(scores: Float32[np.ndarray, " guess"], size: int) -> Int64[np.ndarray, " lowest"]:
    """Return the places of the lowest scores, ties by place, in the order of the places."""
    if size >= len(scores):
        return np.arange(len(scores))
    limit = np.partition(scores, size - 1)[size - 1]
    below = np.flatnonzero(scores < limit)
    return np.sort(np.concatenate([below, np.flatnonzero(scores == limit)[: size - len(below)]]))


def _size_class(sizes: Real[np.ndarray, " belief"]) -> Int64[np.ndarray, " belief"]:
    return _SIZE_CLASSES[np.searchsorted(_SIZE_CLASSES, sizes)]


def _digest(beliefs: SoftBeliefs, b: int, turn: int, legal: np.ndarray | None) -> bytes:
    content = hashlib.blake2b(bytes([turn]))
    content.update(beliefs.log_weights[b].tobytes() + beliefs.is_out[b].tobytes())
    if legal is not None:
        content.update(np.packbits(legal[b]).tobytes())
    return content.digest()
