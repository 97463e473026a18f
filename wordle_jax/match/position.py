"""Where a game stands: a function of the match and the guesses, so that nobody needs to keep it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np
from jaxtyping import UInt32

from wordle_jax.chance import draw_bits
from wordle_jax.channel import Adversary, make_channel
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon, find_word
from wordle_jax.match.adversary import answer_all_openly
from wordle_jax.match.match import Match
from wordle_jax.pattern import format_pattern
from wordle_jax.rules import RuleMode, build_allowed_after, explain_illegal
from wordle_jax.world import World

Status = Literal["playing", "won", "lost", "given_up"]


@dataclass(frozen=True)
class Row:
    """A guess and the tiles that it showed, such as crane and bbybg."""

    guess: str
    tiles: str


@dataclass(frozen=True)
class Board:
    """What one board shows. The answer is told once the game is over or the board solved."""

    rows: tuple[Row, ...]
    is_solved: bool
    answer: str | None


@dataclass(frozen=True)
class Position:
    """Where a game stands, as its player may know it.

    `is_waived` tells that noise left no legal guess, so that every word may be guessed next. `open_answers` counts what
    the adversary can still choose from.
    """

    boards: tuple[Board, ...]
    guesses: tuple[str, ...]
    max_guesses: int
    mode: RuleMode
    status: Status
    is_waived: bool = False
    open_answers: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether no more guesses are made."""
        return self.status != "playing"

    @cached_property
    def keyboard(self) -> dict[str, tuple[str, ...]]:
        """The best tile that each letter used so far was shown on each board, "" on boards that it never reached."""
        best: dict[str, list[str]] = {}
        for at, board in enumerate(self.boards):
            for row in board.rows:
                for letter, tile in zip(row.guess, row.tiles, strict=True):
                    shown = best.setdefault(letter, [""] * len(self.boards))
                    shown[at] = max(shown[at], tile, key=" byg".find) if shown[at] else tile
        return {letter: tuple(best[letter]) for letter in sorted(best)}

    def to_json(self) -> dict[str, Any]:
        """Return the position as plain values."""
        return asdict(self) | {"keyboard": self.keyboard, "is_over": self.is_over}


