"""What the assistant has to say, as plain values with one JSON form."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

Status = Literal["open", "doubtful", "solved", "contradiction", "lost"]
BoardStatus = Literal["open", "doubtful", "solved", "contradiction"]
# The candidates of a belief where tiles may be wrong are the fewest answers that hold this much of it.
HELD = 0.99
_DIGITS = 6


@dataclass(frozen=True)
class Suggestion:
    """What a guess promises; numbers of several boards are added up, over those that are open.

    entropy_bits   what the tiles are expected to tell, in bits; what they may lie about is taken off
    parts          how many different tiles the candidates would show
    expected_left  the mean number of candidates that show the same tiles (eq. 19 of the paper), all being alike likely
    worst_case     the most candidates that show the same tiles
    win_chance     the probability that it is the answer; of several boards the expected number that it solves
    is_candidate   whether it may be an answer
    """

    guess: str
    entropy_bits: float
    parts: int
    expected_left: float
    worst_case: int
    win_chance: float
    is_candidate: bool


@dataclass(frozen=True)
class WorstCase:
    """What a search of the worst case finds: a guess after which so many guesses suffice, it being the first of them.

    `is_proved` says that no other guess needs fewer; otherwise the most promising guesses alone were considered.
    """

    guess: str
    guesses: int
    is_proved: bool


@dataclass(frozen=True)
class Candidate:
    """A word that may be the answer, and how likely it is."""

    word: str
    probability: float


@dataclass(frozen=True)
class WrongTile:
    """A tile that may be wrong: entry and place are counted from 1, colours are b, y or g."""

    entry: int
    guess: str
    place: int
    shown: str
    instead: str


@dataclass(frozen=True)
class Mistake:
    """Tiles that, if they were wrong, would leave some words; `share` is its share of all such mistakes."""

    tiles: tuple[WrongTile, ...]
    words: int
    likeliest: tuple[str, ...]
    share: float


@dataclass(frozen=True)
class Contradiction:
    """Why no answer is left on a board.

    entry        the entry, counted from 1, that no answer left before agrees with
    sentence     what it rules out
    left_before  the answers left before it
    reasons      what contradicts what, letter by letter; nothing if letters would do and it is a matter of the list
    other_words  words that agree with all entries and may be guessed, but are no answers of the list
    mistakes     the fewest tiles that may be wrong, the likeliest first
    """

    entry: int
    sentence: str
    left_before: int
    reasons: tuple[str, ...]
    num_other_words: int
    other_words: tuple[str, ...]
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True)
class Board:
    """What is known of a board.

    A board is doubtful if its last tiles are all green but may be wrong, until the person says that it was the word.
    What else is said of such a board holds if its game goes on, so that the word was not it.

    rows        its guesses and tiles
    answer      the word that solved it, or seems to
    certainty   how likely that is the answer; None if there is none yet
    candidates  how many answers may be; where tiles may be wrong, the fewest that hold 99% of the belief
    bits        what is left to learn of the answer, as likely as words are
    likeliest   the likeliest twenty of them
    reasons     the constraints in words
    mistakes    where tiles may be wrong and no answer agrees with all of them: which ones probably are
    """

    status: BoardStatus
    rows: tuple[tuple[str, str], ...]
    answer: str | None
    certainty: float | None
    candidates: int
    bits: float
    likeliest: tuple[Candidate, ...]
    reasons: tuple[str, ...]
    mistakes: tuple[Mistake, ...]
    contradiction: Contradiction | None


@dataclass(frozen=True)
class Advice:
    """All that is shown after a turn.

    It is doubtful if no board is open but some are doubtful: what is suggested is for the case that they go on.
    `turn` is the next one, counted from 1, of `max_turns`. `worst_case` is None where it is not searched.
    """

    status: Status
    turn: int
    max_turns: int
    solver: str
    lexicon: str
    mode: str
    belief: Literal["hard", "soft"]
    boards: tuple[Board, ...]
    suggestions: tuple[Suggestion, ...]
    worst_case: WorstCase | None
    notes: tuple[str, ...]

    @property
    def counted_boards(self) -> tuple[Board, ...]:
        """The boards that are counted in what is suggested."""
        status = "doubtful" if self.status == "doubtful" else "open"
        return tuple(board for board in self.boards if board.status == status)

    @property
    def suggestion(self) -> str | None:
        """The best guess, if there is one."""
        return self.suggestions[0].guess if self.suggestions else None


@dataclass(frozen=True)
class Rating:
    """What is to be said of a word that a person asks about."""

    suggestion: Suggestion
    best: Suggestion
    rank: int | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Hint:
    """A letter that is not known yet and that most of the belief has, with the share that has it."""

    letter: str
    share: float
    notes: tuple[str, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether every word that is left has it, but for rounding."""
        return self.share > 1 - 1e-9


@dataclass(frozen=True)
class WordList:
    """All candidates of a board, the likeliest first."""

    board: int
    words: tuple[Candidate, ...]


@dataclass(frozen=True)
class WordLists:
    """All candidates of every open board."""

    lists: tuple[WordList, ...]


@dataclass(frozen=True)
class Explanation:
    """Why: what is known of each board, and what speaks for the suggestion, in sentences."""

    boards: tuple[tuple[str, ...], ...]
    suggestion: tuple[str, ...]


def to_plain(value: Any) -> dict[str, Any]:
    """Return the JSON form of what the assistant says: its fields, and the name of the kind; floats to six digits."""
    plain = _round(asdict(value))
    return {"kind": _snake(type(value).__name__), **plain}


def _round(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _round(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_round(each) for each in value]
    return value


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
