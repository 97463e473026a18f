"""Replies on a terminal of 80 columns."""

from collections.abc import Iterator
from typing import Literal

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wordle_jax.assist.advice import (
    Advice,
    Board,
    Explanation,
    Hint,
    Rating,
    Suggestion,
    WordLists,
)
from wordle_jax.assist.session import Farewell, Help, Reply
from wordle_jax.assist.tiles import LEGEND, Palette, capital, draw_tiles
from wordle_jax.assist.why import (
    describe_candidates,
    describe_doubt,
    describe_mistakes,
    describe_worst_case,
    explain_contradiction,
    percent,
)

_WIDTH = 80
_INDENT = (0, 0, 0, 2)


def show_reply(console: Console, reply: Reply, palette: Palette) -> None:
    """Print a reply."""
    for part in _draw(reply, palette):
        console.print(part, width=min(_WIDTH, console.width))


def _draw(reply: Reply, palette: Palette) -> Iterator[RenderableType]:
    match reply:
        case Advice():
            yield from _draw_advice(reply, palette)
        case Rating():
            yield from _draw_rating(reply)
        case WordLists():
            yield from _draw_lists(reply)
        case Explanation():
            yield from _draw_explanation(reply)
        case Hint():
            chance = "the answer has it" if reply.is_certain else f"{percent(reply.share)} that the answer has it"
            yield Text(f"{capital(reply.letter)}: {chance}")
            for note in reply.notes:
                yield Text(note, "dim")
        case Help():
            yield from _draw_help(reply)
        case Farewell():
            yield Text("bye")


def _draw_advice(advice: Advice, palette: Palette) -> Iterator[RenderableType]:
    yield _title(advice)
    if any(board.rows for board in advice.boards):
        yield from _draw_boards(advice.boards, palette)
    for number, board in enumerate(advice.boards, start=1):
        where = f"board {number}: " if len(advice.boards) > 1 else ""
        yield from _draw_words(board, where, advice.belief, most=3 if len(advice.boards) > 1 else None)
    if advice.suggestions:
        yield _draw_suggestions(advice.suggestions)
    if advice.worst_case is not None:
        yield Text(describe_worst_case(advice))
    for note in advice.notes:
        yield Text(note, "dim")
    if advice.status == "contradiction":
        yield Text(_name_ways_out(advice), "bold")
    doubt = _name_doubt(advice)
    if doubt:
        yield Text(doubt, "bold")


def _name_ways_out(advice: Advice) -> str:
    """Return what may be done about a contradiction: wider lists are offered where they have a word that agrees."""
    helps = any(board.contradiction is not None and board.contradiction.num_other_words for board in advice.boards)
    ways = [
        "undo takes the last entry back",
        *(["widen allows every word"] if helps else []),
        "tolerate forgives a tile",
    ]
    return ", ".join(ways)


def _name_doubt(advice: Advice) -> str:
    """Return what to do about green tiles that may be wrong; nothing if there are none, or no guess is left."""
    green = [number for number, board in enumerate(advice.boards, start=1) if board.status == "doubtful"]
    if not green or not advice.suggestions:
        return ""
    if len(advice.boards) == 1:
        return "If that was it, say solved. If the game goes on, it was not: this is what to guess then."
    names = " or ".join(f"solved {number}" for number in green)
    say = f"If a green word was it, say {names}" + (", or solved for all of them" if len(green) > 1 else "")
    if advice.status == "doubtful":
        return f"{say}. If a board goes on, it was not: this is what to guess then."
    return f"{say}, or leave its tiles out of the next entry. If the board goes on, give them as well."


def _title(advice: Advice) -> Text:
    if advice.status == "solved":
        state = "solved"
    elif advice.status == "doubtful":
        state = "solved?"
    elif advice.turn > advice.max_turns:
        state = "no guess is left"
    else:
        state = f"guess {advice.turn} of {advice.max_turns}"
    rules = "" if advice.mode == "normal" else f" · {advice.mode.replace('_', ' ')}"
    return Text(f"\n{state} · {advice.lexicon} · {advice.solver}{rules}", "bold")


