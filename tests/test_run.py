"""The command as people type it: in this process where that shows as much, in one of its own where it matters."""

import csv
import os
import subprocess
import sys
import time
from pathlib import Path

import command_line
import jax
import pyarrow.parquet as pq
import pytest
import yaml
from command_line import Outcome, finish, interrupt, play, play_well, start, use_small_english, write_words

from wordle_jax import experiment
from wordle_jax.errors import UserError
from wordle_jax.executor import connection

SLOW = ("solver=random", "noise=0.2", "games.replicates=100")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, in which results go to `run`."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


# --- whole commands


def test_readme_command(folder: Path) -> None:
    outcome = finish(start(folder / "run", "solver=csp_aware", "noise=0.1"), folder / "run")
    assert (outcome.status, outcome.err) == (0, "")
    assert names(folder / "run") == [
        ".hydra",
        "config.yaml",
        "games.parquet",
        "question.json",
        "run.log",
        "summary.json",
        "timing.json",
    ]
    lines = outcome.out.splitlines()
    assert lines[0].startswith("played in this process: ")
    assert lines[0].endswith(" (executor=auto)")
    assert lines[1].rstrip() == "csp_aware · English · noise 0.1 · normal rules"
    assert lines[-1] == f"results  {folder / 'run'}"
    assert outcome.summary["games"] == 2315
    assert names(folder) == ["run"]


def test_clean_csp_aware(folder: Path) -> None:
    summary = play_well(folder / "run").summary
    assert (summary["solver"], summary["opener"]) == ("csp_aware", "salet")
    assert 3.50 <= summary["mean_guesses"] <= 3.57


def test_clean_entropy_finds_every_word_and_compiles_little(folder: Path) -> None:
    outcome = finish(start(folder / "run", "solver=entropy", "executor=local"), folder / "run")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.summary["failures"] == 0
    assert abs(outcome.summary["total_guesses"] - 8018) <= 5
    assert 1 <= outcome.timing["compilations"] <= 15


def test_dated_directory(folder: Path) -> None:
    write_words(folder / "words.txt", ["crane", "slate"])
    outcome = command_line.run(["lexicon=custom", "lexicon.answers=words.txt"], folder)
    assert (outcome.status, outcome.err) == (0, "")
    (directory,) = folder.glob("outputs/????-??-??/??-??-??")
    assert outcome.out.endswith(f"results  {directory}\n")
    assert "summary.json" in names(directory)


def test_bad_input_in_a_process_of_its_own(folder: Path) -> None:
    outcome = finish(start(folder / "run", "noise=2"), folder / "run")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "error: noise is 2.0: it is the share of wrong tiles, give 0 to 1\n"


def test_recipe_of_ones_own(folder: Path) -> None:
    (folder / "mine" / "solver").mkdir(parents=True)
    recipe = {"name": "lucky", "pool": [{"candidates": 3, "explorers": 2}], "score": "parts", "opener": "slate"}
    (folder / "mine" / "solver" / "lucky.yaml").write_text(yaml.safe_dump(recipe), encoding="utf-8")
    argv = ["--config-dir", "mine", "solver=lucky", "games.sample=20"]
    summary = play_well(folder / "run", *argv).summary
    assert (summary["solver"], summary["opener"]) == ("lucky", "slate")
    (folder / "mine" / "solver" / "lucky.yaml").write_text(yaml.safe_dump(recipe | {"scor": 1}), encoding="utf-8")
    outcome = play(folder / "run", *argv)
    assert outcome.status == 2
    assert outcome.err.startswith("error: solver.scor: no such key (did you mean score?); valid: name, pool, score")


# --- bad input: one line, status 2, no traceback, nothing written

