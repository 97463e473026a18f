"""Codes: every game comes back, nothing is readable, and no damaged code is believed."""

import random

import pytest
from worlds import tiny_lexicon

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.match.code import decode_match, encode_match, read_lexicon_name
from wordle_jax.match.match import Match
from wordle_jax.rules import Rules

CHANNELS = [
    ChannelConfig(rate=0.0),
    ChannelConfig(rate=0.1),
    ChannelConfig("lies", k=2),
    ChannelConfig("position", rates=(0.1, 0.2, 0.0, 0.0, 0.5)),
    ChannelConfig("confusion", matrix=((0.9, 0.1, 0.0), (0.1, 0.9, 0.0), (0.0, 0.0, 1.0))),
]


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.kind)
@pytest.mark.parametrize("boards", [1, 2, 8])
def test_a_game_comes_back(channel, boards):
    lexicon, draw = tiny_lexicon("five"), random.Random(boards)
    for mode in ("normal", "hard", "ultra_hard") if boards == 1 else ("normal",):
        secrets = tuple(draw.sample(range(lexicon.num_answers), boards))
        seed = 0 if channel.rate == 0.0 else draw.randrange(2**32)
        match = Match(secrets, Rules(draw.randint(1, 100), mode), channel, seed)
        code = encode_match(match, lexicon)
        assert decode_match(code, lexicon) == match
        assert decode_match(f"  {code.rpartition('-')[0]}-{code.rpartition('-')[2].upper()}\n", lexicon) == match
        assert read_lexicon_name(code) == "five"
        assert not any(lexicon.answers[secret] in code for secret in secrets)


def test_the_adversary_has_a_code_too():
    match = Match((), Rules(100, "hard"))
    lexicon = tiny_lexicon("three")
    assert decode_match(encode_match(match, lexicon), lexicon) == match


def test_codes_of_all_words_differ_from_their_first_letters_on():
    lexicon = tiny_lexicon("five")
    codes = [encode_match(Match((i,), Rules()), lexicon).removeprefix("five-") for i in range(lexicon.num_answers)]
    assert len({code[:6] for code in codes}) == len(codes)
    assert len({code[-6:] for code in codes}) == len(codes)
    assert {len(code) for code in codes} == {23}


def test_a_damaged_code_is_refused():
    lexicon = tiny_lexicon("five")
    code = encode_match(Match((3,), Rules()), lexicon)
    head = len("five-")
    for at in range(head, len(code)):
        other = "b" if code[at] != "b" else "c"
        with pytest.raises(UserError, match="is damaged or incomplete; copy all of it"):
            decode_match(code[:at] + other + code[at + 1 :], lexicon)
        with pytest.raises(UserError, match=r"damaged or incomplete"):
            decode_match(code[:at], lexicon)


@pytest.mark.parametrize("text", ["", "crane", "-abc", "five-", "five-!!", "five-1089", "five-aaaaaaaa", "five-\u00f1"])
def test_what_is_no_code_is_refused(text):
    with pytest.raises(UserError, match=r"play.code: .* (is no code of a game|damaged or incomplete)"):
        decode_match(text, tiny_lexicon("five"))


def test_a_code_is_for_its_own_words_alone():
    lexicon = tiny_lexicon("five")
    code = encode_match(Match((3,), Rules()), lexicon)
    other = build_lexicon(lexicon.answers[:-1], lexicon.guesses, name="five")
    with pytest.raises(UserError, match="is a game with other words than those of Custom list"):
        decode_match(code, other)
    with pytest.raises(UserError, match="is a game with other words"):
        decode_match(code, tiny_lexicon("three"))
    with pytest.raises(UserError, match="damaged"):
        decode_match(code.replace("five", "three"), tiny_lexicon("three"))


def test_a_lexicon_may_have_a_dash_in_its_name():
    lexicon = build_lexicon(["abide", "crane"], name="my-own")
    match = Match((1,), Rules())
    assert decode_match(encode_match(match, lexicon), lexicon) == match
