"""A small configuration beside the package's own Hydra settings, in an empty current directory."""

import shutil
from pathlib import Path

import pytest

from wordle_jax.resources import conf_dir

CONFIG = """\
defaults:
  - _self_
  - solver: random
  - lexicon: english
  - override hydra/output: dated
  - override hydra/job_logging: run_log
  - override hydra/hydra_logging: none
  - override hydra/help: run
noise: 0
games:
  answers: all
  sample: null
"""
SOLVERS = {"random": "score: none", "csp_aware": "score: expected_size", "entropy": "score: ${nowhere}"}


@pytest.fixture
def conf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "conf"
    shutil.copytree(conf_dir() / "hydra", folder / "hydra")
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    for group in ("solver", "lexicon"):
        (folder / group).mkdir()
    for name, text in SOLVERS.items():
        recipe = f"name: {name}\nopener: computed\n{text}\n"
        (folder / "solver" / f"{name}.yaml").write_text(recipe, encoding="utf-8")
    (folder / "lexicon" / "english.yaml").write_text("name: english\n", encoding="utf-8")
    (folder / "lexicon" / "custom.yaml").write_text("name: custom\nanswers: ???\n", encoding="utf-8")
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    monkeypatch.delenv("HYDRA_FULL_ERROR", raising=False)
    return folder
