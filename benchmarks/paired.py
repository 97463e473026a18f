"""Compares runs game by game: `python benchmarks/paired.py RUN_DIRECTORY RUN_DIRECTORY...`.

Runs with the same seed meet the same noise in a game of an answer. By how many points a run solves more than the first
is measured on the games that both played; the 95% interval resamples the answers with all their games.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from rich.console import Console
from rich.table import Table

from wordle_jax.errors import UserError
from wordle_jax.intervals import ratio_interval


def read_games(directory: Path) -> pd.DataFrame:
    """Return whether every game of a run was solved, by answer and replicate."""
    try:
        games = pd.read_parquet(directory / "games.parquet", columns=["answer", "replicate", "solved"])
    except (OSError, ValueError) as error:
        raise UserError(f"{directory}: holds no games.parquet that can be read; give a run directory") from error
    return games.set_index(["answer", "replicate"])


def compare(first: pd.DataFrame, second: pd.DataFrame) -> tuple[int, float, float, tuple[float, float]]:
    """Return the number of paired games, the two shares solved and the interval of their difference."""
    if first.index.intersection(second.index).empty:
        raise UserError("the runs have no game in common; give runs of the same answers")
    pairs = first.join(second, how="inner", suffixes=("_1", "_2"))
    gain = pairs["solved_2"].astype(int) - pairs["solved_1"].astype(int)
    by_answer = gain.groupby(level="answer").agg(["sum", "count"]).to_numpy(np.int64)
    interval = ratio_interval(by_answer)
    assert interval is not None
    return len(pairs), pairs["solved_1"].mean(), pairs["solved_2"].mean(), interval


def main() -> None:
    """Print a line for each run after the first."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("first", type=Path, help="a run directory")
    parser.add_argument("run", type=Path, nargs="+", help="others, each to be compared with the first")
    arguments = parser.parse_args()
    runs = [arguments.first, *arguments.run]
    first = read_games(runs[0])
    table = Table("run", "paired games", f"solved by {runs[0].name}", "solved", "difference, points", "95% interval")
    for run in runs[1:]:
        games, before, after, (low, high) = compare(first, read_games(run))
        shares = (f"{before:.2%}", f"{after:.2%}", f"{100 * (after - before):+.2f}")
        table.add_row(run.name, f"{games:,}", *shares, f"{100 * low:+.2f} to {100 * high:+.2f}")
    Console(highlight=False).print(table)


if __name__ == "__main__":
    try:
        main()
    except UserError as problem:
        sys.exit(f"error: {problem}")
