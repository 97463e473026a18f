"""The best tree over openers: which are searched, in which order, and what comes of all of them.

Openers are independent tasks for an executor. What each has to beat is settled before: first some openers are scouted
with few guesses a node, then the best of those are searched in full, and what they cost is what all others must beat.
So the outcome is the same wherever the tasks are done, and in whatever order they are finished. For the worst case
openers come in rounds: each round starts with the cores that the rounds before it have found.
"""

import time
from collections.abc import Callable, Generator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

import numpy as np
from jaxtyping import Int64

from wordle_jax.chunks import ChunkQueue
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutionLog, ExecutorConfig, work_in_chunks
from wordle_jax.interrupts import holding_stops
from wordle_jax.rules import Rules
from wordle_jax.tree.claims import Claims, add_claims
from wordle_jax.tree.openers import OpenerJob, Outcome, depth_of, is_better, make_job
from wordle_jax.tree.search import SearchConfig, Searcher
from wordle_jax.tree.tree import UNLIMITED, Node
from wordle_jax.world import World

# Openers that are scouted at least, and for each that is ranked; guesses a node that are looked at for that.
_SCOUTED, _SCOUTED_A_RANK, _SCOUT_TOP = 50, 10, 4
# An opener keeps an executor busy as long as so many games.
_LINES = 512
# Openers in the first round, and at most in one; each has twice as many as the one before.
_FIRST_ROUND, _LARGEST_ROUND = 16, 128
_POLL_SECONDS = 0.2
_KEEP_SECONDS = 60.0


def _count_from_nothing() -> dict[str, int]:
    return {"by_sizes": 0, "by_bounds": 0, "by_cores": 0, "by_search": 0}


@dataclass
class Found:
    """What a search has come to; it grows while the search goes on. Guesses are in the search's numbers.

    cost, lower_bound  guesses times weights over all answers; for the worst case guesses
    needs_limit        whether trees of more guesses than the rules allow may be better
    openers, done      how many openers there are, and those that are done
    scouted            what the scouted openers cost at most, best first, each cost before its opener
    to_beat            the cost, and its opener, that all other openers must beat
    ranking            the best openers and their exact costs, so many as were asked for
    excluded           how many openers are no better, by what showed it
    limit              for the worst case: the guesses within which openers are tried
    tried              for the worst case: how many of them were tried in vain, by what showed it
    round              for the worst case: the openers that are searched at a time
    cores              for the worst case: what the round starts with
    claims             what the exclusions follow from
    """

    root: Node | None = None
    opener: int = -1
    cost: int | None = None
    lower_bound: int = 0
    is_optimal: bool = False
    needs_limit: bool = False
    openers: int = 0
    done: set[int] = field(default_factory=set)
    nodes: int = 0
    ratings: int = 0
    scouted: list[tuple[int, int]] = field(default_factory=list)
    to_beat: tuple[int, int] | None = None
    ranking: list[tuple[int, int]] = field(default_factory=list)
    excluded: dict[str, int] = field(default_factory=_count_from_nothing)
    limit: int = 1
    tried: dict[str, int] = field(default_factory=_count_from_nothing)
    round: list[int] = field(default_factory=list)
    cores: Claims = field(default_factory=dict)
    claims: Claims = field(default_factory=dict)

    def improve(self, cost: int, opener: int, root: Node) -> None:
        """Take over a tree unless a better one is known."""
        if self.cost is None or (cost, opener) <= (self.cost, self.opener):
            self.cost, self.opener, self.root = cost, opener, root

    def add(self, outcome: Outcome, ranks: int) -> None:
        """Take over what came of an opener in the search for the least total."""
        if outcome.guess in self.done:
            return
        self._count(outcome)
        self.needs_limit |= outcome.needs_limit
        if outcome.cost is None or outcome.root is None:
            self.excluded[outcome.step] += 1
            return
        self.improve(outcome.cost, outcome.guess, outcome.root)
        ranking = sorted([*self.ranking, (outcome.cost, outcome.guess)])
        self.ranking = ranking[:ranks]
        self.excluded["by_search"] += len(ranking) - len(self.ranking)

    def add_any(self, outcome: Outcome) -> None:
        """Take over what came of an opener in the search for any tree; one that has a tree is searched again."""
        if outcome.cost is not None and outcome.root is not None:
            self.improve(outcome.cost, outcome.guess, outcome.root)
        elif outcome.guess not in self.done:
            self._count(outcome)
            self.tried[outcome.step] += 1

    def _count(self, outcome: Outcome) -> None:
        self.done.add(outcome.guess)
        self.nodes += outcome.nodes
        self.ratings += outcome.ratings
        add_claims(self.claims, outcome.claims)