class Host:
    """Hosts games with the words of a lexicon: says what guesses show and which are refused. It keeps no game."""

    def __init__(self, lexicon: Lexicon, world: World) -> None:
        self.lexicon = lexicon
        self._world = world

    def replay(self, match: Match, guesses: Sequence[str], *, gave_up: bool = False) -> Position:
        """Return the position after guesses as a person typed them, the last of which may have been to give up.

        Raises UserError for the first guess that cannot be made, with the reason.
        """
        position = self._look(match, (), gave_up=gave_up and not guesses)
        for number, text in enumerate(guesses, 1):
            position = self.add(match, position, text, gave_up=gave_up and number == len(guesses))
        return position

    def add(self, match: Match, position: Position, text: str, *, gave_up: bool = False) -> Position:
        """Return the position after one more guess. Raises UserError if it cannot be made, with the reason."""
        if position.is_over:
            raise UserError(f"{text!r} comes after the end of the game")
        word = self.lexicon.guesses[find_word(self.lexicon, text)]
        if not position.is_waived:
            self._check_legal(position, word)
        return self._look(match, (*position.guesses, word), gave_up=gave_up)

    def give_up(self, match: Match, position: Position) -> Position:
        """Return the position with the answers told."""
        return position if position.is_over else self._look(match, position.guesses, gave_up=True)

    def _check_legal(self, position: Position, word: str) -> None:
        if position.mode == "normal":
            return
        mode = position.mode.replace("_", " ")
        if word in position.guesses:
            raise UserError(f"{mode} mode does not allow {word}: it was guessed before")
        for row in position.boards[0].rows:
            reason = explain_illegal(word, row.guess, row.tiles, position.mode)
            if reason is not None:
                raise UserError(f"{mode} mode does not allow {word}: {reason} ({row.guess} {row.tiles})")

    def _look(self, match: Match, words: tuple[str, ...], *, gave_up: bool) -> Position:
        guesses = [self.lexicon.guess_index[word] for word in words]
        boards, left = self._show_openly(guesses) if match.is_adversarial else (self._show_boards(match, guesses), None)
        status: Status = "playing"
        if all(board.is_solved for board in boards):
            status = "won"
        elif gave_up:
            status = "given_up"
        elif len(words) == match.rules.max_guesses:
            status = "lost"
        if status == "playing":
            boards = [board if board.is_solved else Board(board.rows, False, None) for board in boards]
        is_waived = status == "playing" and match.rules.mode != "normal" and self._forbids_all(match, boards[0])
        rules = match.rules
        return Position(tuple(boards), words, rules.max_guesses, rules.mode, status, is_waived, left)

    def _show_openly(self, guesses: list[int]) -> tuple[list[Board], int]:
        """Return the board of the adversary, and how many answers it can still choose from."""
        patterns, left = answer_all_openly(self._world, guesses)
        is_solved = bool(patterns) and patterns[-1] == self._world.matrix.num_patterns - 1
        likeliest = int(left[np.argmin(self._world.frequency_rank[left])])
        return [Board(self._rows(guesses, patterns), is_solved, self.lexicon.answers[likeliest])], len(left)

    def _show_boards(self, match: Match, guesses: list[int]) -> list[Board]:
        boards = []
        for number, secret in enumerate(match.secrets):
            own = int(self._world.answer_guess[secret])
            is_solved = own in guesses
            asked = guesses[: guesses.index(own) + 1] if is_solved else guesses
            true = self._world.matrix.codes[asked, secret].astype(np.int32)
            shown = self._corrupt(match, number, true)
            if is_solved:
                shown[-1] = true[-1]
            boards.append(Board(self._rows(asked, shown.tolist()), is_solved, self.lexicon.answers[secret]))
        return boards

    def _corrupt(self, match: Match, board: int, true: np.ndarray) -> np.ndarray:
        """Return the shown patterns of a board, turn by turn."""
        if match.tells_truth:
            return true
        length = self.lexicon.word_length
        channel = make_channel(match.channel, length)
        assert not isinstance(channel, Adversary)
        noise = _draw_noise(match.seed, match.boards, match.rules.max_guesses, length)
        return channel.corrupt(true, noise[board, : len(true)])

    def _rows(self, guesses: Sequence[int], patterns: Sequence[int]) -> tuple[Row, ...]:
        length = self.lexicon.word_length
        return tuple(
            Row(self.lexicon.guesses[guess], format_pattern(pattern, length))
            for guess, pattern in zip(guesses, patterns, strict=True)
        )

    def _forbids_all(self, match: Match, board: Board) -> bool:
        allowed_after = self._allowed_after[match.rules.mode]
        legal = np.ones(self.lexicon.num_guesses, bool)
        for row in board.rows:
            guess = self.lexicon.guess_index[row.guess]
            legal &= allowed_after(guess, _read_tiles(row.tiles))
            legal[guess] = False
        return not legal.any()

    @cached_property
    def _allowed_after(self) -> dict[str, Any]:
        return {mode: build_allowed_after(self.lexicon.letters, mode) for mode in ("hard", "ultra_hard")}


@lru_cache(maxsize=256)
def _draw_noise(seed: int, boards: int, turns: int, length: int) -> UInt32[np.ndarray, "board turn tile two"]:
    """Return the random bits of the tiles; a board is a game to `chance`."""
    return draw_bits("noise", seed, np.arange(boards), turns, 2 * length).reshape(boards, turns, length, 2)


def _read_tiles(tiles: str) -> int:
    return int("".join(str("byg".index(tile)) for tile in tiles), 3)
