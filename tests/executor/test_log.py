"""What is kept of an execution beside its games."""

from types import SimpleNamespace

import pytest

from wordle_jax.executor import ExecutionLog, log


def test_start_is_timed_without_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, compiled = iter([10.0, 17.0, 20.0, 21.0]), iter([1.0, 3.0, 3.0, 3.0])
    monkeypatch.setattr(log.time, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(log, "compile_log", lambda: SimpleNamespace(seconds=next(compiled)))
    execution = ExecutionLog(lambda line: None)
    for expected in (5.0, 6.0):
        with execution.starting():
            pass
        assert execution.start_seconds == expected
