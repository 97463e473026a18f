"""Further configurations, as a job composes them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from wordle_jax.entry import run_entry_point
from wordle_jax.entry.option import Composer
from wordle_jax.errors import UserError


def run(conf: Path, *argv: str) -> tuple[dict[str, Any], int]:
    """The solvers that a job of this command line composes, or the complaints about them; and its exit status."""
    found: dict[str, Any] = {}

    def find(_: dict[str, Any], directory: Path) -> None:
        composer = Composer("config")
        for name in ("random", "csp_aware", "entropy", "mine", "randm"):
            try:
                values = composer.compose([f"solver={name}"])
                assert "hydra" not in values
                found[name] = values["solver"]
            except UserError as error:
                found[name] = str(error)

    return found, run_entry_point(find, "run", argv, config_dir=conf)


def test_solvers_are_composed_whatever_the_job_was_asked_for(conf: Path) -> None:
    found, status = run(conf, "solver=csp_aware")
    assert status == 0
    assert found["random"] == {"name": "random", "opener": "computed", "score": "none"}
    assert found["csp_aware"] == {"name": "csp_aware", "opener": "computed", "score": "expected_size"}
    assert found["entropy"].startswith("solver.score: ")
    choice = "choose one of csp_aware, entropy, random"
    assert found["mine"] == f"solver=mine: 'mine' is not in the group solver; {choice}"
    assert found["randm"] == f"solver=randm: 'randm' is not in the group solver (did you mean random?); {choice}"


def test_options_of_ones_own(conf: Path, tmp_path: Path) -> None:
    (tmp_path / "own" / "solver").mkdir(parents=True)
    (tmp_path / "own" / "solver" / "mine.yaml").write_text(yaml.safe_dump({"name": "mine"}), encoding="utf-8")
    found, status = run(conf, "--config-dir", str(tmp_path / "own"))
    assert status == 0
    assert found["mine"] == {"name": "mine"}


def test_files_that_are_no_yaml(conf: Path) -> None:
    (conf / "solver" / "mine.yaml").write_text("a: [", encoding="utf-8")
    found, _ = run(conf)
    assert "mine.yaml, line " in found["mine"]


def test_settings_come_after_overrides(conf: Path) -> None:
    def find(_: dict[str, Any], directory: Path) -> None:
        composer = Composer("config")
        for given in ({"solver": "random", "noise": 0.25}, {"noise": 0.25, "solver": "random"}):
            values = composer.compose(["noise=0.5"], given)
            assert (values["solver"]["name"], values["noise"]) == ("random", 0.25)
            # What was composed before is as it was.
            assert composer.compose(["noise=0.5"])["noise"] == 0.5
        assert composer.compose([], {"noise": None})["noise"] is None
        with pytest.raises(UserError, match="there is no key nois"):
            composer.compose([], {"nois": 0.25})

    assert run_entry_point(find, "run", [], config_dir=conf) == 0