def search_tree(
    searcher: Searcher,
    rules: Rules,
    config: SearchConfig,
    opener: int | None,
    found: Found,
    executor: ExecutorConfig | None = None,
    log: ExecutionLog | None = None,
    on_poll: Callable[[], None] = lambda: None,
    keep: Callable[[], None] = lambda: None,
) -> None:
    """Search the best tree with an opener, or over all openers (None); `found` holds it, also when interrupted.

    An interruption waits until there is a first tree, which takes less than a second once the loops are compiled.
    `on_poll` is called several times a second; `keep` once a minute, when what was found and learned may be saved.
    Raises UserError if there is no tree within the guesses that the rules allow.
    """
    openers = np.arange(len(searcher.numbering.guess_of))[: config.width]
    if opener is not None:
        openers = searcher.numbering.own_guess[[opener]]
    found.openers = len(openers)
    if found.root is None:
        with holding_stops():
            _find_first_tree(searcher, rules, config, int(openers[0]), found)
    tasks = _Tasks(searcher, executor or ExecutorConfig("local"), log or ExecutionLog(lambda line: None), on_poll, keep)
    if config.objective == "worst_case":
        _find_shallowest(tasks, make_job(searcher.world, rules, config), openers, found, is_whole=config.is_whole)
    else:
        _find_cheapest(tasks, make_job(searcher.world, rules, config), openers, found, config)
    if found.root is None:
        hint = "" if config.is_whole else ", or consider more guesses (search.top)"
        raise UserError(f"rules.max_guesses: no tree was found within {rules.max_guesses}; allow more{hint}")


