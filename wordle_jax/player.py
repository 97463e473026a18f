"""A recipe at work: the guess for each belief. A player is shown beliefs and rules, never a secret or a key."""

from dataclasses import dataclass, replace
from functools import cached_property

import jax
import numpy as np
from jaxtyping import Bool, Float64, Int32, Int64, Num, UInt32

from wordle_jax.batch import Rows, Scoring, score_all_guesses, score_listed
from wordle_jax.belief import BeliefSets, join_sets
from wordle_jax.kernel import Term
from wordle_jax.lookahead import rate_two_steps, shortlist_rows
from wordle_jax.rules import AllowedAfter, RuleMode, build_allowed_after
from wordle_jax.scores import entropy_of_sizes, mass_scores, part_table, split_entropy_bits
from wordle_jax.solver import PoolStage, Recipe
from wordle_jax.world import World

# The device's float32 scores pick a shortlist this wide, which is scored again in float64.
_SHORTLIST_WIDTH = 1e-4
# Float64 scores nearer than this differ by rounding alone.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Player:
    """A recipe in a world. `explorers` are all guesses by falling first-guess entropy, as far as the pool needs.

    `mode` says which rules a look-ahead expects; what they allow at the guess at hand `decide` is told.
    """

    recipe: Recipe
    world: World
    explorers: Int32[np.ndarray, " explorer"]
    mode: RuleMode = "normal"

    def prepare(self) -> None:
        """Put on the device what decisions need, so that the first does not wait for it."""
        jax.block_until_ready((self.world.matrix.replicated, self._scoring.tables))
        if any(stage.explorers == "all" for stage in self.recipe.pool):
            jax.block_until_ready(self.world.matrix.by_answer)

    def start(self) -> BeliefSets:
        """Return the belief before the first guess: every answer."""
        return join_sets([np.arange(self.world.num_answers, dtype=np.int32)])

    def decide(
        self, beliefs: BeliefSets, turn: int, legal: Bool[np.ndarray, "belief guess"] | None = None
    ) -> Int32[np.ndarray, " belief"]:
        """Return the guess for every belief at a turn, counted from 1.

        `legal` marks the guesses that the rules allow each belief, at least one; None allows all.
        """
        choice = np.full(len(beliefs), -1, np.int32)
        only = self.world.answer_guess[beliefs.members[beliefs.offsets[:-1]]]
        certain = beliefs.counts == 1
        if legal is not None:
            certain &= legal[np.arange(len(beliefs)), only]
        choice[certain] = only[certain]

        stage = self.recipe.stage(turn)
        few = ~certain & (beliefs.counts <= self.recipe.candidate_at)
        everything = (~certain & ~few) if stage.explorers == "all" else np.zeros_like(certain)
        for group, pool in ((few, PoolStage()), (~certain & ~few & ~everything, stage)):
            at = np.flatnonzero(group)
            if len(at):
                allowed = None if legal is None else legal[at]
                choice[at], stuck = self._decide_listed(beliefs.take(at), pool, turn, allowed)
                everything[at[stuck]] = True  # the rules forbid the whole pool
        at = np.flatnonzero(everything)
        if len(at):
            choice[at] = self._decide_all(beliefs.take(at), turn, None if legal is None else legal[at])
        return choice

    def draw(
        self,
        beliefs: BeliefSets,
        belief: Int64[np.ndarray, " game"],
        random_bits: UInt32[np.ndarray, " game"],
        legal: Bool[np.ndarray, "belief guess"] | None = None,
    ) -> Int32[np.ndarray, " game"]:
        """Return a uniformly drawn candidate for every game (algorithm 1 of the paper).

        `random_bits` holds one uniform 32-bit number a game. Where the rules forbid all candidates of a belief,
        which only noise brings about, the draw is among its legal guesses.
        """
        pool = BeliefSets(self.world.answer_guess[beliefs.members], beliefs.offsets)
        if legal is not None:
            sets = [pool[b][legal[b, pool[b]]] for b in range(len(pool))]
            pool = join_sets([s if len(s) else np.flatnonzero(legal[b]).astype(np.int32) for b, s in enumerate(sets)])
        place = (random_bits.astype(np.uint64) * pool.counts[belief].astype(np.uint64)) >> np.uint64(32)
        return pool.members[pool.offsets[belief] + place.astype(np.int64)]

    def rank(
        self,
        beliefs: BeliefSets,
        turn: int,
        number: int,
        legal: Bool[np.ndarray, " guess"] | None = None,
        first: int | None = None,
        chances: Float64[np.ndarray, " guess"] | None = None,
    ) -> Int32[np.ndarray, " rank"]:
        """Return so many guesses, the best first, for beliefs that one guess serves: the boards of a game.

        For one belief the first is the decision, unless it is given; the others follow by the recipe's score over all
        guesses. Over several beliefs scores add up, but what is certain is guessed first: that guess is needed in any
        case. Of guesses of equal score, candidates before others, those with higher `chances` come first, then those
        of higher entropy. So it is with the decision, if it has equals. To a recipe that draws its guesses all
        candidates are equal.
        """
        chances = np.zeros(self.world.num_guesses) if chances is None else chances
        scores = np.sum([self._rate_all(beliefs, b) for b in range(len(beliefs))], axis=0)
        is_live = np.zeros(self.world.num_guesses, bool)
        is_live[self.world.answer_guess[beliefs.members]] = True
        only = self.world.answer_guess[beliefs.members[beliefs.offsets[:-1][beliefs.counts == 1]]]
        is_certain = np.isin(np.arange(self.world.num_guesses), only)
        order = np.lexsort((self._rank, -chances, ~is_live, scores, ~is_certain))
        if legal is not None:
            order = order[legal[order]]
        if first is None and len(beliefs) == 1 and self.recipe.is_deterministic:
            first = int(self.decide(beliefs, turn, None if legal is None else legal[None])[0])
            if self._is_settled_by_score(beliefs[0], first):
                equals = order[(scores[order] == scores[first]) & (is_live[order] == is_live[first])]
                first = max([first, *equals.tolist()], key=chances.__getitem__)
        if first is None and len(order):
            first = int(order[0])
        if self.recipe.is_deterministic and self.recipe.score != "entropy":
            order = self._order_equals(beliefs, order, np.stack([~is_certain, scores, ~is_live, -chances]), number)
        if first is not None:
            order = np.concatenate([[first], order[order != first]])
        return order[:number].astype(np.int32)

    def _is_settled_by_score(self, members: Int32[np.ndarray, " member"], guess: int) -> bool:
        """Tell whether guesses of the same score are equal to the recipe: unless it looks ahead to where they lead."""
        told_apart = len(np.unique(self.world.matrix.codes[guess, members])) == len(members)
        return self.recipe.lookahead == 0 or told_apart

    def _order_equals(
        self,
        beliefs: BeliefSets,
        order: Int64[np.ndarray, " legal"],
        keys: Float64[np.ndarray, "key guess"],
        number: int,
    ) -> Int64[np.ndarray, " legal"]:
        """Return an order in which those of the first so many that are equal in all keys are by falling entropy."""
        sorted_keys = keys[:, order]
        is_other = (sorted_keys != sorted_keys[:, min(number, len(order)) - 1, None]).any(axis=0)
        is_other[:number] = False
        near = order[: int(np.argmax(is_other)) if is_other.any() else len(order)]
        bits = np.zeros(len(near))
        for b in range(len(beliefs)):
            codes, num_patterns = self.world.matrix.codes[:, beliefs[b]], self.world.matrix.num_patterns
            bits += entropy_of_sizes(np.stack([np.bincount(codes[guess], minlength=num_patterns) for guess in near]))
        by = (self._rank[near], -bits, *keys[::-1, near])
        return np.concatenate([near[np.lexsort(by)], order[len(near) :]])

    def _rate_all(self, beliefs: BeliefSets, b: int) -> Float64[np.ndarray, " guess"]:
        """Return the score of every guess under one of the beliefs, in the unit of the score; the lowest is best."""
        one, every = beliefs.take(np.array([b])), np.arange(self.world.num_guesses, dtype=np.int32)
        rows = Rows(np.zeros_like(every, np.int64), every)
        if self.recipe.score in ("random", "letter_frequency"):  # which look at candidates alone
            rated = self._rate_letters(rows) if self.recipe.score == "letter_frequency" else np.zeros(len(every))
            return np.where(self._is_live(one, rows, every), rated, np.inf)
        ((_, (scores,)),) = score_all_guesses(self.world.matrix, one, self._scoring, self._weights(one))
        if self.recipe.score == "hybrid":
            return self._blend(one, rows, scores)
        if self.recipe.score == "least_guesses":
            scores = scores - self._is_live(one, rows, every)
        table = self._scoring.part_table
        unit = 1 if table is None else table.unit * (int(one.counts[0]) if table.is_mean else 1)
        return scores.astype(np.float64) / unit

    # --- pools ---------------------------------------------------------------------------------------------

    def _decide_listed(
        self, beliefs: BeliefSets, stage: PoolStage, turn: int, legal: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the best guess of the stage's pool for each belief, and which beliefs have no legal one in it."""
        rows = self._list_pool(beliefs, stage)
        stuck = np.zeros(0, np.int64)
        if legal is not None:
            keep = legal[rows.belief, rows.guess]
            rows = Rows(rows.belief[keep], rows.guess[keep])
            stuck = np.setdiff1d(np.arange(len(beliefs)), rows.belief)
        if self.recipe.score == "letter_frequency":
            return self._choose(beliefs, rows, self._rate_letters(rows), turn, legal), stuck
        return self._choose(beliefs, rows, self._score_listed(beliefs, rows), turn, legal), stuck

    def _score_listed(self, beliefs: BeliefSets, rows: Rows) -> Num[np.ndarray, " row"]:
        scores = score_listed(self.world.matrix, beliefs, rows, self._scoring, self._weights(beliefs))
        if self.recipe.score == "least_guesses":
            scores = scores - self._is_live(beliefs, rows, np.arange(len(scores)))
        return scores

    def _rate_letters(self, rows: Rows) -> Float64[np.ndarray, " row"]:
        return -self.world.letter_score[self.recipe.letter_source][rows.guess]

    def _list_pool(self, beliefs: BeliefSets, stage: PoolStage) -> Rows:
        belief, members = beliefs.member_belief, beliefs.members
        if stage.candidates != "all":
            order = np.lexsort((self.world.frequency_rank[members], belief))
            place = np.arange(len(members)) - beliefs.offsets[belief]
            most_frequent = order[place < stage.candidates]
            belief, members = belief[most_frequent], members[most_frequent]
        guess = self.world.answer_guess[members]
        if stage.explorers:
            explorers = self.explorers[: stage.explorers]
            belief = np.concatenate([belief, np.repeat(np.arange(len(beliefs)), len(explorers))])
            guess = np.concatenate([guess, np.tile(explorers, len(beliefs))])
            order = np.argsort(belief, kind="stable")
            belief, guess = belief[order], guess[order]
        return Rows(belief, guess)

    def _decide_all(self, beliefs: BeliefSets, turn: int, legal: np.ndarray | None) -> np.ndarray:
        """Return the best of all guesses for each belief."""
        if self.recipe.score == "letter_frequency" and legal is not None:
            # It looks at candidates alone, so it comes here only where the rules forbid all of them.
            belief, guess = np.nonzero(legal)
            rows = Rows(belief, guess.astype(np.int32))
            return self._choose(beliefs, rows, self._rate_letters(rows), turn, legal)
        choice = np.zeros(len(beliefs), np.int32)
        batches = score_all_guesses(self.world.matrix, beliefs, self._scoring, self._weights(beliefs))
        for at, scores in batches:
            some, allowed = beliefs.take(at), None if legal is None else legal[at]
            if self.recipe.score == "least_guesses":
                scores = scores.copy()
                scores[some.member_belief, self.world.answer_guess[some.members]] -= 1
            considered = np.ones(scores.shape, bool) if allowed is None else allowed
            if self.recipe.score != "hybrid":
                # Most guesses are out at once, which leaves few rows to rank.
                considered = considered & (scores <= self._limits(scores, considered, some.counts)[:, None])
            belief, guess = np.nonzero(considered)
            choice[at] = self._choose(some, Rows(belief, guess.astype(np.int32)), scores[considered], turn, allowed)
        return choice

    def _limits(
        self, scores: Num[np.ndarray, "belief guess"], considered: Bool[np.ndarray, "belief guess"], counts: np.ndarray
    ) -> Num[np.ndarray, " belief"]:
        """Return for each belief the score beyond which no guess is chosen."""
        if self.recipe.lookahead:
            ahead = min(self.recipe.lookahead, self.world.num_guesses) - 1
            return np.partition(np.where(considered, scores, scores.max()), ahead, axis=1)[:, ahead]
        return np.min(scores, axis=1, where=considered, initial=scores.max()) + self._width(counts)

    # --- choice --------------------------------------------------------------------------------------------

    def _choose(
        self,
        beliefs: BeliefSets,
        rows: Rows,
        scores: Num[np.ndarray, " row"],
        turn: int,
        legal: Bool[np.ndarray, "belief guess"] | None,
    ) -> np.ndarray:
        """Return the best row's guess for each belief, -1 where it has no row."""
        if self.recipe.lookahead:
            return self._choose_ahead(beliefs, rows, scores, turn, legal)
        weights = self._weights(beliefs)
        if weights is not None:
            rows, scores = self._score_shortlist(beliefs, BeliefSets(weights, beliefs.offsets), rows, scores)
        elif self.recipe.score == "hybrid":
            scores = self._blend(beliefs, rows, scores)
        best = np.minimum.reduceat(scores, rows.starts) + self._tolerance(beliefs.counts[rows.belief[rows.starts]])
        tied = np.flatnonzero(scores <= rows.spread(best))
        choice = np.full(len(beliefs), -1, np.int32)
        # The last write to a belief wins: the row of the lowest key.
        order = np.argsort(-self._preference(beliefs, rows, tied), kind="stable")
        choice[rows.belief[tied[order]]] = rows.guess[tied[order]]
        return choice

    def _preference(self, beliefs: BeliefSets, rows: Rows, at: np.ndarray) -> Int64[np.ndarray, " row"]:
        """Return what decides between equal scores of these rows, the lowest first: candidates before all others."""
        return self._rank[rows.guess[at]] + np.where(self._is_live(beliefs, rows, at), 0, self.world.num_guesses)

    def _choose_ahead(
        self,
        beliefs: BeliefSets,
        rows: Rows,
        scores: Num[np.ndarray, " row"],
        turn: int,
        legal: Bool[np.ndarray, "belief guess"] | None,
    ) -> np.ndarray:
        """Return the guess of the best two-step value for each belief, -1 where it has no row."""
        table = self._scoring.part_table
        assert table is not None

        def rate_next(parts: BeliefSets, masks: Bool[np.ndarray, "part guess"] | None) -> np.ndarray:
            guess = self._one_step.decide(parts, turn + 1, masks)
            return self._score_listed(parts, Rows(np.arange(len(parts)), guess))

        preference = self._preference(beliefs, rows, np.arange(len(scores)))
        best = shortlist_rows(rows, scores, preference, self.recipe.lookahead)
        near = Rows(rows.belief[best], rows.guess[best])
        choice = np.full(len(beliefs), -1, np.int32)
        choice[near.belief[near.starts]] = near.guess[near.starts]
        # Where one guess tells all candidates apart, there is nothing left to look ahead for.
        apart = int(table.of_part[1]) * (beliefs.counts if table.reduction == "sum" else np.ones_like(beliefs.counts))
        at = np.flatnonzero(near.spread(scores[best[near.starts]]) > apart[near.belief])
        near = Rows(near.belief[at], near.guess[at])
        if len(at):
            values = rate_two_steps(self.world, beliefs, near, table, rate_next, legal, self._allowed_after)
            order = np.lexsort((values, near.belief))  # the first of equals is the one preferred
            near = Rows(near.belief[order], near.guess[order])
            choice[near.belief[near.starts]] = near.guess[near.starts]
        return choice

    def _is_live(self, beliefs: BeliefSets, rows: Rows, at: np.ndarray) -> np.ndarray:
        size = self.world.num_answers
        answer = self.world.guess_answer[rows.guess[at]]
        pairs = beliefs.member_belief * size + beliefs.members  # sorted, as beliefs and their members are
        wanted = rows.belief[at] * size + answer
        found = np.searchsorted(pairs, wanted).clip(max=len(pairs) - 1)
        return (answer >= 0) & (pairs[found] == wanted)

    def _tolerance(self, counts: Int64[np.ndarray, " belief"]) -> np.ndarray:
        tolerance = self.recipe.tie_tolerance
        table = self._scoring.part_table
        if table is None or self.recipe.score == "hybrid":
            return np.full(len(counts), tolerance + _ROUNDING)
        per_unit = counts if table.is_mean else np.ones_like(counts)
        # No score differs from the best by more than an int32 holds.
        return np.minimum(np.floor(tolerance * table.unit * per_unit), 2**32).astype(np.int64)

    def _width(self, counts: Int64[np.ndarray, " belief"]) -> np.ndarray:
        """How far above the best a score from the device may lie and still be the choice."""
        return self._tolerance(counts) + (_SHORTLIST_WIDTH if self.recipe.uses_masses else 0)

    def _score_shortlist(
        self, beliefs: BeliefSets, weights: BeliefSets, rows: Rows, scores: Num[np.ndarray, " row"]
    ) -> tuple[Rows, Float64[np.ndarray, " near"]]:
        """Return the rows that float32 cannot tell from the best, with their scores in float64."""
        best = rows.spread(np.minimum.reduceat(scores, rows.starts))
        near = np.flatnonzero(scores <= best + self._width(beliefs.counts[rows.belief]))
        rows = Rows(rows.belief[near], rows.guess[near])
        exact = np.zeros(len(near))
        for count in np.unique(beliefs.counts[rows.belief]).tolist():
            same_count = np.flatnonzero(beliefs.counts[rows.belief] == count)
            # As many rows at a time as keep the float64 work within some tens of megabytes.
            step = max(1, 2_000_000 // count)
            for at in np.split(same_count, range(step, len(same_count), step)):
                members = beliefs.take(rows.belief[at]).members.reshape(-1, count)
                mass = weights.take(rows.belief[at]).members.reshape(-1, count)
                codes = self.world.matrix.codes[rows.guess[at, None], members]
                exact[at] = mass_scores(codes, mass, self._scoring.term.mass_power or 1)
        return rows, exact

    def _blend(self, beliefs: BeliefSets, rows: Rows, scores: Num[np.ndarray, " row"]) -> np.ndarray:
        """Return minus the weighted sum of entropy and word frequency, each scaled to [0, 1] over the pool."""
        assert self._scoring.part_table is not None
        entropy = split_entropy_bits(self._scoring.part_table, scores, beliefs.counts[rows.belief])
        frequency = self.world.frequency_per_million[rows.guess]

        def scale(values: np.ndarray) -> np.ndarray:
            low, high = np.minimum.reduceat(values, rows.starts), np.maximum.reduceat(values, rows.starts)
            span = np.where(high > low, high - low, 1.0)
            return (values - rows.spread(low)) / rows.spread(span)

        return -(self.recipe.entropy_weight * scale(entropy) + self.recipe.frequency_weight * scale(frequency))

    # --- made once -----------------------------------------------------------------------------------------

    @cached_property
    def _scoring(self) -> Scoring:
        recipe, num_patterns = self.recipe, self.world.matrix.num_patterns
        if recipe.uses_masses:
            power = recipe.mass_power if recipe.score == "posterior_mass" else 1
            return Scoring(Term(num_patterns, mass_power=power), None)
        if recipe.score in ("random", "letter_frequency"):
            return Scoring(Term(num_patterns), None)
        table = part_table(recipe.score, self.world.num_answers)
        return Scoring(Term(num_patterns, table.reduction, table.member_shift), table)

    @cached_property
    def _one_step(self) -> "Player":
        """The same player, without looking ahead."""
        return Player(replace(self.recipe, lookahead=0), self.world, self.explorers, self.mode)

    @cached_property
    def _allowed_after(self) -> AllowedAfter | None:
        return build_allowed_after(self.world.letters, self.mode)

    @cached_property
    def _rank(self) -> Int32[np.ndarray, " guess"]:
        """The order in which tied guesses of one kind are preferred."""
        return self.world.rank_guesses(by_prior=self.recipe.prior == "frequency")

    def _weights(self, beliefs: BeliefSets) -> Float64[np.ndarray, " member"] | None:
        """The probability of each member within its belief (eq. 17); None where only part sizes count."""
        if not self.recipe.uses_masses:
            return None
        if self.recipe.prior == "uniform":
            return 1.0 / beliefs.counts[beliefs.member_belief]
        weight = self.world.prior[beliefs.members]
        return weight / np.add.reduceat(weight, beliefs.offsets[:-1])[beliefs.member_belief]
