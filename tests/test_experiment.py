"""One run from its configuration to its directory: openers, rules, lexicons, and what is written."""

import json
import logging
import signal
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from command_line import Outcome, play, play_well, use_small_english, write_words

from wordle_jax import experiment
from wordle_jax.errors import UserError
from wordle_jax.pattern import score_words

THREE = ["add", "ale", "all", "bee", "dad", "dee", "ebb", "eel", "ell", "eve", "ill", "lee", "lie", "odd", "see", "tee"]
EIGHT = ["absolute", "aardvark", "baseball", "bookkeep", "committee", "mississi", "possesse", "tattooed"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, english) -> list[str]:
    """The arguments that name a lexicon of 290 answers."""
    return use_small_english(tmp_path_factory.mktemp("lexicon"), english)


def read_rows(outcome: Outcome) -> list[dict]:
    return pq.read_table(outcome.directory / "games.parquet").to_pylist()


def custom(folder: Path, words: list[str]) -> list[str]:
    """The arguments that name a list as a lexicon."""
    return ["lexicon=custom", f"lexicon.answers='{write_words(folder / 'words.txt', words)}'"]


# --- what is written


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory, small) -> Outcome:
    """A run with everything in it: noise, recoveries, replicates."""
    argv = ["solver=mac", "noise=0.15", "games.sample=30", "games.replicates=2", "executor=local", "seed=7"]
    return play_well(tmp_path_factory.mktemp("noisy"), *small, *argv)


def test_summary_has_every_figure(noisy: Outcome) -> None:
    summary = noisy.summary
    assert list(summary) == [
        "solver",
        "lexicon",
        "noise",
        "games",
        "answers",
        "solved",
        "failures",
        "success_rate",
        "mean_guesses",
        "median_guesses",
        "std_guesses",
        "mean_guesses_all",
        "total_guesses",
        "distribution",
        "solved_within_4",
        "recoveries",
        "games_with_recovery",
        "solved_after_recovery",
        "waivers",
        "lost_mass",
        "mean_candidates",
        "reduction",
        "intervals",
        "opener",
        "channel",
        "rules",
        "seed",
        "complete",
        "propagation",
    ]
    assert (summary["solver"], summary["lexicon"], summary["noise"]) == ("mac", "Custom list", 0.15)
    assert (summary["rules"], summary["seed"], summary["complete"]) == ("normal", 7, True)
    assert (summary["games"], summary["answers"]) == (60, 30)
    assert summary["recoveries"] > 0
    rows = read_rows(noisy)
    assert len(rows) == 60
    assert summary["solved"] == sum(row["solved"] for row in rows)
    assert {row["guesses"][0] for row in rows} == {summary["opener"]}
    for row in rows:
        shown = zip(row["guesses"], row["true_patterns"], strict=True)
        assert all(score_words(guess, row["answer"]) == pattern for guess, pattern in shown)


def test_propagator_reports_what_it_pruned(noisy: Outcome) -> None:
    report = noisy.summary["propagation"]
    assert report["propagator"] == "mac"
    assert [row["turn"] for row in report["turns"]] == [1, 2, 3, 4, 5, 6]
    assert list(noisy.timing["propagation_seconds_by_turn"]) == ["1", "2", "3", "4", "5", "6"]


def test_timing_tells_stages_rates_and_the_machine(noisy: Outcome) -> None:
    timing = noisy.timing
    assert list(timing) == [
        "seconds",
        "compilations",
        "games_played",
        "games_per_second",
        "amortised_ms_per_guess",
        "latency_ms_by_turn",
        "latency_ms_by_candidates",
        "host",
        "platforms",
        "propagation_seconds_by_turn",
    ]
    seconds = timing["seconds"]
    assert list(seconds) == ["load", "prepare", "play", "start_executor", "compile", "write"]
    assert all(spent >= 0 for spent in seconds.values())
    assert seconds["play"] > 0
    assert timing["compilations"] >= 0
    assert timing["games_per_second"] == pytest.approx(60 / seconds["play"])
    guesses = sum(row["num_guesses"] for row in read_rows(noisy))
    assert timing["amortised_ms_per_guess"] == pytest.approx(1000 * seconds["play"] / guesses)
    assert {"1", "2", "all"} <= set(timing["latency_ms_by_turn"])


