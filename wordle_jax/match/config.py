"""From what was asked for to a game."""

import datetime
import secrets
from dataclasses import dataclass, field

from wordle_jax.assist.tiles import Palette
from wordle_jax.channel import ChannelConfig, make_channel
from wordle_jax.errors import UserError, naming
from wordle_jax.experiment import check_noise
from wordle_jax.lexicon import Lexicon, LexiconConfig, find_answer
from wordle_jax.match.choose import check_boards, choose_by_date, choose_by_seed, read_date, seed_of_date
from wordle_jax.match.code import decode_match
from wordle_jax.match.match import MOST_BOARDS, Match, usual_guesses
from wordle_jax.platform import Platform
from wordle_jax.rules import RuleMode, Rules


@dataclass(frozen=True)
class RulesConfig:
    """Like Rules, but without a number of guesses there are as many as games of the kind usually have."""

    mode: RuleMode = "normal"
    max_guesses: int | None = None


@dataclass(frozen=True)
class WordConfig:
    """Where the words come from: see conf/play.yaml."""

    date: str | None = None
    word: str | tuple[str, ...] | None = None
    code: str | None = None
    adversary: bool = False

    def __post_init__(self) -> None:
        asked = [f"play.{name}" for name in ("date", "word", "code") if getattr(self, name) is not None]
        asked += ["play.adversary"] if self.adversary else []
        if len(asked) > 1:
            raise UserError(f"{asked[1]}: {asked[0]} says already what is played; give one of them")

    @property
    def words(self) -> tuple[str, ...]:
        """The words for a friend."""
        word = self.word
        return () if word is None else (word,) if isinstance(word, str) else word


@dataclass(frozen=True, kw_only=True)
class MatchConfig:
    """What the command is asked for: the content of conf/play.yaml and of the options chosen for its groups."""

    lexicon: LexiconConfig
    rules: RulesConfig = field(default_factory=RulesConfig)
    channel: ChannelConfig = field(default_factory=lambda: ChannelConfig(rate=0.0))
    play: WordConfig = field(default_factory=WordConfig)
    noise: float = 0.0
    boards: int = 1
    seed: int | None = None
    script: bool = False
    colours: Palette = "standard"
    platform: Platform = "auto"

    def __post_init__(self) -> None:
        if not 1 <= self.boards <= MOST_BOARDS:
            raise UserError(f"boards: is {self.boards}; give 1 to {MOST_BOARDS}")
        check_noise(self.noise, self.channel)
        if self.seed is not None and not 0 <= self.seed < 2**32:
            raise UserError(f"seed: is {self.seed}; give 0 to {2**32 - 1}")


def make_match(config: MatchConfig, lexicon: Lexicon, today: datetime.date) -> tuple[Match, str]:
    """Return the game that is asked for, and its title. Without a date, a word, a code and a seed it is drawn.

    Raises UserError for bad input.
    """
    asked, boards = config.play, config.boards
    if asked.code is not None:
        return decode_match(asked.code, lexicon), lexicon.name
    make_channel(config.channel, lexicon.word_length)  # which refuses what it cannot read
    if asked.adversary:
        if boards > 1:
            raise UserError(f"boards: is {boards}, all of which the adversary would answer alike; give 1")
        return _match(config, (), 0), f"{lexicon.name} adversary"
    if asked.words:
        if boards not in (1, len(asked.words)):
            raise UserError(f"boards: is {boards}, but play.word gives {len(asked.words)}; give as many")
        with naming("play.word"):
            hidden = tuple(find_answer(lexicon, word) for word in asked.words)
        return _match(config, hidden, _seed(config)), lexicon.name
    check_boards(lexicon, boards)
    if asked.date is not None:
        date = read_date(asked.date, today)
        seed = seed_of_date(date) if config.seed is None else config.seed
        return _match(config, choose_by_date(lexicon, date, boards), seed), f"{lexicon.name} {date}"
    seed = _seed(config)
    return _match(config, choose_by_seed(lexicon, seed, boards), seed), f"{lexicon.name} seed {seed}"


def _match(config: MatchConfig, hidden: tuple[int, ...], seed: int) -> Match:
    usual = usual_guesses(max(1, len(hidden)), adversary=config.play.adversary)
    max_guesses = usual if config.rules.max_guesses is None else config.rules.max_guesses
    return Match(hidden, Rules(max_guesses, config.rules.mode), config.channel, seed)


def _seed(config: MatchConfig) -> int:
    return secrets.randbits(32) if config.seed is None else config.seed
