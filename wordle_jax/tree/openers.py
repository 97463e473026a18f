"""One opener at a time: a task of its own, whose outcome depends on its job alone, wherever it is done."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from jaxtyping import Int64

from wordle_jax.errors import UserError
from wordle_jax.rules import RuleMode, Rules
from wordle_jax.tree.claims import Claims, pack_claims
from wordle_jax.tree.memo_file import remembering
from wordle_jax.tree.search import MOST_FOR_FAILURES, SearchConfig, Searcher, weigh_answers
from wordle_jax.tree.tree import UNLIMITED, Node, walk
from wordle_jax.world import World

# What excluded an opener: the sizes of its parts, lower bounds of its parts, a core in one of them, or a search.
Step = Literal["by_sizes", "by_bounds", "by_cores", "by_search"]
# With so many guesses left after an opener, what is too much for them is shrunk to a core: a probe takes milliseconds.
_SHRUNK_LEFT = 3


@dataclass(frozen=True)
class Outcome:
    """What came of an opener, in the search's numbers.

    `cost` and `root` are of its best tree; None says that it is no better than what was to be beaten, which `step`
    showed. `needs_limit` tells that a tree of any depth may be better. `claims` are what that follows from.
    """

    guess: int
    step: Step
    cost: int | None = None
    root: Node | None = None
    needs_limit: bool = False
    nodes: int = 0
    ratings: int = 0
    claims: Claims = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class OpenerJob:
    """Searches openers one by one; each starts with an empty memo, as they have next to nothing in common.

    For totals, trees are found within `limit` guesses, or at a price for every failure, of which only those that beat
    `to_beat` matter: a cost and the opener that has it. Of two with the same cost the first one is better. For the
    worst case any tree within the limit will do, and no other opener is searched after it. It starts with `cores`:
    sets that no tree finds in the guesses that their subjects say, as earlier jobs have found.
    """

    mode: RuleMode
    weight: Int64[np.ndarray, " answer"]
    choices: Mapping[str, Any]
    limit: int
    to_beat: tuple[int, int] | None = None
    keeps_claims: bool = False
    keeps_memo: bool = False
    cores: Claims = field(default_factory=dict)
    doing = "searching"
    done = "searched"

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " opener"]], list[Outcome]]:
        """Return what searches some openers."""
        searcher = Searcher(world, self.mode, self.weight, **self.choices)
        searcher.give_cores(self.cores)
        return lambda openers: self.search_each(openers, lambda guess: self.search(searcher, guess))

    @property
    def has_cores(self) -> bool:
        """Whether a set that no tree finds in the guesses left excludes every set that holds it."""
        return self.keeps_claims and self.mode == "normal" and bool(self.choices["any_tree"])

    def search_each(self, openers: Int64[np.ndarray, " opener"], search: Callable[[int], Outcome]) -> list[Outcome]:
        """Return what a search finds of each opener, up to the first that is enough."""
        outcomes = []
        for guess in openers.tolist():
            outcomes.append(search(guess))
            if self.choices["any_tree"] and outcomes[-1].root is not None:
                break
        return outcomes

    def search(self, searcher: Searcher, guess: int) -> Outcome:
        """Return what comes of an opener; goes on with what the searcher remembers if that is about this opener."""
        searcher.turn_to(guess)
        search = self._search_any if searcher.problem.any_tree else self._search_best
        if not self.keeps_memo:
            return search(searcher, guess)
        asked = {"choices": self.choices, "limit": self.limit, "to_beat": self.to_beat, "opener": guess}
        with remembering(searcher, **asked, cores=self._cores_digest):
            return search(searcher, guess)

    @cached_property
    def _cores_digest(self) -> str:
        arrays = pack_claims(self.cores).values()
        return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()

    def _search_any(self, searcher: Searcher, guess: int) -> Outcome:
        cost = searcher.search(guess, self.limit)
        root = None if cost is None else searcher.recall(guess, self.limit)
        if root is None and self.has_cores and self.limit - 1 == _SHRUNK_LEFT:
            searcher.shrink(self.limit - 1)
        return self._conclude(searcher, guess, None if root is None else depth_of(root), root, needs_limit=True)

    def _search_best(self, searcher: Searcher, guess: int) -> Outcome:
        beta = None
        if self.to_beat is not None:
            cost, opener = self.to_beat
            beta = cost + (guess <= opener)
            if (searcher.search(guess, UNLIMITED, 1) or 0) >= beta:
                return Outcome(guess, "by_sizes")
        if searcher.problem.failure_cost > 0:
            found = searcher.search(guess, self.limit, beta)
            root = searcher.recall(guess, self.limit) if is_better(found, beta) else None
            return self._conclude(searcher, guess, None if root is None else found, root, needs_limit=False)
        # A tree without a limit costs no more than one with it: what excludes the one excludes the other, and is
        # found sooner.
        found = searcher.search(guess, UNLIMITED, beta)
        if not is_better(found, beta):
            return self._conclude(searcher, guess, None, None, needs_limit=False)
        root = searcher.recall(guess, UNLIMITED)
        assert root is not None
        needs_limit = depth_of(root) > self.limit
        if needs_limit:
            found = searcher.search(guess, self.limit, beta)
            is_found = is_better(found, beta)
            found, root = (found, searcher.recall(guess, self.limit)) if is_found else (None, None)
        return self._conclude(searcher, guess, found, root, needs_limit=needs_limit)

    def _conclude(
        self, searcher: Searcher, guess: int, cost: int | None, root: Node | None, *, needs_limit: bool
    ) -> Outcome:
        claims = searcher.recall_claims() if self.has_cores or (self.keeps_claims and searcher.nodes) else {}
        step: Step = "by_search" if searcher.nodes else "by_bounds" if searcher.ratings else "by_sizes"
        return Outcome(guess, step, cost, root, needs_limit, searcher.nodes, searcher.ratings, claims)


def depth_of(root: Node) -> int:
    """Return the most guesses that an answer of a tree takes."""
    return max(depth for _, depth in walk(root))


def is_better(cost: int | None, best: int | None) -> bool:
    """Tell whether a cost is less than the best so far; None stands for no tree."""
    return cost is not None and (best is None or cost < best)


def make_job(world: World, rules: Rules, config: SearchConfig) -> OpenerJob:
    """Return the job of a configuration, with nothing to beat yet."""
    choices = {
        "top": config.width,
        "candidates_at": config.candidates_at,
        "by_entropy": config.order == "entropy",
        "any_tree": config.objective == "worst_case",
        "failure_cost": _read_failure_cost(world, config),
    }
    weight = weigh_answers(world, config.prior)
    return OpenerJob(
        rules.mode, weight, choices, rules.max_guesses, keeps_claims=config.is_whole, keeps_memo=config.memo
    )


def _read_failure_cost(world: World, config: SearchConfig) -> int:
    cost, most = config.failure_cost or 0, MOST_FOR_FAILURES // world.num_answers
    if cost > most:
        raise UserError(f"search.failure_cost: is {cost}; give at most {most:,} for {world.num_answers:,} answers")
    return cost


def prepare_search(world: World, rules: Rules, config: SearchConfig) -> Searcher:
    """Return what searches by a configuration in this process."""
    job = make_job(world, rules, config)
    return Searcher(world, job.mode, job.weight, **job.choices)