BAD = [
    ("solver=bogus", "solver=bogus: 'bogus' is not in the group solver; choose one of "),
    ("solver.score=best", "solver.score: 'best' is not a score; choose one of "),
    ("solver.scor=parts", "solver.scor=parts: there is no key solver.scor (did you mean solver.score?)"),
    ("solver.pool=[{candidates:-1}]", "solver.pool[0].candidates: is -1; give 0 or more, or all"),
    ("solver.pool=[{candidates:3,until:2}]", "solver.pool: "),
    ("solver.candidate_at=-1", "solver.candidate_at: is -1; "),
    ("solver.mass_power=5", "solver.mass_power: is 5; give 2 or 3"),
    ("solver.recovery=0", "solver.recovery: is 0; "),
    ("solver.recovery=fewest_lie", "solver.recovery: 'fewest_lie' does not fit (did you mean fewest_lies?); give "),
    ("solver=mac solver.recovery=fewest_lies", "solver.propagator: takes every row for true until it starts anew; "),
    ("solver.opener=crbne", "solver.opener: 'crbne' is not a word of the lexicon English: did you mean crane"),
    ("solver.opener=null", "solver.opener: null is not a word"),
    (
        "lexicon=spanish solver.opener=salet",
        "solver.opener: 'salet' is not a word of the lexicon Spanish (hunspell-es)",
    ),
    ("lexicon=spanish ++solver.opener=salet", "solver.opener: 'salet' is not a word of the lexicon Spanish"),
    ("noise=1.5", "noise is 1.5: it is the share of wrong tiles, give 0 to 1"),
    ("noise=-0.1", "noise is -0.1: "),
    ("noise=much", "noise: 'much' is not a finite number"),
    ("noise=nan", "noise: nan is not a finite number"),
    ("noise=", "noise: '' is not a finite number"),
    ("noise=0,0.1", "noise=0,0.1: a comma makes a sweep; add -m to run each value"),
    ("channel.rate=2", "channel.rate: is 2.0 and noise is 0.0; set noise alone"),
    ("channel=lies noise=0.1", "noise: is 0.1, but channel=lies does not read it; give 0"),
    ("channel=lies channel.k=9", "channel.k: is 9; give 0 to 5 tiles of a row"),
    ("channel=lies channel.rate=0.1", "channel.rate: lies does not read it; give null"),
    ("channel=adversary noise=0.1", "noise: is 0.1, but channel=adversary does not read it; give 0"),
    ("channel=adversary channel.budget=9", "channel.budget: is 9; give 0 to 5 tiles of a game"),
    ("channel=adversary channel.budget=null", "channel.budget: adversary needs it"),
    ("channel=adversary channel.k=1", "channel.k: adversary does not read it; give null"),
    (
        "channel=adversary solver=random",
        "solver.score: is random, which channel=adversary cannot foresee; give another",
    ),
    (
        "channel=adversary channel.budget=3",
        "channel.budget: is 3; 19,651 ways to lie times 2,315 games are 45,492,065; give less, or fewer games",
    ),
    ("solver=noise_aware solver.assumes={kind:adversary}", "solver.assumes.budget: adversary needs it"),
    ("channel=position", "channel.rates has no value; give it, as in channel.rates=VALUE"),
    ("channel=position channel.rates=[0.1]", "channel.rates: has 1 rates; give 5, one a letter"),
    ("channel=confusion channel.matrix=[[1,0,0]]", "channel.matrix: is not 3 by 3; give a row each for gray, yellow"),
    (
        "channel=gossip",
        "channel=gossip: 'gossip' is not in the group channel; choose one of adversary, confusion, lies",
    ),
    (
        "solver=noise_aware solver.score=parts",
        "solver.score: is parts; with belief=soft give win_chance, ",
    ),
    ("solver=noise_aware solver.assumes=lies", "solver.assumes: 'lies' does not fit; give one of truth, unknown or "),
    ("solver=noise_aware solver.assumes={kind:lies}", "solver.assumes.k: lies needs it"),
    ("solver=noise_aware solver.support_bound=0.5", "solver.support_bound: is 0.5; give 0 to 0.1"),
    ("solver=noise_aware solver.recovery=fewest_lies", "solver.recovery: a belief=soft never starts again; leave it"),
    ("solver=entropy solver.score=win_chance", "solver.score: win_chance is for belief=soft; give entropy"),
    ("solver=noise_aware solver.shortlist=0", "solver.shortlist: is 0; give at least 1 guess"),
    ("solver=entropy solver.assumes=unknown", "solver.assumes: what to expect of feedback is for belief=soft"),
    ("games.answers=[crane,zzzzz]", "games.answers: 'zzzzz' is not a word of the lexicon English"),
    ("games.answers=[soare]", "games.answers: 'soare' may be guessed in the lexicon English but is not one of its ans"),
    ("games.answers=[]", "games.answers: names no word; give at least one, or all"),
    ("games.answers=alll", "games.answers: 'alll' is not a word of the lexicon English"),
    ("games.sample=0", "games.sample: is 0; give 1 to 2315, the answers there are"),
    ("games.sample=2316", "games.sample: is 2316; give 1 to 2315"),
    ("games.sample=few", "games.sample: 'few' does not fit; give a whole number or null"),
    ("games.replicates=0", "games.replicates: is 0; give 1 to "),
    ("seed=-1", "seed: is -1; give 0 to 4294967295"),
    ("seed=1.5", "seed: 1.5 is not a whole number"),
    ("rules.max_guesses=0", "rules.max_guesses: is 0; give 1 to 100"),
    ("rules.mode=easy", "rules.mode: 'easy' is not a mode; choose one of normal, hard, ultra_hard"),
    ("prior.smoothing=-1", "prior.smoothing: is -1.0; give 0 to 1e+12, per million words"),
    ("platform=tpu", "platform: 'tpu' is not a platform; choose one of auto, cpu, gpu"),
    ("executor=cloud", "executor=cloud: 'cloud' is not in the group executor; choose one of auto, local, ray"),
    ("executor.workers=0", "executor.workers: is 0; give 1 or more, or null"),
    ("executor.chunk=-5", "executor.chunk: is -5; give 1 or more, or null"),
    ("executor.address=nowhere", "executor.address: 'nowhere' is no address; give HOST:PORT"),
    ("executor=ray executor.address=127.0.0.1:1", "executor.address: nobody answers at 127.0.0.1:1 ("),
    ("executor=local executor.address=127.0.0.1:1", "executor.address: is 127.0.0.1:1, but executor=local"),
    ("lexicon=klingon", "lexicon=klingon: 'klingon' is not in the group lexicon; choose one of "),
    ("lexicon=custom", "lexicon.answers has no value; give it, as in lexicon.answers=VALUE"),
    ("lexicon=custom lexicon.answers=nowhere.txt", "lexicon.answers: there is no file nowhere.txt"),
    ("lexicon=custom lexicon.answers=.", "lexicon.answers: . is a folder: a text file is needed"),
    ("lexicon=custom lexicon.answers=empty.txt", "lexicon.answers: empty.txt has no words: one word a line is needed"),
    (
        "lexicon=custom lexicon.answers=digit.txt",
        "lexicon.answers: digit.txt, line 2: 'sl4te' has '4', ",
    ),
    (
        "lexicon=custom lexicon.answers=mixed.txt",
        "lexicon.answers: mixed.txt, line 3: 'abides' has 6 let",
    ),
    (
        "lexicon=custom lexicon.answers=short.txt",
        "lexicon.answers: short.txt, line 1: 'ab' has 2, ",
    ),
    ("lexicon=custom lexicon.answers=latin.txt", "lexicon.answers: latin.txt, line 1: byte 0xf1 is not UTF-8 text"),
    (
        "lexicon=custom lexicon.answers=good.txt lexicon.guesses=other.txt",
        "lexicon.answers: good.txt, line 1: 'crane' is not among the guesses other.txt",
    ),
    (
        "lexicon=custom lexicon.answers=good.txt lexicon.frequency=good.txt",
        "lexicon.frequency: good.txt, line 1: the header is not word and per_million with a tab between",
    ),
    ("hydra.run.dir=good.txt", "cannot write to the output directory good.txt: it is a file; choose another one"),
    ("hydra.run.dir=good.txt/run", "cannot write to the output directory good.txt/run: "),
    ("noize=0.1", "noize=0.1: there is no key noize (did you mean noise?)"),
    ("noise", "'noise' is not of the form key=value"),
    ("--noise 0.1", "unrecognized arguments: --noise"),
    ("--config-dir nowhere", "--config-dir 'nowhere': there is no such folder"),
]