def test_stages_leave_out_what_is_within_another() -> None:
    watch = experiment.Stopwatch(last=0.0)
    watch.seconds = {"play": 10.0}
    watch.set_apart("play", "compile", 4.0)
    assert watch.seconds == {"play": 6.0, "compile": 4.0}


def test_configuration_is_kept_as_it_was_composed(noisy: Outcome) -> None:
    config = yaml.safe_load((noisy.directory / "config.yaml").read_text(encoding="utf-8"))
    assert (config["seed"], config["noise"], config["channel"]) == (
        7,
        0.15,
        {"kind": "tile_flip", "rate": 0.15, "matrix": None, "rates": None, "k": None, "budget": None},
    )
    assert (config["solver"]["name"], config["solver"]["recovery"]) == ("mac", 500)
    assert config["games"] == {"answers": "all", "sample": 30, "replicates": 2}


def test_log_keeps_what_was_said(noisy: Outcome) -> None:
    log = (noisy.directory / "run.log").read_text(encoding="utf-8")
    assert "INFO wordle_jax.console: playing in this process (executor=local)\n" in log
    assert noisy.out.startswith("playing in this process (executor=local)\n")
    assert noisy.out.endswith(f"results  {noisy.directory}\n")


def test_no_propagation_without_a_propagator(small, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, "games.sample=5")
    assert "propagation" not in outcome.summary
    assert "propagation_seconds_by_turn" not in outcome.timing


# --- openers


def test_named_opener(small, tmp_path: Path) -> None:
    for solver in ("entropy", "random"):
        outcome = play_well(
            tmp_path / solver, f"solver={solver}", "solver.opener=FALSE", "games.answers=[false,crane,slate]"
        )
        assert outcome.summary["opener"] == "false"
        assert [row["guesses"][0] for row in read_rows(outcome)] == ["false"] * 3
        assert outcome.summary["distribution"]["1"] == 1


def test_computed_opener(tmp_path: Path) -> None:
    outcome = play_well(tmp_path, "solver.opener=computed", "games.sample=3")
    assert outcome.summary["opener"] not in (None, "salet")
    assert "computing" not in outcome.out


def test_drawn_opener(small, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, "solver=random", "games.sample=30")
    assert outcome.summary["opener"] is None
    assert len({row["guesses"][0] for row in read_rows(outcome)}) > 20


def test_opener_that_the_lexicon_lacks_is_computed_and_that_is_said(tmp_path: Path) -> None:
    outcome = play_well(tmp_path, "lexicon=spanish", "solver=csp_aware", "games.sample=5")
    line = "csp_aware opens with salet, no guess in Spanish (hunspell-es): computing its opener\n"
    assert outcome.out.startswith(line)
    assert (outcome.summary["opener"], outcome.summary["lexicon"]) == ("rosea", "Spanish (hunspell-es)")


@pytest.mark.parametrize("opener", ["solver.opener=salet", "++solver.opener=salet"])
def test_opener_that_was_asked_for_must_be_allowed(tmp_path: Path, opener: str) -> None:
    outcome = play(tmp_path, *custom(tmp_path, THREE), opener)
    assert outcome.status == 2
    assert outcome.err == (
        "error: solver.opener: 'salet' is not a word of the lexicon Custom list: did you mean ale?; "
        "give a word that may be guessed, or computed\n"
    )


# --- rules


def test_ultra_hard_guesses_agree_with_all_that_was_shown(small, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, "solver=entropy", "rules.mode=ultra_hard", "games.sample=60")
    assert (outcome.summary["rules"], outcome.summary["waivers"]) == ("ultra_hard", 0)
    for row in read_rows(outcome):
        shown = list(zip(row["guesses"], row["observed_patterns"], strict=True))
        for turn, guess in enumerate(row["guesses"]):
            assert all(score_words(before, guess) == pattern for before, pattern in shown[:turn])


