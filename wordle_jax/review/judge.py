"""Judges a game guess by guess: what it left, how lucky that was, and what the best guess would have been."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log2
from typing import Any, Literal

import numpy as np
from jaxtyping import Bool, Int64

from wordle_jax.constraints.impossible import impossible_tile
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon, find_answer
from wordle_jax.pattern import format_pattern, parse_pattern, score_words
from wordle_jax.review.bits import BitCounter
from wordle_jax.review.endgame import search_endgame
from wordle_jax.rules import RuleMode, build_allowed_after, explain_illegal
from wordle_jax.scores import entropy_of_sizes
from wordle_jax.word_file import normalise, quote
from wordle_jax.world import World

MOST_SCORE = 99
Method = Literal["search", "bits"]


@dataclass(frozen=True)
class Move:
    """A guess and its tiles."""

    guess: str
    tiles: str


@dataclass(frozen=True)
class Turn:
    """What is said of one guess.

    before, after  candidates; after the word is found there is one
    bits           log2(before / after), what the tiles told
    expected_bits  the entropy of the tiles: what they tell on average over the candidates
    luck           0 to 99: of 100 candidates, how many would have left more, those that would have left as many
                   counting half; 50 is as expected. The word itself leaves nothing.
    best           the best guess: that of the person, if none is better
    lost           guesses more than after the best one, on average over the candidates
    skill          0 to 99: 99 for the best guess, 0 for one that loses a guess or more; None if it was not legal
    method         how `best` and `lost` were found: "search", over all ways to go on; or "bits", where these are too
                   many: then `best` tells most, and `lost` is the share that the guess tells less
    line           the guesses of who plays best from here, to the answer; one alone where the answer is not known
    notes          what else is to be said
    """

    guess: str
    tiles: str
    before: int
    after: int
    bits: float
    expected_bits: float
    luck: int
    is_candidate: bool
    best: str
    lost: float | None
    skill: int | None
    method: Method
    line: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Review:
    """All turns of a game; luck and skill are means over those that have them, rounded to whole numbers."""

    lexicon: str
    mode: RuleMode
    answer: str | None
    is_solved: bool
    turns: tuple[Turn, ...]
    luck: int
    skill: int | None
    left: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain values."""
        return asdict(self)


