"""A conversation: lines in, replies out. It holds the position and the solver; what is shown is left to others."""

from dataclasses import dataclass, replace

from wordle_jax.assist.advice import Advice, Explanation, Hint, Rating, WordLists
from wordle_jax.assist.assistant import Assistant
from wordle_jax.assist.position import Position
from wordle_jax.assist.why import explain_advice
from wordle_jax.catalog import load_recipe
from wordle_jax.errors import UserError
from wordle_jax.pattern import is_tiles

# What a person may say instead of a turn, and what it does.
COMMANDS = {
    "? WORD": "rate any word",
    "list": "all words that are left",
    "explain": "why: the constraints, and what speaks for the suggestion",
    "hint": "a letter, and nothing else",
    "show": "what was shown last, once more",
    "solved": "the green word was it, where tiles may be wrong; solved 1: that of board 1",
    "undo": "take back what was done last: an entry, solved, widen or tolerate",
    "restart": "a new game",
    "solver NAME": "another solver suggests",
    "widen": "every word that may be guessed may be the answer",
    "tolerate": "a tile may have been mistyped: go on with what fits best",
    "help": "this",
    "quit": "leave",
}
_NAMES = {form.partition(" ")[0] for form in COMMANDS} | {"exit"}


@dataclass(frozen=True)
class Help:
    """How to talk to the assistant: the forms of a turn, and the commands with what they do."""

    turns: tuple[str, ...]
    commands: dict[str, str]


@dataclass(frozen=True)
class Farewell:
    """The conversation is over."""


Reply = Advice | Rating | WordLists | Explanation | Hint | Help | Farewell


