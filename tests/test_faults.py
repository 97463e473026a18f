"""Whoever is killed at whatever moment, the same command comes to the same end."""

import os
import random
from pathlib import Path

import kill_at_random
import pytest
from command_line import Outcome

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for its victims in /proc")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    outcome = kill_at_random.play_undisturbed(tmp_path_factory.mktemp("undisturbed"))
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


# The driver on Ray is for the script itself: each takes long.
@pytest.mark.parametrize("victim", ["driver", "worker", "raylet", "head"])
def test_a_run_survives(victim: str, undisturbed: Outcome, tmp_path: Path) -> None:
    generator = random.Random(int.from_bytes(os.urandom(4), "big"))
    ordeal = kill_at_random.torment(tmp_path / "run", victim, generator, kills=2 if victim == "worker" else 1)
    *stopped, last = ordeal.outcomes
    assert last.results == undisturbed.results
    assert last.err == ""
    assert not any("(raylet)" in outcome.out for outcome in ordeal.outcomes)  # as Ray begins its own lines
    for outcome in stopped:
        assert outcome.status in (-9, 2)
        assert outcome.err == "" if outcome.status == -9 else outcome.err.count("\n") == 1
        assert "Traceback" not in outcome.out + outcome.err
        assert "this is a bug" not in outcome.err
    if stopped:
        assert " games were played before\n" in last.out