def _draw_boards(boards: tuple[Board, ...], palette: Palette) -> Iterator[RenderableType]:
    grids = [Text("\n").join(draw_tiles(guess, tiles, palette) for guess, tiles in board.rows) for board in boards]
    yield Columns([Padding(grid, (0, 2, 0, 2)) for grid in grids]) if len(grids) > 1 else Padding(grids[0], _INDENT)


def _draw_words(
    board: Board, where: str, belief: Literal["hard", "soft"], most: int | None
) -> Iterator[RenderableType]:
    if board.contradiction is not None:
        first, *others = explain_contradiction(board.contradiction)
        yield Text(f"{where}{first}", "bold red")
        for sentence in others:
            yield Padding(Text(sentence), _INDENT)
        return
    if board.status == "solved":
        yield Text(f"{where}{board.answer} it is", "bold")
        return
    if board.status == "doubtful":
        yield Text(f"{where}{describe_doubt(board)}", "bold")
        if not board.likeliest:
            return
        where += "if not, "
    shown = board.likeliest[:most]
    left = describe_candidates(board, belief)
    words = ", ".join(f"{candidate.word} {percent(candidate.probability)}" for candidate in shown)
    yield Text.assemble((f"{where}{left}", "bold"), f": {words}{', ...' if len(shown) < board.candidates else ''}")
    for sentence in describe_mistakes(board.mistakes):
        yield Padding(Text(sentence), _INDENT)


def _draw_suggestions(suggestions: tuple[Suggestion, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", justify="right", no_wrap=True)
    for name in ("guess", "bits", "parts", "left", "worst", "win"):
        # Where there is no room for all, a remark may break into lines, but no word or number.
        table.add_column(name, justify="left" if name == "guess" else "right", no_wrap=True)
    table.add_column("")
    for rank, suggestion in enumerate(suggestions, start=1):
        table.add_row(str(rank), *_cells(suggestion), style="bold" if rank == 1 else "")
    return table


def _cells(suggestion: Suggestion) -> tuple[str, ...]:
    return (
        suggestion.guess,
        f"{suggestion.entropy_bits:.2f}",
        f"{suggestion.parts:,}",
        f"{suggestion.expected_left:,.1f}",
        f"{suggestion.worst_case:,}",
        percent(suggestion.win_chance),
        "may be it" if suggestion.is_candidate else "",
    )


def _draw_rating(rating: Rating) -> Iterator[RenderableType]:
    rank = "" if rating.rank is None else f", number {rating.rank:,}"
    yield Text(f"{rating.suggestion.guess}{rank}; the best is {rating.best.guess}")
    pair = (rating.suggestion, rating.best)
    yield _draw_suggestions(pair if rating.suggestion != rating.best else pair[:1])
    for note in rating.notes:
        yield Text(note)


def _draw_lists(lists: WordLists) -> Iterator[RenderableType]:
    if not lists.lists:
        yield Text("no word is left")
    for listed in lists.lists:
        if len(lists.lists) > 1:
            yield Text(f"board {listed.board + 1}", "bold")
        yield Columns([candidate.word for candidate in listed.words], padding=(0, 2))


def _draw_explanation(explanation: Explanation) -> Iterator[RenderableType]:
    for number, sentences in enumerate(explanation.boards, start=1):
        if len(explanation.boards) > 1:
            yield Text(f"board {number}", "bold")
        for sentence in sentences:
            yield Padding(Text(sentence), _INDENT)
    for sentence in explanation.suggestion:
        yield Text(sentence)


def _draw_help(reply: Help) -> Iterator[RenderableType]:
    yield Text("Type the word that you guessed and its tiles: 0 or b gray, 1 or y yellow, 2 or g green.")
    for form in reply.turns:
        yield Padding(Text(form), _INDENT)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for form, what in reply.commands.items():
        table.add_row(Text(form, "bold"), what)
    yield table
    yield Text(LEGEND)
