"""What tables and figures need of a study, asked before its first game is played."""

from contextlib import nullcontext
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Int64

from wordle_jax.errors import UserError, naming
from wordle_jax.lexicon import Lexicon, LexiconConfig, load_lexicon
from wordle_jax.records import GameRecords
from wordle_jax.selection import GameSelection, select_games
from wordle_jax.study.config import Plan
from wordle_jax.study.measures import require_cells
from wordle_jax.study.parts import load_parts
from wordle_jax.study.results import PlayedCell, StudyResults


def check_plan(plan: Plan, directory: Path) -> None:
    """Raise UserError if a table or a figure of a study, or of one that it consists of, cannot be made of its cells.

    A module of either kind says by `check(results)` what it asks of the cells, at least one if it says nothing, and
    by `TABLES` which tables it reads: `TABLE` of the study itself, `PART/TABLE` of a part, which may be no part of this
    study if `PARTS_ARE_OPTIONAL`.
    """
    for part in plan.parts:
        with naming(f"study.studies: {part.name}"):
            check_plan(part, directory / part.name)
    results = foresee(plan, directory)
    for name, module in load_parts("tables", plan.config.study.tables).items():
        with naming(f"study.tables: {name}"):
            _check_sources(module, plan)
            getattr(module, "check", require_cells)(results)
    for name, module in load_parts("figures", plan.config.study.figures).items():
        with naming(f"study.figures: {name}"):
            _check_sources(module, plan)


def _check_sources(module: Any, plan: Plan) -> None:
    tables = {part.name: part.config.study.tables for part in plan.parts}
    for source in getattr(module, "TABLES", ()):
        part, _, table = source.rpartition("/")
        if part and part not in tables:
            if not getattr(module, "PARTS_ARE_OPTIONAL", False):
                raise UserError(f"it needs the study {part}; name that in study.studies, or leave it out")
        elif table not in (tables[part] if part else plan.config.study.tables):
            of = f" of the study {part}" if part else ""
            raise UserError(f"it needs the table {table}{of}; name that in study.tables, or leave it out")


def foresee(plan: Plan, directory: Path) -> StudyResults:
    """Return what a study comes to, as far as it is known beforehand: its cells with games that nobody has played."""

    @cache
    def load(config: LexiconConfig) -> Lexicon:
        return load_lexicon(config)

    @cache
    def select(lexicon: LexiconConfig, games: GameSelection, seed: int, turns: int) -> GameRecords:
        return _leave_unplayed(select_games(games, load(lexicon), seed), load(lexicon).num_answers, turns)

    cells = []
    for cell in plan.cells:
        config = cell.config
        is_shared = (config.lexicon, config.games) == (plan.config.lexicon, plan.config.games)
        with nullcontext() if is_shared else naming(f"study: {cell.name}"):
            records = select(config.lexicon, config.games, config.seed, config.rules.max_guesses)
        cells.append(PlayedCell(cell.labels, config, load(config.lexicon), records, {}))
    return StudyResults(plan.config, cells, directory)


def _leave_unplayed(game_id: Int64[np.ndarray, " game"], num_answers: int, turns: int) -> GameRecords:
    """Return games without guesses; what they lack takes no memory."""
    shape = (len(game_id), turns)
    by_turn = {"guesses": np.int32, "true_patterns": np.int32, "observed_patterns": np.int32, "candidates": np.float64}
    by_game = {"solved": np.bool_, "lost_mass": np.float64}
    by_game |= dict.fromkeys(("num_guesses", "recoveries", "waivers"), np.int32)
    nothing = {name: np.broadcast_to(np.zeros((), kind), shape) for name, kind in by_turn.items()}
    nothing |= {name: np.broadcast_to(np.zeros((), kind), shape[:1]) for name, kind in by_game.items()}
    assert set(nothing) | {"answer", "replicate"} == {field.name for field in fields(GameRecords)}
    answer, replicate = (part.astype(np.int32) for part in (game_id % num_answers, game_id // num_answers))
    return GameRecords(answer=answer, replicate=replicate, **nothing)