def run_watched(searcher: Searcher, work: Callable[[], Any], on_poll: Callable[[], None]) -> Any:
    """Return what a search comes to in another thread, so that this one can show how far it is and be interrupted.

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


@dataclass(eq=False)
class _Tasks:
    """How openers are searched one and all, here or by workers, and when what they came to was last saved."""

    searcher: Searcher
    executor: ExecutorConfig
    log: ExecutionLog
    on_poll: Callable[[], None]
    keep: Callable[[], None]
    said: set[str] = field(default_factory=set)
    last_kept: float = field(default_factory=time.monotonic)

    def outcomes(
        self,
        job: OpenerJob,
        openers: Sequence[int] | Int64[np.ndarray, " opener"],
        done: Set[int],
        record: Callable[[Outcome], None],
    ) -> Generator[Outcome, None, None]:
        """Record and yield what comes of the openers that are not done, in their order; saves it now and then.

        When interrupted, it records and yields what is finished though an opener before it is not.
        """
        todo = np.array([guess for guess in openers if guess not in done], np.int64)
        if len(todo) == 0:
            return
        executor, log = self.executor, replace(self.log, say=self._say_once)
        if len(openers) == 1:
            executor, log = ExecutorConfig("local"), ExecutionLog(lambda line: None)
        queue = ChunkQueue(todo, executor.chunk, _LINES)
        here = _WatchedJob(job, self.searcher, self.on_poll, record)
        with closing(work_in_chunks(job, self.searcher.world, queue, executor, log, here)) as chunks:
            for outcomes in chunks:
                for outcome in outcomes:
                    record(outcome)
                    yield outcome
                self.on_poll()
                if time.monotonic() - self.last_kept > _KEEP_SECONDS:
                    self.keep()
                    self.last_kept = time.monotonic()

    def _say_once(self, line: str) -> None:
        """Say where openers are searched, but not again in a later round that they are searched there."""
        where = line.partition(":")[0]
        if where not in self.said:
            self.said.add(where)
            self.log.say(line)


@dataclass(frozen=True, eq=False)
class _WatchedJob:
    """A job that is done by a searcher of this process; it may be interrupted at any time, what is done is recorded."""

    job: OpenerJob
    searcher: Searcher
    on_poll: Callable[[], None]
    record: Callable[[Outcome], None]
    doing = OpenerJob.doing
    done = OpenerJob.done

    def start(self, world: World) -> Callable[[Int64[np.ndarray, " opener"]], list[Outcome]]:
        def search(guess: int) -> Outcome:
            outcome = self.job.search(self.searcher, guess)
            self.record(outcome)
            return outcome

        return lambda openers: run_watched(self.searcher, lambda: self.job.search_each(openers, search), self.on_poll)


def _find_first_tree(searcher: Searcher, rules: Rules, config: SearchConfig, opener: int, found: Found) -> None:
    """Find some tree at once, so that an interrupted search has one."""
    left = UNLIMITED if config.objective == "worst_case" else rules.max_guesses
    scout = searcher.with_choices(top=min(_SCOUT_TOP, searcher.problem.top), any_tree=False)
    cost = scout.search(opener, left)
    if cost is not None:
        root = scout.recall(opener, left)
        found.improve(depth_of(root) if config.objective == "worst_case" else cost, opener, root)


def _find_cheapest(
    tasks: _Tasks, job: OpenerJob, openers: Int64[np.ndarray, " opener"], found: Found, config: SearchConfig
) -> None:
    """Find the cheapest tree over openers, and the exact costs of the best `ranks` of them."""
    searcher, ranks = tasks.searcher, config.ranks

    def add(outcome: Outcome) -> None:
        found.add(outcome, ranks)

    if found.lower_bound == 0:
        found.lower_bound = run_watched(searcher, lambda: _bound_all(searcher, openers), tasks.on_poll)
    if not found.scouted:
        run_watched(searcher, lambda: _scout(searcher, job.limit, openers, ranks, found), tasks.on_poll)
    if found.to_beat is None:
        bar = found.scouted[ranks - 1] if len(found.scouted) >= ranks else None
        contenders = [guess for _, guess in found.scouted[:ranks]] or openers
        with closing(tasks.outcomes(replace(job, to_beat=bar), contenders, found.done, add)) as outcomes:
            for outcome in outcomes:
                if len(found.ranking) >= ranks and _are_done_before(outcome.guess, contenders, found):
                    break
        found.to_beat = found.ranking[-1] if len(found.ranking) >= ranks else None
    for _ in tasks.outcomes(replace(job, to_beat=found.to_beat), openers, found.done, add):
        pass
    if config.is_whole:
        found.lower_bound, found.is_optimal = found.cost or 0, True


def _bound_all(searcher: Searcher, openers: Int64[np.ndarray, " opener"]) -> int:
    """Return what every tree costs at least that opens with one of these words, or with any if there are several.

    Over several only the sizes of their parts are looked at: the parts themselves would take a minute.
    """
    bounder = searcher.with_choices(bound_only=True, candidates_at=0)
    if len(openers) == 1:
        return bounder.search(int(openers[0]), UNLIMITED) or 0
    return min(bounder.search(guess, UNLIMITED, 1) or 0 for guess in range(len(searcher.numbering.guess_of)))


def _scout(searcher: Searcher, limit: int, openers: Int64[np.ndarray, " opener"], ranks: int, found: Found) -> None:
    """Find good trees of the openers that promise most; the best is kept."""
    scout = searcher.with_choices(top=min(_SCOUT_TOP, searcher.problem.top))
    scouted: list[tuple[int, int]] = []
    for guess in openers[: max(_SCOUTED, _SCOUTED_A_RANK * ranks)].tolist():
        beta = scouted[ranks - 1][0] if len(scouted) >= ranks else None
        cost = scout.search(guess, limit, beta)
        if cost is not None and is_better(cost, beta):
            scouted = sorted([*scouted, (cost, guess)])
            if (cost, guess) == scouted[0]:
                found.improve(cost, guess, scout.recall(guess, limit))
    found.scouted = scouted[:ranks]


def _find_shallowest(
    tasks: _Tasks, job: OpenerJob, openers: Int64[np.ndarray, " opener"], found: Found, *, is_whole: bool
) -> None:
    """Find a tree whose worst case is as few guesses as can be.

    The lower bound is one more than the guesses that were tried in vain with all openers.
    """
    found.lower_bound = found.limit if is_whole else 1
    while True:
        tried = replace(job, limit=found.limit)
        if _try_all(tasks, tried, openers, found):
            found.is_optimal = is_whole
            return
        found.limit += 1
        found.excluded, found.tried = found.tried, _count_from_nothing()
        found.done.clear()
        found.round = []
        found.lower_bound = found.limit if is_whole else 1


def _try_all(tasks: _Tasks, job: OpenerJob, openers: Int64[np.ndarray, " opener"], found: Found) -> bool:
    """Try openers round by round, up to the first with a tree within the job's limit; tell whether there is one.

    A round that was interrupted goes on with the openers and the cores that it had.
    """
    while True:
        tried = replace(job, cores=found.cores)
        with closing(tasks.outcomes(tried, found.round, found.done, found.add_any)) as outcomes:
            for outcome in outcomes:
                if outcome.root is not None and _are_done_before(outcome.guess, found.round, found):
                    return True
        if job.has_cores:
            found.cores = dict(found.claims)
            tasks.searcher.give_cores(found.cores)
            for guess in tasks.searcher.excluded_by_cores(job.limit, openers):
                found.add_any(Outcome(guess, "by_cores"))
        left = [guess for guess in openers.tolist() if guess not in found.done]
        if not left:
            return False
        # Before there are cores, with less than three guesses, nothing is learned from one opener about another.
        is_one_round = not job.has_cores or job.limit < 3
        size = len(left) if is_one_round else min(max(_FIRST_ROUND, 2 * len(found.round)), _LARGEST_ROUND)
        found.round = left[:size]


def _are_done_before(opener: int, openers: Sequence[int] | Int64[np.ndarray, " opener"], found: Found) -> bool:
    """Tell whether all openers are done that come before one."""
    return all(guess in found.done for guess in takewhile(lambda guess: guess != opener, openers))
