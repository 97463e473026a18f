"""Positions against a game that is played slowly, and what a person may and may not do in one."""

import random
from collections import defaultdict

import numpy as np
import pytest
from oracle import decode, encode, feedback, obeys
from worlds import tiny_lexicon, tiny_world

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.match.match import Match, usual_guesses
from wordle_jax.match.position import Host, Row
from wordle_jax.pattern import parse_pattern
from wordle_jax.rules import Rules


def host_of(name):
    return Host(tiny_lexicon(name), tiny_world(name))


def match_of(lexicon, *words, mode="normal", max_guesses=6, **channel):
    secrets = tuple(lexicon.answers.index(word) for word in words)
    return Match(secrets, Rules(max_guesses, mode), ChannelConfig(**channel) if channel else ChannelConfig(rate=0.0))


def tiles_of(guess, answer):
    return "".join("byg"[tile] for tile in feedback(guess, answer))


@pytest.mark.parametrize("name", ["five", "three", "accented", "six"])
def test_boards_show_what_a_slow_game_shows(name):
    host, draw = host_of(name), random.Random(name)
    lexicon = host.lexicon
    for _ in range(12):
        words = draw.sample(lexicon.answers, draw.randint(1, 8))
        match = match_of(lexicon, *words, max_guesses=len(words) + 5)
        guesses, expected = [], {word: [] for word in words}
        position = host.replay(match, [])
        while not position.is_over:
            guess = draw.choice(words if draw.random() < 0.5 else lexicon.guesses)
            guesses.append(guess)
            for word, rows in expected.items():
                if Row(word, "g" * lexicon.word_length) not in rows:
                    rows.append(Row(guess, tiles_of(guess, word)))
            position = host.replay(match, guesses)
            assert [board.rows for board in position.boards] == [tuple(rows) for rows in expected.values()]
            assert [board.is_solved for board in position.boards] == [word in guesses for word in words]
        assert position.status == ("won" if set(words) <= set(guesses) else "lost")
        assert [board.answer for board in position.boards] == words
        assert len(guesses) <= len(words) + 5


def test_answers_are_told_when_they_are_found_and_not_before():
    host = host_of("five")
    match = match_of(host.lexicon, "abide", "speed")
    assert [board.answer for board in host.replay(match, ["crate"]).boards] == [None, None]
    position = host.replay(match, ["speed"])
    assert [board.answer for board in position.boards] == [None, "speed"]
    given_up = host.give_up(match, position)
    assert given_up.status == "given_up"
    assert [board.answer for board in given_up.boards] == ["abide", "speed"]
    assert host.give_up(match, given_up) == given_up
    assert host.replay(match, ["speed"], gave_up=True) == given_up


def test_a_game_that_is_over_takes_no_guess():
    host = host_of("five")
    match = match_of(host.lexicon, "abide", max_guesses=2)
    for guesses in (["abide"], ["crate", "speed"]):
        with pytest.raises(UserError, match="'three' comes after the end of the game"):
            host.replay(match, [*guesses, "three"])
    with pytest.raises(UserError, match="comes after the end"):
        host.add(match, host.replay(match, [], gave_up=True), "three")


@pytest.mark.parametrize("typed", ["ABIDE", " abide ", "abíde"])
def test_a_guess_is_read_as_words_are(typed):
    host = host_of("five")
    lexicon = host.lexicon
    if not typed.isascii():
        with pytest.raises(UserError, match="is not a word"):  # this lexicon keeps accents
            host.replay(match_of(lexicon, "abide"), [typed])
    else:
        assert host.replay(match_of(lexicon, "abide"), [typed]).status == "won"


