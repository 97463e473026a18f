"""The table of a sweep, spelled out to the byte."""

from pathlib import Path

import pandas as pd
import pytest

from wordle_jax.sweep import JobRow, flatten_summary, split_override, write_sweep_table

ROWS = [
    JobRow(
        1,
        ("solver=csp_aware", "noise=0.1", "+note='a, b'"),
        "ok",
        summary={
            "solver": "csp_aware",
            "lexicon": "Spanish (hunspell-es)",
            "games": 300,
            "mean_guesses": 3.5,
            "median_guesses": None,
            "distribution": {"1": 0, "fail": 2},
            "mean_candidates": [70.5, 4.0],
            "noisy": True,
        },
    ),
    JobRow(0, ("solver=random", "noise=0"), "ok", summary={"games": 300, "mean_guesses": 4.0}),
    JobRow(2, ("solver=bogus", "noise=0"), "failed", "'bogus' is not a solver; choose one of random, csp_aware"),
    JobRow(3, ("solver=sueño", "~noise"), "interrupted", "not started"),
]

TABLE = """\
job,solver,noise,note,~noise,status,error,games,mean_guesses,lexicon,median_guesses,distribution.1,\
distribution.fail,mean_candidates.1,mean_candidates.2,noisy
0,random,0,,,ok,,300,4.0,,,,,,,
1,csp_aware,0.1,"a, b",,ok,,300,3.5,Spanish (hunspell-es),,0,2,70.5,4.0,true
2,bogus,0,,,failed,"'bogus' is not a solver; choose one of random, csp_aware",,,,,,,,,
3,sueño,,,,interrupted,not started,,,,,,,,,
"""


def test_table_holds_one_row_a_job(tmp_path: Path) -> None:
    path = tmp_path / "sweep.csv"
    path.write_text("an earlier table", encoding="utf-8")
    write_sweep_table(path, ROWS)
    assert path.read_bytes() == TABLE.encode()
    assert [p.name for p in tmp_path.iterdir()] == ["sweep.csv"]
    assert list(pd.read_csv(path)["status"]) == ["ok", "ok", "failed", "interrupted"]


def test_table_of_no_jobs_has_the_fixed_columns(tmp_path: Path) -> None:
    write_sweep_table(tmp_path / "sweep.csv", [])
    assert (tmp_path / "sweep.csv").read_bytes() == b"job,status,error\n"


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("solver=random", ("solver", "random")),
        ("+games.sample=3", ("games.sample", "3")),
        ("++a=b=c", ("a", "b=c")),
        ("~channel", ("~channel", "")),
        ("opener='sueño'", ("opener", "sueño")),
        (r"opener='it\'s'", ("opener", "it's")),
        ("answers=[a,'b']", ("answers", "[a,'b']")),
        ("opener='", ("opener", "'")),
    ],
)
def test_split_override(override: str, expected: tuple[str, str]) -> None:
    assert split_override(override) == expected


def test_flatten_summary() -> None:
    nested = {"a": 1, "b": {"c": None, "d": [5, {"e": "x"}]}, "f": [], "g": {}}
    assert list(flatten_summary(nested)) == [("a", 1), ("b.c", None), ("b.d.1", 5), ("b.d.2.e", "x")]
