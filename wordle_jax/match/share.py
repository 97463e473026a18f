"""The squares that people show each other when a game is over."""

from wordle_jax.assist.tiles import Palette
from wordle_jax.match.position import Position

_SQUARES = {"standard": str.maketrans("byg", "⬛🟨🟩"), "high_contrast": str.maketrans("byg", "⬛🟦🟧")}
_BOARDS_BESIDE = 4
_BETWEEN = "  "


def make_share(position: Position, title: str, palette: Palette = "standard") -> str:
    """Return a line with the number of guesses, starred in the hard modes, and the squares of every board.

    Boards stand side by side, four in a line; a solved one is filled up with blanks as wide as squares.
    """
    number = str(len(position.guesses)) if position.status == "won" else "X"
    star = "" if position.mode == "normal" else "*"
    lines = [f"{title} {number}/{position.max_guesses}{star}", ""]
    for first in range(0, len(position.boards), _BOARDS_BESIDE):
        boards = position.boards[first : first + _BOARDS_BESIDE]
        if first:
            lines.append("")
        for turn in range(max(len(board.rows) for board in boards)):
            cells = [
                board.rows[turn].tiles.translate(_SQUARES[palette])
                if turn < len(board.rows)
                else "\N{IDEOGRAPHIC SPACE}" * len(board.rows[0].tiles)
                for board in boards
            ]
            lines.append(_BETWEEN.join(cells).rstrip())
    return "\n".join(lines)
