"""Which words a game hides: by a seed or by a date.

Answers are put in the order of the SHA-256 of "SALT WORD" in UTF-8. A seed takes the first words of the order with the
salt "seed SEED"; a day takes the next words of the order with the salt "daily BOARDS", one portion a day since
1 January 2026. So everyone has the same words on a date, and none comes again before all had their day.
"""

import datetime
import hashlib

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon

FIRST_DAY = datetime.date(2026, 1, 1)


def choose_by_seed(lexicon: Lexicon, seed: int, boards: int) -> tuple[int, ...]:
    """Return the answer indices of a seed, one a board."""
    check_boards(lexicon, boards)
    return tuple(_shuffle(lexicon, f"seed {seed}")[:boards])


def choose_by_date(lexicon: Lexicon, date: datetime.date, boards: int) -> tuple[int, ...]:
    """Return the answer indices of a date, one a board."""
    check_boards(lexicon, boards)
    order = _shuffle(lexicon, f"daily {boards}")
    portions = len(order) // boards
    first = (date - FIRST_DAY).days % portions * boards
    return tuple(order[first : first + boards])


def seed_of_date(date: datetime.date) -> int:
    """Return the seed of the noise on a date: the first 32 bits of the SHA-256 of "noise YYYY-MM-DD"."""
    return int.from_bytes(hashlib.sha256(f"noise {date.isoformat()}".encode()).digest()[:4], "big")


def read_date(text: str, today: datetime.date) -> datetime.date:
    """Return the date that was typed, as YYYY-MM-DD or `today`.

    Raises UserError for anything else, and for a date before FIRST_DAY.
    """
    if text.strip().lower() == "today":
        return today
    try:
        date = datetime.date.fromisoformat(text.strip())
    except ValueError:
        raise UserError(f"play.date: {text!r} is no date; give today or one such as {FIRST_DAY}") from None
    if date < FIRST_DAY:
        raise UserError(f"play.date: {date} is before the first day; give {FIRST_DAY} or later")
    return date


def check_boards(lexicon: Lexicon, boards: int) -> None:
    """Raise UserError for more boards than there are answers."""
    if boards > lexicon.num_answers:
        raise UserError(
            f"boards: is {boards}, but {lexicon.title} has {lexicon.num_answers} answers; give that or less"
        )


def _shuffle(lexicon: Lexicon, salt: str) -> list[int]:
    words = lexicon.answers
    return sorted(range(len(words)), key=lambda i: hashlib.sha256(f"{salt} {words[i]}".encode()).digest())