@pytest.fixture
def lists(folder: Path) -> None:
    """Good and bad word lists in the current folder."""
    for name, words in {
        "good": ["crane", "slate"],
        "other": ["slate", "soare"],
        "empty": ["", " "],
        "digit": ["crane", "sl4te"],
        "mixed": ["crane", "slate", "abides"],
        "short": ["ab"],
    }.items():
        write_words(folder / f"{name}.txt", words)
    (folder / "latin.txt").write_bytes("sueño\n".encode("latin-1"))


@pytest.mark.parametrize(("argv", "error"), BAD)
def test_bad_input(argv: str, error: str, lists: None, folder: Path) -> None:
    given = argv.split() if "dir=" in argv else [*argv.split(), "hydra.run.dir=run"]
    outcome = command_line.run(given, folder / "run")
    assert outcome.status == 2
    assert outcome.err.replace(os.sep, "/").startswith(f"error: {error}")
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.out + outcome.err
    assert not list(folder.rglob("games.parquet"))
    assert not list(folder.rglob("*.partial"))


def test_platform_that_is_not_here(folder: Path) -> None:
    other = "cpu" if jax.default_backend() == "gpu" else "gpu"
    outcome = play(folder / "run", f"platform={other}")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: platform={other}: ")


# --- sweeps


