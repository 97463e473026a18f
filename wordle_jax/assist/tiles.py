"""Tiles on a terminal: colours, and brackets that say the same without them."""

from typing import Literal

from rich.style import Style
from rich.text import Text

Palette = Literal["standard", "high_contrast"]

# The second is that of the original for people who do not tell green from yellow: orange and blue.
_BACKGROUND = {
    "standard": {"g": "#538d4e", "y": "#b59f3b", "b": "#565758"},
    "high_contrast": {"g": "#f5793a", "y": "#85c0f9", "b": "#565758"},
}
_FOREGROUND = {
    "standard": {"g": "#ffffff", "y": "#ffffff", "b": "#ffffff"},
    "high_contrast": {"g": "#000000", "y": "#000000", "b": "#ffffff"},
}
_BRACKETS = {"g": "[{}]", "y": "({})", "b": " {} "}
LEGEND = "[X] right place   (X) elsewhere in the word    x  not in it"


def capital(letter: str) -> str:
    """Return the capital of a letter; one whose capital is two, such as the German ß, stays small."""
    large = letter.upper()
    return large if len(large) == 1 else letter


def draw_tiles(guess: str, tiles: str, palette: Palette = "standard") -> Text:
    """Return a guess with its tiles (b, y, g), three columns a letter: [X] green, (X) yellow, x gray."""
    text = Text()
    for letter, tile in zip(guess, tiles, strict=True):
        style = Style(color=_FOREGROUND[palette][tile], bgcolor=_BACKGROUND[palette][tile], bold=tile != "b")
        text.append(_BRACKETS[tile].format(letter if tile == "b" else capital(letter)), style)
    return text
