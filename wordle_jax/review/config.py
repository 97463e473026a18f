"""From what was asked for to a review, written and shown."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.interrupts import ending_at_once
from wordle_jax.lexicon import LexiconConfig, load_lexicon
from wordle_jax.platform import Platform, configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.report.document import Section
from wordle_jax.report.markdown import to_markdown
from wordle_jax.results import write_json
from wordle_jax.review.grid import read_grid, review_grid
from wordle_jax.review.judge import Judge
from wordle_jax.review.page import describe_grid, describe_review
from wordle_jax.review.show import show_section
from wordle_jax.rules import Rules
from wordle_jax.world import build_world


@dataclass(frozen=True, kw_only=True)
class ReviewConfig:
    """What the command is asked for: the content of conf/review.yaml and of the options chosen for its groups."""

    lexicon: LexiconConfig
    rules: Rules = field(default_factory=Rules)
    answer: str | None = None
    guesses: tuple[str, ...] = ()
    grid: str | tuple[str, ...] | None = None
    shown: int = 10
    platform: Platform = "auto"

    def __post_init__(self) -> None:
        if self.guesses and self.grid is not None:
            raise UserError("grid: guesses say already what was shown; give one of them")
        if self.shown < 1:
            raise UserError(f"shown: is {self.shown}; give 1 or more answers")


def review_game(config: ReviewConfig, directory: Path) -> Mapping[str, Any]:
    """Review what a configuration asks for, write it to the directory, show it, and return the summary.

    Without guesses and a grid the grid is read from the standard input. Raises UserError for bad input.
    """
    lexicon = load_lexicon(config.lexicon)
    grid = None if config.guesses else read_grid(_read_squares(config), lexicon.word_length)
    with ending_at_once():
        configure_jax(config.platform)
        world = build_world(lexicon, ONE_COUNT_PER_MILLION)
    page: Section
    if grid is None:
        review = Judge(lexicon, world, config.rules.mode).review(config.guesses, config.answer)
        content, page = review.to_json(), describe_review(review)
        row = {"luck": review.luck, "skill": review.skill, "is_solved": review.is_solved}
    else:
        squares = review_grid(grid, lexicon, world, config.answer)
        content, page = squares.to_json(), describe_grid(squares, config.shown)
        row = {"answers": len(squares.answers)}
    write_json(directory / "summary.json", content)
    (directory / "review.md").write_text(to_markdown(page), encoding="utf-8")
    show_section(page)
    print(f"results  {directory}", flush=True)
    return row


def _read_squares(config: ReviewConfig) -> str:
    if config.grid is not None:
        return config.grid if isinstance(config.grid, str) else "\n".join(config.grid)
    text = "" if sys.stdin.isatty() else sys.stdin.read()
    if not text.strip():
        example = f"answer={config.answer or 'abide'} guesses=[crane,slate]"
        raise UserError(f"guesses: has none; give those that were made, as in {example}, or a grid of squares")
    return text
