"""What the web page is asked for: the content of conf/web.yaml and of the options chosen for its groups."""

from dataclasses import dataclass, field

from wordle_jax.errors import UserError
from wordle_jax.experiment import PriorConfig
from wordle_jax.lexicon import LexiconConfig
from wordle_jax.platform import Platform


@dataclass(frozen=True, kw_only=True)
class WebConfig:
    """Where the page is served, and with which words.

    `lexicon` comes first in the page, then the shipped ones that `lexicons` names. `names` are further names by which
    browsers may ask for the page, where `host` is not of this machine alone.
    """

    lexicon: LexiconConfig
    lexicons: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    prior: PriorConfig = field(default_factory=PriorConfig)
    platform: Platform = "auto"

    def __post_init__(self) -> None:
        if not 0 <= self.port < 2**16:
            raise UserError(f"port: is {self.port}; give 1 to {2**16 - 1}, or 0 for any that is free")
