"""Plays the cells of a study that are missing in its directory, and writes what all of them add up to."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np
import yaml

from wordle_jax.console import show_table
from wordle_jax.directory import open_directory, replacing
from wordle_jax.errors import UserError
from wordle_jax.experiment import Ground, RunConfig, Stopwatch, lay_ground, play_experiment
from wordle_jax.interrupts import ending_at_once
from wordle_jax.records import GameRecords
from wordle_jax.results import read_games, write_json
from wordle_jax.solver import Recipe
from wordle_jax.study.config import StudyConfig, list_cells
from wordle_jax.study.robustness import CAPTION, HEADER, format_row, measure_cell
from wordle_jax.study.settings import SETTINGS_FILE, describe_settings
from wordle_jax.study.table import write_csv, write_markdown

TABLE_FILE = "table.csv"
_WRITTEN_AFTER_PLAY = ("summary.json", "timing.json")


def play_study(config: StudyConfig, recipes: Mapping[str, Recipe], directory: Path) -> None:
    """Play every cell that the directory does not hold in full, then write and show the table and draw the figure.

    The directory holds the cells of no other study (see settings.py). A cell is played, and written to a directory of
    its own, as a run is; table and figure come from what is on disk, whenever and wherever it was played.
    Raises UserError for bad input.
    """
    watch = Stopwatch()
    ground = lay_ground(config, watch)
    write_json(directory / SETTINGS_FILE, describe_settings(config, recipes, ground.lexicon))
    cells = list_cells(config, recipes)
    for number, cell in enumerate(cells, 1):
        which, place = f"cell {number} of {len(cells)}: {cell.name}", directory / cell.name
        if read_cell(place, ground) is not None:
            print(f"{which}, played before", flush=True)
            continue
        print(which, flush=True)
        open_directory(place)
        _write_config(place / "config.yaml", cell.config)
        play_experiment(cell.config, ground, place, watch)
        watch = Stopwatch()
    # Everything that took time is on disk, and matplotlib loads.
    with ending_at_once():
        rows = []
        for cell in cells:
            records = read_cell(directory / cell.name, ground)
            assert records is not None, cell.name
            rows.append(measure_cell(cell.solver, cell.noise, records, config.rules.max_guesses))
        title = _describe(config, ground)
        shown = [format_row(row) for row in rows]
        show_table(title, HEADER, shown, CAPTION)  # which no full disk prevents
        write_csv(directory / TABLE_FILE, rows)
        write_markdown(directory / "table.md", title, HEADER, shown, CAPTION)
        from wordle_jax.study.figure import draw_robustness

        draw_robustness(directory / TABLE_FILE)
        print(f"results  {directory}", flush=True)


def read_cell(place: Path, ground: Ground) -> GameRecords | None:
    """Return the games of a cell, or None if it was never played to its end."""
    try:
        for name in _WRITTEN_AFTER_PLAY:
            json.loads((place / name).read_text(encoding="utf-8"))
        records = read_games(place / "games.parquet", ground.lexicon)
    except (OSError, ValueError, UserError):
        return None
    game_id = records.replicate.astype(np.int64) * ground.lexicon.num_answers + records.answer
    return records if np.array_equal(game_id, ground.game_id) else None


def _write_config(path: Path, config: RunConfig) -> None:
    plain = json.loads(json.dumps(asdict(config)))  # tuples are lists
    with replacing(path) as partial:
        partial.write_text(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True), encoding="utf-8")


def _describe(config: StudyConfig, ground: Ground) -> str:
    """Return what was played, for the title of the table."""
    replicates = config.games.replicates
    answers = f"{len(ground.game_id) // replicates:,} answers"
    games = f"{replicates} games each" if replicates > 1 else "a game each"
    mode, seed = config.rules.mode, config.seed
    return f"{config.study.name} · {ground.lexicon.title} · {answers}, {games} · {mode} rules · seed {seed}"
