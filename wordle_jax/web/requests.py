"""What a browser may ask for. Its JSON becomes these; whatever does not fit is a UserError that names the key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.rules import RuleMode

# What may happen to tiles, for a page that offers a choice: each is a channel for which kernels are compiled.
TILES: Mapping[str, ChannelConfig] = {
    "true": ChannelConfig(rate=0.0),
    "noise_1": ChannelConfig(rate=0.01),
    "noise_5": ChannelConfig(rate=0.05),
    "noise_10": ChannelConfig(rate=0.1),
    "noise_20": ChannelConfig(rate=0.2),
    "lie": ChannelConfig("lies", k=1),
}
_MOST_TEXT, _MOST_LIST = 2_000, 100


def check_size(value: object) -> None:
    """Raise UserError for a text or a list that no game has."""
    if isinstance(value, str) and len(value) > _MOST_TEXT:
        raise UserError(f"a text has {len(value):,} characters; give at most {_MOST_TEXT:,}")
    if isinstance(value, list) and len(value) > _MOST_LIST:
        raise UserError(f"a list has {len(value):,} entries; give at most {_MOST_LIST}")
    if isinstance(value, dict):
        for each in (*value, *value.values()):
            check_size(each)
    elif isinstance(value, list):
        for each in value:
            check_size(each)


@dataclass(frozen=True)
class GameKind:
    """Which words, rules and tiles a game has."""

    lexicon: str
    mode: RuleMode = "normal"
    tiles: str = "true"

    def __post_init__(self) -> None:
        if self.tiles not in TILES:
            raise UserError(f"tiles: is {self.tiles!r}; choose one of {', '.join(TILES)}")

    @property
    def channel(self) -> ChannelConfig:
        """What happens to tiles on their way to the player."""
        return TILES[self.tiles]


@dataclass(frozen=True)
class AssistRequest:
    """A position that the assistant is asked about; `position` is read by `wordle_jax.assist.read_position`."""

    kind: GameKind
    position: Any = None
    solver: str = "entropy"


@dataclass(frozen=True)
class RateRequest(AssistRequest):
    """A word that a person asks about."""

    word: str = ""


@dataclass(frozen=True)
class NewGameRequest:
    """A game that is to be made; `date` is that of the person, whose day may not be that of the server."""

    kind: GameKind
    source: Literal["random", "daily", "words", "adversary"] = "random"
    date: str | None = None
    words: tuple[str, ...] = ()
    boards: int = 1


@dataclass(frozen=True)
class PlayRequest:
    """A game by its code, and the guesses so far. The title and the palette are for the squares at the end."""

    code: str
    guesses: tuple[str, ...] = ()
    gave_up: bool = False
    title: str = ""
    palette: Literal["standard", "high_contrast"] = "standard"


@dataclass(frozen=True)
class ReviewRequest:
    """A game that is over: its guesses, with their tiles if the answer is not known; or a grid of squares."""

    lexicon: str
    mode: RuleMode = "normal"
    answer: str | None = None
    guesses: tuple[str, ...] = field(default_factory=tuple)
    grid: str | None = None

    def __post_init__(self) -> None:
        if self.grid is not None and self.guesses:
            raise UserError("grid: guesses say already what was shown; give one of them")
