"""A game for a person at a terminal."""

import sys

from prompt_toolkit import PromptSession
from rich.text import Text

from wordle_jax.assist.tiles import LEGEND, Palette
from wordle_jax.console import make_console
from wordle_jax.interrupts import Stopped
from wordle_jax.lexicon import Lexicon
from wordle_jax.match.match import Match
from wordle_jax.match.position import Position
from wordle_jax.match.show import KEY_LEGEND, describe_end, describe_match, draw_position

_WIDTH = 80


class Terminal:
    """Boards and keyboard after every guess; lines may be edited, and those before called back."""

    def __init__(self, match: Match, title: str, lexicon: Lexicon, palette: Palette) -> None:
        self._introduction = describe_match(match, title)
        self._alphabet, self._palette = lexicon.alphabet, palette
        self._console = make_console()
        # What is not shown on a terminal cannot be edited there.
        self._prompt = PromptSession[str]() if sys.stdout.isatty() else None

    @property
    def _width(self) -> int:
        return min(_WIDTH, self._console.width)

    def _say(self, text: str | Text) -> None:
        self._console.print(text, width=self._width)

    def show(self, position: Position) -> None:
        """Show the boards, and what is played before the first guess."""
        if position.guesses:
            self._console.print()
            self._console.print(draw_position(position, self._alphabet, self._palette, self._width))
            self._remark(position)
        elif not position.is_over:
            self._say(Text(self._introduction, "bold"))
            self._say(f"{LEGEND}    {KEY_LEGEND}")
            self._say("Type a word of the list; help, give up, code and quit are understood too.")

    def _remark(self, position: Position) -> None:
        if position.open_answers is not None and not position.is_over:
            self._say(f"{position.open_answers:,} words are still possible.")
        if position.is_waived:
            self._say("What the tiles showed allows no word: this once every word may be guessed.")
        rows = [board.rows[-1] for board in position.boards if not board.is_solved]
        if not position.is_over and any(set(row.tiles) == {"g"} for row in rows):
            self._say("All green, yet not the word: tiles may lie.")

    def tell(self, key: str, text: str) -> None:
        """Print what was asked for, or why a guess is not taken."""
        if key == "code":
            # A line that is copied stays whole.
            command = f"The same game for a friend:\n  python -m wordle_jax.play play.code={text}"
            self._console.print(command, soft_wrap=True)
        else:
            self._say(f"Not taken: {text}" if key == "error" else text)

    def read(self, position: Position) -> str | None:
        """Return what is typed; None once the input ends."""
        question = f"guess {len(position.guesses) + 1} of {position.max_guesses}> "
        while True:
            try:
                line = input(question) if self._prompt is None else self._prompt.prompt(question)
            except EOFError:
                return None
            except Stopped:
                raise
            except KeyboardInterrupt:
                if self._prompt is None:
                    raise
                # As in a shell the line is dropped; who has none wants to leave.
                if not self._prompt.default_buffer.text:
                    self._say("quit leaves the game.")
                continue
            if line.strip():
                return line

    def end(self, position: Position, share: str) -> None:
        """Print how the game ended and what to show others."""
        self._console.print()
        if not share:
            self._say("The game is left as it is.")
            return
        self._say(describe_end(position))
        self._console.print()
        self._console.print(share, soft_wrap=True)
