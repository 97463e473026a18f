"""What the assistant is asked for: the content of conf/assist.yaml and of the options chosen for its groups."""

from dataclasses import dataclass, field
from typing import TextIO

from wordle_jax.assist.assistant import Assistant
from wordle_jax.assist.reading import check_boards
from wordle_jax.assist.script import answer_lines
from wordle_jax.assist.session import Session
from wordle_jax.assist.tiles import Palette
from wordle_jax.channel import ChannelConfig, check_noise, make_channel
from wordle_jax.console import require_output
from wordle_jax.errors import UserError
from wordle_jax.lexicon import LexiconConfig, load_lexicon
from wordle_jax.platform import Platform, configure_jax
from wordle_jax.prior import PriorConfig
from wordle_jax.rules import Rules
from wordle_jax.solver import Recipe, check_recipe
from wordle_jax.world import build_world


@dataclass(frozen=True, kw_only=True)
class AssistConfig:
    """Who assists in what game.

    `script` asks for JSON lines instead of a conversation; `colours` of tiles are those of the original game, or orange
    and blue.
    """

    platform: Platform = "auto"
    lexicon: LexiconConfig
    solver: Recipe
    rules: Rules = field(default_factory=Rules)
    noise: float = 0.0
    channel: ChannelConfig = field(default_factory=lambda: ChannelConfig(rate=0.0))
    prior: PriorConfig = field(default_factory=PriorConfig)
    boards: int = 1
    script: bool = False
    colours: Palette = "standard"

    def __post_init__(self) -> None:
        check_recipe(self.solver)
        check_noise(self.noise, self.channel)
        check_boards(self.boards)


def assist(config: AssistConfig, lines: TextIO, *, opener_is_asked: bool = False) -> None:
    """Converse with whoever types the lines, or answer them by lines of JSON if that is asked for or nobody types them.

    Raises UserError for bad input: of a configuration at once, of lines of a script in the end.
    """
    require_output()
    session = Session(make_assistant(config, opener_is_asked=opener_is_asked), config.boards)
    if config.script or not lines.isatty():
        refused = answer_lines(session, lines)
        if refused:
            raise UserError(f"{refused} of the lines made no sense; what was wrong with each is in its reply")
    else:
        # A program that asks by lines need not wait for what a conversation takes.
        from wordle_jax.assist.terminal import converse

        converse(session, config.colours)


def make_assistant(config: AssistConfig, *, opener_is_asked: bool = False) -> Assistant:
    """Return the assistant that a configuration describes; sets JAX up. Raises UserError for bad input."""
    configure_jax(config.platform)
    lexicon = load_lexicon(config.lexicon)
    return Assistant(
        lexicon=lexicon,
        world=build_world(lexicon, config.prior.smoothing),
        recipe=config.solver,
        rules=config.rules,
        channel=make_channel(config.channel, lexicon.word_length),
        smoothing=config.prior.smoothing,
        opener_is_asked=opener_is_asked,
    )
