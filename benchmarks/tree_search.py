"""The search for the best tree: found and proved with one opener, and, with --all 1, over all openers.

Every tree is played against every answer by code of its own before its figures count.
"""

from collections.abc import Callable
from statistics import median

from clock import time_once
from measurement import Measurement, Target, read_arguments, report
from stage import set_stage

from wordle_jax.rules import Rules
from wordle_jax.tree.best import Found, search_tree
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.openers import prepare_search
from wordle_jax.tree.search import SearchConfig
from wordle_jax.tree.tree import Tree
from wordle_jax.tree.verify import verify_tree


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=3, all=0)
    stage = set_stage()
    lexicon, world = stage.lexicon, stage.world
    salet = lexicon.guess_index["salet"]

    def best_tree(config: SearchConfig, rules: Rules, opener: int | None) -> Tree:
        searcher, found = prepare_search(world, rules, config), Found()
        search_tree(searcher, rules, config, opener, found)
        assert found.root is not None
        tree = Tree(lexicon.digest, rules.mode, found.root)
        verify_tree(tree, lexicon)
        return tree

    def built_tree() -> Tree:
        tree = build_tree(stage.table("entropy").setup, world)
        verify_tree(tree, lexicon)
        return tree

    exact, narrow = SearchConfig("total", exact=True), SearchConfig("total")
    jobs: list[tuple[str, Callable[[], Tree], float]] = [
        ("greedy entropy tree, built and verified", built_tree, 0.7),
        ("best tree with salet, found and verified", lambda: best_tree(narrow, Rules(), salet), 1.5),
        ("best tree with salet, proved", lambda: best_tree(exact, Rules(), salet), 3),
        ("best hard-mode tree with salet, proved", lambda: best_tree(exact, Rules(mode="hard"), salet), 10),
    ]
    if arguments.all:
        jobs.append(("best tree over all openers, proved", lambda: best_tree(exact, Rules(), None), 20 * 60))
    figures = []
    for what, job, limit in jobs:
        totals: list[int] = []

        def run(job: Callable[[], Tree] = job, totals: list[int] = totals) -> None:
            totals.append(job().total_guesses)

        run()  # not timed: it compiles
        seconds = [time_once(run) for _ in range(arguments.repetitions if limit < 60 else 1)]
        assert len(set(totals)) == 1, totals
        figures.append(
            Measurement(f"{what}: {totals[0]:,} guesses", median(seconds), "s", target=Target("at most", limit))
        )
    report("Trees, once compiled", figures, arguments.json)


if __name__ == "__main__":
    main()
