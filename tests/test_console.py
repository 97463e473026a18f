"""What a run shows, to the character."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from wordle_jax.console import (
    MOST_ROWS,
    make_console,
    require_output,
    say,
    show_progress,
    show_summary,
    show_table,
    show_table_or_file,
)
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutionLog

SUMMARY = {
    "solver": "csp_aware",
    "lexicon": "English",
    "channel": "noise 0.1",
    "rules": "normal",
    "opener": "salet",
    "games": 2315,
    "success_rate": 0.3171,
    "failures": 1581,
    "mean_guesses": 3.6689,
    "mean_guesses_all": 5.944,
    "total_guesses": 13_760,
    "distribution": {"1": 0, "2": 75, "3": 301, "4": 212, "5": 99, "6": 47, "fail": 1581},
    "recoveries": 3205,
    "games_with_recovery": 1712,
    "intervals": {
        "success_rate": [0.2981, 0.3361],
        "mean_guesses": [3.59, 3.75],
        "mean_guesses_all": [5.88, 6.001],
    },
}
TIMING = {"games_per_second": 4450.3, "latency_ms_by_turn": {"1": 0.1, "all": 0.5}}

TABLE = """\
csp_aware · English · noise 0.1 · normal rules
┌────────────────────────────┬────────┬────────────────────────────────────────┐
│ games                      │  2,315 │ opener salet                           │
│ solved                     │ 31.71% │ 95%: 29.81 to 33.61                    │
│ failures                   │  1,581 │                                        │
│ mean guesses, solved games │ 3.6689 │ 95%: 3.590 to 3.750                    │
│ mean guesses, all games    │ 5.9440 │ 95%: 5.880 to 6.001                    │
│ total guesses              │ 13,760 │ a failure counts 7                     │
│ recoveries                 │  3,205 │ in 1,712 games                         │
│ games a second             │  4,450 │ 0.50 ms a single guess                 │
└────────────────────────────┴────────┴────────────────────────────────────────┘
guesses  1: 0  2: 75  3: 301  4: 212  5: 99  6: 47  fail: 1,581
"""


def shown(summary: dict, monkeypatch: pytest.MonkeyPatch, timing: dict | None = TIMING) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    out = io.StringIO()
    with redirect_stdout(out):
        show_summary(summary, timing)
    return out.getvalue()


def squeezed(text: str) -> list[list[str]]:
    """The cells of every line, so that column widths, which depend on the content, do not matter."""
    return [[cell.strip() for cell in line.split("│")] for line in text.splitlines() if "──" not in line]


def test_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert squeezed(shown(SUMMARY, monkeypatch)) == squeezed(TABLE)


def test_table_of_lost_games_without_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = SUMMARY | {
        "opener": None,
        "channel": "noise 0",
        "mean_guesses": None,
        "recoveries": 0,
        "intervals": {"success_rate": [0.0, 0.0], "mean_guesses": None, "mean_guesses_all": [7.0, 7.0]},
    }
    text = shown(lost, monkeypatch)
    assert "noise 0 ·" in text
    assert ["", "games", "2,315", "opener drawn", ""] in squeezed(text)
    assert ["", "mean guesses, solved games", "none", "", ""] in squeezed(text)
    assert "recoveries" not in text


def test_table_of_a_run_whose_speed_was_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert squeezed(shown(SUMMARY, monkeypatch, timing=None)) == [
        cells for cells in squeezed(TABLE) if "games a second" not in cells
    ]


def test_closed_output_is_for_the_program_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with redirect_stdout(Closed()), pytest.raises(BrokenPipeError):
        show_summary(SUMMARY, TIMING)


def test_progress_is_for_terminals_alone() -> None:
    err = io.StringIO()
    with redirect_stderr(err), show_progress(10, 0, ExecutionLog(say)) as advance:
        advance(4)
    assert err.getvalue() == ""


def test_progress_tells_games_done_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")  # what Rich takes for a terminal
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), show_progress(1000, 0, ExecutionLog(say)) as advance:
        advance(400)
        advance(300)
    text = err.getvalue()
    assert " 700/1000" in text
    assert "/s" in text
    assert "left" in text
    assert "1 worker" in text
    assert out.getvalue() == ""


def test_progress_goes_on_from_what_was_done_and_tells_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    err = io.StringIO()
    with redirect_stderr(err), show_progress(1000, 600, ExecutionLog(say, workers=3, retries=2)) as advance:
        advance(100)
    assert " 700/1000" in err.getvalue()
    assert "3 workers, 2 retries" in err.getvalue()


def test_rows_under_one_name_show_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = io.StringIO()
    with redirect_stdout(out):
        show_table("[Title]", ["solver", "solved"], [["a", "1%"], ["a", "2%"], ["b", "3%"]], "Caption.")
    lines = out.getvalue().splitlines()
    assert (lines[0].strip(), lines[-1].strip()) == ("[Title]", "Caption.")
    cells = [[cell.strip() for cell in line.split("│")] for line in lines if "│" in line]
    assert cells == [["", "a", "1%", ""], ["", "", "2%", ""], ["", "b", "3%", ""]]
    assert sum(line.startswith("├") for line in lines) == 1


@pytest.mark.parametrize(
    ("rows", "words", "width", "is_shown"),
    [
        (3, ["short"], 40, True),
        (MOST_ROWS, ["short"], 40, True),
        (MOST_ROWS + 1, ["short"], 40, False),
        (3, ["several words that may break"] * 3, 40, True),
        (3, ["0.123 (0.100 to 0.150)"] * 3, 40, True),
        (3, ["0.12345678"] * 4, 40, False),
        (3, ["0.12345678"] * 4, 80, True),
    ],
)
def test_a_table_that_does_not_fit_is_left_to_its_file(
    rows: int, words: list[str], width: int, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    header = ["name", *(f"column {i}" for i in range(len(words)))]
    out = io.StringIO()
    with redirect_stdout(out):
        show_table_or_file("[Title]", header, [["a", *words]] * rows, "Caption.", Path("tables", "rates.md"))
    lines = out.getvalue().splitlines()
    assert lines[0].strip() == "[Title]"
    if not is_shown:
        assert lines[1:] == [f"see {Path('tables', 'rates.md')}"]
        return
    assert lines[-1].strip() == "Caption."
    for word in " ".join(words).split():
        assert any(word in line for line in lines), f"{word} is broken"


def test_what_is_said_is_printed_and_logged(capsys, caplog):
    with caplog.at_level("INFO"):
        say("playing in this process")
    assert capsys.readouterr().out == "playing in this process\n"
    assert caplog.messages == ["playing in this process"]


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_a_terminal_is_as_wide_as_it_is(monkeypatch, term):
    out = io.StringIO()
    out.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLUMNS", "60")
    assert make_console().width == 60


def test_a_closed_output_is_said(monkeypatch):
    require_output()
    monkeypatch.setattr(sys, "__stdout__", None)
    with pytest.raises(UserError, match="the standard output is closed"):
        require_output()
