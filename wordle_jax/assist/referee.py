"""What the rules make of a position: what may be entered and guessed, what is solved, and what contradicts itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Int32

from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.reading import refuse_illegal, refuse_impossible
from wordle_jax.channel import Adversary, Channel
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import format_pattern, parse_pattern, score_words
from wordle_jax.rules import AllowedAfter, Rules, build_allowed_after
from wordle_jax.world import World


@dataclass(frozen=True, eq=False)
class Referee:
    """Who knows the words, the rules, and the channel by which tiles are thought to be shown."""

    lexicon: Lexicon
    world: World
    rules: Rules
    channel: Channel

    def max_turns(self, boards: int) -> int:
        """Return how many guesses there are: one more for every board after the first."""
        return self.rules.max_guesses + boards - 1

    def may_be_wrong(self, position: Position) -> bool:
        """Tell whether tiles may be wrong."""
        return position.is_tolerant or not self.channel.is_clean

    # --- what is refused ---------------------------------------------------------------------------------------

    def check(self, position: Position) -> None:
        """Raise UserError for what is not played."""
        if position.boards > 1 and self.rules.mode != "normal":
            raise UserError(f"rules.mode: is {self.rules.mode}, which one board has; give normal, or boards=1")
        if position.boards > 1 and isinstance(self.channel, Adversary):
            raise UserError("channel: an adversary looks at one board; give another channel, or boards=1")

    def refuse(self, turn: Turn, position: Position) -> None:
        """Raise UserError for a turn that cannot follow: the game is over, or the rules forbid it.

        So it is for tiles that no word at all can show, unless tiles may be wrong.
        """
        self.check(position)
        self._refuse_after_the_end(position)
        if not self.may_be_wrong(position):
            refuse_impossible(turn)
        refuse_illegal(turn.guess, position, self.rules.mode)

    def _refuse_after_the_end(self, position: Position) -> None:
        entries, most = len(position.turns), self.max_turns(position.boards)
        if all(self.is_solved(position, board) for board in range(position.boards)):
            raise UserError(
                f"the game was solved with entry {entries} ({position.turns[-1].guess}); undo takes it back"
            )
        if entries >= most:
            raise UserError(f"all {most} guesses are used up; undo takes the last entry back")

    def legal(self, position: Position) -> Bool[np.ndarray, " guess"] | None:
        """Return which guesses the rules allow, none where wrong tiles forbid every word; None for all."""
        if self._allowed_after is None or not position.turns:
            return None
        legal = np.ones(self.lexicon.num_guesses, bool)
        for guess, tiles in position.rows(0):
            index = self.lexicon.guess_index[guess]
            legal &= self._allowed_after(index, parse_pattern(tiles, self.lexicon.word_length))
            legal[index] = False
        return legal

    @cached_property
    def _allowed_after(self) -> AllowedAfter | None:
        return build_allowed_after(self.lexicon.letters, self.rules.mode)

    # --- how boards stand --------------------------------------------------------------------------------------

    def is_solved(self, position: Position, board: int) -> bool:
        """Tell whether a board is solved; where tiles may be wrong, that is for the person to say."""
        return position.is_found(board) if self.may_be_wrong(position) else position.is_green(board)

    def boards_to_solve(self, position: Position) -> list[int]:
        """Return the boards that the next guess is for: the open ones, and those that are green if there are none."""
        boards = position.open_boards or range(position.boards)
        return [b for b in boards if not self.is_solved(position, b) and not self.is_contradictory(position, b)]

    def is_contradictory(self, position: Position, board: int) -> bool:
        """Tell whether no answer agrees with the rows of a board, nor does the word that solved it."""
        if self.may_be_wrong(position):
            return False
        rows = position.rows(board)
        if position.is_green(board):
            return any(True for _ in self.rule_out(rows[-1][0], rows))
        return len(self.filter(rows)) == 0

    def filter(self, rows: list[tuple[str, str]]) -> Int32[np.ndarray, " member"]:
        """Return the answers that agree with all rows."""
        agrees = np.ones(self.world.num_answers, bool)
        for guess, tiles in rows:
            codes = self.world.matrix.codes[self.lexicon.guess_index[guess]]
            agrees &= codes == parse_pattern(tiles, self.lexicon.word_length)
        return np.flatnonzero(agrees).astype(np.int32)

    def rule_out(self, word: str, rows: list[tuple[str, str]]) -> Iterator[str]:
        """Yield what rows say against a word."""
        for guess, tiles in rows:
            true = format_pattern(score_words(guess, word), self.lexicon.word_length)
            if true != tiles:
                yield f"{guess} would have shown {true}, not {tiles}"
