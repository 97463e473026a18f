"""What stands for Ray where none is started."""

from types import SimpleNamespace
from typing import Any

import pytest

from wordle_jax.executor import connection, start


@pytest.fixture
def no_ray(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A Ray that is not started and notes what it is asked for."""
    import ray

    asked: dict[str, Any] = {}
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(
        ray, "init", lambda **options: asked.update(options) or SimpleNamespace(dashboard_url="one:8265")
    )
    monkeypatch.setattr(ray, "shutdown", lambda: asked.update(left=True))
    monkeypatch.setattr(ray, "kill", lambda worker: asked.setdefault("killed", []).append(worker))
    monkeypatch.setattr(start.atexit, "register", lambda function: None)
    monkeypatch.setattr(connection, "_pools", {})
    return asked
