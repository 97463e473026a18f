"""Hard mode: the tree of every recipe under each rule, and what the hybrid source's printed filter does instead.

That filter (its "Algorithm Adaptation") looks at one guess and its tiles: green letters stay and yellow ones are
somewhere in the word. Earlier guesses and how often a letter was revealed do not count. Here it is given the last
guess.
"""

import argparse
from itertools import count

import numpy as np
from jaxtyping import Bool
from stage import Stage, set_stage

from wordle_jax.belief import join_sets
from wordle_jax.catalog import load_recipe, read_options
from wordle_jax.game import Setup, seat_player
from wordle_jax.pattern import GREEN, YELLOW, score_words
from wordle_jax.rules import build_allowed_after
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.tree import Node, Tree
from wordle_jax.tree.verify import find_violation, verify_tree

GUESSES = 6


def allow_as_printed(stage: Stage, guess: int, pattern: int) -> Bool[np.ndarray, " guess"]:
    """Return the words that the printed filter keeps after a guess and its pattern; the guess itself is left out."""
    letters = stage.world.letters
    length = letters.shape[1]
    kept = np.ones(len(letters), bool)
    for i in range(length):
        tile = pattern // 3 ** (length - 1 - i) % 3
        if tile == GREEN:
            kept &= letters[:, i] == letters[guess, i]
        elif tile == YELLOW:
            kept &= (letters == letters[guess, i]).any(axis=1)
    kept[guess] = False
    return kept


def play_as_printed(setup: Setup, stage: Stage) -> Tree:
    """Return the tree of a recipe that may guess what the printed filter keeps, and nothing else."""
    player, codes = seat_player(setup, stage.world), stage.world.matrix.codes
    win = stage.world.matrix.num_patterns - 1
    root: Node = Node(setup.opener, {})
    level = [(root, np.arange(stage.world.num_answers, dtype=np.int32))]
    for turn in count(2):
        following = []
        for node, members in level:
            shown = codes[node.guess, members]
            for pattern in np.unique(shown).tolist():
                if pattern == win:
                    node.branches[win] = None  # type: ignore[index]
                else:
                    following.append((node, pattern, members[shown == pattern]))
        if not following:
            return Tree(stage.world.digest, "normal", root)
        legal = np.stack([allow_as_printed(stage, node.guess, pattern) for node, pattern, _ in following])
        guesses = player.decide(join_sets([members for *_, members in following]), turn, legal)  # type: ignore[arg-type]
        level = []
        for (node, pattern, members), guess in zip(following, guesses.tolist(), strict=True):
            child = Node(guess, {})
            node.branches[pattern] = child  # type: ignore[index]
            level.append((child, members))
    raise AssertionError("a tree ends")


def find_breaks(tree: Tree, stage: Stage) -> tuple[int, int, int]:
    """Return the games in which the hard rule is broken, and the guesses that break it: by the last row, or not."""
    games, by_last, by_earlier = 0, 0, 0
    for answer in stage.lexicon.answers:
        node, shown, broken = tree.root, [], False
        while True:
            guess = stage.lexicon.guesses[node.guess]
            if find_violation(guess, shown[-1:], "hard"):
                by_last, broken = by_last + 1, True
            elif find_violation(guess, shown, "hard"):
                by_earlier, broken = by_earlier + 1, True
            if guess == answer:
                break
            code = score_words(guess, answer)
            shown.append((guess, code))
            node = node.branches[code]  # type: ignore[assignment]
        games += broken
    return games, by_last, by_earlier


def count_legal(tree: Tree, stage: Stage) -> list[tuple[int, float, float, int]]:
    """Return by turn, from 2: the games, the guesses that the rule and the filter leave, and lost candidates.

    The guesses are means over the games; lost candidates are those that the filter would remove.
    """
    allowed_after, codes = build_allowed_after(stage.world.letters, "hard"), stage.world.matrix.codes
    assert allowed_after is not None
    rows = []
    everything = np.arange(stage.world.num_answers, dtype=np.int32)
    level = [(tree.root, everything, np.ones(stage.world.num_guesses, bool))]
    while True:
        games, by_rule, by_filter, lost, below = 0, 0, 0, 0, []
        for node, members, legal in level:
            shown = codes[node.guess, members]
            for pattern, child in node.branches.items():
                if child is None:
                    continue
                left, kept = members[shown == pattern], allow_as_printed(stage, node.guess, pattern)
                after = legal & allowed_after(node.guess, pattern)
                after[node.guess] = False
                games += len(left)
                by_rule += len(left) * int(after.sum())
                by_filter += len(left) * int(kept.sum())
                lost += int((~kept[stage.world.answer_guess[left]]).sum())
                below.append((child, left, after))
        if not games:
            return rows
        rows.append((games, by_rule / games, by_filter / games, lost))
        level = below


def describe(tree: Tree) -> str:
    """Return total, worst case and failures as cells of a table."""
    failures = sum(answers for guesses, answers in tree.distribution.items() if guesses > GUESSES)
    return f"{tree.total_guesses:,} | {tree.worst_case} | {failures}"


def main() -> None:
    """Print three Markdown tables: the rules, the filter, and what is legal by either."""
    argparse.ArgumentParser(description=f"{__doc__} It takes some minutes.").parse_args()
    stage = set_stage()
    recipes = [load_recipe(name) for name in read_options("solver")]
    names = [recipe.name for recipe in recipes if recipe.is_deterministic and recipe.belief == "hard"]
    print("| solver | normal: total | worst | fail | hard: total | worst | fail | ultra hard: total | worst | fail |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    trees = {}
    for name in names:
        for mode in ("normal", "hard", "ultra_hard"):
            trees[mode] = build_tree(stage.setup(name, mode=mode), stage.world)
            verify_tree(trees[mode], stage.lexicon)
        print(f"| {name} | {' | '.join(describe(tree) for tree in trees.values())} |", flush=True)
        if name == "hybrid":
            hybrid = trees["hard"]

    print(
        "\n| solver, by the filter | total | worst | fail | games that break the rule | guesses: last row | another |"
    )
    print("|---|---|---|---|---|---|---|")
    for name in names:
        tree = play_as_printed(stage.setup(name, mode="hard"), stage)
        verify_tree(tree, stage.lexicon)
        games, by_last, by_earlier = find_breaks(tree, stage)
        print(f"| {name} | {describe(tree)} | {games:,} | {by_last:,} | {by_earlier:,} |", flush=True)

    print("\n| guess | games of hybrid | legal by the rule | kept by the filter | candidates removed by the filter |")
    print("|---|---|---|---|---|")
    for turn, (games, by_rule, by_filter, lost) in enumerate(count_legal(hybrid, stage), start=2):
        print(f"| {turn} | {games:,} | {by_rule:,.1f} | {by_filter:,.1f} | {lost} |")


if __name__ == "__main__":
    main()
