"""The words that take each solver six guesses or more, by the letters that they share.

`python -m wordle_jax.tree search=as_played solver=NAME families=6` shows the way to each of them.
"""

import argparse

from stage import set_stage

from wordle_jax.catalog import load_recipe, read_options
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.families import find_families


def main() -> None:
    """Print a Markdown table: families by their letters, how many of them are hard, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--guesses", type=int, default=6, help="(default: %(default)s)")
    parser.add_argument("--mode", default="normal", choices=("normal", "hard", "ultra_hard"), help="the rules")
    arguments = parser.parse_args()
    stage = set_stage()
    print(f"| solver | words that take {arguments.guesses} or more | families of several | words alone |")
    print("|---|---|---|---|")
    recipes = [load_recipe(name) for name in read_options("solver")]
    for recipe in recipes:
        if not recipe.is_deterministic or recipe.belief == "soft":
            continue
        tree = build_tree(stage.setup(recipe.name, mode=arguments.mode), stage.world)
        families = find_families(tree, stage.lexicon, arguments.guesses)
        several = [f"{f.shared} {len(f.ways)}/{len(f.members)}" for f in families if len(f.ways) > 1]
        number, alone = sum(len(f.ways) for f in families), sum(len(f.ways) == 1 for f in families)
        print(f"| {recipe.name} | {number} | {', '.join(several)} | {alone} |", flush=True)


if __name__ == "__main__":
    main()
