"""A whole run of solver=entropy: 2,315 games, every guess chosen among 12,972, against a plain numpy loop.

Both are given the opener and the pattern matrix, and both walk the same decision tree.
"""

from statistics import median

from clock import time_once
from measurement import Measurement, Target, read_arguments, report
from stage import set_stage
from tree_loop import TreeLoop

from wordle_jax.game import play_games


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=10)
    stage = set_stage()
    table, games = stage.table("entropy"), stage.games()
    matrix, limit = stage.world.matrix, table.setup.rules.max_guesses
    records = play_games(table, games)
    played = int(records.num_guesses.sum() + (~records.solved).sum())

    loop = TreeLoop(matrix.codes, stage.world.answer_guess, matrix.num_patterns, limit)
    walked: list[int] = []
    # The loop takes as long as dozens of plays, so half of those come before it and half after.
    half = max(1, arguments.repetitions // 2)
    play_seconds = [time_once(lambda: play_games(table, games)) for _ in range(half)]
    loop_seconds = time_once(lambda: walked.append(loop.total_guesses(table.setup.opener)))
    play_seconds += [time_once(lambda: play_games(table, games)) for _ in range(half)]
    assert walked == [played], f"the loop needs {walked} guesses in total, the engine {played}"

    seconds = median(play_seconds)
    what, against = f"entropy over all guesses, {len(games):,} games", "numpy loop"
    figures = [
        Measurement(
            f"{what}, median", seconds, "s of play", loop_seconds, against, Target("at most", 0.25)
        ),
        Measurement(
            what, len(games) / seconds, "games/s", len(games) / loop_seconds, against,
            Target("at least", 15, of="ratio"),
        ),
        Measurement("total guesses of those games", played, "", walked[0], against),
    ]  # fmt: skip
    report("A whole entropy tree, once compiled", figures, arguments.json)


if __name__ == "__main__":
    main()
