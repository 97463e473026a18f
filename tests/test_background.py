"""The end of a process beside threads that compile."""

import threading

import pytest

from wordle_jax.background import end_process, start_thread


def test_a_thread_that_still_compiles_cannot_abort_the_end(monkeypatch):
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    may_end = threading.Event()
    thread = start_thread(may_end.wait, 30)
    for _ in range(2):
        with pytest.raises(SystemExit, match="3"):
            end_process(3)
        may_end.set()
        thread.join()
    assert ended == [3]
