"""An entry point whose task does what `games.answers` says; as a script it is told the conf folder first."""

import errno
import logging
import os
import sys
import time
from pathlib import Path
from typing import Any

from wordle_jax.entry import run_entry_point
from wordle_jax.errors import UserError


def play(config: dict[str, Any], directory: Path) -> dict[str, Any] | None:
    logging.getLogger("tests.play").info("playing in process %d", os.getpid())
    print(f"solver {config['solver']['name']}, noise {config['noise']}", flush=True)
    if not 0 <= config["noise"] <= 1:
        raise UserError(f"noise: {config['noise']} is not between 0 and 1")
    match config["games"]["answers"]:
        case "bug":
            raise ZeroDivisionError("a mistake\nof two lines")
        case "full":
            raise OSError(errno.ENOSPC, "No space left on device", "games.parquet")
        case "interrupt":
            raise KeyboardInterrupt
        case "sleep":
            time.sleep(30)
        case "talk":
            while True:
                print("words " * 20)
        case "pipe":
            raise BrokenPipeError(errno.EPIPE, "a pipe that is not the output")
        case "nothing":
            return None
    (directory / "games.txt").write_text("played", encoding="utf-8")
    return {
        "solver": config["solver"]["name"],
        "noise": config["noise"],
        "mean_guesses": 3.5,
        "process": os.getpid(),
    }


if __name__ == "__main__":
    sys.exit(run_entry_point(play, "run", sys.argv[2:], config_dir=Path(sys.argv[1])))
