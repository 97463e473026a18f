"""What may be asked for."""

from typing import Any

import pytest

from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"workers": 0}, "executor.workers: is 0; give 1 or more, or null"),
        ({"chunk": -1}, "executor.chunk: is -1; give 1 or more, or null"),
        (
            {"kind": "local", "address": "head:6379"},
            "executor.address: is head:6379, but executor=local plays in this process; give null",
        ),
        (
            {"kind": "local", "workers": 2},
            "executor.workers: is 2, but executor=local plays in this process; give null",
        ),
    ],
)
def test_bad_configuration(given: dict[str, Any], error: str) -> None:
    with pytest.raises(UserError) as caught:
        ExecutorConfig(**given)
    assert str(caught.value) == error