@pytest.mark.parametrize("name", ["five", "three"])
@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_guesses_are_refused_exactly_where_the_rules_say_so(name, mode):
    host = host_of(name)
    lexicon = host.lexicon
    for answer in lexicon.answers[::3]:
        match = match_of(lexicon, answer, mode=mode)
        for first in lexicon.guesses[::4]:
            if first == answer:
                continue
            position = host.replay(match, [first])
            for second in lexicon.guesses:
                is_legal = second != first and obeys(second, first, feedback(first, answer), mode)
                if is_legal:
                    assert host.add(match, position, second).guesses == (first, second)
                else:
                    with pytest.raises(UserError, match=f"{mode.replace('_', ' ')} mode does not allow {second}: "):
                        host.add(match, position, second)


def test_the_reason_names_the_letter():
    host = host_of("five")
    match = match_of(host.lexicon, "abide", mode="hard")
    with pytest.raises(UserError, match=r"hard mode does not allow mamma: e was revealed \(speed bbyby\)"):
        host.replay(match, ["speed", "mamma"])
    with pytest.raises(UserError, match="hard mode does not allow speed: it was guessed before"):
        host.replay(match, ["speed", "speed"])


def test_noise_that_forbids_every_word_allows_them_all():
    host = host_of("five")
    always_green = ChannelConfig("confusion", matrix=((0.0, 0.0, 1.0),) * 3)
    match = Match((host.lexicon.answers.index("abide"),), Rules(6, "hard"), always_green)
    position = host.replay(match, ["speed"])
    assert position.boards[0].rows == (Row("speed", "ggggg"),)
    assert (position.status, position.is_waived) == ("playing", True)
    assert host.replay(match, ["speed", "mamma"]).guesses == ("speed", "mamma")


@pytest.mark.parametrize("k", [1, 2])
def test_lies_are_as_many_as_there_should_be_but_not_about_the_word(k):
    host = host_of("five")
    match = match_of(host.lexicon, "abide", "speed", kind="lies", k=k)
    guesses = ["crate", "three", "spasm", "abide", "stage"]
    position = host.replay(match, guesses)
    for board, word in zip(position.boards, ("abide", "speed"), strict=True):
        for row in board.rows:
            wrong = sum(a != b for a, b in zip(row.tiles, tiles_of(row.guess, word), strict=True))
            assert wrong == (0 if row.guess == word else k)
    assert position.boards[0].is_solved
    # Rows do not change when more guesses follow.
    assert host.replay(match, guesses[:2]).boards[1].rows == position.boards[1].rows[:2]


def test_the_seed_decides_which_tiles_are_wrong_and_how_many_is_right_on_average():
    host = host_of("five")
    wrong, shown = 0, set()
    for seed in range(60):
        match = Match((0, 3), Rules(7), ChannelConfig(rate=0.3), seed)
        position = host.replay(match, ["crate", "stage", "sease", "three"])
        shown.add(tuple(row.tiles for board in position.boards for row in board.rows))
        for board, word in zip(position.boards, ("abide", "dumpy"), strict=True):
            for row in board.rows:
                wrong += sum(a != b for a, b in zip(row.tiles, tiles_of(row.guess, word), strict=True))
    assert len(shown) == 60
    tiles = 60 * 2 * 4 * 5
    assert abs(wrong - 0.3 * tiles) < 4 * (0.21 * tiles) ** 0.5


def keep_open(words, guesses):
    """The adversary, slowly: the largest part, then fewest green, fewest yellow tiles, then the smallest code."""
    left, rows = list(words), []
    for guess in guesses:
        parts = defaultdict(list)
        for word in left:
            parts[tuple(feedback(guess, word))].append(word)
        tiles = min(parts, key=lambda t: (-len(parts[t]), t.count(2), t.count(1), encode(t)))
        rows.append(tiles)
        left = parts[tiles]
    return rows, left


