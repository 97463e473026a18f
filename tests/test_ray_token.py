"""The token of Ray is shown where there is one, and nobody has said whether to show it."""

import os
from pathlib import Path

import pytest

from wordle_jax.ray_token import show_ray_token


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without a token."""
    monkeypatch.setattr(os, "environ", {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)})
    return tmp_path


def test_there_is_none(home: Path) -> None:
    os.environ["RAY_AUTH_TOKEN"] = ""
    show_ray_token()
    assert "RAY_AUTH_MODE" not in os.environ


@pytest.mark.parametrize("name", ["RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"])
def test_there_is_one_in_the_environment(home: Path, name: str) -> None:
    os.environ[name] = "something"
    show_ray_token()
    assert os.environ["RAY_AUTH_MODE"] == "token"


def test_there_is_one_at_home(home: Path) -> None:
    (home / ".ray").mkdir()
    (home / ".ray" / "auth_token").touch()
    show_ray_token()
    assert os.environ["RAY_AUTH_MODE"] == "token"
    os.environ["RAY_AUTH_MODE"] = "disabled"
    show_ray_token()
    assert os.environ["RAY_AUTH_MODE"] == "disabled"
