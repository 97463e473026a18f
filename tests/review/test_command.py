"""The command: what it prints, writes and refuses."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from command_line import Outcome, use_small_english

from wordle_jax.entry import run_entry_point
from wordle_jax.review.__main__ import task

ESCAPE = "\x1b"


@pytest.fixture
def look_back(tmp_path, monkeypatch, english):
    """Review with few words; `lines` are on the standard input."""
    lexicon = use_small_english(tmp_path, english)

    def look_back(*argv: str, lines: str = "") -> Outcome:
        directory = tmp_path / "out"
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        with redirect_stdout(out), redirect_stderr(err):
            status = run_entry_point(task, "review", [*lexicon, *argv, f"hydra.run.dir='{directory}'"], "review")
        return Outcome(status, out.getvalue(), err.getvalue(), directory)

    return look_back


def test_a_game_is_reviewed_printed_and_written(look_back):
    done = look_back("answer=actor", "guesses=[aback,alert,actor]")
    assert (done.status, done.err) == (0, "")
    assert done.summary["answer"] == "actor"
    assert [turn["guess"] for turn in done.summary["turns"]] == ["aback", "alert", "actor"]
    page = done.read("review.md").decode()
    assert page.startswith("# Review · actor · custom\n")
    for turn in done.summary["turns"]:
        for text in (page, done.out):
            assert turn["best"] in text
            assert f"{turn['bits']:.2f}" in text
    assert "Luck" in done.out
    assert f"results  {done.directory}" in done.out
    assert ESCAPE not in done.out
    assert max(map(len, done.out.partition("results")[0].splitlines())) <= 80


def test_the_same_question_has_the_same_bytes(look_back):
    one = look_back("answer=actor", "guesses=[aback,alert,actor]", "rules.mode=hard")
    before = one.read("summary.json"), one.read("review.md")
    two = look_back("answer=actor", "guesses=[aback,alert,actor]", "rules.mode=hard")
    assert before == (two.read("summary.json"), two.read("review.md"))


def test_an_unfinished_game_says_what_is_left(look_back):
    done = look_back("answer=actor", "guesses=[aback]")
    left = done.summary["left"]
    assert "actor" in left
    assert re.search(rf"Not found: {len(left)} words? left, ", done.out)
    known = look_back("guesses=['aback gbbyb']")
    assert known.summary["left"] == left
    assert "the answer is not known" in known.out


@pytest.mark.parametrize("how", ["grid", "list", "input"])
def test_a_grid_is_reviewed(look_back, how):
    rows = "🟩⬛⬛🟨⬛ 🟩🟩🟩🟩🟩"
    if how == "grid":
        done = look_back(f'grid="{rows}"')
    elif how == "list":
        done = look_back("grid=[gbbyb,ggggg]")
    else:
        done = look_back(lines="Wordle 12 2/6\n" + rows.replace(" ", "\n"))
    assert (done.status, done.err) == (0, "")
    assert "actor" in [answer["word"] for answer in done.summary["answers"]]
    assert re.search(r"^\d+ of 290 answers agree with all rows\.$", done.out, re.MULTILINE)
    asked = look_back("grid=[gbbyb,ggggg]", "answer=actor")
    assert "actor agrees: guesses for each row " in asked.out
    assert "actor does not agree: guesses for each row 0 · 1" in look_back("grid=[yyggg,ggggg]", "answer=actor").out


def test_so_many_answers_are_shown(look_back):
    done = look_back("grid=[bbbbb,ggggg]", "shown=3")
    assert len(done.summary["answers"]) > 3
    words = [answer["word"] for answer in done.summary["answers"]]
    table = done.out.partition("Likeliest answers")[2]
    assert [word for word in words if f" {word} " in table] == words[:3]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "guesses: has none; give those that were made, as in answer=abide guesses=[crane,slate], or a grid"),
        (["answer=actor"], "guesses: has none; give those that were made, as in answer=actor"),
        (["answer=actor", "guesses=[]"], "guesses: has none"),
        (["answer=actor", "guesses=[cran]"], "guesses[0]: 'cran' is no word of 5 letters"),
        (["answer=actor", "guesses=[actor,aback]"], "guesses[1]: aback comes after the word was found"),
        (["answer=zzzzz", "guesses=[aback]"], "answer: 'zzzzz' is not a word"),
        (["guesses=[aback]"], "guesses[0]: aback has no tiles"),
        (["guesses=[aback]", "grid=bbbbb"], "grid: guesses say already what was shown"),
        (["grid=bbbb"], "grid: row 1: feedback 'bbbb' has 4 tiles"),
        (["shown=0", "grid=bbbbb"], "shown: is 0; give 1 or more answers"),
        (["answer=actor", "guesses=[aback]", "rules.mode=easy"], "rules.mode: 'easy' is not a mode"),
        (["answer=[actor]", "guesses=[aback]"], "answer: ['actor'] does not fit"),
        (["gueses=[aback]"], "guesses"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(look_back, argv, message):
    done = look_back(*argv)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
