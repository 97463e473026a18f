"""Results from disk as tables of pandas: of a run, or of all runs of a sweep or a study together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from wordle_jax.errors import UserError
from wordle_jax.files import NUMBER, Shape, read_yaml
from wordle_jax.pattern import format_pattern
from wordle_jax.results import read_game_table, read_summary
from wordle_jax.study.settings import CELLS_FOLDER, SETTINGS_FILE, read_settings

_BY_TURN = ("guesses", "true_patterns", "observed_patterns", "candidates")
_STUDY_LABEL = "study"
_CONFIG: dict[str, Shape] = {
    "games": {"answers": (str, list)},
    "channel": {"kind": str},
    "noise": NUMBER,
    "solver": {"score": str},
}


@dataclass(frozen=True, eq=False)
class LoadedRun:
    """What a run left, ready for analysis.

    `games` has a row a game: answer, replicate, solved, num_guesses, recoveries, waivers, lost_mass.
    `turns` has a row a guess: answer, replicate, turn (from 1), guess, true_pattern, observed_pattern (tiles as text,
    such as bbybg), candidates (answers left after it, see docs/results.md).
    `summary` and `config` are the content of summary.json and config.yaml.

    Of a sweep or a study both tables begin with columns that tell the cells apart: the settings that were varied. Of a
    study that consists of others, the first is `study`. `summary` and `config` then hold those of each cell by the name
    of its directory, relative to the one that was loaded.
    """

    games: pd.DataFrame
    turns: pd.DataFrame
    summary: Mapping[str, Any]
    config: Mapping[str, Any]


def load_run(path: Path | str) -> LoadedRun:
    """Return the results in the directory of a run, or of a sweep or a study.

    Cells without games are left out: jobs that failed, and what has not been played yet. Raises UserError if there are
    no games, or a file is damaged.
    """
    directory = Path(path)
    if (directory / "games.parquet").exists():
        return _load_one(directory)
    cells = list(find_cells(directory))
    if not cells:
        raise UserError(f"{directory} holds no games; give the directory of a run, a sweep or a study")
    runs = {place.relative_to(directory).as_posix(): _load_one(place) for _, place in cells}
    labels = _read_numbers(pd.DataFrame([labels for labels, _ in cells]))
    return LoadedRun(
        games=_put_together(labels, [run.games for run in runs.values()]),
        turns=_put_together(labels, [run.turns for run in runs.values()]),
        summary={name: run.summary for name, run in runs.items()},
        config={name: run.config for name, run in runs.items()},
    )


def find_cells(directory: Path) -> Iterator[tuple[dict[str, str], Path]]:
    """Yield what tells the runs of a sweep or a study apart, and where each is; only those that have games.

    Raises UserError if the table of the sweep, or the settings of the study, cannot be read.
    """
    if (directory / "sweep.csv").exists():
        found = _find_jobs(directory)
    elif (directory / SETTINGS_FILE).exists():
        found = _find_cells_of_study(directory)
    else:
        return
    yield from ((labels, place) for labels, place in found if (place / "games.parquet").exists())


def _find_jobs(directory: Path) -> Iterator[tuple[dict[str, str], Path]]:
    try:
        table = pd.read_csv(directory / "sweep.csv", dtype=str, keep_default_na=False)
        overridden = table.columns[1 : table.columns.get_loc("status")]
        jobs = table["job"]
    except (ValueError, KeyError) as error:
        raise UserError(f"{directory / 'sweep.csv'} is not the table of a sweep of this program") from error
    for job, labels in zip(jobs, table[overridden].to_dict("records"), strict=True):
        yield {str(key): value for key, value in labels.items()}, directory / job


def _find_cells_of_study(directory: Path) -> Iterator[tuple[dict[str, str], Path]]:
    settings = read_settings(directory)
    for name in settings["cells"]:
        try:
            labels = dict(label.split("=", 1) for label in name.split(","))
        except ValueError as error:
            raise UserError(f"{directory / SETTINGS_FILE} is damaged: {name!r} names no cell") from error
        yield labels, directory / CELLS_FOLDER / name
    for part in settings["study"]["studies"]:
        if (directory / part / SETTINGS_FILE).exists():
            for labels, place in _find_cells_of_study(directory / part):
                yield {_STUDY_LABEL: part} | labels, place


def _load_one(directory: Path) -> LoadedRun:
    table, _ = read_game_table(directory / "games.parquet")
    games = table.drop_columns(list(_BY_TURN)).to_pandas()
    played = games["num_guesses"].to_numpy()
    by_turn = {name: pc.list_flatten(table[name]).to_pandas() for name in _BY_TURN}
    length = len(by_turn["guesses"].iloc[0]) if len(games) else 0
    turns = games[["answer", "replicate"]].loc[games.index.repeat(played)].reset_index(drop=True)
    turns["turn"] = np.arange(1, len(turns) + 1) - np.repeat(np.cumsum(played) - played, played)
    turns["guess"] = by_turn["guesses"]
    for name in ("true_pattern", "observed_pattern"):
        code = by_turn[f"{name}s"]
        turns[name] = code.map({one: format_pattern(one, length) for one in code.unique().tolist()})
    turns["candidates"] = by_turn["candidates"]
    return LoadedRun(games, turns, read_summary(directory), read_yaml(directory / "config.yaml", _CONFIG))


def _put_together(labels: pd.DataFrame, frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Return all frames one below the other, each with its row of labels in front."""
    cell = np.repeat(np.arange(len(frames)), [len(frame) for frame in frames])
    return pd.concat([labels.iloc[cell].reset_index(drop=True), pd.concat(frames, ignore_index=True)], axis=1)


def _read_numbers(labels: pd.DataFrame) -> pd.DataFrame:
    """Return labels as numbers in the columns that hold nothing else."""
    for name in labels:
        try:
            labels[name] = pd.to_numeric(labels[name])
        except ValueError:
            continue
    return labels
