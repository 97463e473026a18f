"""A Ray that is started or joined, and what is said of one that is not."""

from typing import Any

import pytest

from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig, start


def test_ray_of_this_machine_is_one_of_its_own(no_ray: dict[str, Any]) -> None:
    assert start.start_ray(ExecutorConfig("ray")) == "one:8265"
    assert no_ray["address"] == "local"
    assert no_ray["num_cpus"] >= 1


def test_ray_that_does_not_start_is_one_line(no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def fail(**options: Any) -> None:
        raise ConnectionError("\nno head node\nat all")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(UserError, match=r"^cannot start Ray: no head node$"):
        start.start_ray(ExecutorConfig("ray"))
    monkeypatch.setattr(start, "check_address", lambda address, where="": None)
    turned_away = r"^executor\.address: Ray at one:1 turns us away \(no head node\); if it asks for a token, set "
    with pytest.raises(UserError, match=turned_away):
        start.start_ray(ExecutorConfig("ray", address="one:1"))