class Session:
    """A conversation with an assistant about one game after the other."""

    def __init__(self, assistant: Assistant, boards: int = 1) -> None:
        self.assistant = assistant
        self.position = Position(boards)
        self._past: list[Position] = []
        self._searches = True
        self._advice: Advice | None = None

    def allow_search(self, allowed: bool) -> None:
        """Say whether the worst case may be searched, which takes a while when it is first done."""
        if allowed != self._searches:
            self._searches, self._advice = allowed, None

    @property
    def advice(self) -> Advice:
        """What is to be said of the position."""
        if self._advice is None:
            self._advice = self.assistant.advise(self.position, searches=self._searches)
        return self._advice

    @property
    def example(self) -> str:
        """A word to show how to talk."""
        return self.advice.suggestion or self.assistant.lexicon.answers[0]

    def reply(self, line: str) -> Reply:
        """Return the reply to a line; raises UserError, and changes nothing, if it makes no sense."""
        text = line.strip()
        if text.startswith("?"):
            return self._rate(text[1:].strip())
        name, _, rest = text.partition(" ")
        name = name.lower()
        # A word of the list may have the name of a command: with tiles it is a turn.
        if name not in _NAMES or self._are_tiles_after(name, rest):
            if text:
                self._move(self.position.after(self.assistant.read(text, self.position, self._suggestion(text))))
            return self.advice
        if rest and name not in ("solver", "solved"):
            raise UserError(f"{name} stands alone; got {rest.strip()!r} after it")
        return self._command(name, rest.strip())

    def advise_on(self, position: Position) -> Advice:
        """Return what is to be said of a position, with which the conversation goes on."""
        self._move(position, _unwind(position))
        return self.advice

    def _are_tiles_after(self, name: str, rest: str) -> bool:
        """Tell whether a text is tiles and not the boards of `solved 1`."""
        return is_tiles(rest) and (name != "solved" or len("".join(rest.split())) >= len(name))

    def _command(self, name: str, argument: str) -> Reply:
        match name:
            case "list":
                return WordLists(self.assistant.list_words(self.position))
            case "explain":
                return explain_advice(self.advice)
            case "hint":
                return self._hint()
            case "help":
                return describe_help(self)
            case "quit" | "exit":
                return Farewell()
            case "solved":
                self._confirm(argument)
            case "undo":
                if not self._past:
                    raise UserError("there is no entry to undo")
                self._move(self._past[-1], self._past[:-1])
            case "restart":
                self._move(Position(self.position.boards), [])
            case "solver":
                self._choose_solver(argument)
            case "widen":
                self._widen()
            case "tolerate":
                self._tolerate()
        return self.advice

    def _move(self, position: Position, past: list[Position] | None = None) -> None:
        """Go on with a position; `past` is what undo goes back to, the position so far if nothing else is said."""
        # What cannot be advised on is refused before anything changes.
        self._advice = self.assistant.advise(position, searches=self._searches)
        self._past = [*self._past, self.position] if past is None else past
        self.position = position

    def _suggestion(self, text: str) -> str | None:
        """Return what tiles alone are those of."""
        return self.advice.suggestion if is_tiles(text) else None

    def _rate(self, word: str) -> Rating:
        if not word:
            raise UserError(f"which word? Such as ? {self.example}")
        return self.assistant.rate(self.position, word)

    def _hint(self) -> Hint:
        hint = self.assistant.hint(self.position)
        if hint is None:
            raise UserError("there is no letter to give away: all that are left were guessed, or no word is left")
        return hint

    def _choose_solver(self, name: str) -> None:
        if not name:
            raise UserError("which solver? Such as solver minimax")
        before = self.assistant
        self.assistant = before.with_solver(load_recipe(name.lower()))
        try:
            self._move(self.position, self._past)
        except UserError:
            self.assistant = before
            raise

    def _confirm(self, which: str) -> None:
        """Take the word of green boards for found, of all or of those that are named."""
        position = self.position
        boards = self._read_boards(which) if which else list(range(position.boards))
        green = [board for board in boards if position.is_green(board)]
        if not green or (which and green != boards):
            green_row = "g" * self.assistant.lexicon.word_length
            if position.boards == 1:
                raise UserError(
                    f"the last row is not all green: enter the word first, such as {self.example} {green_row}"
                )
            is_green = f"board {next(b for b in boards if b not in green) + 1} is not" if which else "no board is"
            raise UserError(f"{is_green} all green in its last row: enter the word first")
        new = [board for board in green if not position.is_found(board)]
        if new and self.assistant.referee.may_be_wrong(position):  # where tiles are true nobody need say so
            self._move(replace(position, found=tuple(sorted({*position.found, *new}))))

    def _read_boards(self, text: str) -> list[int]:
        """Return the boards of `solved 1 3`, counted from 0."""
        names = {str(board + 1): board for board in range(self.position.boards)}
        unknown = next((part for part in text.split() if part not in names), None)
        if unknown is not None:
            most = f"1 to {self.position.boards}" if self.position.boards > 1 else "solved alone, as there is one"
            raise UserError(f"solved: {unknown!r} is no board; give {most}")
        return [names[part] for part in dict.fromkeys(text.split())]

    def _tolerate(self) -> None:
        if self.position.is_tolerant:
            raise UserError("a tile may have been mistyped already: undo goes back to before that")
        if self.assistant.referee.may_be_wrong(self.position):
            raise UserError("tiles may be wrong already, as noise or channel says: there is nothing to tolerate")
        self._move(replace(self.position, is_tolerant=True))

    def _widen(self) -> None:
        if self.position.is_widened:
            raise UserError("every word that may be guessed may be the answer already: undo goes back to before that")
        self._move(replace(self.position, is_widened=True))


def _unwind(position: Position) -> list[Position]:
    """Return the positions that led to one, as far as it tells: what undo goes back to, step by step."""
    past: list[Position] = []
    while position.turns:
        position = position.undone()
        past.insert(0, position)
    return past


def describe_help(session: Session) -> Help:
    """Return how to talk to the assistant about its game."""
    length, boards = session.assistant.lexicon.word_length, len(session.position.open_boards) or 1
    word = session.example
    tiles = [" ".join([tile * length] * boards) for tile in "0b⬛"]
    alone = f"{tiles[1]}   (tiles alone: those of what is suggested)"
    return Help((*(f"{word} {each}" for each in tiles), alone), COMMANDS)
