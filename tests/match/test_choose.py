"""Words of seeds and dates, from their documented derivation."""

import datetime
import hashlib

import pytest
from worlds import tiny_lexicon

from wordle_jax.catalog import load_shipped_lexicon
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.match.choose import FIRST_DAY, choose_by_date, choose_by_seed, read_date, seed_of_date


def ordered(words, salt):
    return sorted(words, key=lambda word: hashlib.sha256(f"{salt} {word}".encode()).hexdigest())


@pytest.mark.parametrize("boards", [1, 4])
def test_a_seed_takes_the_first_words_of_its_order(boards):
    lexicon = tiny_lexicon("accented")
    for seed in (0, 7, 2**32 - 1):
        chosen = [lexicon.answers[i] for i in choose_by_seed(lexicon, seed, boards)]
        assert chosen == ordered(lexicon.answers, f"seed {seed}")[:boards]


def test_the_order_of_the_list_does_not_matter():
    words = ["abide", "crane", "slate", "speed", "three"]
    for seed in range(5):
        one, two = build_lexicon(words), build_lexicon(words[::-1])
        assert one.answers[choose_by_seed(one, seed, 1)[0]] == two.answers[choose_by_seed(two, seed, 1)[0]]


@pytest.mark.parametrize(("boards", "days"), [(1, 16), (3, 5), (8, 2)])
def test_every_word_has_its_day_before_one_comes_again(boards, days):
    lexicon = tiny_lexicon("five")
    chosen = [choose_by_date(lexicon, FIRST_DAY + datetime.timedelta(day), boards) for day in range(days + 1)]
    words = [word for portion in chosen[:days] for word in portion]
    assert len(set(words)) == len(words) == days * boards
    assert chosen[days] == chosen[0]
    order = ordered(lexicon.answers, f"daily {boards}")
    assert [lexicon.answers[i] for i in words] == order[: len(words)]


@pytest.mark.parametrize("name", ["english", "spanish"])
def test_days_of_the_shipped_lists(name):
    lexicon = load_shipped_lexicon(name)
    date = datetime.date(2026, 11, 30)
    order = ordered(lexicon.answers, "daily 1")
    assert lexicon.answers[choose_by_date(lexicon, date, 1)[0]] == order[(date - FIRST_DAY).days]
    before = FIRST_DAY - datetime.timedelta(1)
    assert lexicon.answers[choose_by_date(lexicon, before, 1)[0]] == order[-1]


def test_the_noise_of_a_day_is_everyones():
    digest = hashlib.sha256(b"noise 2026-11-30").hexdigest()
    assert seed_of_date(datetime.date(2026, 11, 30)) == int(digest[:8], 16)


def test_dates_are_read():
    today = datetime.date(2026, 2, 3)
    assert read_date("today", today) == read_date(" Today ", today) == today
    assert read_date("2026-01-01", today) == datetime.date(2026, 1, 1)
    with pytest.raises(UserError, match=r"play\.date: 2025-12-31 is before the first day; give 2026-01-01 or later"):
        read_date("2025-12-31", today)


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-30", "30.11.2026", "7"])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(UserError, match=r"play.date: .* is no date; give today or one such as 2026-01-01"):
        read_date(text, datetime.date(2026, 1, 1))


def test_more_boards_than_words_are_refused():
    lexicon = build_lexicon(["abide", "crane"])
    for choose in (lambda: choose_by_seed(lexicon, 1, 3), lambda: choose_by_date(lexicon, FIRST_DAY, 3)):
        with pytest.raises(UserError, match="boards: is 3, but Custom list has 2 answers"):
            choose()
