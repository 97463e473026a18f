"""One game from the first guess to the last, whoever plays it, and what is kept of it."""

import datetime
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from wordle_jax.catalog import load_shipped_lexicon, read_options
from wordle_jax.console import require_output
from wordle_jax.errors import UserError
from wordle_jax.interrupts import ending_at_once, holding_stops
from wordle_jax.lexicon import Lexicon, load_lexicon
from wordle_jax.match.code import encode_match, read_lexicon_name
from wordle_jax.match.config import MatchConfig, make_match
from wordle_jax.match.position import Host, Position
from wordle_jax.match.script import Script
from wordle_jax.match.share import make_share
from wordle_jax.match.terminal import Terminal
from wordle_jax.platform import configure_jax
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.results import write_json
from wordle_jax.world import build_world

HELP = """\
Type a word, or one of these:
  give up   see the word
  code      see what a friend needs to play the same game
  quit      leave the game
With a slash before it, as in /help, it is never taken for a word."""


class Screen(Protocol):
    """What a game is shown on, and typed into."""

    def show(self, position: Position) -> None:
        """Show where the game stands."""

    def tell(self, key: str, text: str) -> None:
        """Tell something else: an error, a code or help."""

    def read(self, position: Position) -> str | None:
        """Return the next line that is typed; None if no more comes."""

    def end(self, position: Position, share: str) -> None:
        """Show how the game ended; `share` is empty if it was left before."""


def play_match(config: MatchConfig, directory: Path) -> Mapping[str, Any]:
    """Play the game that a configuration asks for, write how it went, and return the summary.

    A game that is left or interrupted is written as far as it went. Raises UserError for bad input.
    """
    require_output()
    lexicon = _load_lexicon(config)
    match, title = make_match(config, lexicon, datetime.date.today())
    code = encode_match(match, lexicon)
    is_script = config.script or not sys.stdin.isatty()
    screen: Screen = Script() if is_script else Terminal(match, title, lexicon, config.colours)
    if config.play.words:
        screen.tell("code", code)
        return {"code": code}
    with ending_at_once():
        configure_jax(config.platform)
        host = Host(lexicon, build_world(lexicon, ONE_COUNT_PER_MILLION))
    position = host.replay(match, ())
    try:
        screen.show(position)
        while not position.is_over and (line := screen.read(position)) is not None:
            command = _read_command(line, lexicon)
            if command == "quit":
                break
            try:
                position = host.give_up(match, position) if command == "give up" else position
                if command == "":
                    position = host.add(match, position, line)
            except UserError as error:
                screen.tell("error", str(error))
                continue
            if command in ("help", "code"):
                screen.tell(command, HELP if command == "help" else code)
            else:
                screen.show(position)
        share = make_share(position, f"wordle_jax {title}", config.colours) if position.is_over else ""
        screen.end(position, share)
    finally:
        with holding_stops():
            write_json(directory / "summary.json", {"code": code, "lexicon": lexicon.name} | position.to_json())
    return {"code": code, "status": position.status, "num_guesses": len(position.guesses)}


def _read_command(line: str, lexicon: Lexicon) -> str:
    """Return the command that a line is, or nothing for what may be a guess."""
    typed = " ".join(line.lower().split())
    command = {"?": "help", "exit": "quit", "giveup": "give up"}.get(typed.removeprefix("/"), typed.removeprefix("/"))
    is_known = command in ("give up", "code", "help", "quit")
    return command if is_known and typed not in lexicon.guess_index else ""


def _load_lexicon(config: MatchConfig) -> Lexicon:
    """Return the lexicon of the code, if there is one and it is a shipped one, or else that of the configuration."""
    if config.play.code is not None:
        name = read_lexicon_name(config.play.code)
        if name != config.lexicon.name and name in read_options("lexicon"):
            return load_shipped_lexicon(name)
    return load_lexicon(config.lexicon)
