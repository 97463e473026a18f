"""Words that Hydra or YAML took for something else come back."""

import pytest

from wordle_jax.errors import UserError
from wordle_jax.words import config_word


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


@pytest.mark.parametrize("value", [["crane"], {"a": 1}])
def test_what_is_no_word_is_refused(value: object) -> None:
    with pytest.raises(
        UserError, match=r"solver.opener: .* is not a word; write one word, such as solver.opener=crane"
    ):
        config_word(value, "solver.opener")
