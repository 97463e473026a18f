"""Records made by hand: an answer, how many guesses it took (None: not solved), and how often it was begun again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from wordle_jax.catalog import load_recipe
from wordle_jax.channel import ChannelConfig
from wordle_jax.experiment import RunConfig
from wordle_jax.lexicon import Lexicon, LexiconConfig, build_lexicon
from wordle_jax.records import GameRecords
from wordle_jax.study.config import StudyConfig, StudyGrid
from wordle_jax.study.results import PlayedCell, StudyResults

TURNS = 6


def make_records(games: list[tuple[int, int | None, int]]) -> GameRecords:
    """Games in the order given; replicates are counted by answer."""
    answer = np.array([answer for answer, _, _ in games], np.int32)
    replicate = [sum(a == own for a in answer[:at]) for at, own in enumerate(answer)]
    turns = np.array([TURNS if guesses is None else guesses for _, guesses, _ in games], np.int32)
    blank = np.where(np.arange(TURNS) < turns[:, None], 0, -1).astype(np.int32)
    return GameRecords(
        answer=answer,
        replicate=np.array(replicate, np.int32),
        solved=np.array([guesses is not None for _, guesses, _ in games]),
        num_guesses=turns,
        guesses=blank,
        true_patterns=blank,
        observed_patterns=blank,
        candidates=blank.astype(np.float64),
        recoveries=np.array([recoveries for _, _, recoveries in games], np.int32),
        waivers=np.zeros(len(games), np.int32),
        lost_mass=np.zeros(len(games)),
    )


WORDS = ("crane", "slate", "trace", "soare", "raise", "mound", "pound", "wound", "abide", "speed", "three", "geese")
LEXICON = build_lexicon(WORDS, WORDS, title="Twelve words")


def make_cell(solver: str, noise: float, records: GameRecords, lexicon: Lexicon = LEXICON, **labels: str) -> PlayedCell:
    """A cell that holds these games, whoever played them."""
    config = RunConfig(
        lexicon=LexiconConfig(name="twelve", title=lexicon.title, answers="twelve.txt"),
        solver=load_recipe("csp_aware"),
        noise=noise,
        channel=ChannelConfig(rate=noise),
    )
    return PlayedCell({"solver": solver, "noise": f"{noise:g}"} | labels, config, lexicon, records, {})


def make_results(*cells: PlayedCell) -> StudyResults:
    """A study of these cells, without a directory."""
    config = StudyConfig(
        lexicon=cells[0].config.lexicon, solver=cells[0].config.solver, study=StudyGrid("by_hand", {}, {})
    )
    return StudyResults(config, cells, Path("nowhere"))


def alter(cell: PlayedCell, **settings: Any) -> PlayedCell:
    """The cell with other settings of its run."""
    return replace(cell, config=replace(cell.config, **settings))
