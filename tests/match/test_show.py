"""What is shown and shared, as plain text within 80 columns."""

import io

import pytest
from rich.console import Console
from worlds import tiny_lexicon, tiny_world

from wordle_jax.channel import ChannelConfig
from wordle_jax.match.match import Match
from wordle_jax.match.position import Host
from wordle_jax.match.share import make_share
from wordle_jax.match.show import describe_end, describe_match, draw_position, mark_keys
from wordle_jax.rules import Rules


def play(*guesses, words=("abide",), mode="normal", max_guesses=6, gave_up=False):
    lexicon = tiny_lexicon("five")
    match = Match(tuple(lexicon.answers.index(word) for word in words), Rules(max_guesses, mode))
    return Host(lexicon, tiny_world("five")).replay(match, guesses, gave_up=gave_up)


def printed(position, alphabet="abcdefghijklmnopqrstuvwxyz", width=80):
    file = io.StringIO()
    Console(file=file, width=width, highlight=False).print(draw_position(position, alphabet, "standard", width))
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_one_board_and_its_keyboard():
    assert printed(play("speed", "sease")) == [
        "  1   s  p (E) e (D)",
        "  2   s  e (A) s [E]",
        "",
        "      Q  W [E] R  T  Y  U  I  O  ·",
        "      (A) · (D) F  G  H  J  K  L",
        "        Z  X  C  V  B  N  M",
    ]


@pytest.mark.parametrize(("width", "beside"), [(80, 4), (60, 3), (40, 2), (20, 1)])
def test_boards_that_do_not_fit_stand_below(width, beside):
    lines = printed(play("sease", words=("speed", "abide", "jumpy", "three"), max_guesses=9), width=width)
    assert max(map(len, lines)) <= max(width, 35)
    titles = [line for line in lines if ": ?" in line]
    assert [line.count("?") for line in titles] == [len(range(at, min(4, at + beside))) for at in range(0, 4, beside)]


def test_eight_boards_fit_into_80_columns():
    words = ("abide", "array", "bumpy", "dumpy", "eerie", "essay", "geese", "jumpy")
    lines = printed(play("sease", "abide", words=words, max_guesses=13))
    assert max(map(len, lines)) <= 80
    assert lines[0] == "1: abide          2: ?              3: ?              4: ?"
    assert lines[1].startswith(" s  e (A) s [E]")
    assert lines[4].startswith("5: ?")


def test_letters_of_another_alphabet_have_keys():
    lines = printed(play("speed"), alphabet="absñåß")
    assert lines[2:] == ["      A  ·  Ñ", "       B", "        Å  ß"]


def test_keys_of_several_boards_are_those_still_to_be_solved():
    position = play("speed", words=("speed", "jumpy", "three"), max_guesses=8)
    assert mark_keys(position) == {"p": "y", "e": "g", "s": "b", "d": "b"}
    solved = play("speed", "jumpy", "three", words=("speed", "jumpy", "three"), max_guesses=8)
    assert mark_keys(solved)["j"] == "g"


def test_a_share_has_squares_and_no_letters():
    assert make_share(play("speed", "abide"), "title") == "title 2/6\n\n⬛⬛🟨⬛🟨\n🟩🟩🟩🟩🟩"
    assert make_share(play("abide", mode="hard"), "t", "high_contrast") == "t 1/6*\n\n🟧🟧🟧🟧🟧"
    assert make_share(play("speed", max_guesses=1), "t") == "t X/1\n\n⬛⬛🟨⬛🟨"


def test_shares_of_several_boards_stand_side_by_side():
    words = ("abide", "speed", "jumpy", "three", "stage")
    share = make_share(play("speed", "abide", words=words, max_guesses=10, gave_up=True), "t")
    blank = "\N{IDEOGRAPHIC SPACE}" * 5
    assert share.splitlines() == [
        "t X/10",
        "",
        "⬛⬛🟨⬛🟨  🟩🟩🟩🟩🟩  ⬛🟨⬛⬛⬛  ⬛⬛🟨🟩⬛",
        f"🟩🟩🟩🟩🟩  {blank}  ⬛⬛⬛⬛⬛  ⬛⬛⬛⬛🟩",
        "",
        "🟩⬛🟨⬛⬛",
        "🟨⬛⬛⬛🟩",
    ]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (play("abide"), "Found in 1 guess."),
        (play("speed", "abide"), "Found in 2 guesses."),
        (play("speed", max_guesses=1), "No guess is left: the word was abide."),
        (play("abide", words=("abide", "speed", "three"), gave_up=True), "Given up: the words were speed, three."),
    ],
)
def test_the_end_is_told(position, text):
    assert describe_end(position) == text


def test_the_end_against_the_adversary():
    lexicon = tiny_lexicon("five")
    host = Host(lexicon, tiny_world("five"))
    position = host.replay(Match((), Rules(1)), ["speed"])
    assert describe_end(position) == (
        f"No guess is left: {position.open_answers} words were still possible, {position.boards[0].answer} among them."
    )


def test_what_is_played_is_said():
    assert describe_match(Match((1,), Rules()), "english 7") == "english 7 · 6 guesses"
    assert "hard mode" in describe_match(Match((1,), Rules(6, "ultra_hard")), "t").replace("ultra ", "")
    assert "2 boards" in describe_match(Match((1, 2), Rules(7)), "t")
    assert "exactly one tile of every row is wrong" in describe_match(
        Match((1,), Rules(6), ChannelConfig("lies", k=1)), "t"
    )
    assert "exactly two tiles of every row are wrong" in describe_match(
        Match((1,), Rules(6), ChannelConfig("lies", k=2)), "t"
    )
    assert "as late as can be" in describe_match(Match((), Rules(100)), "t")
