"""Compilations are counted, and their time once."""

import time

import jax
import jax.numpy as jnp
import pytest

from wordle_jax.compile_log import CompileLog, compile_log

TRACE = "/jax/core/compile/jaxpr_trace_duration"
LOWER = "/jax/core/compile/jaxpr_to_mlir_module_duration"
COMPILE = "/jax/core/compile/backend_compile_duration"


def test_a_new_shape_is_one_compilation_and_an_old_one_is_none() -> None:
    log = compile_log()
    double = jax.jit(lambda x: 2 * x)
    before = log.count
    start, seconds = time.perf_counter(), log.seconds
    double(jnp.arange(7)).block_until_ready()
    once = log.count
    double(jnp.arange(7)).block_until_ready()
    assert log.count == once > before
    assert 0 < log.seconds - seconds <= time.perf_counter() - start
    double(jnp.arange(9)).block_until_ready()
    assert log.count > once


def test_there_is_one_log_a_process() -> None:
    assert compile_log() is compile_log()


def test_stages_add_up_and_one_within_another_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    log = CompileLog()
    for end, event, duration in [
        (2.0, TRACE, 1.0),
        (4.0, TRACE, 1.0),
        (5.0, TRACE, 4.5),  # from 0.5 on: it holds both before it
        (6.0, LOWER, 0.5),
        (8.0, COMPILE, 2.0),
        (8.0, "/jax/some/other/duration", 8.0),
    ]:
        monkeypatch.setattr(time, "perf_counter", lambda end=end: end)
        log.on_event(event, duration, fun_name="play")
    assert log.seconds == 4.5 + 0.5 + 2.0
    assert log.count == 1
