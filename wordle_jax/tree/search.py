"""The search for the best tree with one opener or over all of them."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from jaxtyping import Int64

from wordle_jax.belief import BeliefSets
from wordle_jax.errors import UserError
from wordle_jax.rules import RuleMode, Rules
from wordle_jax.tree.tree import UNLIMITED, Node, walk
from wordle_jax.world import World

if TYPE_CHECKING:
    from wordle_jax.tree import kernel

Objective = Literal["total", "worst_case", "as_played"]

# The weights of a prior add up to about this: what trees cost must stay below kernel.IMPOSSIBLE.
WEIGHT_SCALE = 1 << 24
# Room in a memo: more sets than any search has needed. Untouched room costs no memory.
_ENTRIES, _MEMBERS = 1 << 23, 1 << 28
_LEGAL_SETS, _LEGAL_GUESSES = 1 << 20, 1 << 28
_POLL_SECONDS = 0.2
_KEEP_SECONDS = 60.0
# Guesses a node that are looked at for a first tree.
_SCOUT_TOP = 4


@dataclass(frozen=True)
class SearchConfig:
    """How to search; see conf/search.

    objective      "total": as few guesses over all answers as can be, within the guesses that the rules allow;
                   "worst_case": as few guesses for the worst answer; "as_played": nothing, the solver's own tree
    prior          "frequency" weighs answers by how often they are used, "uniform" alike
    exact          whether every guess is considered at every node, so that the end is a proof
    top            else so many guesses a node, and so many openers
    order          guesses with the best lower bound first, or those with the highest entropy
    candidates_at  with so few candidates, only they are considered
    ranks          so many of the best openers get their exact totals, for a table of them
    """

    name: str
    objective: Objective = "total"
    prior: Literal["uniform", "frequency"] = "uniform"
    exact: bool = False
    top: int | Literal["all"] = 50
    order: Literal["bound", "entropy"] = "bound"
    candidates_at: int = 0
    ranks: int = 1

    def __post_init__(self) -> None:
        if self.top != "all" and self.top < 1:
            raise UserError(f"search.top: is {self.top}; give 1 or more guesses, or all")
        if self.candidates_at < 0:
            raise UserError(f"search.candidates_at: is {self.candidates_at}; give 0 or more candidates")
        if self.ranks < 1:
            raise UserError(f"search.ranks: is {self.ranks}; give 1 or more openers")
        if self.objective != "total" and self.ranks != 1:
            raise UserError(f"search.ranks: is {self.ranks}; give 1, as only totals are ranked")
        if self.exact and self.candidates_at > 0:
            raise UserError(
                f"search.exact: a proof considers every guess; give candidates_at=0, not {self.candidates_at}"
            )
        if self.objective == "worst_case" and self.prior != "uniform":
            raise UserError(f"search.prior: is {self.prior}, but the worst case knows no weights; give uniform")

    @property
    def width(self) -> int | None:
        """Guesses considered at a node; None for all."""
        return None if self.exact or self.top == "all" else self.top


@dataclass
class Found:
    """What a search has come to; it grows while the search goes on.

    `cost` and `lower_bound` are guesses times weights over all answers; for the worst case they are guesses.
    `ranking` holds the best openers, each with its cost before it, in the search's numbers.
    `follows_without_limit` tells that trees of any depth cost no less. `excluded` counts the openers that are no
    better than the best by what that took: the sizes of their parts, the bounds of their parts, or a search.
    """

    root: Node | None = None
    opener: int = -1
    cost: int | None = None
    lower_bound: int = 0
    is_optimal: bool = False
    follows_without_limit: bool = True
    openers: int = 0
    done: int = 0
    nodes: int = 0
    ratings: int = 0
    ranking: list[tuple[int, int]] = field(default_factory=list)
    excluded: dict[str, int] = field(default_factory=lambda: {"by_sizes": 0, "by_bounds": 0, "by_search": 0})


class SearchStopped(Exception):
    """A search was asked to stop."""


def weigh_answers(world: World, prior: str) -> Int64[np.ndarray, " answer"]:
    """Return the weight of each answer in whole numbers: 1, or the frequency prior in units of 1 / WEIGHT_SCALE."""
    if prior == "uniform":
        return np.ones(world.num_answers, np.int64)
    return np.maximum(np.rint(world.prior * WEIGHT_SCALE), 1).astype(np.int64)


class Searcher:
    """Searches trees of one world in one mode; what it learns of sets of candidates it keeps for the next opener."""

    def __init__(self, world: World, mode: RuleMode, weight: Int64[np.ndarray, " answer"], **choices: Any) -> None:
        """Make a searcher; for `choices` see make_problem."""
        # Numba takes half a second to load, for which games and complaints need not wait.
        from wordle_jax.tree import kernel, memory, recall

        self.kernel, self._memory, self._recall = kernel, memory, recall
        self.weight = weight
        self.problem, self.numbering = memory.make_problem(world, mode, weight, **choices)
        self._everyone = np.arange(world.num_answers, dtype=np.uint16)
        self._start_empty()

    def with_choices(self, **choices: Any) -> "Searcher":
        """Return another searcher of the same problem, but for these of its fields, that knows nothing yet."""
        other = copy(self)
        other.problem = self.problem._replace(**choices)
        other._start_empty()
        return other

    def _start_empty(self) -> None:
        self._work = self._memory.make_work(self.problem)
        self._is_stopped = threading.Event()
        self._counted = np.zeros(self.kernel.COUNTERS, np.int64)
        self.memo, self.legal = self._make_room()

    def forget(self) -> None:
        """Empty the memo."""
        self._counted += self.memo.counter
        self.memo, self.legal = self._make_room()

    def _make_room(self) -> "tuple[kernel.Memo, kernel.Legal]":
        memo = self._memory.make_memo(_ENTRIES, max(_MEMBERS, 2 * len(self._everyone)))
        sets, guesses = _LEGAL_SETS, max(_LEGAL_GUESSES, 2 * len(self.numbering.guess_of))
        if self.problem.mode == self.kernel.NORMAL:
            sets, guesses = 2, 1
        return memo, self._memory.make_legal(sets, guesses)

    @property
    def nodes(self) -> int:
        """Sets whose guesses were tried one by one."""
        return int(self._counted[self.kernel.NODES] + self.memo.counter[self.kernel.NODES])

    @property
    def ratings(self) -> int:
        """Sets that were bounded by rating all their guesses."""
        return int(self._counted[self.kernel.RATINGS] + self.memo.counter[self.kernel.RATINGS])

    def search(self, guess: int, left: int, beta: int | None = None) -> int | None:
        """Return what the best tree costs that opens with a guess (in the search's numbers); None if there is none.

        `left` guesses may be made. With `beta`, a cost that is not less may be a lower bound of it instead.

        Raises:
          SearchStopped: `stop` was called in another thread.
          UserError: one opener alone fills the memo.
        """
        kernel = self.kernel
        limit = kernel.IMPOSSIBLE if beta is None else beta
        for attempt in range(2):
            if self._is_stopped.is_set():
                break
            cost = kernel.search(self.problem, self.memo, self.legal, self._work, self._everyone, left, guess, limit)
            state = self.memo.counter[kernel.STATE]
            if state == kernel.RUNNING:
                return None if cost >= kernel.IMPOSSIBLE else int(cost)
            if state == kernel.ASKED_TO_STOP:
                break
            if attempt == 0:
                self.forget()
        else:
            raise UserError("search.top: what the search learns has no room; give fewer guesses, or a shorter lexicon")
        raise SearchStopped

    def stop(self) -> None:
        """Let a search that is under way in another thread end at once."""
        self._is_stopped.set()
        self.memo.counter[self.kernel.STATE] = self.kernel.ASKED_TO_STOP

    def pack(self) -> dict[str, np.ndarray]:
        """Return what was learned, by name; it may be asked for between searches alone."""
        return self._memory.pack(self.memo, self.legal)

    def unpack(self, packed: Mapping[str, np.ndarray]) -> None:
        """Take over what another searcher of the same problem has learned."""
        self.forget()
        self._memory.unpack(packed, self.memo, self.legal)

    def recall_claims(self) -> tuple[BeliefSets, Int64[np.ndarray, " claim"]]:
        """Return the sets, small ones first, that took a search to bound, and what each costs at least."""
        return self._recall.recall_claims(self.problem, self.memo, self.numbering)

    def recall(self, guess: int, left: int) -> Node:
        """Return the tree that a search with the same arguments has found."""
        return self._recall.recall_tree(self.problem, self.memo, self.legal, self.numbering, guess, left)


def depth_of(root: Node) -> int:
    """Return the most guesses that an answer of a tree takes."""
    return max(depth for _, depth in walk(root))


def find_cheapest(
    searcher: Searcher,
    openers: Sequence[int],
    max_guesses: int,
    found: Found,
    *,
    ranks: int = 1,
    keep: Callable[[], None] = lambda: None,
) -> None:
    """Find the cheapest tree within so many guesses over openers, in the search's numbers; goes on after found.done.

    So many `ranks` of the best openers get their exact costs; of equal openers the first ones are kept. A tree without
    a limit costs no more than one with it, so that what excludes the one excludes the other, and is found sooner.
    """
    found.openers = len(openers)
    if found.root is None:
        _find_some_tree(searcher, openers[0], max_guesses, found)
    for guess in openers[found.done :]:
        before = searcher.nodes, searcher.ratings
        beta = found.cost if ranks == 1 else found.ranking[-1][0] if len(found.ranking) == ranks else None
        cost, left = searcher.search(guess, UNLIMITED, beta), UNLIMITED
        root = None
        if is_better(cost, beta):
            root = searcher.recall(guess, UNLIMITED)
            if depth_of(root) > max_guesses:
                cost, left, root = searcher.search(guess, max_guesses, beta), max_guesses, None
                found.follows_without_limit = False
        if cost is not None and is_better(cost, beta):
            if is_better(cost, found.cost):
                found.root, found.cost, found.opener = root or searcher.recall(guess, left), cost, guess
            ranking = sorted([*found.ranking, (cost, guess)])
            found.ranking = ranking[:ranks]
            found.excluded["by_search"] += len(ranking) - len(found.ranking)
        else:
            if guess == found.opener:  # whose first tree is the best that it has
                found.ranking = [(found.cost or 0, guess)]
            how = (
                "by_search"
                if searcher.nodes > before[0]
                else "by_bounds"
                if searcher.ratings > before[1]
                else "by_sizes"
            )
            found.excluded[how] += guess != found.opener
        found.done += 1
        found.nodes, found.ratings = searcher.nodes, searcher.ratings
        keep()


def _find_some_tree(searcher: Searcher, opener: int, max_guesses: int, found: Found) -> None:
    """Find a tree at once, so that an interrupted search has one, and all that cost no less are excluded."""
    scout = searcher.with_choices(top=min(_SCOUT_TOP, searcher.problem.top))
    cost = scout.search(opener, max_guesses)
    if cost is not None:
        found.root, found.cost, found.opener = scout.recall(opener, max_guesses), cost, opener


def find_shallowest(searcher: Searcher, openers: Sequence[int], found: Found) -> None:
    """Find a tree whose worst case is as few guesses as can be; the searcher's problem must ask for any tree.

    The lower bound is one more than the guesses that were tried in vain with all openers.
    """
    found.openers = len(openers)
    for limit in range(1, UNLIMITED + 1):
        found.done = 0
        for guess in openers:
            cost = searcher.search(guess, limit)
            found.nodes, found.ratings = searcher.nodes, searcher.ratings
            if cost is not None:
                found.root = searcher.recall(guess, limit)
                found.cost, found.opener = depth_of(found.root), guess
                return
            found.done += 1
        found.lower_bound = limit + 1


def is_better(cost: int | None, best: int | None) -> bool:
    """Tell whether a cost is less than the best so far; None stands for no tree."""
    return cost is not None and (best is None or cost < best)


def run_watched(searcher: Searcher, work: Callable[[], None], on_poll: Callable[[], None]) -> None:
    """Run a search in another thread, so that this one can show how far it is and be interrupted.

    Whatever is raised here, the search is stopped before it goes on.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        future = pool.submit(work)
        try:
            while True:
                try:
                    return future.result(_POLL_SECONDS)
                except TimeoutError:
                    on_poll()
        except BaseException:
            searcher.stop()
            raise


def prepare_search(world: World, rules: Rules, config: SearchConfig) -> Searcher:
    """Return what searches by a configuration."""
    return Searcher(
        world,
        rules.mode,
        weigh_answers(world, config.prior),
        top=config.width,
        candidates_at=config.candidates_at,
        by_entropy=config.order == "entropy",
        any_tree=config.objective == "worst_case",
    )


def search_tree(
    searcher: Searcher,
    rules: Rules,
    config: SearchConfig,
    opener: int | None,
    found: Found,
    on_poll: Callable[[], None] = lambda: None,
    keep: Callable[[], None] = lambda: None,
) -> None:
    """Search the best tree with an opener, or over all openers (None); `found` holds it, also when interrupted.

    `on_poll` is called several times a second; `keep` once a minute, when what was found and learned may be saved.
    Raises UserError if there is no tree within the guesses that the rules allow.
    """
    every = range(len(searcher.numbering.guess_of))
    openers: Sequence[int] = every[: config.width] if config.width else every
    if opener is not None:
        openers = [int(searcher.numbering.own_guess[opener])]
    is_whole = config.width is None and config.candidates_at == 0
    last_kept = time.monotonic()

    def keep_sometimes() -> None:
        nonlocal last_kept
        if time.monotonic() - last_kept > _KEEP_SECONDS:
            keep()
            last_kept = time.monotonic()

    def work() -> None:
        if config.objective == "worst_case":
            find_shallowest(searcher, openers, found)
            found.is_optimal = is_whole
            found.lower_bound = found.lower_bound if is_whole else 1
            return
        if found.lower_bound == 0:
            bounder = searcher.with_choices(bound_only=True, candidates_at=0)
            # Over all openers only their sizes are looked at: the parts of all would take a minute.
            looks_at = openers if opener is not None else every
            limit = None if opener is not None else 1
            found.lower_bound = min(bounder.search(guess, UNLIMITED, limit) or 0 for guess in looks_at)
        find_cheapest(searcher, openers, rules.max_guesses, found, ranks=config.ranks, keep=keep_sometimes)
        if is_whole:
            found.lower_bound, found.is_optimal = found.cost or 0, True

    run_watched(searcher, work, on_poll)
    if found.root is None:
        hint = "" if is_whole else ", or consider more guesses (search.top)"
        raise UserError(f"rules.max_guesses: no tree was found within {rules.max_guesses}; allow more{hint}")
