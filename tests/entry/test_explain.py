"""Everything that Hydra has to complain about, as one line."""

from pathlib import Path

import pytest

from tests.entry import program
from wordle_jax.entry import run_entry_point
from wordle_jax.entry.explain import condense

SOLVERS = "choose one of csp_aware, entropy, random"
KEYS = "the keys are noise, games, solver, lexicon"


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        # Groups
        ("solver=bogus", f"solver=bogus: 'bogus' is not in the group solver; {SOLVERS}"),
        (
            "solver=entrpy",
            f"solver=entrpy: 'entrpy' is not in the group solver (did you mean entropy?); {SOLVERS}",
        ),
        ("solver=", f"solver=: '' is not in the group solver; {SOLVERS}"),
        ("solver=[random,bogus]", f"solver=bogus: 'bogus' is not in the group solver; {SOLVERS}"),
        (
            "solver=null noise=1",
            "solver=null: a group takes the name of one of its options, as in solver=random",
        ),
        ("=3", "'=3' is not of the form key=value, as in noise=0.1"),
        (
            "hydra/output=mine",
            "hydra/output=mine: 'mine' is not in the group hydra/output; choose one of dated, default",
        ),
        ("--config-name nope", "there is no config 'nope' in CONF"),
        (
            "--config-dir mine solver=child",
            "solver: parent, in the defaults of solver/child: 'parent' is not in the group solver; "
            "choose one of broken, child, csp_aware, entropy, latin, random",
        ),
        (
            "--config-dir mine solver=broken",
            "CONF/../empty/mine/solver/broken.yaml, line 2: found duplicate key name",
        ),
        (
            "--config-dir mine solver=latin",
            "CONF/../empty/mine/solver/latin.yaml cannot be read: "
            "'utf-8' codec can't decode byte 0xf1 in position 9: invalid continuation byte",
        ),
        # Keys
        ("solvr=random", f"solvr=random: there is no key solvr (did you mean solver?); {KEYS}"),
        (
            "solver.scor=entropy",
            "solver.scor=entropy: there is no key solver.scor (did you mean solver.score?); "
            "solver has the keys name, opener, score",
        ),
        ("sample=300", f"sample=300: there is no key sample (did you mean games.sample?); {KEYS}"),
        ("zzz.sample=1", f"zzz.sample=1: there is no key zzz.sample (did you mean games.sample?); {KEYS}"),
        ("answers=3", f"answers=3: there is no key answers (did you mean games.answers?); {KEYS}"),
        ("zzz=3", f"zzz=3: there is no key zzz; {KEYS}"),
        ("zzz=3 yyy=4", f"zzz=3: there is no key zzz; {KEYS}"),
        (
            "zzz=3 ~lexicon solver=entropy",
            "zzz=3: there is no key zzz; the keys are noise, games, solver, lexicon",
        ),
        ("-m zzz=3 solver=entropy,random", f"zzz=3: there is no key zzz; {KEYS}"),
        ("noise.rate=3", "noise.rate=3: noise is a single value and has no keys below it"),
        (
            "hydra.run.dirr=x",
            "hydra.run.dirr=x: there is no key hydra.run.dirr (did you mean hydra.run.dir?); "
            "hydra.run has the keys dir",
        ),
        ("~zzz", "Could not delete from config. 'zzz' does not exist."),
        # Values
        ("hydra.job.chdir=maybe", "hydra.job.chdir=maybe: Value 'maybe' is not a valid bool (type str)"),
        ("hydra.run.dir=${zzz}", "hydra.run.dir: Interpolation key 'zzz' not found"),
        (
            "hydra.searchpath=[file:///nope]",
            "provider=hydra.searchpath in command-line, path=/nope is not available.",
        ),
        # Sweeps
        (
            "solver=random,entropy",
            "solver=random,entropy: a comma makes a sweep; add -m to run each value, or write "
            "solver=[random,entropy] for a list, 'solver=\"random,entropy\"' for one text",
        ),
        ("noise=range(0,3)", "noise=range(0,3): a sweep needs the flag -m"),
        ("-m solver=bogus noise=0,1", f"solver=bogus: 'bogus' is not in the group solver; {SOLVERS}"),
        # Grammar
        ("noise", "'noise' is not of the form key=value; a value with blanks needs quotes: 'key=\"a b\"'"),
        ("noise=#", "noise=#: a value with '#' needs quotes: 'noise=\"#\"'"),
        ("sueño=3", "sueño=3: 'ñ' cannot be part of a key; write key=value, as in noise=0.1"),
        ("solver.opener=don't", "solver.opener=don't: the quote ' is not closed"),
        (
            "games.answers=[a",
            "games.answers=[a: no viable alternative at input '[a'; "
            "a list is written games.answers=[a,b], with every bracket closed",
        ),
        ("noise==3", "noise==3: extraneous input '='; special characters need quotes: 'noise=\"=3\"'"),
    ],
)
def test_complaint_is_one_line(conf: Path, capsys: pytest.CaptureFixture[str], argv: str, error: str) -> None:
    Path("mine/solver").mkdir(parents=True)
    Path("mine/solver/child.yaml").write_text("defaults: [parent]\n", encoding="utf-8")
    Path("mine/solver/broken.yaml").write_text("name: a\nname: b\n", encoding="utf-8")
    Path("mine/solver/latin.yaml").write_bytes("name: sueño\n".encode("latin-1"))
    assert run_entry_point(program.play, "run", argv.split(), config_dir=conf) == 2
    expected = error.replace("CONF/..", conf.parent.as_posix()).replace("CONF", conf.as_posix())
    output = capsys.readouterr()
    assert (output.out, output.err.replace("\\", "/")) == ("", f"error: {expected}\n")
    assert not Path("outputs").exists()


def test_group_that_does_not_exist(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (conf / "odd.yaml").write_text("defaults: [config, bases/one, _self_]\n", encoding="utf-8")
    assert run_entry_point(program.play, "run", [], "odd", conf) == 2
    assert capsys.readouterr().err == "error: bases: one, in the defaults of odd: there is no group bases\n"


def test_folder_that_holds_no_config(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_entry_point(program.play, "run", [], config_dir=tmp_path / "nope") == 2
    assert capsys.readouterr().err.startswith("error: Primary config directory not found. Check that")


def test_line_break_in_a_value(conf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_entry_point(program.play, "run", ["noise=a\nb"], config_dir=conf) == 2
    error = capsys.readouterr().err
    assert error == "error: noise=a b: a value with '\\n' needs quotes: 'noise=\"a b\"'\n"


def test_error_without_a_message_is_named() -> None:
    assert condense(AssertionError()) == "AssertionError"
    assert condense(ValueError("a\n\tb\nSee https://example.org")) == "a b"
