"""What a game is before the first guess; with the guesses made so far it says everything."""

from dataclasses import dataclass, field

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.rules import Rules

MOST_BOARDS = 8
# A guess a board and five to find out; against the adversary as many as rules can give.
SPARE_GUESSES = 5
ADVERSARY_GUESSES = 100


@dataclass(frozen=True)
class Match:
    """A game to be played.

    secrets   an answer index a board; none against the adversary, which settles on no answer while it can help it
    rules     the number of guesses, one of which serves all boards, and which are legal
    channel   what happens to tiles on their way to the player
    seed      of the channel
    """

    secrets: tuple[int, ...]
    rules: Rules
    channel: ChannelConfig = field(default_factory=lambda: ChannelConfig(rate=0.0))
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.secrets) > MOST_BOARDS:
            raise UserError(f"boards: is {len(self.secrets)}; give 1 to {MOST_BOARDS}")
        if len(set(self.secrets)) < len(self.secrets):
            raise UserError("play.word: has a word twice; give each board a word of its own")
        if len(self.secrets) > 1 and self.rules.mode != "normal":
            raise UserError(f"rules.mode: is {self.rules.mode}, which goes with boards=1; give normal")
        if self.channel.kind == "adversary":
            raise UserError("channel: adversary foresees a solver, no person; give lies, or play.adversary=true")
        if self.is_adversarial and not self.tells_truth:
            raise UserError("play.adversary: it has no word for tiles to lie about; give noise=0 and no channel")

    @property
    def is_adversarial(self) -> bool:
        """Whether the game keeps its answer open."""
        return not self.secrets

    @property
    def boards(self) -> int:
        """How many words are to be found."""
        return max(1, len(self.secrets))

    @property
    def tells_truth(self) -> bool:
        """Whether every tile shows its true colour."""
        return self.channel.kind == "tile_flip" and not self.channel.rate


def usual_guesses(boards: int, *, adversary: bool) -> int:
    """Return how many guesses a game has unless the rules say otherwise."""
    return ADVERSARY_GUESSES if adversary else boards + SPARE_GUESSES