@pytest.mark.parametrize("name", ["five", "three", "accented"])
def test_the_adversary_keeps_as_many_words_as_it_can(name):
    host, draw = host_of(name), random.Random(name)
    lexicon = host.lexicon
    match = Match((), Rules(12))
    for _ in range(8):
        guesses, position = [], host.replay(match, [])
        while not position.is_over:
            guesses.append(draw.choice(lexicon.answers if draw.random() < 0.7 else lexicon.guesses))
            position = host.add(match, position, guesses[-1])
            rows, left = keep_open(lexicon.answers, guesses)
            length = lexicon.word_length
            shown = [decode(parse_pattern(row.tiles, length), length) for row in position.boards[0].rows]
            assert shown == [list(tiles) for tiles in rows]
            assert position.open_answers == len(left) >= 1
            # It never gives in while another word agrees with all that it has said.
            assert (position.status == "won") == (left == [guesses[-1]])
        if position.status == "won":
            assert position.boards[0].answer == guesses[-1]
        else:
            assert len(guesses) == 12


def test_the_adversary_tells_a_word_that_it_could_have_meant():
    host = host_of("five")
    match = Match((), Rules(2))
    position = host.replay(match, ["speed", "crate"])
    _, left = keep_open(host.lexicon.answers, ["speed", "crate"])
    frequency = host.lexicon.frequency_per_million
    assert position.status == "lost"
    assert position.boards[0].answer in left
    most = max(frequency[host.lexicon.guess_index[word]] for word in left)
    assert frequency[host.lexicon.guess_index[position.boards[0].answer]] == most


def test_the_keyboard_shows_the_best_of_each_letter_on_each_board():
    host = host_of("five")
    position = host.replay(match_of(host.lexicon, "abide", "speed"), ["sease", "eerie"])
    assert position.keyboard == {
        "a": ("y", "b"),
        "e": ("g", "y"),
        "i": ("y", "b"),
        "r": ("b", "b"),
        "s": ("b", "g"),
    }
    position = host.replay(match_of(host.lexicon, "abide", "speed"), ["speed", "eerie"])
    assert position.keyboard["i"] == ("y", "")  # the second board was solved before


def test_positions_are_plain_values():
    host = host_of("five")
    content = host.replay(match_of(host.lexicon, "abide"), ["speed"]).to_json()
    assert content["boards"] == ({"rows": ({"guess": "speed", "tiles": "bbyby"},), "is_solved": False, "answer": None},)
    assert content["keyboard"]["e"] == ("y",)
    assert (content["status"], content["is_over"], content["guesses"]) == ("playing", False, ("speed",))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Match(tuple(range(9)), Rules(14)), "boards: is 9; give 1 to 8"),
        (lambda: Match((1, 1), Rules(7)), "a word twice"),
        (lambda: Match((0, 1), Rules(7, "hard")), "rules.mode: is hard, which goes with boards=1"),
        (lambda: Match((0,), Rules(6), ChannelConfig("adversary", budget=1)), "foresees a solver"),
        (lambda: Match((), Rules(6), ChannelConfig(rate=0.1)), "play.adversary: .* give noise=0"),
        (lambda: Match((), Rules(6), ChannelConfig("lies", k=1)), "play.adversary"),
    ],
)
def test_games_that_make_no_sense_are_refused(make, message):
    with pytest.raises(UserError, match=message):
        make()


def test_the_usual_number_of_guesses():
    assert [usual_guesses(boards, adversary=False) for boards in (1, 2, 4, 8)] == [6, 7, 9, 13]
    assert usual_guesses(1, adversary=True) == 100


def test_noise_of_a_board_is_that_of_the_engine():
    """Board b of a match is game b of the same seed."""
    from wordle_jax.chance import draw_bits
    from wordle_jax.channel import make_channel

    host = host_of("five")
    config = ChannelConfig(rate=0.4)
    position = host.replay(Match((0, 1), Rules(7), config, 9), ["crate", "three"])
    bits = draw_bits("noise", 9, np.arange(2), 7, 10).reshape(2, 7, 5, 2)
    true = np.array([encode(feedback(g, host.lexicon.answers[1])) for g in ("crate", "three")], np.int32)
    shown = make_channel(config, 5).corrupt(true, bits[1, :2])
    assert [parse_pattern(row.tiles) for row in position.boards[1].rows] == shown.tolist()
