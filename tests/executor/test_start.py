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
    turned_away = r"^executor\.address: Ray at one:1 turns us away \(no head node\); if it asks for a token, put "
    with pytest.raises(UserError, match=turned_away):
        start.start_ray(ExecutorConfig("ray", address="one:1"))


@pytest.mark.parametrize(
    ("addresses", "kept", "error"),
    [
        ([], "127.0.0.1:1", r"^RAY_ADDRESS: auto: nobody answers at 127\.0\.0\.1:1 "),  # that one has ended since
        ([], None, r"^RAY_ADDRESS: auto is the Ray that `ray start` made on this machine; there is none$"),
        (["127.0.0.1:2"], "127.0.0.1:1", r"^RAY_ADDRESS: auto: nobody answers at 127\.0\.0\.1:2 "),
    ],
)
def test_ray_that_was_here_is_one_line(
    no_ray: dict[str, Any], monkeypatch: pytest.MonkeyPatch, addresses: list[str], kept: str | None, error: str
) -> None:
    from ray._private import services

    monkeypatch.setattr(services, "find_gcs_addresses", lambda: addresses)
    monkeypatch.setattr(services, "find_bootstrap_address", lambda folder: kept)
    monkeypatch.setenv("RAY_ADDRESS", "auto")
    with pytest.raises(UserError, match=error):
        start.start_ray(ExecutorConfig("ray"))
    assert no_ray == {}
