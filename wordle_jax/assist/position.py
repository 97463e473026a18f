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
    answer.
    """

    boards: int = 1
    turns: tuple[Turn, ...] = ()
    is_tolerant: bool = False
    is_widened: bool = False

    def rows(self, board: int) -> list[tuple[str, str]]:
        """Return the guesses that a board answered, each with its tiles."""
        return [(turn.guess, tiles) for turn in self.turns if (tiles := turn.tiles[board]) is not None]

    def is_solved(self, board: int) -> bool:
        """Tell whether the last tiles of a board are all green."""
        rows = self.rows(board)
        return bool(rows) and set(rows[-1][1]) == {"g"}

    @property
    def open_boards(self) -> tuple[int, ...]:
        """The boards that are still to be solved."""
        return tuple(board for board in range(self.boards) if not self.is_solved(board))

    def after(self, turn: Turn) -> "Position":
        """Return the position after one more turn."""
        return replace(self, turns=(*self.turns, turn))

    def undone(self) -> "Position":
        """Return the position before the last turn."""
        return replace(self, turns=self.turns[:-1])
