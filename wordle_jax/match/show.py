"""A position on a terminal; what colours say, letters say as well."""

from collections.abc import Iterator

from rich.console import Group
from rich.text import Text

from wordle_jax.assist.tiles import Palette, capital, draw_tiles
from wordle_jax.channel import ChannelConfig, describe_channel
from wordle_jax.match.match import Match
from wordle_jax.match.position import Position

_KEYS = ("qwertyuiop", "asdfghjklñ", "zxcvbnm")
_KEYS_IN_A_ROW = 10
_MOST_BESIDE, _GAP = 4, 3
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
KEY_LEGEND = "·  no more of it"


def describe_match(match: Match, title: str) -> str:
    """Return a line that says what is played."""
    rules, boards = match.rules, match.boards
    facts = [title, f"{rules.max_guesses} guesses"]
    facts += [f"{boards} boards, each guess on all of them"] if boards > 1 else []
    facts += [f"{rules.mode.replace('_', ' ')} mode"] if rules.mode != "normal" else []
    facts += [_describe_lies(match.channel)] if not match.tells_truth else []
    facts += ["the word is chosen as late as can be"] if match.is_adversarial else []
    return " · ".join(facts)


def _describe_lies(channel: ChannelConfig) -> str:
    """Return what may be wrong about tiles, exactly if that is what the game tells."""
    if channel.kind != "lies":
        return f"tiles may lie: {describe_channel(channel)}"
    number = _NUMBERS.get(channel.k or 0, str(channel.k))
    tiles, verb = ("tile", "is") if channel.k == 1 else ("tiles", "are")
    return f"exactly {number} {tiles} of every row {verb} wrong"


def draw_position(position: Position, alphabet: str, palette: Palette, width: int) -> Group:
    """Return the boards and the keyboard on so many columns."""
    boards = _draw_one(position, palette) if len(position.boards) == 1 else _draw_many(position, palette, width)
    return Group(*boards, Text(), *_draw_keyboard(position, alphabet, palette))


def _draw_one(position: Position, palette: Palette) -> Iterator[Text]:
    for number, row in enumerate(position.boards[0].rows, 1):
        yield Text(f"{number:3d}  ") + draw_tiles(row.guess, row.tiles, palette)


def _draw_many(position: Position, palette: Palette, width: int) -> Iterator[Text]:
    """Yield the lines of several boards, side by side as far as the columns go."""
    cell = 3 * len(position.guesses[0])
    beside = max(1, min(_MOST_BESIDE, (width + _GAP) // (cell + _GAP)))
    numbered = list(enumerate(position.boards, 1))
    for first in range(0, len(numbered), beside):
        if first:
            yield Text()
        group = numbered[first : first + beside]
        titles = [f"{number}: {board.answer or '?'}".ljust(cell) for number, board in group]
        yield Text((" " * _GAP).join(titles).rstrip(), "bold")
        for turn in range(max(len(board.rows) for _, board in group)):
            yield Text(" " * _GAP).join(
                draw_tiles(board.rows[turn].guess, board.rows[turn].tiles, palette)
                if turn < len(board.rows)
                else Text(" " * cell)
                for _, board in group
            )


def _draw_keyboard(position: Position, alphabet: str, palette: Palette) -> Iterator[Text]:
    known = mark_keys(position)
    rows = ["".join(letter for letter in row if letter in alphabet) for row in _KEYS]
    others = "".join(letter for letter in alphabet if letter not in "".join(_KEYS))
    rows += [others[at : at + _KEYS_IN_A_ROW] for at in range(0, len(others), _KEYS_IN_A_ROW)]
    for indent, row in enumerate(row for row in rows if row):
        line = Text(" " * (5 + indent))
        for letter in row:
            tile = known.get(letter)
            if tile is None:
                line.append(f" {capital(letter)} ")
            else:
                line.append_text(draw_tiles("·" if tile == "b" else letter, tile, palette))
        yield line


def mark_keys(position: Position) -> dict[str, str]:
    """Return the tile for each letter of the keyboard: the best that a board shows which is still to be solved.

    A letter is gray only if it is on all of these.
    """
    still = [at for at, board in enumerate(position.boards) if not board.is_solved] or range(len(position.boards))
    marks: dict[str, str] = {}
    for letter, tiles in position.keyboard.items():
        shown = [tiles[at] for at in still]
        best = next((tile for tile in "gy" if tile in shown), "")
        mark = best or ("b" if all(tile == "b" for tile in shown) else "")
        if mark:
            marks[letter] = mark
    return marks


def describe_end(position: Position) -> str:
    """Return how a game ended, with the words that were not found."""
    number = len(position.guesses)
    if position.status == "won":
        return f"Found in {number} guess{'es' * (number > 1)}."
    missed = [str(board.answer) for board in position.boards if not board.is_solved]
    what = "No guess is left" if position.status == "lost" else "Given up"
    if position.open_answers is not None and position.open_answers > 1:
        return f"{what}: {position.open_answers:,} words were still possible, {missed[0]} among them."
    return f"{what}: the word{'s were' if len(missed) > 1 else ' was'} {', '.join(missed)}."