def read_rows(directory: Path) -> list[dict[str, str]]:
    with (directory / "sweep.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_sweep_is_a_table_and_starts_ray_once(folder: Path, english, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    started, shared = [], []
    start_workers, put = connection.start_workers, ray.put
    monkeypatch.setattr(ray, "put", lambda world: shared.append(1) or put(world))
    monkeypatch.setattr(connection, "start_workers", lambda config: started.append(1) or start_workers(config))
    argv = [*use_small_english(folder, english), "games.sample=20", "executor=ray", "executor.workers=3"]
    sweep = ["solver=random,frequency", "noise=0,0.1,0.2,0.3,0.4", "hydra.sweep.dir=all"]
    outcome = command_line.run(["-m", *argv, *sweep], folder)
    assert (outcome.status, outcome.err) == (0, "")
    assert len(started) <= 1  # by this sweep, or by a test before
    assert len(shared) == 1  # the matrix, for all ten jobs
    rows = read_rows(folder / "all")
    assert [(row["solver"], row["noise"], row["status"], row["games"]) for row in rows] == [
        (solver, noise, "ok", "20") for solver in ("random", "frequency") for noise in ("0", "0.1", "0.2", "0.3", "0.4")
    ]
    for number, row in enumerate(rows):
        summary = Outcome(0, "", "", folder / "all" / str(number)).summary
        assert float(row["mean_guesses_all"]) == summary["mean_guesses_all"]
        assert int(row["distribution.fail"]) == summary["failures"]


def test_failed_job_is_a_row_and_the_others_run(lists: None, folder: Path) -> None:
    argv = ["-m", "lexicon=custom", "lexicon.answers=good.txt,nowhere.txt", "noise=0,2", "hydra.sweep.dir=all"]
    outcome = command_line.run(argv, folder)
    assert outcome.status == 2
    assert [(row["status"], row["games"], row["error"][:17]) for row in read_rows(folder / "all")] == [
        ("ok", "2", ""),
        ("failed", "", "noise is 2.0: it "),
        ("failed", "", "lexicon.answers: "),
        ("failed", "", "noise is 2.0: it "),
    ]
    assert [line[:14] for line in outcome.err.splitlines()] == [f"error: job {job}: " for job in (1, 2, 3)]


# --- Ctrl-C


def read_until(process: subprocess.Popen[str], beginning: str, times: int = 1) -> str:
    """What a process has said when it has begun so many lines in that way."""
    assert process.stdout is not None
    said = ""
    while times:
        line = process.stdout.readline()
        assert line, said
        said += line
        times -= line.startswith(beginning)
    return said


def start_slowly(directory: Path, *argv: str) -> subprocess.Popen[str]:
    return start(directory, *SLOW, *argv, program=command_line.__file__)


def assert_finished_chunks_are_kept(outcome: Outcome, chunk: int) -> None:
    assert outcome.status == 130
    assert outcome.err == f"error: interrupted; what it leaves is in {outcome.directory}\n"
    assert names(outcome.directory) == [
        ".hydra",
        "config.yaml",
        "games.parquet",
        "question.json",
        "run.log",
        "shards",
        "summary.json",
    ]
    games = outcome.summary["games"]
    assert outcome.summary["complete"] is False
    assert 3 * chunk <= games < 231_500
    assert games % chunk == 0
    table = pq.read_table(outcome.directory / "games.parquet")
    assert len(table) == games
    kept = f"stopped early: kept {games:,} of 231,500 games"
    assert outcome.out.endswith(f"{kept}; hydra.run.dir={outcome.directory} goes on from them\n")
    assert "Traceback" not in outcome.out


def count_processes(session: int) -> int:
    """How many processes of a session are alive, where there are sessions."""
    if not hasattr(os, "getsid"):
        return 0
    listing = "".join(f"{path.parent.name} {_read_state(path)}\n" for path in Path("/proc").glob("[0-9]*/stat"))
    if not listing:
        listing = subprocess.run(["ps", "-axo", "pid=,stat="], capture_output=True, text=True, check=True).stdout
    alive = 0
    for pid, state in (line.split() for line in listing.splitlines()):
        try:
            alive += os.getsid(int(pid)) == session and not state.startswith("Z")
        except ProcessLookupError:
            continue
    return alive


def _read_state(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def test_interrupted_here(folder: Path) -> None:
    process = start_slowly(folder / "run", "executor=local", "executor.chunk=20")
    said = read_until(process, "finished 20 of 231500 games", times=3)
    interrupt(process)
    assert_finished_chunks_are_kept(finish(process, folder / "run", said), 20)


def test_interrupted_on_ray_leaves_no_process(folder: Path) -> None:
    process = start_slowly(folder / "run", "executor=ray", "executor.workers=2", "executor.chunk=100")
    said = read_until(process, "finished 100 of 231500 games", times=3)
    interrupt(process)
    assert_finished_chunks_are_kept(finish(process, folder / "run", said), 100)
    deadline = time.monotonic() + 60
    while (left := count_processes(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert left == 0


def test_interrupted_before_anything_was_finished(folder: Path) -> None:
    process = start_slowly(folder / "run", "executor=local", "executor.chunk=231500")
    said = read_until(process, "playing in this process")
    interrupt(process)
    outcome = finish(process, folder / "run", said)
    assert outcome.status == 130
    assert outcome.err == f"error: interrupted; what it leaves is in {folder / 'run'}\n"
    assert names(folder / "run") == [".hydra", "config.yaml", "run.log"]


@pytest.mark.skipif(os.name == "nt", reason="Windows ends processes without asking")
def test_a_scheduler_that_ends_it_loses_nothing(folder: Path) -> None:
    process = start_slowly(folder / "run", "executor=local", "executor.chunk=20")
    said = read_until(process, "finished 20 of 231500 games", times=3)
    process.terminate()
    outcome = finish(process, folder / "run", said)
    assert outcome.status == 143
    assert outcome.err == f"error: ended by SIGTERM; what it leaves is in {folder / 'run'}\n"
    assert outcome.summary["games"] >= 60


def test_a_full_disk_leaves_the_figures_on_the_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_the_disk(*_: object) -> None:
        raise UserError("games.parquet cannot be written: No space left on device")

    monkeypatch.setattr(experiment, "write_games", fill_the_disk)
    outcome = play(folder / "run", "games.sample=5")
    assert (outcome.status, outcome.err) == (2, "error: games.parquet cannot be written: No space left on device\n")
    assert "mean guesses, solved games" in outcome.out


def test_a_terminal_that_knows_ascii_alone_is_enough(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "wordle_jax.run", "games.sample=2", "executor=local"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"csp_aware ? English ? noise 0" in done.stdout
