"""Pace of play once compiled, against the same engine playing one game at a time."""

from collections.abc import Callable

from clock import time_once
from measurement import Measurement, Target, read_arguments, report
from stage import Stage, set_stage

from wordle_jax.executor import ExecutionLog, ExecutorConfig, play_in_chunks
from wordle_jax.game import play_games

_SINGLE_GAMES = 30


def _player(stage: Stage, solver: str, noise: float, games: int) -> Callable[[], None]:
    setup, game_id = stage.setup(solver, noise), stage.games(games)
    silent = ExecutionLog(lambda line: None)

    def play() -> None:
        for _ in play_in_chunks(setup, stage.world, game_id, ExecutorConfig(kind="local"), silent):
            pass

    return play


def _singles_per_second(stage: Stage, solver: str, noise: float) -> float:
    table, games = stage.table(solver, noise), stage.games()
    chosen = games[:: len(games) // _SINGLE_GAMES][:_SINGLE_GAMES]

    def play() -> None:
        for place in range(len(chosen)):
            play_games(table, chosen[place : place + 1])

    play()
    return len(chosen) / time_once(play)


def _measure(stage: Stage, solver: str, noise: float, games: int, repetitions: int) -> tuple[float, float, float]:
    """Return seconds of a first play, which compiles, of a warm one (median), and single games a second."""
    play = _player(stage, solver, noise, games)
    first = time_once(play)
    warm = sorted(time_once(play) for _ in range(repetitions))
    return first, warm[len(warm) // 2], _singles_per_second(stage, solver, noise)


def main() -> None:
    arguments = read_arguments(__doc__, repetitions=3, replicates=4)
    against = "one game at a time"
    stage = set_stage("english")
    games = arguments.replicates * stage.world.num_answers
    first, warm, singles = _measure(stage, "csp_aware", 0.1, games, arguments.repetitions)
    what = f"csp_aware, noise 0.1, {games:,} games"
    figures = [
        Measurement(what, games / warm, "games/s", singles, against, Target("at least", 1000)),
        Measurement(f"{what}, compiling", games / first, "games/s"),
    ]
    stage = set_stage("spanish")
    games = stage.world.num_answers
    first, warm, singles = _measure(stage, "entropy", 0.0, games, arguments.repetitions)
    what = f"Spanish entropy over all guesses, {games:,} games"
    figures += [
        Measurement(what, warm, "s of play", games / singles, against, Target("at most", 8)),
        Measurement(f"{what}, compiling", first, "s of play"),
    ]
    report("Pace of play", figures, arguments.json)


if __name__ == "__main__":
    main()
