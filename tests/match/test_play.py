"""The command: lines of JSON for programs, a terminal for people, and what is left of a game."""

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from command_line import use_small_english

from wordle_jax.entry import run_entry_point
from wordle_jax.match.task import task

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[=>])")


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str
    directory: Path

    @property
    def replies(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def summary(self) -> dict[str, Any]:
        return json.loads((self.directory / "summary.json").read_text(encoding="utf-8"))


@pytest.fixture
def play(tmp_path, monkeypatch, english):
    """Play a game of few words by lines."""
    lexicon = use_small_english(tmp_path, english)

    def play(lines: str, *argv: str) -> Outcome:
        directory = tmp_path / "out"
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        arguments = [*lexicon, *argv, f"hydra.run.dir='{directory}'"]
        with redirect_stdout(out), redirect_stderr(err):
            status = run_entry_point(task, "play", arguments, "play")
        return Outcome(status, out.getvalue(), err.getvalue(), directory)

    return play


def word_of(play, *argv):
    return play("give up\n", *argv).replies[1]["boards"][0]["answer"]


def test_a_program_plays_by_lines(play):
    word = word_of(play, "seed=7")
    other = "aback" if word != "aback" else "abode"
    done = play(f"{other}\nzzzzz\n\n  {word.upper()} \nnever read\n", "seed=7")
    assert (done.status, done.err) == (0, "")
    start, first, error, last, share = done.replies
    assert (start["status"], start["guesses"], start["max_guesses"]) == ("playing", [], 6)
    assert first["boards"][0]["rows"][0]["guess"] == other
    assert first["boards"][0]["answer"] is None
    assert list(error) == ["error"]
    assert "'zzzzz' is not a word" in error["error"]
    assert (last["status"], last["boards"][0]["answer"]) == ("won", word)
    assert share["share"].startswith("wordle_jax custom seed 7 2/6\n\n")
    assert share["share"].endswith("🟩🟩🟩🟩🟩")
    assert done.summary["guesses"] == [other, word]
    assert done.summary["status"] == "won"


def test_a_seed_is_a_game_and_its_code_is_the_same_game(play):
    assert word_of(play, "seed=7") == word_of(play, "seed=7")
    assert len({word_of(play, f"seed={seed}") for seed in range(8)}) > 4
    lies = ("seed=7", "channel=lies", "rules.max_guesses=8", "boards=2")
    lines = "aback\nabode\n"
    one = play(lines, *lies)
    two = play(lines, f"play.code={one.summary['code']}")
    assert one.replies == two.replies
    assert one.summary == two.summary
    assert one.summary["boards"][1]["rows"]


def test_a_game_that_is_not_seeded_is_another_one_every_time(play):
    assert len({play("", "seed=null").summary["code"] for _ in range(4)}) > 1


def test_a_day_is_the_same_for_everyone(play):
    assert word_of(play, "play.date=2026-11-30") == word_of(play, "play.date=2026-11-30", "seed=3")
    assert word_of(play, "play.date=2026-11-30") != word_of(play, "play.date=2026-12-01")


def test_a_word_becomes_a_code_and_the_code_a_game(play):
    given = play("", "play.word=aback")
    (reply,) = given.replies
    assert "aback" not in given.out
    assert word_of(play, f"play.code={reply['code']}") == "aback"
    (reply,) = play("", "play.word=[aback,abode]").replies
    boards = play("give up", f"play.code={reply['code']}").replies[1]["boards"]
    assert [board["answer"] for board in boards] == ["aback", "abode"]


def test_a_code_brings_its_lexicon(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    out = f"hydra.run.dir='{tmp_path}'"
    assert run_entry_point(task, "play", ["lexicon=spanish", 'play.word="sueño"', out], "play") == 0
    code = json.loads(capsys.readouterr().out)["code"]
    assert code.startswith("spanish-")
    monkeypatch.setattr(sys, "stdin", io.StringIO("rosea\nsuen\u0303o\n"))
    assert run_entry_point(task, "play", [f"play.code={code}", out], "play") == 0
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (replies[2]["status"], replies[2]["guesses"]) == ("won", ["rosea", "sueño"])


def test_the_adversary_lets_itself_be_found(play):
    done = play("".join(f"{line}\n" for line in ("aback", "give up")), "play.adversary=true")
    assert done.replies[0]["max_guesses"] == 100
    assert done.replies[0]["open_answers"] > done.replies[1]["open_answers"] > 1
    assert done.replies[2]["status"] == "given_up"


def test_commands_are_no_guesses(play):
    done = play("help\n/code\n?\nquit\naback\n", "seed=7")
    _, help_, code, again, *rest = done.replies
    assert help_ == again
    assert "give up" in help_["help"]
    assert code["code"] == done.summary["code"]
    assert rest == []
    assert done.summary["status"] == "playing"


def test_a_command_that_is_a_word_is_a_guess_unless_it_has_a_slash(tmp_path, monkeypatch, capsys):
    words = tmp_path / "words.txt"
    words.write_text("help\nquit\ncode\nsalt\n", encoding="utf-8")
    argv = ["lexicon=custom", f"lexicon.answers='{words}'", "play.code=null", "seed=1", f"hydra.run.dir='{tmp_path}/o'"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("/help\nhelp\n/quit\nsalt\n"))
    assert run_entry_point(task, "play", argv, "play") == 0
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert list(replies[1]) == ["help"]
    assert replies[2]["guesses"] == ["help"]
    assert len(replies) == 3 + (replies[2]["status"] == "won")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["boards=0"], "boards: is 0; give 1 to 8"),
        (["boards=9"], "boards: is 9; give 1 to 8"),
        (["boards=2", "rules.mode=hard"], "rules.mode: is hard, which goes with boards=1"),
        (["boards=2", "play.adversary=true"], "boards: is 2, all of which the adversary would answer alike"),
        (["play.adversary=true", "noise=0.1"], "play.adversary: "),
        (["play.adversary=true", "play.date=today"], "play.adversary: play.date says already what is played"),
        (["play.word=aback", "play.code=custom-abc"], "play.code: play.word says already what is played"),
        (["channel=adversary"], "channel: adversary foresees a solver"),
        (["channel=lies", "channel.k=9"], "channel.k: is 9"),
        (["channel=lies", "noise=0.1"], "noise: is 0.1, but channel=lies does not read it"),
        (["noise=2"], "noise is 2.0: it is the share of wrong tiles"),
        (["seed=-1"], "seed: is -1; give 0 to"),
        (["play.word=crany"], "play.word: 'crany' is not a word of the lexicon"),
        (["play.word=[aback,aback]"], "play.word: has a word twice"),
        (["play.word=[aback,abode]", "boards=3"], "boards: is 3, but play.word gives 2; give as many"),
        (["play.date=tomorrow"], "play.date: 'tomorrow' is no date"),
        (["play.code=crane"], "play.code: 'crane' is no code of a game"),
        (["play.code=custom-aaaa"], "play.code: 'custom-aaaa' is damaged or incomplete"),
        (["rules.max_guesses=0"], "rules.max_guesses: is 0; give 1 to 100"),
        (["colours=pink"], "colours: 'pink' is not"),
        (["bords=2"], "boards"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(play, argv, message):
    done = play("", *argv)
    assert done.status == 2
    assert done.out == ""
    assert message in done.err
    assert done.err.count("\n") == 1


class Person:
    """Someone at a terminal of 80 columns."""

    def __init__(self, tmp_path, *argv, **environment):
        self.ours, theirs = pty.openpty()
        self.text = ""
        command = [sys.executable, "-m", "wordle_jax.play", *argv, f"hydra.run.dir='{tmp_path}'"]
        settings = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={k: v for k, v in os.environ.items() if k != "NO_COLOR"} | settings | environment,
            start_new_session=True,
        )
        os.close(theirs)

    def see(self, text: str) -> None:
        """Wait for a text."""
        self._read_until(lambda: text in ESCAPES.sub("", self.text))

    def see_prompt(self, number: int) -> None:
        """Wait until a line is edited for the so-manieth time: the terminal is told to mark what is pasted."""
        self._read_until(lambda: self.text.count("\x1b[?2004h") >= number)

    def _read_until(self, is_seen: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not is_seen():
            assert time.monotonic() < deadline, self.text
            if select.select([self.ours], [], [], 1)[0]:
                try:
                    self.text += os.read(self.ours, 65536).decode(errors="replace")
                except OSError:
                    assert is_seen(), self.text
                    return

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\r".encode())

    def wait(self) -> int:
        """Wait for the end, and return the exit status."""
        return self.process.wait(60)

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.ours)
        self.process.kill()  # which does nothing once it has ended
        self.process.wait(60)


def test_a_person_plays_at_a_terminal(tmp_path):
    with Person(tmp_path, "seed=7", "rules.mode=hard") as person:
        person.see("guess 1 of 6>")
        person.type("")  # as good as nothing
        person.type("crane")
        person.see("guess 2 of 6>")
        person.type("slept")
        person.see("Not taken: hard mode does not allow slept: a is green at place 3 (crane bbgbb)")
        person.type("code")
        person.see("play.code=english-")
        person.type("give up")
        person.see("Given up: the word was stall.")
        person.see("⬛⬛🟩⬛⬛")
        assert "\x1b[1;38" in person.text  # colour
        assert " c  r [A] n  e " in ESCAPES.sub("", person.text)
        assert person.wait() == 0
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["status"] == "given_up"


def test_no_colour_is_shown_to_who_wants_none_and_ctrl_d_leaves(tmp_path):
    with Person(tmp_path, "seed=7", NO_COLOR="1") as person:
        person.see("guess 1 of 6>")
        person.type("crane")
        person.see("guess 2 of 6>")
        os.write(person.ours, b"\x04")
        person.see("The game is left as it is.")
        assert not re.search(r"\x1b\[[0-9;]*(3[0-8]|4[0-8])[;m]", person.text)
        assert person.wait() == 0
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["guesses"] == ["crane"]


def test_ctrl_c_drops_the_line_and_tells_how_to_leave(tmp_path):
    with Person(tmp_path, "seed=7") as person:
        person.see("guess 1 of 6>")
        person.type("crane")
        person.see("guess 2 of 6>")
        os.write(person.ours, b"sl")
        person.see("guess 2 of 6> sl")
        os.write(person.ours, b"\x03")
        person.see_prompt(3)
        os.write(person.ours, b"\x03")
        person.see("quit leaves the game.")
        person.type("quit")
        person.see("The game is left as it is.")
        assert person.wait() == 0
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["guesses"] == ["crane"]
