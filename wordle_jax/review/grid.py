"""A grid of squares that somebody shared: which answers it may be about, and how many guesses fit each of its rows."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import prod
from typing import Any

import numpy as np
from jaxtyping import Int64

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon, find_answer
from wordle_jax.pattern import format_pattern, is_tiles, parse_pattern
from wordle_jax.word_file import quote
from wordle_jax.world import World

_SQUARES = "⬛⬜🟨🟦🟩🟧"
_RUN = re.compile(f"(?:[{_SQUARES}]\ufe0f?)+")
# Wordle 1,234 4/6* : the number of guesses or X, of how many, and a star in hard mode.
_HEADER = re.compile(r"(?<![\w/])([1-9]\d?|[Xx])/([1-9]\d?)(\*?)(?![\w/])")
_SHOWN_WORDS = 5


@dataclass(frozen=True)
class Grid:
    """The tiles of every row, such as bbybg, and what its first line says: 4/6 or X/6, and a star in hard mode."""

    rows: tuple[str, ...]
    score: str | None = None
    is_hard: bool = False

    @property
    def is_solved(self) -> bool:
        """Whether the last row is all green."""
        return set(self.rows[-1]) == {"g"}


@dataclass(frozen=True)
class GridAnswer:
    """An answer that a grid may be about.

    counts       for each row, how many guesses of the lexicon show it to this answer
    probability  that it is this one, if every answer is alike likely and every row was any guess of the list
    """

    word: str
    counts: tuple[int, ...]
    probability: float


@dataclass(frozen=True)
class GridRow:
    """One row: how many answers and guesses it leaves by itself, and together with the other rows.

    `guesses` counts those that show the row to some answer which agrees with the whole grid; `examples` are the most
    frequent of these, for the answer that was asked about or the likeliest one.
    """

    tiles: str
    answers_alone: int
    guesses: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class GridReview:
    """What a grid gives away; `answers` are all that agree with it, the likeliest first.

    `asked` is the answer that was asked about, with what it would be if it agreed.
    """

    lexicon: str
    num_answers: int
    rows: tuple[GridRow, ...]
    answers: tuple[GridAnswer, ...]
    notes: tuple[str, ...]
    asked: GridAnswer | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain values."""
        return asdict(self)


def read_grid(text: str, length: int) -> Grid:
    """Return the grid of a text: squares with any text around them, or rows of letters or digits.

    Rows of letters or digits stand in lines of their own or have blanks, commas or slashes between them; a line like
    `Wordle 1,234 4/6` may come before. Raises UserError if there is no row, a row is of another length, or a row
    follows one that is all green.
    """
    header = _HEADER.search(text)
    if _RUN.search(text):
        runs = [parts for line in text.splitlines() if (parts := _RUN.findall(line))]
        # With blanks between squares a line is a row.
        joined = ["".join(parts) for parts in runs]
        is_spaced = all(_num_squares(line) == length for line in joined)
        rows = joined if is_spaced else [part for parts in runs for part in parts]
    else:
        lines = [line for line in text.splitlines() if not _HEADER.search(line) or is_tiles(line)]
        rows = [row for line in lines for row in _split_line(line, length)]
    if not rows:
        raise UserError("grid: has no row of tiles; give rows such as ⬛⬛🟨⬛🟩 or bbybg")
    tiles: list[str] = []
    for number, row in enumerate(rows, 1):
        if tiles and set(tiles[-1]) == {"g"}:
            raise UserError(f"grid: row {number} follows one that is all green, where a game ends; leave it out")
        try:
            tiles.append(format_pattern(parse_pattern(row, length), length))
        except UserError as error:
            raise UserError(f"grid: row {number}: {error}") from error
    if header is None:
        return Grid(tuple(tiles))
    return Grid(tuple(tiles), f"{header[1].upper()}/{header[2]}", bool(header[3]))


def review_grid(grid: Grid, lexicon: Lexicon, world: World, answer: str | None = None) -> GridReview:
    """Return which answers agree with a grid, row by row: for each row some guess of the lexicon must show it.

    Raises UserError for an answer that the lexicon does not have.
    """
    asked = None
    if answer is not None:
        try:
            asked = find_answer(lexicon, answer)
        except UserError as error:
            raise UserError(f"answer: {error}; another lexicon may have it") from error
    patterns = [parse_pattern(tiles, lexicon.word_length) for tiles in grid.rows]
    by_pattern = {p: np.count_nonzero(world.matrix.codes == p, axis=0) for p in set(patterns)}
    counts = np.stack([by_pattern[p] for p in patterns])  # [row, answer]
    agrees = np.flatnonzero((counts > 0).all(axis=0))
    ways = {a: prod(counts[:, a].tolist()) for a in agrees.tolist()}  # more than an int64 holds
    total = sum(ways.values())

    def describe(a: int) -> GridAnswer:
        return GridAnswer(lexicon.answers[a], tuple(counts[:, a].tolist()), ways.get(a, 0) / total if total else 0.0)

    ranked = sorted(ways, key=lambda a: -ways[a])
    exemplary = asked if asked is not None else next(iter(ranked), None)
    rows = tuple(
        GridRow(
            tiles,
            int(np.count_nonzero(counts[number])),
            int(np.count_nonzero((world.matrix.codes[:, agrees] == pattern).any(axis=1))),
            () if exemplary is None else _find_examples(lexicon, world, exemplary, pattern),
        )
        for number, (tiles, pattern) in enumerate(zip(grid.rows, patterns, strict=True))
    )
    return GridReview(
        lexicon=lexicon.name,
        num_answers=lexicon.num_answers,
        rows=rows,
        answers=tuple(describe(a) for a in ranked),
        notes=_note(grid, rows, len(agrees)),
        asked=None if asked is None else describe(asked),
    )


def _note(grid: Grid, rows: Sequence[GridRow], num_agreeing: int) -> tuple[str, ...]:
    notes = [
        f"row {n}: no guess shows {row.tiles} to any answer" for n, row in enumerate(rows, 1) if not row.answers_alone
    ]
    if not num_agreeing and not notes:
        notes.append("each row agrees with some answers, all rows together with none: another lexicon may have it")
    played = str(len(grid.rows)) if grid.is_solved else "X"
    if grid.score is not None and grid.score.partition("/")[0] != played:
        notes.append(f"the first line says {grid.score}, the rows {played}: some may be missing")
    if grid.is_hard:
        notes.append("hard mode would rule out more: rows are looked at one by one")
    return tuple(notes)


def _find_examples(lexicon: Lexicon, world: World, answer: int, pattern: int) -> tuple[str, ...]:
    """Return the most frequent guesses that show a pattern to an answer."""
    found: Int64[np.ndarray, " guess"] = np.flatnonzero(world.matrix.codes[:, answer] == pattern)
    order = np.argsort(-lexicon.frequency_per_million[found], kind="stable")
    return tuple(lexicon.guesses[guess] for guess in found[order[:_SHOWN_WORDS]])


def _split_line(line: str, length: int) -> list[str]:
    """Return the rows that stand in a line of letters or digits."""
    parts = re.split(r"[\s,;/|]+", line.strip())
    if not all(part == "" or is_tiles(part) for part in parts):
        raise UserError(f"grid: {quote(line.strip())} is no row of tiles; give b/y/g, 0/1/2 or ⬛🟨🟩")
    together = "".join(parts)
    return [together] if len(together) == length else [part for part in parts if part]


def _num_squares(text: str) -> int:
    return sum(symbol in _SQUARES for symbol in text)
