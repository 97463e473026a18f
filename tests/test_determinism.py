"""The same question has the same bytes, wherever and in whatever portions the games are played."""

from functools import cache
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from command_line import Outcome, finish, play_well, start, use_small_english

from wordle_jax.executor import choice

QUESTIONS = {
    "clean": ("solver=csp_aware", "games.sample=60"),
    "noisy": ("solver=csp_aware", "noise=0.1", "games.sample=30"),
    "drawn": ("solver=random", "games.sample=30", "games.replicates=2"),
    "drawn, noisy": ("solver=random", "noise=0.1", "games.sample=20", "games.replicates=3"),
    "lied to": ("solver=csp_aware", "channel=adversary", "games.sample=8"),
    "weighted, hard": ("solver=bayes_entropy", "noise=0.1", "games.sample=20", "rules.mode=hard"),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, english) -> list[str]:
    """The arguments that name a lexicon of 290 answers."""
    return use_small_english(tmp_path_factory.mktemp("lexicon"), english)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, small):
    """Plays a question in this process in one go, once."""

    @cache
    def play_once(question: str) -> Outcome:
        directory = tmp_path_factory.mktemp("asked")
        return play_well(directory, *small, *QUESTIONS[question], "executor=local", "executor.chunk=100000")

    return play_once


# --- executors


@pytest.mark.parametrize("chunk", [1, 7])
@pytest.mark.parametrize("question", QUESTIONS)
def test_chunks_leave_no_trace(question: str, chunk: int, small, asked, tmp_path: Path) -> None:
    argv = [*small, *QUESTIONS[question], "executor=local", f"executor.chunk={chunk}"]
    assert play_well(tmp_path, *argv).results == asked(question).results


def test_large_chunks_leave_no_trace(tmp_path: Path) -> None:
    argv = ["solver=random", "noise=0.1", "games.sample=1100", "executor=local"]
    outcomes = [play_well(tmp_path / chunk, *argv, f"executor.chunk={chunk}") for chunk in ("513", "100000")]
    assert outcomes[0].results == outcomes[1].results
    assert outcomes[0].summary["games"] == 1100


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("workers", [1, 2])
def test_ray_leaves_no_trace(workers: int, question: str, small, asked, tmp_path: Path) -> None:
    argv = [*small, *QUESTIONS[question], "executor=ray", f"executor.workers={workers}", "executor.chunk=13"]
    outcome = play_well(tmp_path, *argv)
    assert outcome.results == asked(question).results
    assert "playing on Ray on this machine (executor=ray)\n" in outcome.out


@pytest.mark.parametrize("question", ["noisy", "drawn, noisy"])
def test_going_on_with_ray_leaves_no_trace(
    question: str, small, asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "_PROBE_GAMES", 20)
    monkeypatch.setattr(choice, "_RAY_START_SECONDS", 0.0)
    argv = [*small, *QUESTIONS[question], "executor=auto", "executor.workers=2", "executor.chunk=11"]
    outcome = play_well(tmp_path, *argv)
    assert outcome.results == asked(question).results
    assert "going on with Ray: 0 s of work are left for 2 cores (executor=auto)\n" in outcome.out


def test_new_process_leaves_no_trace(small, asked, tmp_path: Path) -> None:
    process = start(tmp_path, *small, *QUESTIONS["noisy"], PYTHONHASHSEED="7")
    outcome = finish(process, tmp_path)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.results == asked("noisy").results


# --- seeds and noise


@pytest.mark.parametrize("question", ["noisy", "drawn", "drawn, noisy"])
def test_another_seed_has_other_games(question: str, small, asked, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, *QUESTIONS[question], "seed=43")
    assert outcome.read("games.parquet") != asked(question).read("games.parquet")


def test_nothing_is_drawn_without_noise(small, tmp_path: Path) -> None:
    games = {play_well(tmp_path / seed, *small, f"seed={seed}").read("games.parquet") for seed in "12"}
    assert len(games) == 1


def test_noise_that_never_strikes_is_the_clean_game(small, tmp_path: Path) -> None:
    for solver in ("solver=csp_aware", "solver=random"):
        argv = [*small, solver, "games.sample=60"]
        clean = play_well(tmp_path / f"clean {solver}", *argv, "noise=0")
        rare = play_well(tmp_path / f"rare {solver}", *argv, "noise=1e-11")
        assert clean.read("games.parquet") == rare.read("games.parquet")


# --- selections


def rows_by_game(outcome: Outcome) -> dict[tuple[str, int], dict]:
    rows = pq.read_table(outcome.directory / "games.parquet").to_pylist()
    return {(row["answer"], row["replicate"]): row for row in rows}


def test_sample_replays_games_of_the_full_run(small, tmp_path: Path) -> None:
    argv = [*small, "solver=random", "noise=0.1", "games.replicates=2"]
    full = rows_by_game(play_well(tmp_path / "full", *argv))
    sample = rows_by_game(play_well(tmp_path / "sample", *argv, "games.sample=50"))
    more = rows_by_game(play_well(tmp_path / "more", *argv, "games.sample=50", "games.replicates=3"))
    assert (len(full), len(sample), len(more)) == (580, 100, 150)
    assert sample.items() <= full.items()
    assert sample.items() <= more.items()
    replicates = [[row["guesses"] for (_, number), row in full.items() if number == which] for which in (0, 1)]
    assert replicates[0] != replicates[1]


def test_sample_replays_games_of_a_larger_sample(small, tmp_path: Path) -> None:
    argv = [*small, "solver=csp_aware", "noise=0.1"]
    words = [answer for answer, _ in rows_by_game(play_well(tmp_path / "some", *argv, "games.sample=60"))]
    some = rows_by_game(play_well(tmp_path / "few", *argv, f"games.answers=[{','.join(words)}]", "games.sample=9"))
    assert some.items() <= rows_by_game(Outcome(0, "", "", tmp_path / "some")).items()


def test_order_and_case_of_answers_do_not_matter(small, asked, tmp_path: Path) -> None:
    words = [row["answer"] for row in rows_by_game(asked("noisy")).values()][:9]
    shuffled = np.random.default_rng(1).permutation([*words, words[0]]).tolist()
    argv = [*small, "noise=0.1"]
    one = play_well(tmp_path / "one", *argv, f"games.answers=[{','.join(words)}]")
    two = play_well(tmp_path / "two", *argv, f"games.answers=[{','.join(word.upper() for word in shuffled)}]")
    assert one.results == two.results
    assert rows_by_game(one).items() <= rows_by_game(asked("noisy")).items()
