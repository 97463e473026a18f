"""The command as a person meets it on a terminal, and as another program through a pipe."""

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from command_line import use_small_english

from tests.assist.helpers import tiny_assistant
from wordle_jax.assist.position import MOST_BOARDS, Position, Turn
from wordle_jax.assist.preparing import prepare_ways_out
from wordle_jax.entry import run_entry_point

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")

_PATIENCE = 60
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r|.\x08")


class Terminal:
    """A pseudo-terminal of 80 columns with the command in it."""

    def __init__(self, folder, *argv, **environment):
        self.mine, its = pty.openpty()
        settings = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "80", "LINES": "50"}
        # A cache of its own, so that there is no history, but for what is compiled.
        inherited = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wordle_jax.assist", *argv, f"hydra.run.dir='{folder / 'run'}'"],
            stdin=its,
            stdout=its,
            stderr=its,
            env=inherited | settings | environment,
            start_new_session=True,
        )
        os.close(its)
        self.raw, self.last, self.whole = "", "", ""

    def wait_for(self, text):
        """Read on until a text is shown and a line is edited; return what was shown since, without escape codes."""
        deadline = time.monotonic() + _PATIENCE
        while text not in _ESCAPES.sub("", self.raw) or not self._edits():
            assert time.monotonic() < deadline, f"no {text!r} in {self.raw!r}"
            assert self._read(), f"the end comes before {text!r} in {self.raw!r}"
        shown = _ESCAPES.sub("", self.raw)
        self.last, self.raw = self.raw, ""
        return shown

    def _edits(self):
        """Whether a line is edited: the terminal was told to mark what is pasted, which it is told at each prompt."""
        return self.whole.rfind("\x1b[?2004h") > self.whole.rfind("\x1b[?2004l")

    def type(self, line):
        os.write(self.mine, line.encode() + b"\r")

    def finish(self):
        """Return the exit status, and the rest of what is shown."""
        while self._read():
            pass
        return self.process.wait(_PATIENCE), _ESCAPES.sub("", self.raw)

    def _read(self):
        if not select.select([self.mine], [], [], _PATIENCE)[0]:
            return False
        try:
            data = os.read(self.mine, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += data.decode(errors="replace")
        self.whole += data.decode(errors="replace")
        return bool(data)


@pytest.fixture(scope="module")
def small(english, tmp_path_factory):
    """The arguments that name a small lexicon."""
    return use_small_english(tmp_path_factory.mktemp("words"), english)


@pytest.fixture
def terminal(small, tmp_path):
    opened = []

    def open_one(*argv, **environment):
        opened.append(Terminal(tmp_path, *small, *argv, **environment))
        return opened[-1]

    yield open_one
    for one in opened:
        one.process.kill()
        one.process.wait()
        os.close(one.mine)


def test_a_game_on_a_terminal(terminal):
    screen = terminal()
    opening = screen.wait_for("or help.")
    assert "guess 1 of 6" in opening
    assert len(re.findall(r"^ *\d+  [a-z]{5} ", opening, re.MULTILINE)) == 10
    screen.type("aback 00000")
    shown = screen.wait_for("10  ")
    assert " a  b  a  c  k " in shown
    assert "guess 2 of 6" in shown
    screen.type("aback ggggy")
    assert "the fifth tile cannot be yellow" in screen.wait_for("no place")
    screen.type("undo")
    assert "guess 1 of 6" in screen.wait_for("10  ")
    screen.type("aback ggggg")
    assert "solved" in screen.wait_for("aback it is")
    screen.type("help")
    assert "solver NAME" in screen.wait_for("not in it")
    screen.type("quit")
    status, rest = screen.finish()
    assert status == 0
    assert "bye" in rest


def test_lines_fit_and_tiles_are_in_colour(terminal):
    screen = terminal("boards=4")
    screen.wait_for("or help.")
    screen.type("aback 22222 00000 00000 00000")
    shown = screen.wait_for("10  ")
    colours = screen.last
    assert "[A][B][A][C][K]" in shown
    assert "48;" in colours
    assert max(map(len, shown.splitlines())) <= 80


def test_no_colour_is_shown_if_nobody_wants_any(terminal):
    screen = terminal(NO_COLOR="1")
    screen.wait_for("or help.")
    screen.type("aback 22222")
    assert "[A][B][A][C][K]" in screen.wait_for("it is")
    assert "48;" not in screen.last
    assert "38;" not in screen.last


def test_words_are_completed_and_lines_remembered(terminal, english):
    screen = terminal()
    screen.wait_for("or help.")
    os.write(screen.mine, b"solver minim\t")
    screen.wait_for("solver minimax")
    screen.type("")
    screen.wait_for("· minimax")
    os.write(screen.mine, b"\x1b[A")  # the line before, once more
    screen.wait_for("solver minimax")
    screen.type("")
    screen.wait_for("· minimax")


def test_a_reply_that_takes_a_while_says_so(monkeypatch):
    from rich.console import Console

    from wordle_jax.assist import terminal

    monkeypatch.setattr(terminal, "_NOTICED_SECONDS", 0.0)
    console = Console(file=io.StringIO())
    with terminal._thinking(console, "thinking"):
        deadline = time.monotonic() + _PATIENCE
        while "thinking" not in console.file.getvalue():
            assert time.monotonic() < deadline
            time.sleep(0.01)
    monkeypatch.setattr(terminal, "_NOTICED_SECONDS", _PATIENCE)
    quiet = Console(file=io.StringIO())
    with terminal._thinking(quiet, "thinking"):
        pass
    assert "thinking" not in quiet.file.getvalue()


def test_what_is_offered_after_a_contradiction_is_made_ready():
    asked = []

    class Listening(type(tiny_assistant())):
        def advise(self, position, **more):
            asked.append((position.is_tolerant, position.is_widened))
            return super().advise(position, **more)

    plain = tiny_assistant()
    fields = [getattr(plain, name) for name in ("lexicon", "world", "recipe", "rules", "channel", "smoothing")]
    assistant = Listening(*fields)
    for row, widens in ((Turn("speed", ("bbbgg",)), True), (Turn("crate", ("ybggg",)), False)):
        position = Position(turns=(row,))
        contradiction = plain.advise(position).boards[0].contradiction
        assert (contradiction.num_other_words > 0) == widens
        asked.clear()
        prepare_ways_out(assistant, position)
        assert (True, False) in asked
        assert ((False, True) in asked) == widens


def test_ctrl_c_drops_a_line_and_ctrl_d_leaves(terminal):
    screen = terminal()
    screen.wait_for("or help.")
    os.write(screen.mine, b"aba\x03")
    screen.type("aback 00000")
    assert "guess 2 of 6" in screen.wait_for("10  ")
    os.write(screen.mine, b"\x04")
    assert screen.finish()[0] == 0


def test_a_terminal_that_goes_away_ends_it(terminal):
    screen = terminal()
    screen.wait_for("or help.")
    screen.process.send_signal(signal.SIGTERM)
    status, rest = screen.finish()
    assert status == 128 + signal.SIGTERM
    assert "ended by SIGTERM" in rest
    assert "Traceback" not in rest


def test_other_programs_read_json(small, tmp_path):
    command = [sys.executable, "-W", "error", "-m", "wordle_jax.assist", *small, f"hydra.run.dir='{tmp_path}'"]
    done = subprocess.run(command, input="aback 00000\nnope\n\n", capture_output=True, text=True, check=False)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["kind"] for reply in replies] == ["advice", "error", "advice"]
    assert done.returncode == 2
    assert done.stderr == "error: 1 of the lines made no sense; what was wrong with each is in its reply\n"
    done = subprocess.run(command, input="aback 00000\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == replies[0]


def test_a_closed_output_is_an_error(small, tmp_path):
    command = [sys.executable, "-m", "wordle_jax.assist", *small, f"hydra.run.dir='{tmp_path}'"]
    closing = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(closing, input="aback 00000\n", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: the standard output is closed")


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ("boards=0", f"boards: is 0; give 1 to {MOST_BOARDS}"),
        ("boards=two", "boards: 'two' is not a whole number"),
        ("noise=2", "noise is 2.0: it is the share of wrong tiles, give 0 to 1"),
        ("colours=red", "colours: 'red' is not a colours; choose one of standard, high_contrast"),
        ("solver=nobody", "solver=nobody"),
        ("boarsd=2", "boarsd"),
        ("solver.opener=xxxxx", "solver.opener: 'xxxxx' is not a word"),
        ("rules.mode=soft", "rules.mode: 'soft' is not a mode"),
    ],
)
def test_a_bad_setting_is_one_line(argument, problem, tmp_path, capsys):
    from wordle_jax.assist.__main__ import task

    assert run_entry_point(task, "assist", [argument, f"hydra.run.dir='{tmp_path}'"], config_name="assist") == 2
    err = capsys.readouterr().err
    assert problem in err
    assert err.count("\n") == 1


def test_help_is_useful(capsys):
    from wordle_jax.assist.__main__ import task

    assert run_entry_point(task, "assist", ["--help"], config_name="assist") == 0
    out = capsys.readouterr().out
    assert "python -m wordle_jax.assist boards=4" in out
    assert "crane 02001" in out
