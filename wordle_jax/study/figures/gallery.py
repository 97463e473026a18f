"""All results on one page, sixteen panels (figure 9 of the paper)."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from wordle_jax.study.draw import drawing, style_line
from wordle_jax.study.figures.distribution import draw_distribution
from wordle_jax.study.figures.failures_by_frequency import choose_variants
from wordle_jax.study.figures.first_guess_quality import draw_ranks
from wordle_jax.study.figures.four_dimensions import NOISE, draw_speed
from wordle_jax.study.figures.guess_distribution import draw_shares
from wordle_jax.study.figures.priors import draw_quarters
from wordle_jax.study.figures.robustness import draw_rates
from wordle_jax.study.hypotheses import format_p
from wordle_jax.study.measures import rank_from_least
from wordle_jax.study.panels import draw_estimates, draw_heat, draw_lines, name_lines, read_numbers
from wordle_jax.study.table import read_table
from wordle_jax.study.tables.runtime import ALL

TABLES = (
    "main/performance",
    "main/distribution",
    "main/runtime",
    "noise/robustness",
    "lexicon/lexicon",
    "lexicon/word_types",
    "strategies/uncertainty",
    "main/frequency_quartiles",
    "starting_words/starting_words",
    "main/comparisons",
)
PARTS_ARE_OPTIONAL = True
IS_TIMING = True
_COLUMNS = 4
# The strategies whose candidates are drawn: the solvers of the paper that differ in play.
STRATEGIES = ("random", "frequency", "classical_entropy", "forward_checking", "csp_aware", "probabilistic_csp")
_PAIRED_T, _MCNEMAR = "paired t test", "McNemar's exact test"


def draw(directory: Path, path: Path) -> None:
    """Draw each of PANELS from the tables of its studies; the panel of a study that is no part says so."""
    with drawing(path, (19.0, 17.0)) as figure:
        panels = figure.subplots(math.ceil(len(PANELS) / _COLUMNS), _COLUMNS)
        for axes, letter, (title, studies, draw_panel) in zip(panels.flat, "abcdefghijklmnop", PANELS, strict=True):
            axes.set_title(f"({letter}) {title}", loc="left", fontsize=10)
            axes.tick_params(labelsize=8)
            absent = [study for study in studies if not (directory / study).is_dir()]
            if absent:
                axes.text(0.5, 0.5, f"not played: {', '.join(absent)}", ha="center", transform=axes.transAxes)
                axes.set_axis_off()
            else:
                draw_panel(axes, directory)
                for label in (axes.xaxis.label, axes.yaxis.label):
                    label.set_size(9)


def _draw_success(axes: Any, directory: Path) -> None:
    draw_estimates(axes, read_table(directory / "main", "performance"), "success_rate", 100.0)
    axes.set_xlabel("games solved, %")


def _draw_guesses(axes: Any, directory: Path) -> None:
    draw_estimates(axes, read_table(directory / "main", "performance"), "mean_guesses")
    axes.set_xlabel("mean guesses, solved games")


def _draw_distribution(axes: Any, directory: Path) -> None:
    draw_distribution(axes, read_table(directory / "main", "distribution"))
    axes.legend(
        loc="upper center", bbox_to_anchor=(0.4, -0.12), ncols=7, fontsize=7, columnspacing=0.7, handlelength=1.0
    )


def _draw_runtime(axes: Any, directory: Path) -> None:
    draw_speed(axes, read_table(directory / "main", "runtime"))


def _draw_robustness(axes: Any, directory: Path) -> None:
    draw_rates(axes, read_table(directory / "noise", "robustness"), "success_rate")
    axes.set_ylabel("games solved, %")
    axes.legend(fontsize=7)


def _draw_recovery(axes: Any, directory: Path) -> None:
    draw_rates(axes, read_table(directory / "noise", "robustness"), "success_after_recovery")
    axes.autoscale(axis="y")
    axes.set_ylim(bottom=0)
    axes.set_ylabel("solved of games with a recovery, %")
    axes.legend(fontsize=7)


def _draw_lexicons(axes: Any, directory: Path) -> None:
    draw_shares(axes, choose_variants(read_table(directory / "lexicon", "lexicon")))
    axes.legend(fontsize=7)


def _draw_word_types(axes: Any, directory: Path) -> None:
    """Draw the success of each group of words in each language, a line a group."""
    rows = [row for row in read_table(directory / "lexicon", "word_types") if row["factor"] != "quarter"]
    rows = choose_variants(rows)
    groups = list(dict.fromkeys((row["factor"], row["group"]) for row in rows))
    for number, variant in enumerate(dict.fromkeys(row["variant"] for row in rows)):
        own = [row for row in rows if row["variant"] == variant]
        places = [groups.index((row["factor"], row["group"])) for row in own]
        axes.plot(
            read_numbers(own, "success_rate", 100.0), places, label=variant, **style_line(number) | {"linestyle": ""}
        )
    name_lines(axes, [f"{factor}: {group}" for factor, group in groups])
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_xlabel("games solved, %")
    axes.legend(fontsize=7)


def _draw_candidates(axes: Any, directory: Path) -> None:
    """Draw the mean number of candidates after each guess, over the games that made it."""
    series = {
        name: (read_numbers(rows, "turn"), read_numbers(rows, "mean_candidates"))
        for name, rows in _read_uncertainty(directory).items()
    }
    draw_lines(axes, series)
    axes.set_yscale("log")
    axes.set_xlabel("guesses made")
    axes.set_ylabel("candidates left, mean")
    axes.legend(fontsize=7)


def _draw_information(axes: Any, directory: Path) -> None:
    """Draw the bits that each guess brings, the mean over all games."""
    series = {}
    for name, rows in _read_uncertainty(directory).items():
        turns, bits = read_numbers(rows, "turn"), read_numbers(rows, "mean_bits")
        series[name] = (turns[1:], [before - after for before, after in pairwise(bits)])
    draw_lines(axes, series)
    axes.set_xlabel("guess")
    axes.set_ylabel("bits gained, mean over all games")
    axes.legend(fontsize=7)


def _read_uncertainty(directory: Path) -> dict[str, list[dict[str, str]]]:
    rows = read_table(directory / "strategies", "uncertainty")
    return {name: [row for row in rows if row["name"] == name] for name in STRATEGIES}


def _draw_priors(axes: Any, directory: Path) -> None:
    draw_quarters(axes, read_table(directory / "main", "frequency_quartiles"))
    axes.legend(fontsize=7)


def _draw_first_guesses(axes: Any, directory: Path) -> None:
    rows = [row for row in read_table(directory / "starting_words", "starting_words") if row["is_played"] == "True"]
    draw_ranks(axes, rows, size=6.0)
    axes.tick_params(labelsize=6.5)


def _draw_rankings(axes: Any, directory: Path) -> None:
    """Draw the rank of each solver by each measure, 1 the best."""
    performance = read_table(directory / "main", "performance")
    solvers = [row["solver"] for row in performance]
    times, rates = _read_times(directory), _read_rates(directory)
    best_first = {
        "success": [-value for value in read_numbers(performance, "success_rate")],
        "guesses": read_numbers(performance, "mean_guesses_all"),
        "within 4": [-value for value in read_numbers(performance, "within_4")],
        "speed": [times[solver] for solver in solvers],
        f"{100 * NOISE:g}% noise": [-rates.get(solver, math.nan) for solver in solvers],
    }
    ranks = [rank_known(values) for values in best_first.values()]
    values = [list(own) for own in zip(*ranks, strict=True)]
    texts = [["" if math.isnan(place) else f"{place:.0f}" for place in own] for own in values]
    draw_heat(axes, (solvers, list(best_first)), values, texts, cmap="cividis_r")


def rank_known(values: Sequence[float]) -> list[float]:
    """Return the rank of each value from 1, the least; nan for nan, which takes no rank from others."""
    known = [place for place, value in enumerate(values) if not math.isnan(value)]
    ranks = [math.nan] * len(values)
    for place, rank in zip(known, rank_from_least(np.array([values[k] for k in known])).tolist(), strict=True):
        ranks[place] = float(rank)
    return ranks


def _draw_frontier(axes: Any, directory: Path) -> None:
    """Draw guesses against time, a point a solver with its name."""
    performance, times = read_table(directory / "main", "performance"), _read_times(directory)
    for number, row in enumerate(performance):
        x, y = times[row["solver"]], float(row["mean_guesses_all"])
        axes.plot([x], [y], label=row["solver"], **style_line(number) | {"linestyle": ""})
    axes.set_xscale("log")
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_xlabel("milliseconds a guess, games one by one")
    axes.set_ylabel("mean guesses, all games")
    axes.legend(fontsize=7)


def _draw_failures(axes: Any, directory: Path) -> None:
    """Draw the games that each solver does not solve by quarter of the words."""
    rows = read_table(directory / "main", "frequency_quartiles")
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    failures = [[float(row["failures"]) for row in rows if row["solver"] == solver] for solver in solvers]
    texts = [[f"{count:.0f}" for count in own] for own in failures]
    names = ["1, most\nfrequent", "2", "3", "4, least\nfrequent"]
    draw_heat(axes, (solvers, names), failures, texts, cmap="cividis_r", vmin=0)
    axes.set_xlabel("games not solved by quarter of the words")


def _draw_significance(axes: Any, directory: Path) -> None:
    """Draw Holm's p of each pair: of guesses below the diagonal, of success above it."""
    rows = read_table(directory / "main", "comparisons")
    solvers = [row["solver"] for row in read_table(directory / "main", "performance")]
    values = [[math.nan] * len(solvers) for _ in solvers]
    texts = [[""] * len(solvers) for _ in solvers]
    for row in rows:
        if row["test"] in (_PAIRED_T, _MCNEMAR):
            later, earlier = solvers.index(row["first"]), solvers.index(row["second"])
            i, j = (later, earlier) if row["test"] == _PAIRED_T else (earlier, later)
            p = float(row["holm"])
            values[i][j] = float(sum(p < level for level in (0.05, 0.01, 0.001)))
            texts[i][j] = format_p(p).replace("0.", ".").replace("< ", "<")
    draw_heat(axes, (solvers, solvers), values, texts, size=6.0, cmap="Blues", vmin=0, vmax=4)
    for label in axes.get_xticklabels():
        label.set(rotation=40, ha="right", rotation_mode="anchor")
    axes.set_xlabel("p by Holm; below: paired t, above: McNemar")


