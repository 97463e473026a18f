"""Solvers by accuracy, efficiency, speed and robustness (figure 7 of the paper)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import drawing
from wordle_jax.study.panels import Row, draw_dots, draw_estimates, read_numbers
from wordle_jax.study.table import read_table
from wordle_jax.study.tables.runtime import ALL

TABLES = ("main/performance", "main/runtime", "noise/robustness")
IS_TIMING = True
NOISE = 0.1  # the rate of wrong tiles that robustness is measured at


def draw(directory: Path, path: Path) -> None:
    """Draw four panels from the tables of the studies `main` and `noise`."""
    performance = read_table(directory / "main", "performance")
    with drawing(path, (9.0, 6.4)) as figure:
        success, guesses, speed, robustness = figure.subplots(2, 2).flat
        draw_estimates(success, performance, "success_rate", 100.0)
        success.set_xlabel("games solved, %")
        draw_estimates(guesses, performance, "mean_guesses")
        guesses.set_xlabel("mean guesses, solved games")
        draw_speed(speed, read_table(directory / "main", "runtime"))
        draw_robustness(robustness, read_table(directory / "noise", "robustness"))
        found: dict[str, Any] = {}
        for axes in (success, robustness):
            handles, labels = axes.get_legend_handles_labels()
            found.update(zip(labels, handles, strict=True))
        title = "with 95% intervals, but for times"
        figure.legend(found.values(), found.keys(), loc="outside upper center", ncols=4, title=title)


def draw_speed(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the mean time of a guess in games played one by one."""
    own = [row for row in rows if row["by"] == ALL]
    draw_dots(axes, [row["solver"] for row in own], read_numbers(own, "milliseconds"))
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds a guess, games one by one")


def draw_robustness(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the games solved at NOISE."""
    draw_estimates(axes, [row for row in rows if float(row["noise"]) == NOISE], "success_rate", 100.0)
    axes.set_xlabel(f"solved at {100 * NOISE:g}% wrong tiles, %")
