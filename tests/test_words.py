"""Words that Hydra or YAML took for something else come back."""

import pytest

from wordle_jax.errors import UserError
from wordle_jax.words import config_word, config_words


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("crane", "crane"),
        ("sueño", "sueño"),
        ("off", "off"),
        (False, "false"),
        (True, "true"),
        (None, "null"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (7, "7"),
        (1e5, "100000.0"),
    ],
)
def test_scalar_is_the_word_that_was_typed(value: object, word: str) -> None:
    assert config_word(value, "solver.opener") == word


def test_list_or_single_word_is_a_list_of_words() -> None:
    assert config_words(["crane", False, None, True], "games.answers") == ["crane", "false", "null", "true"]
    assert config_words(("slate",), "games.answers") == ["slate"]
    assert config_words("crane", "games.answers") == ["crane"]
    assert config_words(False, "games.answers") == ["false"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "games.answers holds no words; write a list such as games.answers=[crane,slate]"),
        (None, "games.answers holds no words; write a list such as games.answers=[crane,slate]"),
        (
            {"a": 1},
            "games.answers: {'a': 1} is not a list of words; write a list such as games.answers=[crane,slate]",
        ),
        (
            ["crane", ["slate"]],
            "games.answers[1]: ['slate'] is not a word; write one word, such as games.answers[1]=crane",
        ),
    ],
)
def test_what_is_no_list_of_words_is_refused(value: object, message: str) -> None:
    with pytest.raises(UserError) as caught:
        config_words(value, "games.answers")
    assert str(caught.value) == message
