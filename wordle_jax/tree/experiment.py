"""One command: a tree is searched, built or checked, and written to a directory with its figures."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from wordle_jax.channel import ChannelConfig, make_channel
from wordle_jax.console import say, show_status
from wordle_jax.errors import UserError, naming
from wordle_jax.executor import ExecutionLog, ExecutorConfig
from wordle_jax.experiment import PriorConfig, make_setup
from wordle_jax.interrupts import ending_at_once, holding_stops
from wordle_jax.lexicon import Lexicon, LexiconConfig, find_word, load_lexicon
from wordle_jax.platform import Platform, configure_jax
from wordle_jax.results import write_json
from wordle_jax.rules import Rules
from wordle_jax.solver import Recipe, check_recipe
from wordle_jax.tree import resume
from wordle_jax.tree.best import Found, search_tree
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.certificate import Certificate, load_certificate, make_certificate, save_certificate
from wordle_jax.tree.check import verify_certificate
from wordle_jax.tree.claims import NEVER
from wordle_jax.tree.export import LEGEND, to_graphviz, to_html, to_text
from wordle_jax.tree.families import describe_families, find_families
from wordle_jax.tree.openers import prepare_search
from wordle_jax.tree.report import describe_progress, show_result
from wordle_jax.tree.search import SearchConfig, Searcher, weigh_answers
from wordle_jax.tree.store import load_tree, save_tree
from wordle_jax.tree.tree import Tree
from wordle_jax.tree.verify import verify_tree
from wordle_jax.world import World, build_world

BEST = "best"
CERTIFICATE = "certificate.npz"


@dataclass(frozen=True, kw_only=True)
class TreeConfig:
    """What the command is asked for: the content of conf/tree.yaml and of the options chosen for its groups."""

    solver: Recipe
    lexicon: LexiconConfig
    search: SearchConfig
    executor: ExecutorConfig = field(default_factory=ExecutorConfig)
    rules: Rules = field(default_factory=Rules)
    prior: PriorConfig = field(default_factory=PriorConfig)
    opener: str = BEST
    show: str | None = None
    check: str | None = None
    families: int | None = None
    platform: Platform = "auto"

    def __post_init__(self) -> None:
        check_recipe(self.solver)
        if self.show is not None and self.opener not in (BEST, self.show):
            raise UserError(f"show: is {self.show} and opener is {self.opener}; give one of them")
        if self.families is not None and self.families < 1:
            raise UserError(f"families: is {self.families}; give 1 or more guesses")
        if self.families is not None and self.check is not None and Path(self.check).suffix == ".npz":
            raise UserError(f"families: {self.check} is a certificate, which has no words; give check a tree.json")
        if self.search.objective == "as_played" and (self.opener != BEST or self.show is not None):
            raise UserError("opener: search=as_played takes the solver's own; give solver.opener=WORD instead")


def make_tree(config: TreeConfig, directory: Path, *, opener_is_asked: bool = False) -> Mapping[str, Any]:
    """Make the tree that a configuration asks for, write it to a directory, show it and return the summary.

    Ctrl-C during a search writes the best tree found so far. `opener_is_asked` is as in `run_experiment`. Raises
    UserError for bad input.
    """
    lexicon = load_lexicon(config.lexicon)
    if config.show is not None and Path(config.show).suffix == ".json":
        return _show_saved(Path(config.show), lexicon)
    opener = _read_opener(config, lexicon)
    with ending_at_once():
        configure_jax(config.platform)
    if config.check is not None:
        if Path(config.check).suffix == ".npz":
            return _check_certificate(Path(config.check), lexicon, config.prior.smoothing)
        return _check(Path(config.check), lexicon, config)
    world = build_world(lexicon, config.prior.smoothing)
    if config.search.objective == "as_played":
        tree, summary = _build(config, lexicon, world, directory, opener_is_asked=opener_is_asked)
    else:
        tree, summary = _search(config, lexicon, world, opener, directory)
    if config.show is not None:
        print(LEGEND + to_text(tree, lexicon, levels=2), end="")
    if config.families is not None:
        print(describe_families(find_families(tree, lexicon, config.families)), end="")
    show_result(summary)
    print(f"results  {directory}", flush=True)
    return summary


def _build(
    config: TreeConfig, lexicon: Lexicon, world: World, directory: Path, *, opener_is_asked: bool
) -> tuple[Tree, dict[str, Any]]:
    """Build the tree of a solver and write it; return it with its summary."""
    clean = make_channel(ChannelConfig(rate=0.0), lexicon.word_length)
    setup = make_setup(config.solver, lexicon, world, config.rules, clean, 0, opener_is_asked=opener_is_asked, say=say)
    tree = build_tree(setup, world)
    tree = replace(tree, settings={**tree.settings, "max_guesses": config.rules.max_guesses})
    summary = summarize_tree(tree, lexicon, config) | {"complete": True}
    with holding_stops():
        _write(tree, lexicon, summary, directory)
    return tree, summary


def _search(
    config: TreeConfig, lexicon: Lexicon, world: World, opener: int | None, directory: Path
) -> tuple[Tree, dict[str, Any]]:
    """Search the best tree and write it; return it with its summary. When interrupted, write the best so far."""
    found, stopped = Found(), None
    unfinished = directory / resume.FILE
    try:
        searcher = prepare_search(world, config.rules, config.search)
        question = resume.question_of(searcher, config.rules, config.search, opener)
        keep = partial(resume.save_unfinished, unfinished, question, searcher, found)
        if resume.load_unfinished(unfinished, question, searcher, found):
            say(f"going on with {unfinished}: {len(found.done):,} of {found.openers:,} openers are done")
        with show_status() as show:
            search_tree(
                searcher, config.rules, config.search, opener, found, config.executor, ExecutionLog(say),
                on_poll=lambda: show(describe_progress(found)), keep=keep,
            )  # fmt: skip
    except KeyboardInterrupt as error:
        if found.root is None:
            say("stopped before a first tree was found: there is nothing to keep")
            raise
        stopped = error
    with holding_stops():
        assert found.root is not None
        settings = asdict(config.search) | {"max_guesses": config.rules.max_guesses}
        settings.pop("memo")  # which decides nothing
        tree = Tree(lexicon.digest, config.rules.mode, found.root, settings)
        summary = summarize_tree(tree, lexicon, config) | summarize_search(tree, lexicon, config, found, searcher)
        summary["complete"] = stopped is None
        _write(tree, lexicon, summary, directory)
        if stopped is not None:
            keep()
            done = f"{len(found.done):,} of {found.openers:,} openers"
            say(f"stopped early: the best tree after {done} is kept; hydra.run.dir={directory} goes on from it")
        else:
            unfinished.unlink(missing_ok=True)
            if found.is_optimal:
                save_certificate(_certify(config, lexicon, opener, searcher, found), directory / CERTIFICATE)
    if stopped is not None:
        raise stopped
    return tree, summary


def _write(tree: Tree, lexicon: Lexicon, summary: Mapping[str, Any], directory: Path) -> None:
    """Write a tree in every form, with its summary, once it is played against every answer.

    A certificate that lies there is about another tree and goes.
    """
    verify_tree(tree, lexicon)
    (directory / CERTIFICATE).unlink(missing_ok=True)
    save_tree(tree, lexicon, directory / "tree.json")
    write_json(directory / "summary.json", summary)
    for name, text in (
        ("tree.txt", LEGEND + to_text(tree, lexicon)),
        ("tree.dot", to_graphviz(tree, lexicon)),
        ("tree.html", to_html(tree, lexicon)),
    ):
        (directory / name).write_text(text, encoding="utf-8")


def summarize_tree(tree: Tree, lexicon: Lexicon, config: TreeConfig) -> dict[str, Any]:
    """Return what summary.json says of any tree."""
    return {
        "lexicon": lexicon.name,
        "rules": tree.mode,
        "max_guesses": config.rules.max_guesses,
        "made_by": config.solver.name if config.search.objective == "as_played" else config.search.name,
        "opener": lexicon.guesses[tree.root.guess],
        "answers": tree.num_answers,
        "total_guesses": tree.total_guesses,
        "mean_guesses": tree.mean_guesses,
        "worst_case": tree.worst_case,
        "distribution": {str(guesses): answers for guesses, answers in tree.distribution.items()},
        "failures": sum(n for guesses, n in tree.distribution.items() if guesses > config.rules.max_guesses),
    }


def summarize_search(
    tree: Tree, lexicon: Lexicon, config: TreeConfig, found: Found, searcher: Searcher
) -> dict[str, Any]:
    """Return what summary.json says besides of a tree that was searched."""
    world = searcher.world
    taken = np.array([tree.guesses_of[guess] for guess in world.answer_guess.tolist()])
    weight = weigh_answers(world, "frequency")

    def in_guesses(cost: int) -> int | float:
        return cost / int(weight.sum()) if config.search.prior == "frequency" else cost

    # What failures cost are no guesses.
    ranking = found.ranking if config.search.failure_cost is None else []
    words = [lexicon.guesses[guess] for guess in searcher.numbering.guess_of.tolist()]
    return {
        "expected_guesses": int(weight @ taken) / int(weight.sum()),
        "objective": config.search.objective,
        "prior": config.search.prior,
        "optimal": found.is_optimal,
        "lower_bound": in_guesses(found.lower_bound),
        "nodes": found.nodes,
        "ratings": found.ratings,
        "openers": found.openers,
        "openers_excluded": found.excluded,
        "best_openers": [{"opener": words[guess], "guesses": in_guesses(cost)} for cost, guess in ranking],
    }


def _read_opener(config: TreeConfig, lexicon: Lexicon) -> int | None:
    word, key = (config.opener, "opener") if config.show is None else (config.show, "show")
    if word == BEST:
        return None
    try:
        return find_word(lexicon, word)
    except UserError as error:
        raise UserError(f"{key}: {error}; give a word that may be guessed, or {BEST}") from error


def _check_certificate(path: Path, lexicon: Lexicon, smoothing: float) -> Mapping[str, Any]:
    with naming("check"):
        certificate = load_certificate(path, lexicon)
    world = build_world(lexicon, smoothing)
    weight = weigh_answers(world, certificate.prior)
    with show_status() as show:
        verify_certificate(
            certificate, lexicon, world, weight, lambda done, checks: show(f"{done:,} of {checks:,} checks")
        )
    print(f"{path} holds: {certificate.describe(weight)}")
    return {"lower_bound": certificate.lower_bound, "claims": len(certificate.lower)}


def _show_saved(path: Path, lexicon: Lexicon) -> Mapping[str, Any]:
    with naming("show"):
        tree = load_tree(path, lexicon)
    print(LEGEND + to_text(tree, lexicon, levels=2), end="")
    return {"total_guesses": tree.total_guesses, "worst_case": tree.worst_case}


def _check(path: Path, lexicon: Lexicon, config: TreeConfig) -> Mapping[str, Any]:
    with naming("check"):
        tree = load_tree(path, lexicon)
    taken = verify_tree(tree, lexicon)
    failures = sum(number > config.rules.max_guesses for number in taken.values())
    facts = {"total_guesses": sum(taken.values()), "worst_case": max(taken.values()), "failures": failures}
    total, worst = facts["total_guesses"], facts["worst_case"]
    late = f", {failures:,} need more than {config.rules.max_guesses}" if failures else ""
    print(f"{path} holds: {len(taken):,} answers, {total:,} guesses, at most {worst}{late}, {tree.mode} rules")
    if config.families is not None:
        print(describe_families(find_families(tree, lexicon, config.families)), end="")
    return facts


def _certify(config: TreeConfig, lexicon: Lexicon, opener: int | None, searcher: Searcher, found: Found) -> Certificate:
    """Return the certificate that nothing is better than what was found."""
    max_guesses = config.rules.max_guesses if found.needs_limit else None
    lower_bound = found.lower_bound
    if config.search.objective == "worst_case":
        max_guesses, lower_bound = found.lower_bound - 1, NEVER
    return make_certificate(
        found.claims, lexicon, opener, config.rules.mode, max_guesses, config.search.prior, searcher.weight, lower_bound
    )