def _read_times(directory: Path) -> Mapping[str, float]:
    rows = read_table(directory / "main", "runtime")
    return {row["solver"]: float(row["milliseconds"]) for row in rows if row["by"] == ALL}


def _read_rates(directory: Path) -> Mapping[str, float]:
    rows = read_table(directory / "noise", "robustness")
    return {row["solver"]: float(row["success_rate"]) for row in rows if float(row["noise"]) == NOISE}


# Title, the studies that it is drawn from, and how.
PANELS: tuple[tuple[str, tuple[str, ...], Callable[[Any, Path], None]], ...] = (
    ("success", ("main",), _draw_success),
    ("guesses", ("main",), _draw_guesses),
    ("distribution of guesses, %", ("main",), _draw_distribution),
    ("time", ("main",), _draw_runtime),
    ("wrong tiles", ("noise",), _draw_robustness),
    ("recovery", ("noise",), _draw_recovery),
    ("English and Spanish", ("lexicon",), _draw_lexicons),
    ("kinds of words", ("lexicon",), _draw_word_types),
    ("candidates", ("strategies",), _draw_candidates),
    ("information", ("strategies",), _draw_information),
    ("prior by frequency", ("main",), _draw_priors),
    ("first guesses: ranks", ("starting_words",), _draw_first_guesses),
    ("ranks of the solvers", ("main", "noise"), _draw_rankings),
    ("guesses and time", ("main",), _draw_frontier),
    ("failures", ("main",), _draw_failures),
    ("significance of all pairs", ("main",), _draw_significance),
)
