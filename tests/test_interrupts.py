"""Ctrl-C is never lost, and waits where it must."""

import gc
import signal
import sys
import threading
import time

import pytest

from wordle_jax.interrupts import holding_interrupts, repeating_lost_interrupts


@pytest.fixture(autouse=True)
def _answering(monkeypatch: pytest.MonkeyPatch):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_held_interrupt_is_answered_at_the_end() -> None:
    steps = []

    def press_twice() -> None:
        with holding_interrupts():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            steps.append("block")
        steps.append("after")

    with pytest.raises(KeyboardInterrupt):
        press_twice()
    assert steps == ["block"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_no_interrupt_no_answer() -> None:
    with holding_interrupts():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_error_inside_goes_before_a_held_interrupt() -> None:
    def press_and_fail() -> None:
        with holding_interrupts():
            signal.raise_signal(signal.SIGINT)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        press_and_fail()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_may_hold_what_never_reaches_them() -> None:
    done = []

    def hold() -> None:
        with holding_interrupts():
            done.append(True)

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert done


def test_interrupt_in_a_callback_of_the_garbage_collector_is_raised_again() -> None:
    def press(phase: str, _: object) -> None:
        if phase == "start":
            gc.callbacks.remove(press)
            signal.raise_signal(signal.SIGINT)

    def collect_and_go_on() -> None:
        with repeating_lost_interrupts():
            gc.collect()
            for _ in range(1000):
                time.sleep(0.01)

    hook = sys.unraisablehook
    gc.callbacks.append(press)
    with pytest.raises(KeyboardInterrupt):
        collect_and_go_on()
    assert sys.unraisablehook is hook


def test_other_errors_that_cannot_be_raised_go_where_they_went(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ZeroDivisionError

    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: seen.append(lost.exc_type))
    with repeating_lost_interrupts():
        Broken()
        gc.collect()
    assert seen == [ZeroDivisionError]
