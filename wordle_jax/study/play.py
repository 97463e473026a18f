"""Plays the cells of a study that are missing in its directory, and writes what all of them add up to."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from wordle_jax.console import show_table_or_file
from wordle_jax.directory import open_directory, replacing
from wordle_jax.errors import UserError, naming
from wordle_jax.experiment import Ground, RunConfig, Stopwatch, lay_ground, play_experiment
from wordle_jax.interrupts import ending_at_once
from wordle_jax.records import GameRecords
from wordle_jax.results import read_games, read_timing, read_whole, write_json
from wordle_jax.study.config import Cell, Plan
from wordle_jax.study.parts import load_parts
from wordle_jax.study.results import PlayedCell, StudyResults
from wordle_jax.study.settings import CELLS_FOLDER, SETTINGS_FILE, describe_settings
from wordle_jax.study.table import TIMING_FOLDER, write_table

FIGURES_FOLDER = "figures"
GAMES_FILE = "games.parquet"


def play_study(plan: Plan, directory: Path) -> None:
    """Play every cell that the directory does not hold in full, then write and show the tables and draw the figures.

    The directory holds the cells of no other study (see settings.py). A cell is played, and written to a directory of
    its own, as a run is; tables come from what is on disk, whenever and wherever it was played, and figures from the
    tables. The studies that one consists of come first, each in a directory of its own.
    Raises UserError for bad input.
    """
    study = plan.config.study
    write_json(directory / SETTINGS_FILE, describe_settings(plan))
    for part in plan.parts:
        open_directory(directory / part.name)
        play_study(part, directory / part.name)
    cells = list(play_cells(plan.name, [(cell, directory / CELLS_FOLDER / cell.name) for cell in plan.cells]))
    # Everything that took time is on disk, and libraries load for tables and figures.
    with ending_at_once():
        results = StudyResults(plan.config, cells, directory)
        for name, module in load_parts("tables", study.tables).items():
            with naming(f"study.tables: {name}"):
                table = module.make_table(results)
            file = write_table(directory, name, table)
            show_table_or_file(f"{study.name} · {table.title}", table.header, table.shown, table.caption, file)
        for name, module in load_parts("figures", study.figures).items():
            folder = open_directory(directory / (TIMING_FOLDER if hasattr(module, "IS_TIMING") else FIGURES_FOLDER))
            module.draw(directory, folder / name)
        print(f"results  {directory}", flush=True)


def play_cells(name: str, cells: Sequence[tuple[Cell, Path]]) -> Iterator[PlayedCell]:
    """Play each cell into its place unless its games are there, and yield it with its games.

    `name` is whose cells they are, for what is said meanwhile. Raises UserError for bad input.
    """
    watch = Stopwatch()
    ground: Ground | None = None
    laid_for: Any = None
    for number, (cell, place) in enumerate(cells, 1):
        config = cell.config
        if ground is None or laid_for != (config.lexicon, config.games, config.prior, config.seed):
            ground = lay_ground(config, watch)
            laid_for = (config.lexicon, config.games, config.prior, config.seed)
        which = f"{name}: cell {number} of {len(cells)}: {cell.name}"
        records = read_cell(place, ground)
        if records is None:
            print(which, flush=True)
            open_directory(place)
            _write_config(place / "config.yaml", config)
            (place / GAMES_FILE).unlink(missing_ok=True)  # else the run might take itself for finished
            play_experiment(config, ground, place, watch, opener_is_asked=cell.opener_is_asked)
            watch = Stopwatch()
            records = read_cell(place, ground)
            assert records is not None, place
        else:
            print(f"{which}, played before", flush=True)
        yield PlayedCell(cell.labels, config, ground.lexicon, records, read_timing(place))


def read_cell(place: Path, ground: Ground) -> GameRecords | None:
    """Return the games of a cell, or None if it was never played to its end."""
    if read_whole(place) is None:
        return None
    try:
        records = read_games(place / GAMES_FILE, ground.lexicon)
    except UserError:
        return None
    game_id = records.replicate.astype(np.int64) * ground.lexicon.num_answers + records.answer
    return records if np.array_equal(game_id, ground.game_id) else None


def _write_config(path: Path, config: RunConfig) -> None:
    plain = json.loads(json.dumps(asdict(config)))  # tuples are lists
    with replacing(path) as partial:
        partial.write_text(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True), encoding="utf-8")
