"""Grids read in every form that people paste, and compared with a count of every guess against every answer."""

import random
from math import prod

import pytest
from oracle import feedback
from worlds import tiny_lexicon, tiny_world

from wordle_jax.errors import UserError
from wordle_jax.review.grid import Grid, read_grid, review_grid

SQUARES = "Wordle 1,234 3/6\n\n⬛⬛🟨⬛🟩\n⬜🟨🟩⬛🟩\n🟩🟩🟩🟩🟩"
ROWS = ("bbybg", "bygbg", "ggggg")


@pytest.mark.parametrize(
    "text",
    [
        SQUARES,
        f"\ufeff{SQUARES}\n\nwhat a day! https://example.org/12/34",
        SQUARES.replace("\n", "\r\n"),
        SQUARES.replace("🟩", "🟧").replace("🟨", "🟦"),
        SQUARES.replace("⬛", "⬛\ufe0f"),
        "Wordle 1,234 3/6 ⬛⬛🟨⬛🟩 ⬜🟨🟩⬛🟩 🟩🟩🟩🟩🟩",
        "Wordle 3/6\n⬛ ⬛ 🟨 ⬛ 🟩\n⬜ 🟨 🟩 ⬛ 🟩\n🟩 🟩 🟩 🟩 🟩",
        "1 ⬛⬛🟨⬛🟩 crane\n2 ⬜🟨🟩⬛🟩\n3/6 🟩🟩🟩🟩🟩",
        "Wordle 1,234 3/6\nbbybg\nBYGBG\n22222\n",
        "wordle_jax english 7 3/6\n0 0 1 0 2\nb y g b g\nggggg",
    ],
)
def test_a_grid_is_read_with_its_first_line(text):
    assert read_grid(text, 5) == Grid(ROWS, "3/6")


@pytest.mark.parametrize(
    "text", ["bbybg/bygbg/ggggg", "bbybg,bygbg;ggggg", "00102 01202 22222", "bbybg\n\nbygbg\nggggg"]
)
def test_a_grid_is_read_without_a_first_line(text):
    assert read_grid(text, 5) == Grid(ROWS)


def test_hard_mode_and_a_loss_are_in_the_first_line():
    assert read_grid("Wordle 9 X/6*\n⬛⬛⬛⬛⬛", 5) == Grid(("bbbbb",), "X/6", is_hard=True)
    assert read_grid("Wordle 9 x/6\n⬛⬛⬛⬛⬛", 5).score == "X/6"


def test_other_lengths_are_read_too():
    assert read_grid("⬛🟨🟩/⬛🟨🟩", 3).rows == ("byg", "byg")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "grid: has no row of tiles"),
        ("Wordle 1,234 4/6", "grid: has no row of tiles"),
        ("bbybq", "grid: 'bbybq' is no row of tiles"),
        ("hello", "grid: 'hello' is no row"),
        ("bbyb", "grid: row 1: feedback 'bbyb' has 4 tiles: give 5"),
        ("bbybg/bbybgb", "grid: row 2: feedback 'bbybgb' has 6 tiles"),
        ("⬛⬛🟨⬛", "grid: row 1: .* has 4 tiles"),
        ("⬛⬛🟨⬛🟩⬛⬛🟨⬛🟩", "grid: row 1: .* has 10 tiles"),
        ("ggggg/bbbbb", "grid: row 2 follows one that is all green, where a game ends; leave it out"),
    ],
)
def test_what_is_no_grid_is_refused(text, message):
    with pytest.raises(UserError, match=message):
        read_grid(text, 5)


def tiles_of(guess, answer):
    return "".join("byg"[tile] for tile in feedback(guess, answer))


@pytest.mark.parametrize("name", ["five", "three", "accented"])
def test_every_count_is_that_of_trying_all_guesses(name):
    lexicon, draw = tiny_lexicon(name), random.Random(name)
    for _ in range(8):
        answer = draw.choice(lexicon.answers)
        guesses = [*draw.sample(lexicon.guesses, draw.randint(0, 3)), answer]
        rows = tuple(tiles_of(guess, answer) for guess in dict.fromkeys(guesses[: guesses.index(answer) + 1]))
        review = review_grid(Grid(rows), lexicon, tiny_world(name))
        counts = {
            word: tuple(sum(tiles_of(guess, word) == row for guess in lexicon.guesses) for row in rows)
            for word in lexicon.answers
        }
        agreeing = {word: prod(c) for word, c in counts.items() if all(c)}
        assert answer in agreeing
        assert [a.word for a in review.answers] == sorted(agreeing, key=lambda word: -agreeing[word])
        for found in review.answers:
            assert found.counts == counts[found.word]
            assert found.probability == pytest.approx(agreeing[found.word] / sum(agreeing.values()))
        for number, row in enumerate(review.rows):
            assert row.answers_alone == sum(c[number] > 0 for c in counts.values())
            assert row.guesses == sum(
                any(tiles_of(guess, word) == row.tiles for word in agreeing) for guess in lexicon.guesses
            )
            likeliest = review.answers[0].word
            assert all(tiles_of(guess, likeliest) == row.tiles for guess in row.examples)
            assert len(row.examples) == min(5, counts[likeliest][number])
        assert review.notes == ()


def test_an_answer_that_is_asked_about():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    grid = Grid((tiles_of("speed", "abide"), "ggggg"))
    review = review_grid(grid, lexicon, world, "abide")
    assert review.asked is not None
    assert review.asked.word == "abide"
    assert review.asked == next(a for a in review.answers if a.word == "abide")
    assert "speed" in review.rows[0].examples
    other = review_grid(grid, lexicon, world, "speed")
    assert other.asked is not None
    assert (other.asked.counts[0], other.asked.probability) == (0, 0.0)
    assert other.rows[0].examples == ()
    with pytest.raises(UserError, match="answer: 'crate' may be guessed"):
        review_grid(grid, lexicon, world, "crate")


def test_what_does_not_fit_is_noted():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    impossible = review_grid(Grid(("ggggy", "ggggg")), lexicon, world)
    assert impossible.answers == ()
    assert impossible.notes == ("row 1: no guess shows ggggy to any answer",)
    shown = {tiles_of(guess, word): word for guess in lexicon.guesses for word in lexicon.answers}
    everyone = Grid(tuple(row for row in shown if row != "ggggg"))
    assert "all rows together with none" in review_grid(everyone, lexicon, world).notes[0]
    grid = Grid((tiles_of("speed", "abide"), "ggggg"), "4/6", is_hard=True)
    assert review_grid(grid, lexicon, world).notes == (
        "the first line says 4/6, the rows 2: some may be missing",
        "hard mode would rule out more: rows are looked at one by one",
    )
    assert review_grid(Grid((tiles_of("speed", "abide"),), "X/6"), lexicon, world).notes == ()
