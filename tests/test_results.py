import json
import statistics
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from wordle_jax import results
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.records import GameRecords
from wordle_jax.results import ROWS_PER_GROUP, count_outcomes, read_games, summarize, write_games, write_json
from wordle_jax.totals import Totals

LEXICON = build_lexicon(["abc", "abd", "cab", "dañ"], ["abc", "abd", "acd", "cab", "dañ"], title="Four words")
_ = -1

# Four games of three guesses at most: won at once, won at the third guess after a recovery, lost with a turn
# at which no guess was legal, and the first answer once more, won at the second guess.
GAMES = {
    "answer": [0, 1, 3, 0],
    "replicate": [0, 0, 0, 1],
    "solved": [True, True, False, True],
    "num_guesses": [1, 3, 3, 2],
    "guesses": [[0, _, _], [0, 2, 1], [3, 3, 0], [1, 0, _]],
    "true_patterns": [[26, _, _], [24, 20, 26], [3, 3, 6], [24, 26, _]],
    "observed_patterns": [[26, _, _], [24, 0, 26], [3, 26, 6], [25, 26, _]],
    "candidates": [[1, _, _], [2, 4, 1], [2, 1, 0], [1, 1, _]],
    "recoveries": [0, 1, 2, 0],
    "waivers": [0, 0, 1, 0],
    "lost_mass": [0.0, 0.25, 0.0, 0.5],
}


def make_records(table: dict[str, list]) -> GameRecords:
    dtypes = {"solved": bool, "candidates": np.float64, "lost_mass": np.float64}
    return GameRecords(**{name: np.array(column, dtypes.get(name, np.int32)) for name, column in table.items()})


def select(records: GameRecords, rows: slice) -> GameRecords:
    return GameRecords(**{f.name: getattr(records, f.name)[rows] for f in fields(GameRecords)})


def play_at_random(num_games: int, turns: int, seed: int) -> GameRecords:
    """Games with nonsense in every column, right in form."""
    generator = np.random.default_rng(seed)
    num_guesses = generator.integers(1, turns + 1, num_games).astype(np.int32)
    played = np.arange(turns) < num_guesses[:, None]

    def column(high: int) -> np.ndarray:
        return generator.integers(0, high, num_games).astype(np.int32)

    def by_turn(high: int) -> np.ndarray:
        return np.where(played, generator.integers(0, high, (num_games, turns)), -1).astype(np.int32)

    return GameRecords(
        answer=(np.arange(num_games) % LEXICON.num_answers).astype(np.int32),
        replicate=(np.arange(num_games) // LEXICON.num_answers).astype(np.int32),
        solved=(num_guesses < turns) | (column(2) > 0),
        num_guesses=num_guesses,
        guesses=by_turn(LEXICON.num_guesses),
        true_patterns=by_turn(27),
        observed_patterns=by_turn(27),
        candidates=by_turn(LEXICON.num_answers + 1).astype(np.float64),
        recoveries=column(3),
        waivers=column(2),
        lost_mass=generator.random(num_games),
    )


def assert_equal_records(found: GameRecords, expected: GameRecords) -> None:
    for field in fields(GameRecords):
        column = getattr(expected, field.name)
        np.testing.assert_array_equal(getattr(found, field.name), column)
        assert getattr(found, field.name).dtype == column.dtype, field.name


def in_portions(records: GameRecords) -> list[GameRecords]:
    """The games a group of rows at a time, at least one."""
    starts = range(0, max(1, len(records)), ROWS_PER_GROUP)
    return [select(records, slice(start, start + ROWS_PER_GROUP)) for start in starts]


def add_up(records: GameRecords, max_guesses: int) -> Totals:
    return Totals(LEXICON.num_answers, max_guesses).add(records)


def test_games_spelled_out(tmp_path):
    write_games([make_records(GAMES)], LEXICON, tmp_path / "games.parquet")
    assert pq.read_table(tmp_path / "games.parquet").to_pylist() == [
        {
            "answer": "abc",
            "replicate": 0,
            "solved": True,
            "num_guesses": 1,
            "guesses": ["abc"],
            "true_patterns": [26],
            "observed_patterns": [26],
            "candidates": [1],
            "recoveries": 0,
            "waivers": 0,
            "lost_mass": 0.0,
        },
        {
            "answer": "abd",
            "replicate": 0,
            "solved": True,
            "num_guesses": 3,
            "guesses": ["abc", "acd", "abd"],
            "true_patterns": [24, 20, 26],
            "observed_patterns": [24, 0, 26],
            "candidates": [2, 4, 1],
            "recoveries": 1,
            "waivers": 0,
            "lost_mass": 0.25,
        },
        {
            "answer": "dañ",
            "replicate": 0,
            "solved": False,
            "num_guesses": 3,
            "guesses": ["cab", "cab", "abc"],
            "true_patterns": [3, 3, 6],
            "observed_patterns": [3, 26, 6],
            "candidates": [2, 1, 0],
            "recoveries": 2,
            "waivers": 1,
            "lost_mass": 0.0,
        },
        {
            "answer": "abc",
            "replicate": 1,
            "solved": True,
            "num_guesses": 2,
            "guesses": ["abd", "abc"],
            "true_patterns": [24, 26],
            "observed_patterns": [25, 26],
            "candidates": [1, 1],
            "recoveries": 0,
            "waivers": 0,
            "lost_mass": 0.5,
        },
    ]


def test_games_have_these_types(tmp_path):
    write_games([make_records(GAMES)], LEXICON, tmp_path / "games.parquet")
    types = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "games.parquet")}
    assert types == {
        "answer": "string",
        "replicate": "int32",
        "solved": "bool",
        "num_guesses": "int32",
        "guesses": "list<element: string>",
        "true_patterns": "list<element: int32>",
        "observed_patterns": "list<element: int32>",
        "candidates": "list<element: double>",
        "recoveries": "int32",
        "waivers": "int32",
        "lost_mass": "double",
    }


