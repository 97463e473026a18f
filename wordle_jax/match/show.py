"""A position on a terminal of 80 columns; what colours say, letters say as well."""

from collections.abc import Iterator, Mapping

from rich.console import Group
from rich.text import Text

from wordle_jax.channel import describe_channel
from wordle_jax.match.match import Match
from wordle_jax.match.position import Board, Position

LEGEND = "g: right place (green), y: elsewhere (yellow), b: no more of it (gray)"
_PALETTES: Mapping[str, Mapping[str, str]] = {
    "standard": {"g": "black on green", "y": "black on yellow", "b": "white on grey37"},
    "high_contrast": {"g": "black on dark_orange", "y": "black on deep_sky_blue1", "b": "white on grey37"},
}
_KEYS = ("qwertyuiop", "asdfghjklñ", "zxcvbnm")
_KEYS_IN_A_ROW = 10
_WIDTH, _MOST_BESIDE, _GAP = 80, 4, 3


def describe_match(match: Match, title: str) -> str:
    """Return a line that says what is played."""
    rules, boards = match.rules, match.boards
    facts = [title, f"{rules.max_guesses} guesses"]
    facts += [f"{boards} boards, each guess on all of them"] if boards > 1 else []
    facts += [f"{rules.mode.replace('_', ' ')} mode"] if rules.mode != "normal" else []
    facts += [f"tiles may lie: {describe_channel(match.channel)}"] if not match.tells_truth else []
    facts += ["the word is chosen as late as can be"] if match.is_adversarial else []
    return " · ".join(facts)


def draw_position(position: Position, alphabet: str, palette: str) -> Group:
    """Return the boards and the keyboard."""
    styles = _PALETTES[palette]
    boards = _draw_one(position.boards[0], styles) if len(position.boards) == 1 else _draw_many(position, styles)
    return Group(*boards, Text(), *_draw_keyboard(position, alphabet, styles))


def _draw_one(board: Board, styles: Mapping[str, str]) -> Iterator[Text]:
    for number, row in enumerate(board.rows, 1):
        line = Text(f"{number:3d}  ")
        for letter, tile in zip(row.guess.upper(), row.tiles, strict=True):
            line.append(f" {letter} ", styles[tile])
        yield line.append(f"  {row.tiles}")


def _draw_many(position: Position, styles: Mapping[str, str]) -> Iterator[Text]:
    """Yield the lines of several boards, side by side as far as 80 columns go."""
    cell = 2 * len(position.guesses[0]) + 1 if position.guesses else 11
    beside = max(1, min(_MOST_BESIDE, (_WIDTH + _GAP) // (cell + _GAP)))
    numbered = list(enumerate(position.boards, 1))
    for first in range(0, len(numbered), beside):
        if first:
            yield Text()
        group = numbered[first : first + beside]
        titles = [f"{number}: {board.answer or '?'}".ljust(cell) for number, board in group]
        yield Text((" " * _GAP).join(titles).rstrip(), "bold")
        for turn in range(max(len(board.rows) for _, board in group)):
            yield Text(" " * _GAP).join(_draw_cell(board, turn, cell, styles) for _, board in group)


def _draw_cell(board: Board, turn: int, cell: int, styles: Mapping[str, str]) -> Text:
    if turn >= len(board.rows):
        return Text(" " * cell)
    row, text = board.rows[turn], Text()
    for letter, tile in zip(row.guess.upper(), row.tiles, strict=True):
        text.append(letter, styles[tile])
    return text.append(f" {row.tiles}")


def _draw_keyboard(position: Position, alphabet: str, styles: Mapping[str, str]) -> Iterator[Text]:
    known = mark_keys(position)
    rows = ["".join(letter for letter in row if letter in alphabet) for row in _KEYS]
    others = "".join(letter for letter in alphabet if letter not in "".join(_KEYS))
    rows += [others[at : at + _KEYS_IN_A_ROW] for at in range(0, len(others), _KEYS_IN_A_ROW)]
    for indent, row in enumerate(row for row in rows if row):
        line = Text("  " + " " * indent)
        for letter in row:
            tile = known.get(letter, "")
            line.append(f"{letter.upper()}{tile}", styles.get(tile, ""))
            line.append(" " * (3 - len(tile) - 1))
        line.rstrip()
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
