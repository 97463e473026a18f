"""The endgame: what it changes to guess candidates alone once few are left.

The C++ source does so at two candidates, the article at three. Recipes that differ in `candidate_at` alone play all
answers, and each answer is compared with itself.
"""

import argparse
from dataclasses import replace

from stage import set_stage

from wordle_jax.tree.build import build_tree
from wordle_jax.tree.verify import verify_tree

SOLVERS = ("entropy", "expected_size", "most_parts", "minimax")
CANDIDATES = (2, 3, 4, 6, 10, 20)


def main() -> None:
    """Print a Markdown table; 0 candidates is the recipe that considers all guesses to the end."""
    argparse.ArgumentParser(description=f"{__doc__} It takes some ten seconds.").parse_args()
    stage = set_stage()
    print("| solver | candidates alone at | guesses in total | more than at 0 | answers sooner | later | worst case |")
    print("|---|---|---|---|---|---|---|")
    for name in SOLVERS:
        setup, plain = stage.setup(name), None
        for most in (0, *CANDIDATES):
            recipe = replace(setup.recipe, candidate_at=most)
            tree = build_tree(replace(setup, recipe=recipe), stage.world)
            taken = verify_tree(tree, stage.lexicon)
            plain = plain or taken
            sooner = sum(taken[answer] < plain[answer] for answer in plain)
            later = sum(taken[answer] > plain[answer] for answer in plain)
            more = tree.total_guesses - sum(plain.values())
            print(f"| {name} | {most} | {tree.total_guesses:,} | {more:+} | {sooner} | {later} | {tree.worst_case} |")


if __name__ == "__main__":
    main()
