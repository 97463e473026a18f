"""Two Ray workers against one on a job of noisy games, start-up left out.

Both pools are started, and both play a small job that compiles, before either is timed; they never play at
the same time.
"""

import time

import ray
from measurement import Measurement, Target, read_arguments, report
from stage import Stage, set_stage

from wordle_jax.executor import ExecutionLog, ExecutorConfig, play_in_chunks

_WARM_UP_GAMES = 4096


def play(stage: Stage, workers: int, games: int) -> float:
    """Return the seconds that a pool of so many workers takes for so many games, Ray running already."""
    config = ExecutorConfig(kind="ray", workers=workers)
    setup, game_id = stage.setup("csp_aware", noise=0.1), stage.games(games)
    start = time.perf_counter()
    played = sum(map(len, play_in_chunks(setup, stage.world, game_id, config, ExecutionLog(lambda line: None))))
    assert played == games
    return time.perf_counter() - start


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=1, games=100_000, workers=2)
    workers = arguments.workers
    # Room for both pools at once; the processes of the one that waits take no time.
    ray.init(num_cpus=workers + 1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    stage = set_stage(platform="cpu")
    for number in (1, workers):
        play(stage, number, min(_WARM_UP_GAMES, arguments.games))
    one, many = [], []
    for _ in range(arguments.repetitions):
        one.append(play(stage, 1, arguments.games))
        many.append(play(stage, workers, arguments.games))
    games = arguments.games * arguments.repetitions
    figures = [
        Measurement(
            f"{workers} Ray workers, {arguments.games:,} games, csp_aware, noise 0.1",
            games / sum(many), "games/s", games / sum(one), "1 worker", Target("at least", 1.7, of="ratio"),
        )
    ]  # fmt: skip
    report("Ray workers", figures, arguments.json)
    ray.shutdown()


if __name__ == "__main__":
    main()
