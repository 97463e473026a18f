"""Platforms: devices, the cache of compiled kernels, and a GPU that is not there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jax
import pytest

from wordle_jax import platform
from wordle_jax.platform import available_cores, guess_mesh, scatters_well

CONFIGURE = """
import json, sys
import jax, jax.numpy as jnp
from wordle_jax.errors import UserError
from wordle_jax.platform import configure_jax, guess_mesh
lines = []
try:
    configure_jax("gpu")
except UserError as error:
    lines.append(str(error))
for platform in ("cpu", "auto", "cpu"):
    configure_jax(platform)
jax.block_until_ready(jax.jit(lambda x: x * 3 + 1)(jnp.arange(5)))
try:
    configure_jax("gpu")
except UserError as error:
    lines.append(str(error))
configure_jax()
print(json.dumps({
    "lines": lines,
    "backend": jax.default_backend(),
    "devices": jax.local_device_count(),
    "mesh": guess_mesh().size,
    "cache": jax.config.jax_compilation_cache_dir,
}))
"""


def configure(tmp_path, **environment):
    """What a process of its own finds, with its cache in a temporary folder."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "XLA_"))}
    folders = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "LOCALAPPDATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", CONFIGURE],
        capture_output=True,
        text=True,
        check=True,
        env=kept | folders | environment,
    )
    return json.loads(done.stdout)


def test_a_process_is_set_up(tmp_path):
    found = configure(tmp_path)
    assert found["backend"] == "cpu"
    assert found["devices"] == found["mesh"] == min(available_cores(), 8)
    cache = Path(found["cache"])
    assert tmp_path in cache.parents
    assert cache.parts[-2:] == ("wordle_jax", "xla")
    assert any(cache.iterdir()), "even the smallest kernel is kept"
    # No GPU before the devices are started, nor after; and the process goes on.
    assert len(found["lines"]) == 2
    for line in found["lines"]:
        assert line.startswith("platform=gpu: ")
        assert "platform=cpu" in line
        assert "\n" not in line


def test_a_cache_of_ones_own_is_kept(tmp_path):
    own = tmp_path / "mine"
    assert configure(tmp_path, JAX_COMPILATION_CACHE_DIR=str(own))["cache"] == str(own)
    assert any(own.iterdir())


def test_guesses_are_split_over_all_devices():
    mesh = guess_mesh()
    assert mesh.axis_names == ("guess",)
    assert mesh.size == jax.local_device_count() == 2
    assert guess_mesh() is mesh


@pytest.mark.parametrize(("backend", "expected"), [("cpu", True), ("gpu", False), ("tpu", False)])
def test_only_a_cpu_scatters_well(backend, expected, monkeypatch):
    monkeypatch.setattr(platform.jax, "default_backend", lambda: backend)
    assert scatters_well() == expected


def test_cores_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    assert available_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert available_cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1
