"""What a prior over words changes: game by game, and by the frequency of the words (figure 4 of the paper)."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordle_jax.study.draw import draw_grid, drawing, reach, style_line
from wordle_jax.study.panels import Row, draw_heat, read_numbers
from wordle_jax.study.table import read_table

TABLES = ("guess_pairs", "frequency_quartiles")
# The solver with the prior, and the one without.
COMPARED = ("probabilistic_csp", "forward_checking")
SHOWN = ("forward_checking", "csp_aware", "probabilistic_csp")
_ASIDE = 0.06  # lines stand beside each other, so that no interval is hidden


def draw(directory: Path, path: Path) -> None:
    """Draw both panels. Of a study without these solvers, the last pair and all solvers are drawn."""
    pairs = read_table(directory, "guess_pairs")
    with drawing(path, (9.0, 4.0)) as figure:
        left, right = figure.subplots(1, 2)
        left.set_title("(a) one guess more than allowed: not solved", loc="left", fontsize=10)
        if pairs:
            draw_pairs(left, pairs)
        draw_quarters(right, read_table(directory, "frequency_quartiles"))
        right.set_title("(b)", loc="left", fontsize=10)
        right.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, fontsize=8, columnspacing=0.9)


def draw_pairs(axes: Any, rows: Sequence[Row]) -> None:
    """Draw how many games both solvers end after how many guesses; above the diagonal the first needs fewer."""
    pairs = [(row["first"], row["second"]) for row in rows]
    first, second = COMPARED if COMPARED in pairs else pairs[-1]
    own = [row for row, pair in zip(rows, pairs, strict=True) if pair == (first, second)]
    most = max(int(row[f"guesses_{which}"]) for row in rows for which in ("first", "second"))
    games = [[math.nan] * most for _ in range(most)]
    for row in own:
        games[int(row["guesses_second"]) - 1][int(row["guesses_first"]) - 1] = float(row["games"])
    texts = [["" if math.isnan(count) else f"{count:,.0f}" for count in line] for line in games]
    names = [str(number) for number in range(1, most + 1)]
    draw_heat(axes, (names, names), games, texts, cmap="cividis_r", norm="log")
    axes.invert_yaxis()
    # Around the numbers of the diagonal, which a line would cross out.
    for low, high in ((at - 0.5, at + 0.5) for at in range(most)):
        axes.plot([low, high, high, low, low], [low, low, high, high, low], color="0.4", linewidth=0.8)
    axes.set_xlabel(f"guesses of {first}")
    axes.set_ylabel(f"guesses of {second}")


def draw_quarters(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the mean guesses of all games by quarter, a line a solver, with 95% intervals."""
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    shown = [solver for solver in SHOWN if solver in solvers] or solvers
    for number, solver in enumerate(shown):
        own = [row for row in rows if row["solver"] == solver]
        value, low, high = (read_numbers(own, f"mean_guesses_all{end}") for end in ("", "_low", "_high"))
        aside = _ASIDE * (number - (len(shown) - 1) / 2)
        axes.errorbar(
            [int(row["quarter"]) + aside for row in own],
            value,
            yerr=reach(value, low, high),
            label=solver,
            capsize=2.5,
            elinewidth=1.0,
            **style_line(number),
        )
    axes.set_xticks(range(1, 5), ["1, most\nfrequent", "2", "3", "4, least\nfrequent"])
    axes.set_xlabel("quarter of the words by frequency")
    axes.set_ylabel("mean guesses, all games")
    draw_grid(axes)
