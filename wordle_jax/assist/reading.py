"""Reads what people type for a turn: `crane 02001`, `CRANE 🟨⬛⬛⬛🟩`, or the tiles alone of what was suggested."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from wordle_jax.assist.position import MOST_BOARDS, Position, Turn
from wordle_jax.constraints.impossible import impossible_tile
from wordle_jax.errors import UserError, naming
from wordle_jax.lexicon import Lexicon, find_word
from wordle_jax.pattern import format_pattern, is_tiles, parse_pattern
from wordle_jax.rules import RuleMode, explain_illegal
from wordle_jax.schema import to_dataclass
from wordle_jax.word_file import normalise, quote

# What people put between a word and its tiles, and what their keyboards put behind a tile.
_SEPARATORS = str.maketrans(dict.fromkeys(",:;=|/>→", " ") | dict.fromkeys("\ufe0f\u20e3\ufeff", ""))


def read_turn(text: str, lexicon: Lexicon, position: Position, suggestion: str | None = None) -> Turn:
    """Return the turn that a person typed: a word and the tiles of every open board, blanks anywhere between tiles.

    Tiles alone are those of the suggestion. Boards that are green may be given tiles as well, all of them or those that
    the person has not said to be over: where tiles may be wrong, they may go on. Raises UserError for a word that may
    not be guessed and for tiles that are too few, too many or none.
    """
    length = lexicon.word_length
    if not text.strip():
        example = f"{suggestion or lexicon.answers[0]} {'b' * length}"
        raise UserError(f"nothing was entered: give a word and its tiles, such as {example}")
    word, tiles = _split(text, lexicon)
    if word is None:
        if suggestion is None:
            raise UserError(f"{quote(text.strip())} has no word, and nothing is suggested: give a word and its tiles")
        word = suggestion
    guess = lexicon.guesses[find_word(lexicon, word)]
    everyone = tuple(range(position.boards))
    boards = position.open_boards or everyone
    if not tiles:
        each = f"{length} for each of {len(boards)} boards" if len(boards) > 1 else f"{length}"
        raise UserError(f"{guess} has no tiles: give {each} as b/y/g, 0/1/2 or ⬛🟨🟩; ? {guess} rates it")
    symbols = "".join(tiles.split())
    unsaid = tuple(board for board in everyone if not position.is_found(board))
    boards = next((each for each in (boards, unsaid, everyone) if len(symbols) == length * len(each)), boards)
    if len(boards) > 1 and is_tiles(symbols) and len(symbols) != length * len(boards):
        where = f"{len(boards)} boards are open: give {length} tiles for each, {length * len(boards)} in all"
        raise UserError(f"feedback {quote(tiles.strip())} has {len(symbols)} tiles, but {where}")
    shown: list[str | None] = [None] * position.boards
    for place, board in enumerate(boards):
        part = symbols[place * length : (place + 1) * length] if len(boards) > 1 else symbols
        shown[board] = format_pattern(parse_pattern(part, length), length)
    return Turn(guess, tuple(shown))


def _split(text: str, lexicon: Lexicon) -> tuple[str | None, str]:
    """Return the word, if there is one, and the tiles of what was typed."""
    length = lexicon.word_length
    plain = normalise(text, lexicon.strip_accents).replace("->", " ").translate(_SEPARATORS)
    first, _, rest = plain.strip().partition(" ")
    if first in lexicon.guess_index:
        return first, rest
    if is_tiles(plain):
        return None, plain
    if len(first) > length and not rest and is_tiles(first[length:]):
        return first[:length], first[length:]
    return first, rest


def read_position(values: Mapping[str, Any], lexicon: Lexicon) -> Position:
    """Return the position that plain values describe: {"boards": 1, "turns": [{"guess": "crane", "tiles": ["02001"]}]}.

    Words and tiles are read as people type them. Raises UserError for what is no position of the lexicon.
    """
    position = to_dataclass(Position, values)
    check_boards(position.boards)
    turns = []
    for number, turn in enumerate(position.turns):
        with naming(f"turns[{number}]"):
            guess = lexicon.guesses[find_word(lexicon, turn.guess)]
            if len(turn.tiles) != position.boards:
                raise UserError(
                    f"has tiles for {len(turn.tiles)} boards; give {position.boards}, null for a solved one"
                )
            if all(tiles is None for tiles in turn.tiles):
                raise UserError("has no tiles; give those of every open board")
            length = lexicon.word_length
            codes = [None if tiles is None else parse_pattern(tiles, length) for tiles in turn.tiles]
            turns.append(Turn(guess, tuple(None if code is None else format_pattern(code, length) for code in codes)))
    position = replace(position, turns=tuple(turns))
    for board in position.found:
        if board not in range(position.boards) or not position.is_green(board):
            raise UserError(f"found: {board} is no board whose last tiles are all green; boards are counted from 0")
    return position


def check_boards(boards: int) -> None:
    """Raise UserError for a number of boards that is not played."""
    if not 1 <= boards <= MOST_BOARDS:
        raise UserError(f"boards: is {boards}; give 1 to {MOST_BOARDS}")


def refuse_impossible(turn: Turn) -> None:
    """Raise UserError if no word at all answers the guess by these tiles, with the tile that cannot be."""
    for board, tiles in enumerate(turn.tiles):
        if tiles is None:
            continue
        wrong = impossible_tile(turn.guess, parse_pattern(tiles, len(turn.guess)))
        if wrong is not None:
            where = f" on board {board + 1}" if len(turn.tiles) > 1 else ""
            raise UserError(f"{turn.guess} {tiles}{where}: {wrong.message}")


def refuse_illegal(word: str, position: Position, mode: RuleMode) -> None:
    """Raise UserError if the rules do not allow a word after the turns so far, with the letter that is in the way."""
    if mode == "normal":
        return
    name = mode.replace("_", " ")
    for guess, tiles in position.rows(0):
        reason = "it was guessed before" if word == guess else explain_illegal(word, guess, tiles, mode)
        if reason is not None:
            raise UserError(f"{word} is illegal under {name} rules after {guess} {tiles}: {reason}")
