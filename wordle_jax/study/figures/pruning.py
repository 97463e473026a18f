"""What each propagator leaves after each guess (the paper's first question)."""

from pathlib import Path

from wordle_jax.study.draw import draw_grid, drawing, style_line
from wordle_jax.study.table import read_table

TABLES = ("pruning",)
_ANSWERS_LEFT = "all feedback"


def draw(directory: Path, path: Path) -> None:
    """Draw values and answers left by the domains, a line a propagator; the games are those of the first cell."""
    table = read_table(directory, "pruning")
    rows = [row for row in table if (row["name"], row["noise"]) == (table[0]["name"], table[0]["noise"])]
    propagators = list(dict.fromkeys(row["propagator"] for row in rows))
    with drawing(path, (9.0, 4.0)) as figure:
        values, answers = figure.subplots(1, 2)
        for i, propagator in enumerate(propagators):
            own = [row for row in rows if row["propagator"] == propagator and row["values_left"]]
            turns = [int(row["turn"]) for row in own]
            for axes, column in ((values, "values_left"), (answers, "answers_in_domains")):
                axes.plot(turns, [float(row[column]) for row in own], label=propagator, **style_line(i))
        # The same for every propagator: the line of the last one drawn is that of all.
        answers.plot(
            turns, [float(row["answers_left"]) for row in own], label=_ANSWERS_LEFT, **style_line(len(propagators))
        )
        values.set_ylim(bottom=0)
        answers.set_yscale("log")
        for axes, label in ((values, "letters left in the domains"), (answers, "answers in the domains")):
            axes.set_xlabel("guesses made")
            axes.set_ylabel(f"{label}, mean")
            axes.set_xticks(turns)
            draw_grid(axes)
        answers.legend()
