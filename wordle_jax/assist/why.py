"""What the assistant says in sentences: why a board is as it is, and why a guess is suggested."""

from typing import Literal

from wordle_jax.assist.advice import HELD, Advice, Board, Contradiction, Explanation, Mistake, Suggestion, WrongTile

_NOT_CERTAIN = "tiles may be wrong, so nothing is certain"
_COLOURS = {"b": "gray", "y": "yellow", "g": "green"}


def explain_advice(advice: Advice) -> Explanation:
    """Return the reasons for what is shown."""
    return Explanation(tuple(tuple(explain_board(board)) for board in advice.boards), tuple(explain_suggestion(advice)))


def explain_board(board: Board) -> list[str]:
    """Return what is known of a board, a sentence a fact."""
    if board.status == "solved":
        return [f"solved: {board.answer}"]
    if board.contradiction is not None:
        return explain_contradiction(board.contradiction)
    if board.status == "doubtful":
        return [describe_doubt(board), *describe_mistakes(board.mistakes)]
    if board.mistakes:
        return [*describe_mistakes(board.mistakes), _NOT_CERTAIN]
    if board.rows and not board.reasons:
        likeliest = board.likeliest[0]
        how = f"the likeliest is {likeliest.word}: {percent(likeliest.probability)}"
        return [_NOT_CERTAIN, f"{describe_candidates(board, 'soft')}; {how}"]
    return list(board.reasons) or ["nothing is known yet"]


def describe_candidates(board: Board, belief: Literal["hard", "soft"]) -> str:
    """Return how many words are left, or hold most of the belief where tiles may be wrong."""
    words = f"{board.candidates:,} words" if board.candidates > 1 else "1 word"
    if belief == "hard":
        return f"{words} left"
    return f"{words} hold{'s' * (board.candidates == 1)} {HELD:.0%} of the belief"


def describe_doubt(board: Board) -> str:
    """Return how sure it is that the word of a green row is the answer."""
    assert board.certainty is not None
    how = f"the answer with a chance of {percent(board.certainty)}"
    if board.certainty == 0:
        how = "no answer of the list, or was guessed before"
    return f"all green, but tiles may be wrong: {board.answer} is {how}"


def explain_contradiction(contradiction: Contradiction) -> list[str]:
    """Return what is wrong with the entries of a board, and what may be behind it."""
    sentences = [contradiction.sentence, *contradiction.reasons]
    if contradiction.num_other_words:
        words = _list(contradiction.other_words, contradiction.num_other_words)
        verb = "agrees" if contradiction.num_other_words == 1 else "agree"
        sentences.append(f"no answer of the list, but {words} {verb} with all entries")
    return [*sentences, *describe_mistakes(contradiction.mistakes)]


def describe_mistakes(mistakes: tuple[Mistake, ...]) -> list[str]:
    """Return which tiles are the likeliest to be wrong, and what words that would leave."""
    return [
        f"if {_join([describe_tile(tile) for tile in mistake.tiles])}: {_list(mistake.likeliest, mistake.words)}"
        for mistake in mistakes
    ]


def describe_tile(tile: WrongTile) -> str:
    """Return a tile that may be wrong, with what it would have to be."""
    letter = tile.guess[tile.place - 1]
    return f"tile {tile.place} of entry {tile.entry} ({letter} of {tile.guess}) were {_COLOURS[tile.instead]}"


def explain_suggestion(advice: Advice) -> list[str]:
    """Return what speaks for the first suggestion, and for the worst case's."""
    if not advice.suggestions:
        return []
    best = advice.suggestions[0]
    counted = advice.counted_boards
    if len(counted) == 1 and counted[0].candidates == 1 and advice.belief == "hard":
        return [f"{best.guess} is the only word left"]
    if advice.turn == advice.max_turns and best.is_candidate:
        if len(counted) == 1:
            return [f"{best.guess} is the likeliest word for the last guess: {percent(best.win_chance)}"]
        return [f"{best.guess} may be expected to solve most boards with the last guess: {best.win_chance:.2f}"]
    sentences = [_promise(best, advice)]
    if advice.belief == "soft":
        sentences.append(f"these words are of those that hold {HELD:.0%} of the belief, if the tiles to come are true")
    if not best.is_candidate:
        likely = next((s for s in advice.suggestions if s.is_candidate), None)
        if likely is not None:
            sentences.append(
                f"it cannot be the answer, but tells more than {likely.guess}, "
                f"which may be: {likely.entropy_bits:.2f} bits"
            )
    else:
        sentences.append(f"it may be the answer: {percent(best.win_chance)}")
    if advice.worst_case is not None:
        sentences.append(describe_worst_case(advice))
    return sentences


def describe_worst_case(advice: Advice) -> str:
    """Return what the search of the worst case found, beside the suggestion."""
    assert advice.worst_case is not None
    found = advice.worst_case
    how = "no guess needs fewer" if found.is_proved else "as far as was searched"
    many = f"{found.guesses} guesses" if found.guesses > 1 else "1 guess"
    left = advice.max_turns - advice.turn + 1
    more = f", more than the {left} that are left" if found.guesses > left else ""
    return f"worst case: {found.guess} and what follows need at most {many}{more}; {how}"


def percent(share: float) -> str:
    """Return a probability as people read it; what is neither certain nor impossible is not rounded to either."""
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{100 * share:.0f}%" if share >= 0.095 or share == 0 else f"{100 * share:.1f}%"


def _promise(best: Suggestion, advice: Advice) -> str:
    number = len(advice.counted_boards)
    where = f" on {number} boards" if number > 1 else ""
    answers = f"{best.parts:,} different answers" if best.parts > 1 else "one answer whatever the word"
    return (
        f"{best.guess} tells {best.entropy_bits:.2f} bits{where}: {answers}, "
        f"{best.expected_left:,.1f} words left on average, {best.worst_case:,} at worst"
    )


def _list(words: tuple[str, ...], number: int) -> str:
    more = number - len(words)
    return ", ".join(words) + (f" and {more:,} more" if more else "")


def _join(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
