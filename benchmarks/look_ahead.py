"""How near looking two guesses ahead comes to the best of all trees (7,920 guesses), and what it costs.

Every tree is of solver=lookahead with another score or width, opens with the guess that it computes, and is played
against every answer by code of its own. Seconds are those of the second time, so that nothing is compiled.
"""

import argparse
from dataclasses import replace

from clock import time_once
from stage import set_stage

from wordle_jax.game import seat_player
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.verify import verify_tree

BEST = 7_920
SCORES = ("entropy", "expected_size", "parts", "least_guesses")
WIDTHS = (0, 3, 10, 30, 100)


def main() -> None:
    """Print a Markdown table; width 0 does not look ahead."""
    parser = argparse.ArgumentParser(description=f"{__doc__.partition(chr(10))[0]} It takes some minutes.")
    parser.add_argument("--opener", help="a word instead of the guess that is computed")
    opener = parser.parse_args().opener
    stage = set_stage()
    first = None if opener is None else stage.lexicon.guess_index[opener]
    ahead = stage.setup("lookahead")
    print(
        "| score | guesses rated | opener | total | above the best | mean | worst | s for the opener | s for the rest |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for score in SCORES:
        for width in WIDTHS:
            setup = replace(ahead, recipe=replace(ahead.recipe, score=score, lookahead=width))
            player = seat_player(setup, stage.world)
            seconds_of_opener = 0.0
            if first is None:
                computed = [int(player.decide(player.start(), 1)[0])]  # type: ignore[arg-type, index]
                seconds_of_opener = time_once(lambda player=player: player.decide(player.start(), 1))
                setup = replace(setup, opener=computed[0])
            else:
                setup = replace(setup, opener=first)
            tree = build_tree(setup, stage.world)
            seconds = time_once(lambda setup=setup: build_tree(setup, stage.world))
            verify_tree(tree, stage.lexicon)
            word = stage.lexicon.guesses[setup.opener]
            figures = (
                f"{tree.total_guesses:,} | {tree.total_guesses - BEST} | {tree.mean_guesses:.4f} | {tree.worst_case}"
            )
            print(f"| {score} | {width} | {word} | {figures} | {seconds_of_opener:.2f} | {seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
