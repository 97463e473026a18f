"""Positions: the turns of a game as a person entered them. All that the assistant shows is a function of one."""

from dataclasses import dataclass, replace

MOST_BOARDS = 8


@dataclass(frozen=True)
class Turn:
    """A guess, and for each board its tiles as letters (bbybg), or None where the board was solved before."""

    guess: str
    tiles: tuple[str | None, ...]


@dataclass(frozen=True)
class Position:
    """The turns so far on some boards that one guess serves.

    `is_tolerant` says that a tile may have been mistyped, `is_widened` that every word that may be guessed may be the
    answer. `found` are the boards, counted from 0, of whose last guess the person says that it was the word: where
    tiles may be wrong, green ones do not prove it.
    """

    boards: int = 1
    turns: tuple[Turn, ...] = ()
    is_tolerant: bool = False
    is_widened: bool = False
    found: tuple[int, ...] = ()

    def rows(self, board: int) -> list[tuple[str, str]]:
        """Return the guesses that a board answered, each with its tiles."""
        return [(turn.guess, tiles) for turn in self.turns if (tiles := turn.tiles[board]) is not None]

    def is_green(self, board: int) -> bool:
        """Tell whether the last tiles of a board are all green."""
        rows = self.rows(board)
        return bool(rows) and set(rows[-1][1]) == {"g"}

    def is_found(self, board: int) -> bool:
        """Tell whether a board is green and the person says that it is over: in words, or as it has no tiles later."""
        return self.is_green(board) and (board in self.found or self.turns[-1].tiles[board] is None)

    @property
    def open_boards(self) -> tuple[int, ...]:
        """The boards that are not green."""
        return tuple(board for board in range(self.boards) if not self.is_green(board))

    def after(self, turn: Turn) -> "Position":
        """Return the position after one more turn, whose tiles say for themselves which boards go on."""
        return replace(self, turns=(*self.turns, turn), found=())

    def undone(self) -> "Position":
        """Return the position before what was said last: that a word was found, or a turn."""
        return replace(self, found=()) if self.found else replace(self, turns=self.turns[:-1])
