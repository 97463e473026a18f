"""Two Ray workers against one on a job of noisy games, start-up left out.

Each pool of workers plays a small job first, which starts and compiles, and then the job that is timed. Chunks begin
small and end small, so that a job of minutes is shared best: `--games 4000000`.
"""

import time

from measurement import Measurement, Target, read_arguments, report
from stage import Stage, set_stage

from wordle_jax.executor import ExecutionLog, ExecutorConfig, play_in_chunks

_WARM_UP_GAMES = 4096


def play(stage: Stage, workers: int, games: int) -> float:
    """Return the seconds that a pool of so many workers takes for so many games."""
    config = ExecutorConfig(kind="ray", workers=workers)
    setup, game_id = stage.setup("csp_aware", noise=0.1), stage.games(games)
    silent = ExecutionLog(lambda line: None)
    start = time.perf_counter()
    played = sum(len(records) for records in play_in_chunks(setup, stage.world, game_id, config, silent))
    assert played == games
    return time.perf_counter() - start


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=1, games=1_000_000, workers=2)
    stage = set_stage(platform="cpu")
    seconds = {1: 0.0, arguments.workers: 0.0}
    for _ in range(arguments.repetitions):
        for workers in seconds:
            play(stage, workers, min(_WARM_UP_GAMES, arguments.games))
            seconds[workers] += play(stage, workers, arguments.games)
    one, many = (arguments.games * arguments.repetitions / taken for taken in seconds.values())
    what = f"{arguments.workers} Ray workers, {arguments.games:,} games, csp_aware, noise 0.1"
    target = Target("at least", 0.93 * arguments.workers, of="ratio")
    report("Ray workers", [Measurement(what, many, "games/s", one, "1 worker", target)], arguments.json)


if __name__ == "__main__":
    main()
