"""The search for the best tree with one opener."""

import hashlib
import threading
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from jaxtyping import Int64, UInt16

from wordle_jax.errors import UserError
from wordle_jax.rules import RuleMode
from wordle_jax.tree.claims import Claims
from wordle_jax.tree.tree import Node
from wordle_jax.world import World

if TYPE_CHECKING:
    from wordle_jax.tree import kernel

Objective = Literal["total", "worst_case", "as_played"]

# The weights of a prior add up to about this, and no tree has more than UNLIMITED guesses: twice what any tree costs
# must stay below kernel.IMPOSSIBLE.
WEIGHT_SCALE = 1 << 22
# And what failures cost, if every answer is one.
MOST_FOR_FAILURES = 1 << 26
# Room in a memo: more sets than any search has needed. Untouched room costs no memory.
_ENTRIES, _MEMBERS = 1 << 23, 1 << 28
# Enough for a small set. More, touched here and there, takes long.
_SMALL_ROOM = 1 << 15
_LEGAL_SETS, _LEGAL_GUESSES = 1 << 20, 1 << 28


class NoRoom(UserError):
    """What a search learns takes more room than it was given."""


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
    failure_cost   for the total: an answer that takes more guesses than the rules allow counts as so many guesses
                   more; None: no tree may have one
    ranks          so many of the best openers get their exact totals, for a table of them
    memo           whether what is learned about openers is kept on disk, for the next time that they are searched
    """

    name: str
    objective: Objective = "total"
    prior: Literal["uniform", "frequency"] = "uniform"
    exact: bool = False
    top: int | Literal["all"] = 50
    order: Literal["bound", "entropy"] = "bound"
    candidates_at: int = 0
    failure_cost: int | None = None
    ranks: int = 1
    memo: bool = False

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
        if self.failure_cost is not None:
            self._check_failure_cost(self.failure_cost)
        if self.objective == "worst_case" and self.prior != "uniform":
            raise UserError(f"search.prior: is {self.prior}, but the worst case knows no weights; give uniform")

    def _check_failure_cost(self, cost: int) -> None:
        if cost < 1:
            raise UserError(f"search.failure_cost: is {cost}; give 1 or more guesses, or null")
        if self.objective != "total" or self.prior != "uniform":
            what = self.prior if self.objective == "total" else self.objective
            raise UserError(f"search.failure_cost: is {cost}, but {what} does not count guesses; give null")
        if self.exact:
            raise UserError("search.exact: there are no proofs about trees with failures; give false")
        if self.ranks != 1:
            raise UserError(f"search.ranks: is {self.ranks}; give 1, as openers are not ranked by failures")

    @property
    def width(self) -> int | None:
        """Guesses considered at a node; None for all."""
        return None if self.exact or self.top == "all" else self.top

    @property
    def is_whole(self) -> bool:
        """Whether every guess is considered at every node, so that the end is a proof; of failures there is none."""
        return self.width is None and self.candidates_at == 0 and self.failure_cost is None


class SearchStopped(Exception):
    """A search was asked to stop."""


def find_small_room(pairs: int, guesses: int) -> int:
    """Return the room for a search that a person waits for: so many pairs of a set and a guess, in lack of any clock.

    A search that learns more is given up by NoRoom. What a set takes grows with the guesses that it may be asked.
    """
    return max(2, min(_SMALL_ROOM, pairs // guesses))


def weigh_answers(world: World, prior: str) -> Int64[np.ndarray, " answer"]:
    """Return the weight of each answer in whole numbers: 1, or the frequency prior in units of 1 / WEIGHT_SCALE."""
    if prior == "uniform":
        return np.ones(world.num_answers, np.int64)
    return np.maximum(np.rint(world.prior * WEIGHT_SCALE), 1).astype(np.int64)


class Searcher:
    """Searches trees of one world in one mode; what it learns of sets of candidates it keeps until it is to forget."""

    def __init__(
        self,
        world: World,
        mode: RuleMode,
        weight: Int64[np.ndarray, " answer"],
        room: int = _ENTRIES,
        **choices: Any,
    ) -> None:
        """Make a searcher that learns of so many sets at most; for `choices` see make_problem."""
        # Numba takes half a second to load, for which games and complaints need not wait.
        from wordle_jax.tree import kernel, memory, recall

        self.kernel, self._memory, self._recall = kernel, memory, recall
        self.world, self.weight, self._room = world, weight, room
        self.problem, self.numbering = memory.make_problem(world, mode, weight, **choices)
        self._everyone = np.arange(world.num_answers, dtype=np.uint16)
        self.opener = -1
        self._is_stopped = threading.Event()
        self._start_empty()

    def with_choices(self, **choices: Any) -> "Searcher":
        """Return another searcher of the same problem, but for these of its fields, that knows nothing yet.

        Asked to stop are both.
        """
        other = copy(self)
        other.problem = self.problem._replace(**choices)
        other._start_empty()
        return other

    def _start_empty(self) -> None:
        self._work = self._memory.make_work(self.problem)
        self._cores = self._memory.make_cores(self.problem)
        self._given, self._num_given = Claims(), 0
        self.forget()

    def forget(self) -> None:
        """Empty the memo, but for the cores that were given, and count from nothing again."""
        self.kernel.drop_cores(self._cores, self._num_given)
        self.memo, self.legal = self._make_room()

    def give_cores(self, cores: Claims) -> None:
        """Start with these cores and no others: sets that no tree finds in the guesses that their subjects say.

        Of very many only those are taken that exclude most.
        """
        if cores == self._given:
            return
        self.opener, self._num_given = -1, 0
        self.forget()
        own = self._recall.read_cores(cores, self.numbering)
        for members, left in islice(own, self._memory.GIVEN_CORES):
            self.kernel.note_core(self.problem, self._cores, members, left)
        self._given, self._num_given = cores, int(self._cores.counter[0])

    def excluded_by_cores(self, left: int, openers: Int64[np.ndarray, " opener"]) -> list[int]:
        """Return those openers that leave a given core in one part, so that so many guesses do not suffice."""
        is_excluded = self._recall.find_excluded(self._cores, self._num_given, left - 1)
        return [guess for guess in openers.tolist() if is_excluded[guess]]

    def shrink(self, left: int) -> None:
        """Keep a core of the first set that turned out not to be found in so many guesses, if there is any.

        Members come first that most guesses leave in one part with many of the others: so there are more guesses that
        leave all of the core in one part. Of these as few are taken as will do; so many are found by halving.

        Raises:
          SearchStopped: `stop` was called in another thread.
        """
        members = self._recall.find_hopeless(self.memo, left)
        if members is None or self.kernel.holds_core(self._cores, self._work, members, left):
            return
        together = np.zeros(len(members), np.int64)
        self.kernel.count_together(self.problem, self._work, members, together)
        order = members[np.argsort(-together, kind="stable")]
        low, high = 1, len(members)
        while low < high:
            middle = (low + high) // 2
            if self._search(np.sort(order[:middle]), -1, left, self.kernel.IMPOSSIBLE) < self.kernel.IMPOSSIBLE:
                low = middle + 1
            else:
                high = middle
        self.kernel.note_core(self.problem, self._cores, np.sort(order[:low]), left)

    def turn_to(self, opener: int) -> None:
        """Forget what was learned unless it is about this opener."""
        if opener != self.opener:
            self.forget()
            self.opener = opener

    def _make_room(self) -> "tuple[kernel.Memo, kernel.Legal]":
        memo = self._memory.make_memo(self._room, max(_MEMBERS, 2 * len(self._everyone)), self._cores)
        sets, guesses = _LEGAL_SETS, max(_LEGAL_GUESSES, 2 * len(self.numbering.guess_of))
        if self.problem.mode == self.kernel.NORMAL:
            sets, guesses = 2, 1
        return memo, self._memory.make_legal(sets, guesses)

    @cached_property
    def digest(self) -> str:
        """What tells words' patterns, letters and weights, and rule modes, apart."""
        problem = self.problem
        digest = hashlib.sha256(str((problem.mode, problem.by_guess.shape)).encode())
        for array in (problem.by_guess, problem.answer_guess, problem.letters, problem.weight):
            digest.update(array.tobytes())
        return digest.hexdigest()

    @property
    def nodes(self) -> int:
        """Sets whose guesses were tried one by one."""
        return int(self.memo.counter[self.kernel.NODES])

    @property
    def ratings(self) -> int:
        """Sets that were bounded by rating all their guesses."""
        return int(self.memo.counter[self.kernel.RATINGS])

    def search(self, guess: int, left: int, beta: int | None = None) -> int | None:
        """Return what the best tree costs that opens with a guess (in the search's numbers); None if there is none.

        `left` guesses may be made. With `beta`, a cost that is not less may be a lower bound of it instead.

        Raises:
          SearchStopped: `stop` was called in another thread.
          UserError: the memo is full.
        """
        limit = self.kernel.IMPOSSIBLE if beta is None else beta
        cost = self._search(self._everyone, guess, left, limit)
        return None if cost >= self.kernel.IMPOSSIBLE else cost

    def search_best(self, left: int) -> tuple[int, int] | None:
        """Return what the best tree over all openers costs, and the opener (in the search's numbers); see `search`."""
        cost = self.search(-1, left)
        return None if cost is None else (cost, int(self._work.frame[0, self.kernel.F_BEST_GUESS]))

    def _search(self, members: UInt16[np.ndarray, " member"], guess: int, left: int, beta: int) -> int:
        if self._is_stopped.is_set():
            raise SearchStopped
        cost = self.kernel.search(self.problem, self.memo, self.legal, self._work, members, left, guess, beta)
        state = self.memo.counter[self.kernel.STATE]
        if state == self.kernel.ASKED_TO_STOP:
            raise SearchStopped
        if state != self.kernel.RUNNING:
            raise NoRoom("search.top: what the search learns has no room; give fewer guesses, or a shorter lexicon")
        return int(cost)

    def stop(self) -> None:
        """Let a search that is under way in another thread end at once."""
        self._is_stopped.set()
        self.memo.counter[self.kernel.STATE] = self.kernel.ASKED_TO_STOP

    def pack(self) -> dict[str, np.ndarray]:
        """Return what was learned, by name; it may be asked for between searches alone."""
        return self._memory.pack(self.memo, self.legal)

    def unpack(self, packed: Mapping[str, np.ndarray]) -> None:
        """Take over what another searcher of the same problem has learned; what it is not changes nothing."""
        memo, legal = self._make_room()
        self._memory.unpack(packed, self.problem, memo, legal)
        self.memo, self.legal = memo, legal

    def recall_claims(self) -> Claims:
        """Return what took a search to find out of sets of candidates, but for the cores that were given."""
        return self._recall.recall_claims(
            self.problem, self.memo, self.legal, self._work, self.numbering, self._num_given
        )

    def recall(self, guess: int, left: int) -> Node:
        """Return the tree that a search with the same arguments has found."""
        return self._recall.recall_tree(self.problem, self.memo, self.legal, self.numbering, guess, left)