class Judge:
    """Judges games with the words of a lexicon under some rules."""

    def __init__(self, lexicon: Lexicon, world: World, mode: RuleMode = "normal") -> None:
        self._lexicon, self._world, self._mode = lexicon, world, mode
        self._bits = BitCounter(world)
        self._allowed_after = build_allowed_after(world.letters, mode)
        self._win = world.matrix.num_patterns - 1

    def review(self, guesses: Sequence[str], answer: str | None = None) -> Review:
        """Return the review of a game: `crane`, or `crane bybbg` where the answer is not known, for each guess.

        Raises UserError for what is no guess, for tiles that no answer shows, and for guesses after the word.
        """
        if not guesses:
            raise UserError("guesses: has none; give those that were made, such as guesses=[crane,slate]")
        secret = None
        if answer is not None:
            try:
                secret = find_answer(self._lexicon, answer)
            except UserError as error:
                raise UserError(f"answer: {error}; another lexicon may have it") from error
        moves = [self._read_move(text, secret, f"guesses[{i}]") for i, text in enumerate(guesses)]
        candidates, legal = np.arange(self._world.num_answers), None
        if self._allowed_after is not None:
            legal = np.ones(self._world.num_guesses, bool)
        turns: list[Turn] = []
        for number, move in enumerate(moves):
            if turns and set(turns[-1].tiles) == {"g"}:
                raise UserError(f"guesses[{number}]: {move.guess} comes after the word was found; leave it out")
            turns.append(self._judge(moves[: number + 1], candidates, legal, secret, f"guesses[{number}]"))
            candidates = candidates[self._agrees(move, candidates)]
            legal = self._restrict(legal, move)
        skills = [turn.skill for turn in turns if turn.skill is not None]
        return Review(
            lexicon=self._lexicon.name,
            mode=self._mode,
            answer=None if secret is None else self._lexicon.answers[secret],
            is_solved=set(turns[-1].tiles) == {"g"},
            turns=tuple(turns),
            luck=_mean([turn.luck for turn in turns]),
            skill=_mean(skills) if skills else None,
            left=tuple(self._lexicon.answers[a] for a in candidates),
        )

    def _read_move(self, text: str, secret: int | None, where: str) -> Move:
        lexicon, length = self._lexicon, self._lexicon.word_length
        word, _, typed = normalise(text, lexicon.strip_accents).strip().partition(" ")
        if len(word) != length or not word.isalpha():
            raise UserError(
                f"{where}: {quote(word)} is no word of {length} letters; give a word, or a word and its tiles"
            )
        tiles = None
        try:
            tiles = format_pattern(parse_pattern(typed, length), length) if typed.strip() else None
        except UserError as error:
            raise UserError(f"{where}: {error}") from error
        if secret is None:
            if tiles is None:
                raise UserError(f"{where}: {word} has no tiles; give them, as in '{word} bybbg', or the answer")
            return Move(word, tiles)
        true = format_pattern(score_words(word, lexicon.answers[secret]), length)
        if tiles not in (None, true):
            raise UserError(
                f"{where}: {word} shows {true} to {lexicon.answers[secret]}, not {tiles}; leave the tiles out"
            )
        return Move(word, true)

    def _judge(
        self,
        moves: Sequence[Move],
        candidates: Int64[np.ndarray, " candidate"],
        legal: Bool[np.ndarray, " guess"] | None,
        secret: int | None,
        where: str,
    ) -> Turn:
        move, n = moves[-1], len(candidates)
        codes = self._codes(move.guess, candidates)
        shown = parse_pattern(move.tiles, self._lexicon.word_length)
        if shown not in codes:
            tile = impossible_tile(move.guess, shown)
            reason = tile.message if tile else f"none of the {n:,} words left before it answers so; see the entries"
            raise UserError(f"{where}: {move.guess} {move.tiles}: {reason}")
        sizes = np.bincount(codes)
        # What a candidate would have left to find: nothing if it was guessed.
        rest = np.where(codes == self._win, 0, sizes[codes])
        own = 0 if shown == self._win else int(sizes[shown])
        luck = int(100 * (2 * np.count_nonzero(rest > own) + np.count_nonzero(rest == own)) // (2 * n))
        index = self._lexicon.guess_index.get(move.guess)
        notes = self._note(moves, index)
        is_rated = index is not None and (legal is None or bool(legal[index]))
        best, lost, skill, method = self._compare(candidates, legal, index if is_rated else None)
        return Turn(
            guess=move.guess,
            tiles=move.tiles,
            before=n,
            after=int(sizes[shown]),
            bits=log2(n / int(sizes[shown])),
            expected_bits=float(entropy_of_sizes(sizes[None].astype(np.int64))[0]),
            luck=min(MOST_SCORE, luck),
            is_candidate=bool((codes == self._win).any()),
            best=self._lexicon.guesses[best],
            lost=lost,
            skill=skill,
            method=method,
            line=self._find_line(candidates, legal, best, secret),
            notes=notes,
        )

    def _note(self, moves: Sequence[Move], index: int | None) -> tuple[str, ...]:
        word, notes = moves[-1].guess, []
        if index is None:
            notes.append(f"{word} is not a word of {self._lexicon.title}")
        if word in [move.guess for move in moves[:-1]]:
            notes.append(f"{word} was guessed before")
        for move in moves[:-1]:
            reason = explain_illegal(word, move.guess, move.tiles, self._mode)
            if reason is not None:
                notes.append(f"{self._mode.replace('_', ' ')} mode does not allow {word}: {reason}")
                break
        return tuple(notes)

    def _compare(
        self, candidates: Int64[np.ndarray, " candidate"], legal: Bool[np.ndarray, " guess"] | None, guess: int | None
    ) -> tuple[int, float | None, int | None, Method]:
        """Return the best guess, what the one that was made loses against it, its skill, and how that was found."""
        method: Method
        endgame = search_endgame(self._world, candidates, self._mode, legal, guess)
        if endgame is not None:
            best, method = endgame.best, "search"
            worse, whole = (endgame.cost_of or endgame.cost) - endgame.cost, len(candidates)
        else:
            value = self._bits.rate(candidates)
            best, method = self._bits.find_best(value, legal), "bits"
            worse, whole = int(value[best]) - int(value[best if guess is None else guess]), int(value[best])
        if guess is None:
            return best, None, None, method
        # Rounded in whole numbers, so that it is the same everywhere.
        skill = max(0, (2 * MOST_SCORE * (whole - worse) + whole) // (2 * whole))
        return guess if worse == 0 else best, worse / whole, skill, method

    def _find_line(
        self,
        candidates: Int64[np.ndarray, " candidate"],
        legal: Bool[np.ndarray, " guess"] | None,
        best: int,
        secret: int | None,
    ) -> tuple[str, ...]:
        """Return the guesses to the answer of who begins with the best one and goes on as well as is known."""
        words = self._lexicon.guesses
        line = [words[best]]
        if secret is None:
            return tuple(line)
        answer = self._lexicon.answers[secret]
        while line[-1] != answer:
            move = Move(line[-1], format_pattern(score_words(line[-1], answer), len(answer)))
            candidates = candidates[self._agrees(move, candidates)]
            legal = self._restrict(legal, move)
            line.append(words[self._compare(candidates, legal, None)[0]])
        return tuple(line)

    def _restrict(self, legal: Bool[np.ndarray, " guess"] | None, move: Move) -> Bool[np.ndarray, " guess"] | None:
        """Return the guesses that are legal after one more move; a word of no list restricts nothing by itself."""
        guess = self._lexicon.guess_index.get(move.guess)
        if legal is None or self._allowed_after is None or guess is None:
            return legal
        after = legal & self._allowed_after(guess, parse_pattern(move.tiles, len(move.guess)))
        after[guess] = False
        return after

    def _agrees(self, move: Move, candidates: Int64[np.ndarray, " candidate"]) -> Bool[np.ndarray, " candidate"]:
        return self._codes(move.guess, candidates) == parse_pattern(move.tiles, self._lexicon.word_length)

    def _codes(self, word: str, candidates: Int64[np.ndarray, " candidate"]) -> Int64[np.ndarray, " candidate"]:
        guess = self._lexicon.guess_index.get(word)
        if guess is not None:
            return self._world.matrix.codes[guess, candidates].astype(np.int64)
        return np.array([score_words(word, self._lexicon.answers[a]) for a in candidates], np.int64)


def _mean(numbers: Sequence[int]) -> int:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))