def test_hard_guesses_keep_their_greens(small, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, "solver=entropy", "rules.mode=hard", "games.sample=60")
    free = play_well(tmp_path / "free", *small, "solver=entropy", "games.sample=60")
    assert outcome.read("games.parquet") != free.read("games.parquet")
    for row in read_rows(outcome):
        for turn in range(1, row["num_guesses"]):
            before, guess = row["guesses"][turn - 1], row["guesses"][turn]
            tiles = [row["observed_patterns"][turn - 1] // 3 ** (4 - i) % 3 for i in range(5)]
            assert all(guess[i] == before[i] for i in range(5) if tiles[i] == 2)


def test_noise_can_leave_no_legal_guess(small, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, "solver=random", "rules.mode=ultra_hard", "noise=0.3", "games.sample=60")
    assert outcome.summary["waivers"] == sum(row["waivers"] for row in read_rows(outcome)) > 0


@pytest.mark.parametrize("most", [1, 10])
def test_number_of_guesses(most: int, small, tmp_path: Path) -> None:
    outcome = play_well(tmp_path, *small, "noise=0.3", f"rules.max_guesses={most}", "games.sample=40")
    summary = outcome.summary
    assert list(summary["distribution"]) == [*map(str, range(1, most + 1)), "fail"]
    assert len(summary["mean_candidates"]) == most
    assert max(row["num_guesses"] for row in read_rows(outcome)) == most
    assert f"a failure counts {most + 1}" in outcome.out
    if most == 1:
        assert summary["mean_guesses_all"] == 2 - summary["success_rate"]


# --- lexicons


@pytest.mark.parametrize(
    "solver", ["random", "frequency", "csp_aware", "entropy", "hybrid", "mac", "probabilistic_csp", "bayes_entropy"]
)
def test_one_word_and_two_words(solver: str, tmp_path: Path) -> None:
    one = play_well(tmp_path / "one", *custom(tmp_path, ["crane"]), f"solver={solver}")
    assert (one.summary["total_guesses"], one.summary["std_guesses"]) == (1, None)
    two = play_well(tmp_path / "two", *custom(tmp_path, ["crane", "slate"]), f"solver={solver}", "games.replicates=2")
    assert two.summary["failures"] == 0
    assert two.summary["total_guesses"] == 6 or solver == "random"


@pytest.mark.parametrize("words", [THREE, EIGHT, ["sueño", "sueno", "cañón", "canon", "árbol", "niñez"]])
@pytest.mark.parametrize("noise", ["0", "0.1"])
def test_words_of_any_length_and_alphabet(words: list[str], noise: str, tmp_path: Path) -> None:
    words = [word for word in words if len(word) == len(words[0])]
    outcome = play_well(tmp_path, *custom(tmp_path, words), "solver=entropy", f"noise={noise}")
    stripped = [word.replace("á", "a").replace("ó", "o") for word in words]
    rows = read_rows(outcome)
    assert [row["answer"] for row in rows] == stripped
    assert all(row["solved"] for row in rows) or noise != "0"
    all_green = 3 ** len(words[0]) - 1
    assert all(row["true_patterns"][-1] == all_green for row in rows if row["solved"])
    for row in rows:
        shown = zip(row["guesses"], row["true_patterns"], strict=True)
        assert all(score_words(guess, row["answer"]) == pattern for guess, pattern in shown)


def test_accents_may_make_letters(tmp_path: Path) -> None:
    argv = [*custom(tmp_path, ["árbol", "arbol"]), "lexicon.strip_accents=false"]
    assert {row["answer"] for row in read_rows(play_well(tmp_path / "kept", *argv))} == {"árbol", "arbol"}
    argv[-1] = "lexicon.strip_accents=true"
    assert play_well(tmp_path / "off", *argv).summary["games"] == 1


def test_guesses_and_frequencies_of_ones_own(tmp_path: Path) -> None:
    guesses = write_words(tmp_path / "guesses.txt", ["slate", "crane", "abide", "soare"])
    table = write_words(tmp_path / "frequency.tsv", ["word\tper_million", "slate\t3.5"])
    argv = [*custom(tmp_path, ["crane", "slate", "abide"]), f"lexicon.guesses='{guesses}'"]
    argv += [f"lexicon.frequency='{table}'", "solver=probabilistic_csp", "solver.opener=SOARE"]
    argv += ["lexicon.title='A few [words]'"]
    outcome = play_well(tmp_path, *argv)
    assert outcome.summary["lexicon"] == "A few [words]"
    assert "probabilistic_csp · A few [words] · noise 0" in outcome.out
    # After soare, abide stands alone; the frequent slate would be tried before crane.
    assert {row["answer"]: row["num_guesses"] for row in read_rows(outcome)} == {"crane": 2, "slate": 2, "abide": 2}


# --- Ctrl-C, as far as it can be shown in this process


@pytest.fixture
def stop_after(monkeypatch: pytest.MonkeyPatch):
    """Makes Ctrl-C come after so many chunks."""

    def stop(chunks: int) -> None:
        play_packed = experiment.play_packed

        def interrupted(*arguments: object) -> Iterator:
            for number, records in enumerate(play_packed(*arguments)):  # type: ignore[arg-type]
                if number == chunks:
                    raise KeyboardInterrupt
                yield records

        monkeypatch.setattr(experiment, "play_packed", interrupted)

    return stop


def test_interruption_keeps_finished_chunks(small, stop_after, tmp_path: Path) -> None:
    argv = [*small, "solver=random", "noise=0.1", "games.sample=50", "executor=local", "executor.chunk=8"]
    full = read_rows(play_well(tmp_path / "full", *argv))
    stop_after(3)
    outcome = play(tmp_path / "part", *argv)
    assert outcome.status == 130
    assert outcome.err == f"error: interrupted; what it leaves is in {tmp_path / 'part'}\n"
    assert outcome.out == (
        "playing in this process (executor=local)\n"
        f"stopped early: kept 24 of 50 games; hydra.run.dir={tmp_path / 'part'} goes on from them\n"
    )
    assert read_rows(outcome) == full[:24]
    assert (outcome.summary["games"], outcome.summary["complete"]) == (24, False)
    assert not (tmp_path / "part" / "timing.json").exists()


def test_interruption_before_the_first_chunk_leaves_no_results(small, stop_after, tmp_path: Path) -> None:
    stop_after(0)
    outcome = play(tmp_path / "part", *small, "games.sample=5")
    assert outcome.status == 130
    assert sorted(path.name for path in (tmp_path / "part").iterdir()) == [".hydra", "config.yaml", "run.log"]


def test_ctrl_c_while_results_are_saved_loses_nothing(small, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    summarize = experiment.summarize

    def summarize_when_pressed_twice(*arguments: object, **options: object) -> dict:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        return summarize(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(experiment, "summarize", summarize_when_pressed_twice)
    outcome = play(tmp_path / "run", *small, "games.sample=5", "executor=local")
    assert outcome.status == 130
    assert len(read_rows(outcome)) == outcome.summary["games"] == 5


def test_an_executor_that_fails_keeps_finished_chunks(small, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play_packed = experiment.play_packed

    def fail_after_two(*arguments: object) -> Iterator:
        for number, records in enumerate(play_packed(*arguments)):  # type: ignore[arg-type]
            if number == 2:
                raise UserError("the cluster is gone")
            yield records

    monkeypatch.setattr(experiment, "play_packed", fail_after_two)
    outcome = play(tmp_path / "run", *small, "noise=0.1", "games.sample=50", "executor=local", "executor.chunk=8")
    assert (outcome.status, outcome.err) == (2, "error: the cluster is gone\n")
    assert (len(read_rows(outcome)), outcome.summary["complete"]) == (16, False)


def test_a_rate_beside_noise_is_refused(small, tmp_path: Path) -> None:
    outcome = play(tmp_path / "run", *small, "channel.rate=0.5")
    assert (outcome.status, outcome.err) == (2, "error: channel.rate: is 0.5 and noise is 0.0; set noise alone\n")


# --- from Python


def test_summary_is_returned_and_nothing_of_logging_is_needed(tmp_path: Path, small, capsys) -> None:
    from wordle_jax.catalog import load_recipe
    from wordle_jax.lexicon import LexiconConfig

    lexicon = LexiconConfig("custom", "Three letters", str(write_words(tmp_path / "words.txt", THREE)))
    config = experiment.RunConfig(solver=load_recipe("minimax"), lexicon=lexicon)
    summary = experiment.run_experiment(config, tmp_path)
    assert summary == json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert "minimax · Three letters" in capsys.readouterr().out
    assert logging.getLogger("wordle_jax").handlers == []
