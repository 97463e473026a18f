"""A review as tables and sentences."""

from wordle_jax.report.document import Section, Table, Text
from wordle_jax.review.endgame import MOST_SEARCHED
from wordle_jax.review.grid import GridAnswer, GridReview
from wordle_jax.review.judge import Review, Turn

_SHOWN_LEFT = 10


def describe_review(review: Review) -> Section:
    """Return what is said of a game."""
    about = "the answer is not known" if review.answer is None else review.answer
    rules = "" if review.mode == "normal" else f" · {review.mode.replace('_', ' ')} mode"
    luck = Table(
        "Luck",
        ("guess", "tiles", "before", "after", "bits", "expected", "luck"),
        [
            (t.guess, t.tiles, f"{t.before:,}", f"{t.after:,}", f"{t.bits:.2f}", f"{t.expected_bits:.2f}", str(t.luck))
            for t in review.turns
        ],
        "before, after: words that may be the answer; bits: what the tiles told; luck: 0 to 99, 50 is as expected",
    )
    skill = Table(
        "Skill",
        ("guess", "best", "lost", "skill", "by", "the best line from there"),
        [
            (t.guess, t.best, _show_lost(t), "none" if t.skill is None else str(t.skill), t.method, " ".join(t.line))
            for t in review.turns
        ],
        "lost: guesses more than after the best one, on average; skill: 99 for the best guess, 0 for one lost; by: "
        f"search, or bits (an estimate) where that is too far, as with more than {MOST_SEARCHED} words",
    )
    ends = [f"Luck {review.luck}, skill {'none' if review.skill is None else review.skill} of 99 on average."]
    if not review.is_solved:
        left = f"{len(review.left):,} word{'s' * (len(review.left) != 1)}"
        others = "" if len(review.left) <= _SHOWN_LEFT else f" and {len(review.left) - _SHOWN_LEFT:,} more"
        ends.append(f"Not found: {left} left, {', '.join(review.left[:_SHOWN_LEFT])}{others}.")
    notes = [f"Guess {n} ({turn.guess}): {note}." for n, turn in enumerate(review.turns, 1) for note in turn.notes]
    title = f"Review · {about} · {review.lexicon}{rules}"
    return Section(title, [luck, skill, *map(Text, ends), *map(Text, notes)])


def describe_grid(review: GridReview, shown: int) -> Section:
    """Return what is said of a grid, with so many of the answers."""
    number = len(review.answers)
    subject = review.asked.word if review.asked else review.answers[0].word if review.answers else ""
    examples = f"such as, to {subject}" if subject else "such as"
    rows = Table(
        "Rows",
        ("row", "answers alone", "guesses", examples),
        [
            (row.tiles, f"{row.answers_alone:,}", f"{row.guesses:,}", " ".join(row.examples) or "none")
            for row in review.rows
        ],
        "answers alone: those to which some guess shows this row; guesses: those that show it to an answer of all rows",
    )
    title = f"Grid of {len(review.rows)} rows · {review.lexicon}"
    verdict = f"{number:,} of {review.num_answers:,} answers agree with all rows."
    blocks: list[Table | Text] = [rows, Text(verdict)]
    if review.asked is not None:
        agrees = "agrees" if all(review.asked.counts) else "does not agree"
        blocks.append(Text(f"{review.asked.word} {agrees}: guesses for each row {_show_counts(review.asked)}."))
    elif review.answers:
        likeliest = Table(
            "Likeliest answers" if number > shown else "Answers",
            ("answer", "share", "guesses for each row"),
            [(a.word, f"{100 * a.probability:.2f}%", _show_counts(a)) for a in review.answers[:shown]],
            "share: how likely if every answer is alike likely and every row was any guess of the list",
        )
        blocks.append(likeliest)
    return Section(title, [*blocks, *(Text(f"{note[0].upper()}{note[1:]}.") for note in review.notes)])


def _show_lost(turn: Turn) -> str:
    return "none" if turn.lost is None else f"{turn.lost:.2f}"


def _show_counts(answer: GridAnswer) -> str:
    return " · ".join(f"{count:,}" for count in answer.counts)
