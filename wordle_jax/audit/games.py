"""The games of one run, as measures look at them."""

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Int64

from wordle_jax.audit.tally import tally
from wordle_jax.lexicon import Lexicon
from wordle_jax.records import GameRecords
from wordle_jax.study.anatomy import count_repeats, count_vowels, frequency_quarters, has_cluster
from wordle_jax.study.measures import count_guesses
from wordle_jax.study.results import PlayedCell


@dataclass(frozen=True, eq=False)
class Games:
    """Games of one solver. `is_census`: every word was played and nothing left to chance, so figures are exact."""

    records: GameRecords
    lexicon: Lexicon
    max_guesses: int
    is_census: bool

    @cached_property
    def tally(self) -> Int64[np.ndarray, "answer column"]:
        """What the games add up to by answer; see tally.py."""
        return tally(self.records, self.max_guesses)

    @cached_property
    def guesses(self) -> Int64[np.ndarray, " game"]:
        """The guesses of each game, a failure counting one more than there are."""
        return count_guesses(self.records, self.max_guesses)

    @property
    def solved_guesses(self) -> Int64[np.ndarray, " game"]:
        """The guesses of the games that were solved."""
        return self.guesses[self.records.solved]

    def is_paired_with(self, other: "Games") -> bool:
        """Return whether another run played the same games."""
        return self.lexicon.digest == other.lexicon.digest and all(
            np.array_equal(getattr(self.records, name), getattr(other.records, name))
            for name in ("answer", "replicate")
        )

    def restrict(self, group: str) -> "Games":
        """Return the games of a group of words: frequency:top, vowels:3-5, repeated:2, clusters:no."""
        chosen = in_group(self.lexicon, group)[self.records.answer]
        kept = {field.name: getattr(self.records, field.name)[chosen] for field in fields(GameRecords)}
        return Games(GameRecords(**kept), self.lexicon, self.max_guesses, self.is_census)


def read_games(cell: PlayedCell) -> Games:
    """Return the games of a cell."""
    return Games(cell.records, cell.lexicon, cell.max_guesses, cell.is_census)


def in_group(lexicon: Lexicon, group: str) -> Bool[np.ndarray, " answer"]:
    """Return which answers are in a group."""
    name, _, which = group.partition(":")
    if name == "frequency":
        return np.isin(frequency_quarters(lexicon), {"top": (1,), "middle": (2, 3), "bottom": (4,)}[which])
    if name == "clusters":
        return np.array([has_cluster(word) for word in lexicon.answers]) == (which == "yes")
    if name == "vowels":
        first, _, last = which.partition("-")
        return np.array([int(first) <= count_vowels(word) <= int(last or first) for word in lexicon.answers])
    assert name == "repeated", group
    return np.array([min(count_repeats(word), 2) for word in lexicon.answers]) == int(which)
