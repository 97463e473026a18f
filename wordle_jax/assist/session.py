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
    "solved": "the green word was it, where tiles may be wrong",
    "undo": "take the last entry back",
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
        if name not in _NAMES or is_tiles(rest):
            if text:
                self._move(self.position.after(self.assistant.read(text, self.position, self._suggestion(text))))
            return self.advice
        if rest and name != "solver":
            raise UserError(f"{name} stands alone; got {rest.strip()!r} after it")
        return self._command(name, rest.strip())

    def advise_on(self, position: Position) -> Advice:
        """Return what is to be said of a position, with which the conversation goes on."""
        self._move(position)
        return self.advice

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
                self._confirm()
            case "undo":
                if not self.position.turns:
                    raise UserError("there is no entry to undo")
                self._move(self.position.undone())
            case "restart":
                self._move(Position(self.position.boards))
            case "solver":
                self._choose_solver(argument)
            case "widen":
                self._widen()
            case "tolerate":
                self._tolerate()
        return self.advice

    def _move(self, position: Position) -> None:
        # What cannot be advised on is refused before anything changes.
        self._advice = self.assistant.advise(position, searches=self._searches)
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
            self._move(self.position)
        except UserError:
            self.assistant = before
            raise

    def _confirm(self) -> None:
        green = tuple(board for board in range(self.position.boards) if self.position.is_green(board))
        if not green:
            raise UserError("no board has green tiles alone in its last row: enter them first")
        self._move(replace(self.position, found=green))

    def _tolerate(self) -> None:
        if self.position.is_tolerant:
            raise UserError("a tile may have been mistyped already")
        self._move(replace(self.position, is_tolerant=True))

    def _widen(self) -> None:
        if self.position.is_widened:
            raise UserError("every word that may be guessed may be the answer already")
        self._move(replace(self.position, is_widened=True))


def describe_help(session: Session) -> Help:
    """Return how to talk to the assistant about its game."""
    length, boards = session.assistant.lexicon.word_length, len(session.position.open_boards) or 1
    word = session.example
    tiles = [" ".join([tile * length] * boards) for tile in "0b⬛"]
    alone = f"{tiles[1]}   (tiles alone: those of what is suggested)"
    return Help((*(f"{word} {each}" for each in tiles), alone), COMMANDS)
