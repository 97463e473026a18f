"""A run that ended halfway goes on: no game is played twice or lost, and another question is refused."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import command_line
import pytest
import yaml
from command_line import Outcome, play, play_well, use_small_english

from wordle_jax import experiment, question
from wordle_jax.directory import keeping_others_out
from wordle_jax.errors import UserError
from wordle_jax.opening import BOOK_FILE
from wordle_jax.outlook import OUTLOOK_FILE
from wordle_jax.resources import data_dir

GAMES = ("solver=random", "noise=0.1", "games.sample=50", "executor=local", "executor.chunk=8")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, english) -> list[str]:
    """The arguments that name a lexicon of 290 answers, and what to play."""
    return [*use_small_english(tmp_path_factory.mktemp("lexicon"), english), *GAMES]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, small) -> Outcome:
    return play_well(tmp_path_factory.mktemp("undisturbed"), *small)


@pytest.fixture
def stop_after(monkeypatch: pytest.MonkeyPatch):
    """Makes the next run end after so many chunks, by Ctrl-C or as it is told, and counts the games of later ones."""
    play_packed = experiment.play_packed
    played: list[int] = []

    def stop(chunks: int, error: BaseException | None = None) -> list[int]:
        stops = [chunks]

        def interrupted(*arguments: object) -> Iterator:
            most = stops.pop() if stops else None
            for number, games in enumerate(play_packed(*arguments)):  # type: ignore[arg-type]
                if number == most:
                    raise error or KeyboardInterrupt
                played.append(len(games))
                yield games

        monkeypatch.setattr(experiment, "play_packed", interrupted)
        return played

    return stop


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


@pytest.mark.parametrize("chunks", [1, 3, 6])
def test_the_same_command_plays_what_is_missing(chunks: int, small, undisturbed, stop_after, tmp_path: Path) -> None:
    played = stop_after(chunks)
    assert play(tmp_path / "run", *small).status == 130
    outcome = play_well(tmp_path / "run", *small)
    assert f"going on with {tmp_path / 'run'}: {8 * chunks} of 50 games were played before\n" in outcome.out
    assert outcome.results == undisturbed.results
    assert sum(played) == 50
    assert outcome.timing["games_played"] == 50 - 8 * chunks
    assert names(tmp_path / "run") == names(undisturbed.directory)


@pytest.mark.parametrize(
    "change",
    [[], ["executor.chunk=3"], ["executor=auto", "executor.chunk=100"], ["executor=ray", "executor.workers=2"]],
)
def test_resume_takes_the_settings_from_the_directory(
    change: list[str], small, undisturbed, stop_after, tmp_path: Path
) -> None:
    stop_after(3)
    assert play(tmp_path / "a=run", *small).status == 130
    outcome = command_line.run([*change, f"resume='{tmp_path / 'a=run'}'"], tmp_path / "a=run")
    assert (outcome.status, outcome.err) == (0, "")
    assert "24 of 50 games were played before\n" in outcome.out
    assert outcome.results == undisturbed.results
    assert yaml.safe_load(outcome.read("config.yaml"))["solver"]["name"] == "random"
    again = command_line.run([f"resume='{tmp_path / 'a=run'}'"], tmp_path / "a=run")
    assert "all games were played before" in again.out


def test_a_finished_run_is_not_played_again(small, undisturbed, tmp_path: Path) -> None:
    first = play_well(tmp_path / "run", *small)
    (tmp_path / "run" / "shards").mkdir()  # as if it had been killed just before its last step
    before = {name: first.read(name) for name in ("games.parquet", "summary.json", "timing.json", "question.json")}
    outcome = play_well(tmp_path / "run", *small)
    assert f"all games were played before: nothing is left to do in {tmp_path / 'run'}\n" in outcome.out
    assert "mean guesses, solved games" in outcome.out
    assert {name: outcome.read(name) for name in before} == before
    assert names(tmp_path / "run") == names(undisturbed.directory)


def test_shards_of_all_games_need_no_executor(
    small, undisturbed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(experiment, "measure_latency", interrupt)
        assert play(tmp_path / "run", *small).status == 130
    outcome = play_well(tmp_path / "run", *small, "executor=ray", "executor.workers=1")
    assert "going on with" in outcome.out
    assert "50 of 50 games were played before\n" in outcome.out
    assert "Ray" not in outcome.out
    assert outcome.results == undisturbed.results
    assert (outcome.timing["games_played"], outcome.timing["amortised_ms_per_guess"]) == (0, None)


@pytest.mark.parametrize("missing", ["games.parquet", "summary.json", "timing.json"])
@pytest.mark.parametrize("left", [None, "[]", "{}"])
def test_results_that_are_missing_are_made_again(
    missing: str, left: str | None, small, undisturbed, tmp_path: Path
) -> None:
    outcome = play_well(tmp_path / "run", *small)
    (outcome.directory / missing).unlink()
    if left is not None:
        (outcome.directory / missing).write_text(left, encoding="utf-8")
    assert play_well(tmp_path / "run", *small).results == undisturbed.results


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ("noise=0.2", "noise=0.1, not 0.2"),
        ("seed=7", "seed=42, not 7"),
        ("solver.recovery=100", "solver.recovery=500, not 100"),
        ("games.sample=40", "games.sample=50, not 40"),
        ("lexicon=english", "lexicon.title=Custom list, not English"),
    ],
)
@pytest.mark.parametrize("finished", [True, False])
def test_another_question_is_refused(
    finished: bool, change: str, difference: str, small, stop_after, tmp_path: Path
) -> None:
    if not finished:
        stop_after(3)
    first = play(tmp_path / "run", *small)
    before = {path: path.read_bytes() for path in (tmp_path / "run").glob("*.[jpy]*")}
    key = change.partition("=")[0]
    argv = [text for text in small if not text.startswith((f"{key}=", f"{key}."))]
    outcome = play(tmp_path / "run", *argv, change)
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    assert (first.status == 0) == finished
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"error: {tmp_path / 'run'} holds a run with {difference}; {advice}\n"
    assert {path: path.read_bytes() for path in before} == before
    assert len(before) == 4 + finished
    assert command_line.run([f"resume={tmp_path / 'run'}"], tmp_path / "run").status == 0


def test_another_word_is_another_question(tmp_path: Path) -> None:
    words = command_line.write_words(tmp_path / "words.txt", ["crane", "slate"])
    argv = ["lexicon=custom", f"lexicon.answers='{words}'"]
    play_well(tmp_path / "run", *argv)
    command_line.write_words(words, ["crane", "crate"])
    assert f"{tmp_path / 'run'} holds a run with lexicon.sha256=" in play(tmp_path / "run", *argv).err


def test_another_version_of_the_program_is_another_question(
    small, stop_after, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(3)
    assert play(tmp_path / "run", *small).status == 130
    monkeypatch.setattr(question, "_name_program", lambda: "0.2.0")
    assert f"{tmp_path / 'run'} holds a run with program=0.1.0 (" in play(tmp_path / "run", *small).err


@pytest.mark.parametrize("name", [BOOK_FILE, OUTLOOK_FILE])
def test_other_derived_data_are_another_program(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_program = question._name_program.__wrapped__
    shipped = name_program()
    shutil.copytree(data_dir(), tmp_path / "data")
    monkeypatch.setattr(question, "data_dir", lambda: tmp_path / "data")
    assert name_program() == shipped
    with (tmp_path / "data" / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert name_program() != shipped


def test_a_question_that_cannot_be_read_is_refused(small, tmp_path: Path) -> None:
    play_well(tmp_path / "run", *small)
    for text in ("{", "[]", "{}"):
        (tmp_path / "run" / "question.json").write_text(text, encoding="utf-8")
        assert (
            "question.json, which tells what was played there, cannot be read; " in play(tmp_path / "run", *small).err
        )


def test_a_damaged_shard_is_played_again(small, undisturbed, stop_after, tmp_path: Path) -> None:
    played = stop_after(3)
    assert play(tmp_path / "run", *small).status == 130
    second = sorted((tmp_path / "run" / "shards").iterdir())[1]
    second.write_bytes(second.read_bytes()[:-1])
    outcome = play_well(tmp_path / "run", *small)
    assert f"{tmp_path / 'run' / 'shards'}: 1 damaged or not of this run: their games are played again\n" in outcome.out
    assert "16 of 50 games were played before\n" in outcome.out
    assert outcome.results == undisturbed.results
    assert played == [8] * 3 + [8] * 4 + [2]


@pytest.mark.parametrize("question", [True, False])
def test_shards_of_another_run_are_played_again(question: bool, small, undisturbed, stop_after, tmp_path: Path) -> None:
    stop_after(3)
    assert play(tmp_path / "run", *small).status == 130
    stop_after(4)
    assert play(tmp_path / "other", *small, "seed=7").status == 130
    for shard in sorted((tmp_path / "other" / "shards").iterdir())[1:]:
        shutil.copy(shard, tmp_path / "run" / "shards")
    if not question:  # then nothing but the shards tells whose they are
        (tmp_path / "run" / "question.json").unlink()
    outcome = play_well(tmp_path / "run", *small)
    assert f"{tmp_path / 'run' / 'shards'}: 3 damaged or not of this run: their games are played again\n" in outcome.out
    assert "24 of 50 games were played before\n" in outcome.out
    assert outcome.results == undisturbed.results


def test_a_full_disk_keeps_what_is_there(
    small, undisturbed, stop_after, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bytes, room = Path.write_bytes, [3]

    def write_a_little(path: Path, content: bytes) -> int:
        if not room[0]:
            write_bytes(path, content[: len(content) // 2])
            raise OSError(28, "No space left on device")
        room[0] -= 1
        return write_bytes(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write_a_little)
        outcome = play(tmp_path / "run", *small)
    assert outcome.status == 2
    assert outcome.err.endswith(".arrow cannot be written: No space left on device\n")
    assert (outcome.summary["games"], outcome.summary["complete"]) == (24, False)
    assert "stopped early: kept 24 of 50 games; " in outcome.out
    outcome = play_well(tmp_path / "run", *small)
    assert "24 of 50 games were played before\n" in outcome.out
    assert outcome.results == undisturbed.results


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot lock a directory")
def test_two_runs_in_one_directory_are_refused(small, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    with keeping_others_out(tmp_path / "run"):
        outcome = play(tmp_path / "run", *small)
    expected = f"error: another process is writing to {tmp_path / 'run'}; wait for it, or name another folder\n"
    assert (outcome.status, outcome.err) == (2, expected)
    assert play(tmp_path / "run", *small).status == 0


# --- resume=DIR


def test_options_of_a_folder_of_ones_own_are_found_again(tmp_path: Path, stop_after, small) -> None:
    (tmp_path / "mine" / "solver").mkdir(parents=True)
    recipe = {"name": "lucky", "pool": [{"candidates": 3}], "score": "parts", "opener": "slate"}
    (tmp_path / "mine" / "solver" / "lucky.yaml").write_text(yaml.safe_dump(recipe), encoding="utf-8")
    stop_after(2)
    argv = ["--config-dir", str(tmp_path / "mine"), "solver=lucky", "noise=0.1", "games.sample=20", "executor.chunk=7"]
    assert play(tmp_path / "run", *argv).status == 130
    outcome = command_line.run([f"resume={tmp_path / 'run'}"], tmp_path / "run")
    assert (outcome.status, outcome.summary["solver"], outcome.summary["complete"]) == (0, "lucky", True)


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (["resume=nowhere"], "resume: there is no folder nowhere; give the directory of a run"),
        (["resume=."], "resume: . is not the directory of a run"),
        (["resume=.", "hydra.run.dir=."], "resume: names the directory of the run; leave hydra.run.dir out"),
        (["-m", "resume=.,.."], "resume: takes up a single run; a sweep goes on with hydra.sweep.dir=FOLDER"),
    ],
)
def test_what_cannot_be_taken_up(argv: list[str], error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command_line.run(argv, tmp_path)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"error: {error}\n")
    assert names(tmp_path) == []


def test_another_command_does_not_take_it_up(small, undisturbed, tmp_path: Path) -> None:
    directory = tmp_path / "run"
    shutil.copytree(undisturbed.directory, directory)
    path = directory / ".hydra" / "accepted.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("program: run", "program: study"), encoding="utf-8")
    outcome = command_line.run([f"resume={directory}"], directory)
    assert (outcome.status, outcome.err) == (2, f"error: resume: {directory} is of the command study and not of run\n")


def test_null_takes_up_nothing(small, tmp_path: Path) -> None:
    assert "resume" not in yaml.safe_load(play_well(tmp_path / "run", *small, "resume=null").read("config.yaml"))


# --- sweeps


def test_a_sweep_goes_on_in_its_directory(small, stop_after, tmp_path: Path) -> None:
    argv = ["-m", *small, "seed=1,2", f"hydra.sweep.dir='{tmp_path / 'all'}'"]
    played = stop_after(3, UserError("the cluster is gone"))
    assert command_line.run(argv, tmp_path).status == 2
    outcome = command_line.run(argv, tmp_path)
    assert (outcome.status, sum(played)) == (0, 100)
    assert f"going on with {tmp_path / 'all' / '0'}: 24 of 50 games were played before\n" in outcome.out
    assert f"all games were played before: nothing is left to do in {tmp_path / 'all' / '1'}\n" in outcome.out
