"""A signal to stop ends the process at once, is raised, or waits, and is never lost."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from wordle_jax import interrupts
from wordle_jax.interrupts import Stopped, as_stopped, holding_stops, raising_stops

SIGNALS = [signal.SIGINT, signal.SIGTERM]


@pytest.fixture(autouse=True)
def _answering():
    before = {number: signal.signal(number, signal.default_int_handler) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def run(program: str, *, parent_ignores: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program that may use this module; the parent may have told it to ignore a signal."""
    lines = ["import signal, sys", "from wordle_jax.interrupts import *", program]
    if parent_ignores is not None:
        lines.insert(1, f"signal.signal({int(parent_ignores)}, signal.SIG_IGN)")
    return subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("number", "status", "error"),
    [(signal.SIGINT, 130, "error: interrupted\n"), (signal.SIGTERM, 143, "error: ended by SIGTERM\n")],
)
def test_until_there_is_anything_to_keep_the_process_ends_at_once(number: int, status: int, error: str) -> None:
    done = run(f"with ending_at_once():\n    signal.raise_signal({int(number)})\n    print('on')")
    assert (done.returncode, done.stdout, done.stderr) == (status, "", error)


def test_a_closed_terminal_does_not_keep_it_alive() -> None:
    done = run(
        "import os\nos.close(2)\nwith ending_at_once():\n    signal.raise_signal(signal.SIGINT)\n    print('on')"
    )
    assert (done.returncode, done.stdout) == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no nohup")
def test_what_the_parent_ignores_stays_ignored() -> None:
    program = "with ending_at_once(), raising_stops():\n    signal.raise_signal(signal.SIGHUP)\nprint('on')"
    done = run(program, parent_ignores=signal.SIGHUP)
    assert (done.returncode, done.stdout, done.stderr) == (0, "on\n", "")


def test_the_end_is_not_disturbed() -> None:
    done = run("ignore_stops()\nsignal.raise_signal(signal.SIGINT)\nsignal.raise_signal(signal.SIGTERM)\nprint('on')")
    assert (done.returncode, done.stdout, done.stderr) == (0, "on\n", "")


@pytest.mark.parametrize("number", SIGNALS)
def test_raised_with_the_status_that_tells_which(number: int) -> None:
    with raising_stops(), pytest.raises(Stopped) as caught:
        signal.raise_signal(number)
    assert caught.value.status == 128 + number
    assert as_stopped(caught.value) is caught.value
    assert as_stopped(KeyboardInterrupt()).status == 128 + number  # what a library makes of it
    assert all(signal.getsignal(one) is signal.default_int_handler for one in SIGNALS)


def test_a_signal_of_an_earlier_run_is_not_taken_for_one_of_this_run() -> None:
    with raising_stops(), pytest.raises(Stopped):
        signal.raise_signal(signal.SIGTERM)
    with raising_stops(), pytest.raises(KeyboardInterrupt) as caught:
        raise KeyboardInterrupt
    assert as_stopped(caught.value).number == signal.SIGINT


def test_held_signal_is_raised_at_the_end() -> None:
    steps = []

    def press_twice() -> None:
        with holding_stops():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)
            steps.append("block")
        steps.append("after")

    with pytest.raises(Stopped) as caught:
        press_twice()
    assert caught.value.number == signal.SIGTERM
    assert steps == ["block"]


def test_held_signal_is_raised_where_it_may_be() -> None:
    steps = []

    def press_before_it_may_be_raised() -> None:
        with holding_stops():
            signal.raise_signal(signal.SIGINT)
            steps.append("held")
            with raising_stops():
                steps.append("raised")
            steps.append("after")

    with pytest.raises(Stopped):
        press_before_it_may_be_raised()
    assert steps == ["held"]
    with holding_stops(), raising_stops():
        steps.append("not held any more")
    assert steps == ["held", "not held any more"]


def test_impatience_does_not_disturb_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []

    def press_again_while_saving() -> None:
        with raising_stops():
            try:
                signal.raise_signal(signal.SIGINT)
            except Stopped:
                signal.raise_signal(signal.SIGINT)
                steps.append("saved")
                monkeypatch.setattr(interrupts.time, "monotonic", lambda: float("inf"))
                signal.raise_signal(signal.SIGTERM)
                steps.append("never")

    with pytest.raises(Stopped) as caught:
        press_again_while_saving()
    assert (steps, caught.value.number) == (["saved"], signal.SIGTERM)


def test_impatience_does_not_end_the_process_either() -> None:
    lines = [
        "with ending_at_once():",
        "    try:",
        "        with raising_stops():",
        "            signal.raise_signal(signal.SIGINT)",
        "    except KeyboardInterrupt:",
        "        signal.raise_signal(signal.SIGINT)",
        "        print('told')",
    ]
    done = run("\n".join(lines))
    assert (done.returncode, done.stdout, done.stderr) == (0, "told\n", "")


def test_no_signal_no_answer() -> None:
    with holding_stops():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_error_inside_goes_before_a_held_signal() -> None:
    def press_and_fail() -> None:
        with holding_stops():
            signal.raise_signal(signal.SIGINT)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        press_and_fail()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("state", [holding_stops, raising_stops])
def test_other_threads_may_use_it_though_no_signal_reaches_them(state: Callable) -> None:
    done = []

    def work() -> None:
        with state():
            done.append(signal.getsignal(signal.SIGINT) is signal.default_int_handler)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_signal_in_a_callback_of_the_garbage_collector_is_raised_again() -> None:
    def press(phase: str, _: object) -> None:
        if phase == "start":
            gc.callbacks.remove(press)
            signal.raise_signal(signal.SIGTERM)

    def collect_and_go_on() -> None:
        with raising_stops():
            gc.collect()
            for _ in range(1000):
                time.sleep(0.01)

    hook = sys.unraisablehook
    gc.callbacks.append(press)
    with pytest.raises(Stopped) as caught:
        collect_and_go_on()
    assert caught.value.number == signal.SIGTERM
    assert sys.unraisablehook is hook


def test_other_errors_that_cannot_be_raised_go_where_they_went(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ZeroDivisionError

    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: seen.append(lost.exc_type))
    with raising_stops():
        Broken()
        gc.collect()
    assert seen == [ZeroDivisionError]
