"""What a report says of a run."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from wordle_jax.frames import LoadedRun, load_run
from wordle_jax.report.document import Figure, Section, Table, Text, show, show_share
from wordle_jax.report.figures import draw_distribution
from wordle_jax.report.origin import describe_origin
from wordle_jax.results import read_timing

_MOST_ANSWERS = 50
# Statistics of summary.json that are shown, with the digits of each; a share is shown in %.
_STATISTICS = {
    "success_rate": ("solved", 2),
    "mean_guesses": ("mean guesses, solved games", 4),
    "median_guesses": ("median guesses, solved games", 1),
    "std_guesses": ("standard deviation of guesses, solved games", 4),
    "mean_guesses_all": ("mean guesses, all games", 4),
}
OUTCOME_HEADER = ("games", "failures", "solved", "mean guesses, solved games", "mean guesses, all games")
OUTCOME_NOTE = "In brackets 95% intervals (10,000 resamples). In the mean of all games a failure counts one guess more "
OUTCOME_NOTE += "than allowed."


def describe_run(directory: Path) -> Section:
    """Return the report on a run. Raises UserError if a file of it is missing or damaged."""
    run = load_run(directory)
    summary = run.summary
    blocks: list[Text | Table | Figure] = []
    if not summary["complete"]:
        blocks.append(Text("The run was interrupted: these are the games that it had finished."))
    blocks += [_list_statistics(summary), *describe_distribution(summary["distribution"], "games")]
    sections = [Section("Turn by turn", [_list_turns(directory, run)])]
    if "propagation" in summary:
        sections[0] = Section("Turn by turn", [*sections[0].blocks, _list_propagation(summary["propagation"])])
    sections.append(Section("The words that took longest", [_list_answers(run)]))
    return Section(describe_summary(summary), blocks, [*sections, describe_origin(directory, "run")])


def describe_summary(summary: Mapping[str, Any]) -> str:
    """Return in a line what was played."""
    return f"{summary['solver']} · {summary['lexicon']} · {summary['channel']} · {summary['rules']} rules"


def _list_statistics(summary: Mapping[str, Any]) -> Table:
    rows = [("games", show(summary["games"]), ""), ("answers", show(summary["answers"]), "")]
    rows += [("failures", show(summary["failures"]), "")]
    for key, (name, digits) in _STATISTICS.items():
        value, bounds = (_show_statistic(key, number, digits) for number in (summary[key], summary["intervals"][key]))
        rows.append((name, value, bounds))
    rows += [
        ("total guesses", show(summary["total_guesses"]), ""),
        ("solved within 4 guesses", show(summary["solved_within_4"]), ""),
        ("opener", summary["opener"] or "drawn", ""),
        ("seed", str(summary["seed"]), ""),
    ]
    if summary["recoveries"]:
        rows += [
            ("recoveries", show(summary["recoveries"]), ""),
            ("games with a recovery", show(summary["games_with_recovery"]), ""),
            ("of these solved", show(summary["solved_after_recovery"]), ""),
        ]
    failure = f"A failure counts {len(summary['distribution'])} guesses in the mean of all games and in the total."
    return Table("Result", ("measure", "value", "95% interval"), rows, failure)


def _show_statistic(key: str, number: Any, digits: int) -> str:
    """Return a statistic, or its interval, as text."""
    if isinstance(number, list):
        return " to ".join(_show_statistic(key, bound, digits) for bound in number)
    if number is None:
        return "none"
    return show_share(number, digits) if key == "success_rate" else show(float(number), digits)


def list_outcomes_of(summary: Mapping[str, Any]) -> list[str]:
    """Return the cells under OUTCOME_HEADER."""
    cells = [show(summary["games"]), show(summary["failures"])]
    for key in ("success_rate", "mean_guesses", "mean_guesses_all"):
        digits = min(3, _STATISTICS[key][1])
        value, interval = (_show_statistic(key, n, digits) for n in (summary[key], summary["intervals"][key]))
        cells.append(value if interval == "none" else f"{value} ({interval})")
    return cells


def describe_distribution(distribution: Mapping[str, int], unit: str) -> list[Table | Figure]:
    """Return how many games, or answers, took how many guesses: drawn, and in numbers."""
    total = sum(distribution.values())
    rows, sum_so_far = [], 0
    for outcome, count in distribution.items():
        sum_so_far += count
        name = "not solved" if outcome == "fail" else outcome
        so_far = "" if outcome == "fail" else show_share(sum_so_far / total)
        rows.append((name, show(count), show_share(count / total), so_far))
    header = ("guesses", unit, "share", "with at most so many")
    title = f"Guesses that the {unit} took"
    return [draw_distribution(title, {unit: distribution}, unit), Table(title, header, rows)]


def _list_turns(directory: Path, run: LoadedRun) -> Table:
    timing = read_timing(directory) if (directory / "timing.json").exists() else {}
    latency = timing.get("latency_ms_by_turn", {})
    played = run.turns["turn"].value_counts()
    rows = []
    for turn, (left, gone) in enumerate(
        zip(run.summary["mean_candidates"], run.summary["reduction"], strict=True), start=1
    ):
        if turn in played.index:
            taken = f"{show(latency[str(turn)], 3)}" if str(turn) in latency else "none"
            rows.append((str(turn), show(int(played[turn])), show(left, 2), f"{show(gone, 3)}%", taken))
    header = ("turn", "games that played it", "answers left, mean", "answers gone", "ms for the guess")
    note = "Over the games that played the turn (eq. 28 of the paper); the time is the mean of games played one by one."
    return Table("What each turn left", header, rows, note)


def _list_propagation(propagation: Mapping[str, Any]) -> Table:
    turns = propagation["turns"]
    header = [name.replace("_", " ") for name in turns[0]]
    rows = [[show(value, 2) for value in row.values()] for row in turns]
    return Table(f"Work of the propagator {propagation['propagator']}", header, rows)


def _list_answers(run: LoadedRun) -> Table:
    """Return the answers with the highest mean number of guesses, ties by word."""
    counts = count_guesses(run)
    by_answer = run.games.assign(counts=counts).groupby("answer", sort=True)
    means = by_answer.agg(games=("solved", "size"), solved=("solved", "sum"), mean=("counts", "mean"))
    longest = means.sort_values(["mean"], ascending=False, kind="stable").head(_MOST_ANSWERS)
    lines = {answer: _show_game(run, answer) for answer in longest.index}
    rows = [
        (answer, show(int(row.games)), show(int(row.solved)), show(float(row.mean), 2), lines[answer])
        for answer, row in zip(longest.index, longest.itertuples(), strict=True)
    ]
    header = ("answer", "games", "solved", "mean guesses", "its first game")
    title = f"The {len(rows)} answers with the most guesses" if len(rows) < len(means) else "All answers"
    return Table(title, header, rows, "A failure counts one guess more than allowed. Tiles: b gray, y yellow, g green.")


def _show_game(run: LoadedRun, answer: str) -> str:
    turns = run.turns[run.turns["answer"] == answer]
    first = turns[turns["replicate"] == turns["replicate"].min()]
    return "  ".join(f"{t.guess} {t.observed_pattern}" for t in first.itertuples())


def count_guesses(run: LoadedRun) -> pd.Series:
    """Return the guesses of each game, one more than allowed for a failure."""
    return run.games["num_guesses"].where(run.games["solved"], len(run.summary["distribution"]))
