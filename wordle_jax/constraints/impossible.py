"""Patterns that no word at all can answer."""

from dataclasses import dataclass

from wordle_jax.constraints.explain import NUMBERS
from wordle_jax.pattern import format_pattern

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class ImpossibleTile:
    """The tile that cannot be what was entered: its place in the guess, from 1, and why not."""

    position: int
    message: str


def impossible_tile(guess: str, pattern: int) -> ImpossibleTile | None:
    """Return the first tile that rules out every answer, word or not, or None where some answer fits.

    Only a yellow tile can. Yellows of a letter are given from the left while the answer has some of it to
    spare, so none follows a gray of the same letter; and each needs a place of its own for the letter: one
    that is neither green nor under another tile of that letter. Where both hold for every yellow tile, an
    answer is made by putting the yellow letters in such places and letters that are not in the guess in the
    others.

    Args:
        guess: the word that was guessed, at most 8 letters.
        pattern: its pattern code, gray 0, yellow 1, green 2, base 3, first tile most significant.
    """
    tiles = format_pattern(pattern, len(guess))
    for index, (letter, tile) in enumerate(zip(guess, tiles, strict=True)):
        if tile != "y":
            continue
        to_the_left = [t for g, t in zip(guess[:index], tiles[:index], strict=True) if g == letter]
        num_places = sum(t != "g" and g != letter for g, t in zip(guess, tiles, strict=True))
        if "b" in to_the_left:
            reason = f"an earlier {letter} is gray"
        elif to_the_left.count("y") >= num_places:
            some = f"only {NUMBERS[num_places]}" if num_places else "no"
            reason = f"the other tiles leave {letter} {some} place{'s' * (num_places > 1)}"
        else:
            continue
        sentence = f"no word can answer that: the {_ORDINALS[index]} tile cannot be yellow, because {reason}"
        return ImpossibleTile(index + 1, sentence)
    return None