@pytest.mark.parametrize(("num_games", "turns"), [(0, 6), (1, 1), (1000, 6), (70_000, 8)])
def test_games_come_back(tmp_path, num_games, turns):
    records = play_at_random(num_games, turns, seed=num_games)
    write_games(in_portions(records), LEXICON, tmp_path / "games.parquet")
    assert_equal_records(read_games(tmp_path / "games.parquet", LEXICON), records)
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_portions_give_the_bytes_of_one_table_with_groups_of_as_many_rows(tmp_path):
    records = play_at_random(150_000, 6, seed=1)
    write_games(in_portions(records), LEXICON, tmp_path / "games.parquet")
    write_games([records], LEXICON, tmp_path / "whole.parquet")
    assert (tmp_path / "games.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_row_groups_lie_on_fixed_ranges(tmp_path):
    write_games(in_portions(play_at_random(140_000, 1, seed=2)), LEXICON, tmp_path / "games.parquet")
    metadata = pq.read_metadata(tmp_path / "games.parquet")
    sizes = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    assert sizes == [65_536, 65_536, 140_000 - 2 * 65_536]


def test_writing_does_not_load_pandas(tmp_path):
    script = """
import sys
import numpy as np
from pathlib import Path
from wordle_jax.lexicon import build_lexicon
from wordle_jax.records import GameRecords
from wordle_jax.results import summarize, write_games
from wordle_jax.totals import Totals
one, turns = np.zeros(1, np.int32), np.zeros((1, 6), np.int32)
records = GameRecords(one, one, one > 0, one + 1, turns, turns, turns, turns + 0.0, one, one, one + 0.0)
lexicon = build_lexicon(["abc"])
write_games([records], lexicon, Path(sys.argv[1]))
summarize(Totals(1, 6).add(records), lexicon, solver="random", noise=0.0)
print("pandas" in sys.modules)
"""
    command = [sys.executable, "-c", script, str(tmp_path / "games.parquet")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def test_reading_what_is_no_table_of_games(tmp_path):
    with pytest.raises(UserError, match=r"^.*missing\.parquet cannot be read: .*$"):
        read_games(tmp_path / "missing.parquet", LEXICON)
    (tmp_path / "text.parquet").write_text("abc\n")
    with pytest.raises(UserError, match=r"^.*text\.parquet is not a games\.parquet of this program$"):
        read_games(tmp_path / "text.parquet", LEXICON)
    pq.write_table(pa.table({"answer": ["abc"]}), tmp_path / "other.parquet")
    with pytest.raises(UserError, match=r"^.*other\.parquet is not a games\.parquet of this program$"):
        read_games(tmp_path / "other.parquet", LEXICON)
    pq.write_table(pa.table({"answer": ["abc"]}, metadata={"max_guesses": "6"}), tmp_path / "other.parquet")
    with pytest.raises(UserError, match=r"^.*other\.parquet is not a games\.parquet of this program$"):
        read_games(tmp_path / "other.parquet", LEXICON)


def test_reading_with_another_lexicon_names_a_word(tmp_path):
    write_games([make_records(GAMES)], LEXICON, tmp_path / "games.parquet")
    with pytest.raises(UserError, match=r"^.*games\.parquet has 'dañ', which is not in the lexicon: .*$"):
        read_games(tmp_path / "games.parquet", build_lexicon(["abc", "abd", "acd", "cab"]))


def test_summary_spelled_out():
    summary = summarize(add_up(make_records(GAMES), 3), LEXICON, solver="entropy", noise=0.1)
    intervals = summary.pop("intervals")
    assert summary == {
        "solver": "entropy",
        "lexicon": "Four words",
        "noise": 0.1,
        "games": 4,
        "answers": 3,
        "solved": 3,
        "failures": 1,
        "success_rate": 0.75,
        "mean_guesses": 2.0,
        "median_guesses": 2.0,
        "std_guesses": 1.0,
        "mean_guesses_all": 2.5,
        "total_guesses": 10,
        "distribution": {"1": 1, "2": 1, "3": 1, "fail": 1},
        "solved_within_4": 3,
        "recoveries": 3,
        "games_with_recovery": 2,
        "solved_after_recovery": 1,
        "waivers": 1,
        "lost_mass": 0.5,
        "mean_candidates": [6 / 4, 6 / 3, 1 / 2],
        "reduction": [62.5, 50.0, 87.5],
    }
    assert list(intervals) == [
        "success_rate",
        "mean_guesses",
        "median_guesses",
        "std_guesses",
        "mean_guesses_all",
    ]
    assert all(low <= summary[name] <= high for name, (low, high) in intervals.items())


def test_summary_against_plain_python():
    records = play_at_random(3001, 6, seed=3)
    summary = summarize(add_up(records, 6), LEXICON, solver="random", noise=0.2)
    games = [(int(n), bool(s)) for n, s in zip(records.num_guesses, records.solved, strict=True)]
    won = [n for n, s in games if s]
    assert summary["games"] == 3001
    assert summary["success_rate"] == len(won) / 3001
    assert summary["mean_guesses"] == sum(won) / len(won)
    assert summary["median_guesses"] == statistics.median(won)
    assert summary["std_guesses"] == pytest.approx(statistics.stdev(won), rel=1e-12)
    assert summary["total_guesses"] == sum(n if s else 7 for n, s in games)
    assert summary["mean_guesses_all"] == summary["total_guesses"] / 3001
    assert summary["distribution"] == {str(k): won.count(k) for k in range(1, 7)} | {"fail": 3001 - len(won)}
    assert summary["solved_within_4"] == sum(n <= 4 for n in won)
    for turn in range(6):
        left = [int(c) for c, (n, _) in zip(records.candidates[:, turn], games, strict=True) if n > turn]
        assert summary["mean_candidates"][turn] == sum(left) / len(left)


def test_summary_where_nothing_was_won_or_played():
    lost = select(make_records(GAMES), slice(2, 3))
    summary = summarize(add_up(lost, 3), LEXICON, solver="random", noise=0.0)
    assert [summary[name] for name in ("success_rate", "mean_guesses", "median_guesses", "std_guesses")] == [
        0.0,
        None,
        None,
        None,
    ]
    assert summary["mean_guesses_all"] == 4.0
    summary = summarize(add_up(select(make_records(GAMES), slice(0, 0)), 3), LEXICON, solver="random", noise=0.0)
    assert summary["games"] == 0
    assert summary["success_rate"] is None
    assert summary["mean_candidates"] == [None, None, None]
    assert summary["reduction"] == [None, None, None]


def test_turns_that_no_game_played_have_no_mean():
    won_at_once = select(make_records(GAMES), slice(0, 1))
    summary = summarize(add_up(won_at_once, 3), LEXICON, solver="random", noise=0.0)
    assert summary["mean_candidates"] == [1.0, None, None]
    assert summary["reduction"] == [75.0, None, None]
    assert summary["std_guesses"] is None


def test_summary_is_the_same_to_the_byte(tmp_path):
    for name in ("once.json", "again.json"):
        records = play_at_random(2000, 6, seed=4)
        write_json(tmp_path / name, summarize(add_up(records, 6), LEXICON, solver="mac", noise=0.1))
    assert (tmp_path / "once.json").read_bytes() == (tmp_path / "again.json").read_bytes()


def test_outcomes_of_each_answer():
    np.testing.assert_array_equal(
        count_outcomes(make_records(GAMES), 3),
        [
            [1, 1, 0, 0],  # abc
            [0, 0, 1, 0],  # abd
            [0, 0, 0, 1],  # dañ
        ],
    )


def test_json_keeps_the_order_and_ends_with_a_line(tmp_path):
    write_json(tmp_path / "summary.json", {"solver": "año", "games": 2, "answers": [1.5, None]})
    expected = '{\n  "solver": "año",\n  "games": 2,\n  "answers": [\n    1.5,\n    null\n  ]\n}\n'
    assert (tmp_path / "summary.json").read_bytes() == expected.encode()
    with pytest.raises(ValueError, match="JSON"):
        write_json(tmp_path / "summary.json", {"games": float("nan")})
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["games"] == 2


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    write_games([make_records(GAMES)], LEXICON, tmp_path / "games.parquet")
    before = (tmp_path / "games.parquet").read_bytes()

    def run_out_of_space(path, schema, **options):
        path.write_bytes(b"half a ta")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(results.pq, "ParquetWriter", run_out_of_space)
    with pytest.raises(UserError, match=r"^.*games\.parquet cannot be written: No space left on device$"):
        write_games([make_records(GAMES)], LEXICON, tmp_path / "games.parquet")
    assert (tmp_path / "games.parquet").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"^.*summary\.json cannot be written: .*$"):
        write_json(tmp_path / "file" / "summary.json", {})
    with pytest.raises(UserError, match=r"^.*games\.parquet cannot be written: .*$"):
        write_games([make_records(GAMES)], LEXICON, tmp_path / "file" / "games.parquet")
