"""A game as a short text: to send to a friend, or to be kept by a web page that plays it.

NAME-LETTERS, where NAME is the lexicon's and LETTERS are base 32 of a check of four bytes and the game: version, rules,
secrets, the beginning of the lexicon's digest, and the channel if there is one. The game is masked, so that nobody
reads the word by accident; it is no encryption, and whoever wants to cheat can.
"""

import base64
import binascii
import hashlib
import json
import struct
from collections.abc import Mapping
from itertools import cycle
from typing import get_args

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.match.match import Match
from wordle_jax.rules import RuleMode, Rules
from wordle_jax.schema import to_dataclass

_VERSION = 1
_CHECK_BYTES = 4
_MODES: tuple[RuleMode, ...] = get_args(RuleMode)
_HEAD = struct.Struct(">BBBB4s")


def encode_match(match: Match, lexicon: Lexicon) -> str:
    """Return the code of a game."""
    rules, secrets = match.rules, match.secrets
    digest = bytes.fromhex(lexicon.digest)[:4]
    game = _HEAD.pack(_VERSION, _MODES.index(rules.mode), rules.max_guesses, len(secrets), digest)
    game += struct.pack(f">{len(secrets)}H", *secrets)
    if not match.tells_truth:
        channel = {key: value for key, value in vars(match.channel).items() if value is not None}
        game += struct.pack(">I", match.seed) + json.dumps(channel, separators=(",", ":")).encode()
    check = _check(lexicon.name, game)
    return f"{lexicon.name}-{_write_letters(check + _mask(game, check))}"


def read_lexicon_name(code: str) -> str:
    """Return the name of the lexicon of a code. Raises UserError for what cannot be a code."""
    name, dash, _ = code.strip().rpartition("-")
    if not dash or not name:
        raise UserError(f"play.code: {code!r} is no code of a game; one looks like english-abcdefghijklmnopqrstuvw")
    return name


def decode_match(code: str, lexicon: Lexicon) -> Match:
    """Return the game of a code.

    Raises UserError if the code is damaged or its game is of other words than those of the lexicon.
    """
    name = read_lexicon_name(code)
    letters = "".join(code.strip()[len(name) + 1 :].split()).lower()
    damaged = UserError(f"play.code: {code!r} is damaged or incomplete; copy all of it")
    try:
        data = base64.b32decode(letters.upper() + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError):
        raise damaged from None
    check, game = data[:_CHECK_BYTES], _mask(data[_CHECK_BYTES:], data[:_CHECK_BYTES])
    # The last letter has bits to spare.
    if len(game) < _HEAD.size or check != _check(name, game) or letters != _write_letters(data):
        raise damaged
    version, mode, max_guesses, boards, digest = _HEAD.unpack_from(game)
    if version != _VERSION:
        raise UserError(f"play.code: {code!r} is of another version of the program; ask for a new one")
    if name != lexicon.name or digest != bytes.fromhex(lexicon.digest)[:4]:
        raise UserError(
            f"play.code: {code!r} is a game with other words than those of {lexicon.title}; give its lexicon"
        )
    secrets, rest = struct.unpack_from(f">{boards}H", game, _HEAD.size), game[_HEAD.size + 2 * boards :]
    rules = Rules(max_guesses, _MODES[mode])
    if not rest:
        return Match(secrets, rules)
    channel: Mapping[str, object] = json.loads(rest[4:])
    return Match(secrets, rules, to_dataclass(ChannelConfig, channel, "channel"), int.from_bytes(rest[:4], "big"))


def _write_letters(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").lower()


def _check(name: str, game: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + game).digest()[:_CHECK_BYTES]


def _mask(game: bytes, check: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(game, cycle(hashlib.sha256(check).digest()), strict=False))
