"""The figures that a report draws itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from wordle_jax.report.document import Figure
from wordle_jax.study.draw import COLOURS, draw_grid, draw_svg, style_bar

_INCHES = (4.4, 2.9)  # as wide as a phone
_WIDTH = 0.8  # of all bars of an outcome together; 1 would leave no gap
# More series than colours would not be told apart.
MOST_SERIES = len(COLOURS)


def draw_distribution(caption: str, counts: Mapping[str, Mapping[str, int]], unit: str) -> Figure:
    """Return bars for the share of each outcome, a series a name; `counts` holds the number of each outcome."""
    outcomes = list_outcomes(list(counts.values()))
    width = _WIDTH / len(counts)

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for i, (name, of) in enumerate(counts.items()):
            total = sum(of.values())
            places = [at + width * (i - (len(counts) - 1) / 2) for at in range(len(outcomes))]
            shares = [100 * of.get(outcome, 0) / total for outcome in outcomes]
            bars = axes.bar(places, shares, width, label=f"{name} ({total:,})", **style_bar(i))
            if len(counts) == 1:
                axes.bar_label(bars, [f"{of.get(outcome, 0):,}" for outcome in outcomes], padding=2, fontsize=9)
        axes.set_xticks(range(len(outcomes)), ["not solved" if o == "fail" else o for o in outcomes])
        axes.set_xlabel("guesses")
        axes.set_ylabel(f"{unit}, %")
        draw_grid(axes)
        if len(counts) > 1:
            figure.legend(loc="outside upper left", ncols=2)

    return Figure(caption, draw_svg(draw, _INCHES))


def list_outcomes(counts: Sequence[Mapping[str, int]]) -> list[str]:
    """Return the outcomes of all distributions: numbers of guesses in order, and failures last."""
    return sorted({outcome for of in counts for outcome in of}, key=lambda o: (o == "fail", o.zfill(3)))
