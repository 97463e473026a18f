"""The assistant: from a position to all that is shown of it. It keeps nothing of the games that it is asked about."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from jaxtyping import Bool, Int32

from wordle_jax.assist.advice import (
    Advice,
    Board,
    BoardStatus,
    Candidate,
    Hint,
    Mistake,
    Rating,
    Status,
    Suggestion,
    WordList,
)
from wordle_jax.assist.knowledge import Candidates, HardKnowledge, Knowledge, SoftKnowledge, rate_green_row
from wordle_jax.assist.mistakes import explain_contradiction, find_mistakes
from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.reading import read_position, read_turn, refuse_illegal, refuse_impossible
from wordle_jax.assist.reasons import explain_rows
from wordle_jax.assist.worst_case import search_worst_case
from wordle_jax.belief import join_sets
from wordle_jax.catalog import load_recipe
from wordle_jax.channel import Adversary, Channel
from wordle_jax.errors import UserError, naming
from wordle_jax.lexicon import Lexicon, build_lexicon, find_word
from wordle_jax.opening import OpeningBook, find_explorers, find_opener, load_opening_book, read_opener
from wordle_jax.pattern import format_pattern, parse_pattern, score_words
from wordle_jax.player import Player
from wordle_jax.rules import AllowedAfter, Rules, build_allowed_after
from wordle_jax.soft_player import SoftPlayer, expect_channels
from wordle_jax.solver import Recipe
from wordle_jax.world import World, build_world

_SUGGESTIONS, _LIKELIEST = 10, 20
# Numbers of candidates whose kernels are made ready: one of each size that is padded to the same.
_PREPARED_SIZES = (8, 16, 32, 64, 128, 256, 512)
# And of the searches, which consider all guesses or the best: what either is compiled of is loaded when first used.
_PREPARED_SEARCHES = (3, 100)
# Guesses that the search of the worst case tries first.
_RANKED = 50
# What stands in for a solver that takes every tile for true where tiles may be wrong.
_SOFT_SOLVER = "noise_aware"


@dataclass(frozen=True, eq=False)
class Assistant:
    """A solver in a lexicon under rules, and the channel by which tiles are thought to be shown.

    `smoothing` is that of the frequency prior, per million words; `opener_is_asked` tells that the opener was named for
    this game and not by the recipe alone.
    """

    lexicon: Lexicon
    world: World
    recipe: Recipe
    rules: Rules
    channel: Channel
    smoothing: float
    opener_is_asked: bool = False
    _players: dict[Recipe, Player] = field(default_factory=dict)
    _soft_players: dict[tuple[Recipe, int], SoftPlayer] = field(default_factory=dict)

    def read(self, text: str, position: Position, suggestion: str | None = None) -> Turn:
        """Return the turn that a person typed, see `read_turn`; raises UserError also for what the rules forbid.

        So it does for tiles that no word at all can show, unless tiles may be wrong.
        """
        turn = read_turn(text, self.lexicon, position, suggestion)
        self._refuse(turn, position)
        return turn

    def read_position(self, values: Mapping[str, Any]) -> Position:
        """Return the position that plain values describe, each turn checked as `read` does."""
        given = read_position(values, self.lexicon)
        position = replace(given, turns=())
        for number, turn in enumerate(given.turns, start=1):
            with naming(f"entry {number}"):
                self._refuse(turn, position)
            position = position.after(turn)
        return given

    def max_turns(self, boards: int) -> int:
        """Return how many guesses there are: one more for every board after the first."""
        return self.rules.max_guesses + boards - 1

    def with_solver(self, recipe: Recipe) -> "Assistant":
        """Return the assistant with another solver."""
        return replace(self, recipe=recipe, opener_is_asked=False)

    @cached_property
    def widened(self) -> "Assistant":
        """The assistant for which every word that may be guessed may be the answer. Raises UserError if that is so."""
        if self.lexicon.num_answers == self.lexicon.num_guesses:
            raise UserError("every word that may be guessed is an answer already: there is nothing to widen")
        lexicon = self.lexicon
        frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
        wide = build_lexicon(
            lexicon.guesses,
            frequency=frequency,
            name=lexicon.name,
            title=f"{lexicon.title}, every word an answer",
            strip_accents=lexicon.strip_accents,
        )
        return replace(self, lexicon=wide, world=build_world(wide, self.smoothing), _players={}, _soft_players={})

    def prepare(self, boards: int = 1, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Load what suggestions need, which takes a second, and once ever some ten to be compiled.

        It looks every tenth of a second or so whether it is stopped, but not while it compiles.
        """
        for step in self._list_preparations(boards):
            if is_stopped():
                return
            step()

    def _list_preparations(self, boards: int) -> Iterator[Callable[[], Any]]:
        """Yield what is to be done: a belief of each size, a game, and the search, which loads the longest."""
        recipe = self._choose_recipe(Position(), [])
        everyone = np.arange(self.world.num_answers, dtype=np.int32)
        ranked = self.world.answer_guess[:1]
        if recipe.belief == "hard":
            for size in _PREPARED_SIZES:
                known = HardKnowledge(self.lexicon, self._player(recipe), join_sets([everyone[:size]]), turn=2)
                yield partial(known.rank, _RANKED, None)
        position, secret = Position(boards), self.lexicon.answers[0]
        for _ in range(self.max_turns(boards)):
            yield partial(self.advise, position, searches=False)
            suggestion = self.advise(position, searches=False).suggestion
            if suggestion is None or suggestion == secret:
                break
            tiles = format_pattern(score_words(suggestion, secret), self.lexicon.word_length)
            position = position.after(Turn(suggestion, (tiles,) * boards))
        if recipe.belief == "hard":
            for size in _PREPARED_SEARCHES:
                some = everyone[:size]
                yield partial(search_worst_case, self.world, self.lexicon, some, ranked, self.rules.mode, None)

    def advise(self, position: Position, *, searches: bool = True) -> Advice:
        """Return all that is shown of a position; `searches` allows the search of the worst case, which takes longer.

        Raises UserError for what is not played, such as hard rules on several boards.
        """
        if position.is_widened:
            return self.widened.advise(replace(position, is_widened=False), searches=searches)
        self._check(position)
        contradictory = [board for board in range(position.boards) if self._is_contradictory(position, board)]
        boards_to_solve = self._boards_to_solve(position)
        turn, max_turns = len(position.turns) + 1, self.max_turns(position.boards)
        notes: list[str] = []
        recipe = self._choose_recipe(position, notes)
        knowledge = self._know(position, boards_to_solve, recipe)
        boards = []
        for board in range(position.boards):
            place = boards_to_solve.index(board) if board in boards_to_solve else None
            candidates = None if knowledge is None or place is None else knowledge.candidates(place)
            boards.append(self._describe(position, board, recipe, candidates))
        status: Status = "open"
        if contradictory:
            status = "contradiction"
        elif not position.open_boards:
            status = "doubtful" if boards_to_solve else "solved"
        elif turn > max_turns:
            status = "lost"
        if status in ("lost", "doubtful") and turn > max_turns:
            notes.append(f"all {max_turns} guesses are used up")
        suggestions: list[Suggestion] = []
        worst_case = None
        if knowledge is not None and turn <= max_turns:
            legal = self._legal(position, notes)
            ranked = self._rank_first(knowledge, recipe) if turn == 1 else knowledge.rank(_RANKED, legal)
            suggestions = knowledge.measure(ranked[:_SUGGESTIONS])
            notes += _describe_left_out(contradictory, "what is suggested")
            if searches and isinstance(knowledge, HardKnowledge) and len(boards_to_solve) == 1 and not contradictory:
                members = knowledge.beliefs[0]
                worst_case = search_worst_case(self.world, self.lexicon, members, ranked, self.rules.mode, legal)
        return Advice(
            status=status,
            turn=turn,
            max_turns=max_turns,
            solver=recipe.name,
            lexicon=self.lexicon.title,
            mode=self.rules.mode,
            belief="soft" if recipe.belief == "soft" else "hard",
            boards=tuple(boards),
            suggestions=tuple(suggestions),
            worst_case=worst_case,
            notes=tuple(notes),
        )

    def rate(self, position: Position, word: str) -> Rating:
        """Return what is to be said of any word that may be guessed. Raises UserError if it may not, or all is done."""
        if position.is_widened:
            return self.widened.rate(replace(position, is_widened=False), word)
        self._check(position)
        guess = find_word(self.lexicon, word)
        word = self.lexicon.guesses[guess]
        boards = self._boards_to_solve(position)
        notes: list[str] = []
        recipe = self._choose_recipe(position, notes)
        knowledge = self._know(position, boards, recipe)
        if knowledge is None:
            raise UserError("there is nothing left to guess: undo an entry, or restart")
        notes = []
        try:
            refuse_illegal(word, position, self.rules.mode)
        except UserError as error:
            notes.append(str(error))
        for board in boards:
            where = f" on board {board + 1}" if position.boards > 1 else ""
            against = next(self._rule_out(word, position.rows(board)), None)
            verdict = "what speaks against it" if recipe.belief == "soft" else "not the answer"
            notes += [f"{verdict}{where}: {against}"] if against else []
        first = None if position.turns else self._opener(recipe)
        rank = None
        ranked = knowledge.rank(self.lexicon.num_guesses, self._legal(position, notes=[]), first)
        if isinstance(knowledge, HardKnowledge) and guess in ranked:
            rank = int(np.flatnonzero(ranked == guess)[0]) + 1
        own, best = knowledge.measure(np.array([guess, ranked[0]], np.int32))
        return Rating(own, best, rank, tuple(notes))

    def list_words(self, position: Position) -> tuple[WordList, ...]:
        """Return all candidates of every open board."""
        if position.is_widened:
            return self.widened.list_words(replace(position, is_widened=False))
        boards = self._boards_to_solve(position)
        knowledge = self._know(position, boards, self._choose_recipe(position, []))
        if knowledge is None:
            return ()
        each = [knowledge.candidates(place) for place in range(len(boards))]
        return tuple(WordList(b, self._name(c, len(c.answers))) for b, c in zip(boards, each, strict=True))

    def hint(self, position: Position) -> Hint | None:
        """Return a letter that was not guessed yet; None if the candidates have none, or there are none."""
        tried = set("".join(turn.guess for turn in position.turns))
        share: dict[str, float] = defaultdict(float)
        lists = self.list_words(position)
        listed_boards = {listed.board for listed in lists}
        for listed in lists:
            for candidate in listed.words:
                for letter in sorted(set(candidate.word) - tried):
                    share[letter] += candidate.probability / len(lists)
        if not share:
            return None
        letter = min(share, key=lambda letter: (-share[letter], letter))
        left_out = [board for board in position.open_boards if board not in listed_boards]
        return Hint(letter, min(1.0, share[letter]), tuple(_describe_left_out(left_out, "the hint")))

    # --- what is asked for -------------------------------------------------------------------------------------

    def _check(self, position: Position) -> None:
        """Raise UserError for what is not played."""
        if position.boards > 1 and self.rules.mode != "normal":
            raise UserError(f"rules.mode: is {self.rules.mode}, which one board has; give normal, or boards=1")
        if position.boards > 1 and isinstance(self.channel, Adversary):
            raise UserError("channel: an adversary looks at one board; give another channel, or boards=1")
        if self.recipe.path is not None:
            raise UserError(f"solver: {self.recipe.name} plays a saved tree and rates nothing; give another solver")

    def _refuse(self, turn: Turn, position: Position) -> None:
        self._check(position)
        self._refuse_after_the_end(position)
        if not self._may_be_wrong(position):
            refuse_impossible(turn)
        refuse_illegal(turn.guess, position, self.rules.mode)

    def _refuse_after_the_end(self, position: Position) -> None:
        """Raise UserError for an entry to a game that is over."""
        entries, most = len(position.turns), self.max_turns(position.boards)
        if all(self._is_solved(position, board) for board in range(position.boards)):
            raise UserError(
                f"the game was solved with entry {entries} ({position.turns[-1].guess}); undo takes it back"
            )
        if entries >= most:
            raise UserError(f"all {most} guesses are used up; undo takes the last entry back")

    def _may_be_wrong(self, position: Position) -> bool:
        return position.is_tolerant or not self.channel.is_clean

    def _is_solved(self, position: Position, board: int) -> bool:
        """Tell whether a board is solved; where tiles may be wrong, that is for the person to say."""
        return position.is_found(board) if self._may_be_wrong(position) else position.is_green(board)

    def _boards_to_solve(self, position: Position) -> list[int]:
        """Return the boards that the next guess is for: the open ones, and those that are green if there are none."""
        boards = position.open_boards or range(position.boards)
        return [b for b in boards if not self._is_solved(position, b) and not self._is_contradictory(position, b)]

    def _choose_recipe(self, position: Position, notes: list[str]) -> Recipe:
        """Return the recipe that plays: one with a soft belief where tiles may be wrong."""
        if not self._may_be_wrong(position):
            return self.recipe
        recipe = self.recipe
        if recipe.belief == "hard":
            recipe = load_recipe(_SOFT_SOLVER)
            notes.append(f"{self.recipe.name} takes every tile for true, so {recipe.name} suggests in its place")
        return replace(recipe, assumes="unknown") if self.channel.is_clean else recipe

    # --- what is known -----------------------------------------------------------------------------------------

    def _filter(self, rows: list[tuple[str, str]]) -> Int32[np.ndarray, " member"]:
        """Return the answers that agree with all rows."""
        agrees = np.ones(self.world.num_answers, bool)
        for guess, tiles in rows:
            codes = self.world.matrix.codes[self.lexicon.guess_index[guess]]
            agrees &= codes == parse_pattern(tiles, self.lexicon.word_length)
        return np.flatnonzero(agrees).astype(np.int32)

    def _is_contradictory(self, position: Position, board: int) -> bool:
        """Tell whether no answer agrees with the rows of a board, nor does the word that solved it."""
        if self._may_be_wrong(position):
            return False
        rows = position.rows(board)
        if position.is_green(board):
            return any(True for _ in self._rule_out(rows[-1][0], rows))
        return len(self._filter(rows)) == 0

    def _rule_out(self, word: str, rows: list[tuple[str, str]]) -> Iterator[str]:
        """Yield what rows say against a word."""
        for guess, tiles in rows:
            true = format_pattern(score_words(guess, word), self.lexicon.word_length)
            if true != tiles:
                yield f"{guess} would have shown {true}, not {tiles}"

    def _know(self, position: Position, boards: list[int], recipe: Recipe) -> Knowledge | None:
        """Return what a recipe knows of these boards; None if there are none."""
        if not boards:
            return None
        turn = len(position.turns) + 1
        if recipe.belief == "hard":
            beliefs = join_sets([self._filter(position.rows(board)) for board in boards])
            return HardKnowledge(self.lexicon, self._player(recipe), beliefs, turn)
        player = self._soft_player(recipe, self.max_turns(position.boards))
        return SoftKnowledge.learn(self.lexicon, player, [position.rows(board) for board in boards], turn)

    def _describe(self, position: Position, board: int, recipe: Recipe, candidates: Candidates | None) -> Board:
        rows = position.rows(board)
        status: BoardStatus = "open"
        answer = certainty = None
        reasons: tuple[str, ...] = ()
        mistakes: tuple[Mistake, ...] = ()
        contradiction = None
        if self._is_contradictory(position, board):
            status = "contradiction"
            contradiction = explain_contradiction(rows, self.lexicon, self.world)
        elif self._is_solved(position, board):
            status, answer, certainty = "solved", rows[-1][0], 1.0
        elif position.is_green(board):
            player = self._soft_player(recipe, self.max_turns(position.boards))
            status, answer, certainty = "doubtful", rows[-1][0], rate_green_row(self.lexicon, player, rows)
        if candidates is not None and self._may_be_wrong(position):
            mistakes = find_mistakes(rows, self.lexicon, self.world)
        elif candidates is not None:
            reasons = explain_rows(rows, self.lexicon)
        return Board(
            status=status,
            rows=tuple(rows),
            answer=answer,
            certainty=certainty,
            candidates=int(answer is not None) if candidates is None else len(candidates.answers),
            bits=0.0 if candidates is None else candidates.bits,
            likeliest=() if candidates is None else self._name(candidates, _LIKELIEST),
            reasons=reasons,
            mistakes=mistakes,
            contradiction=contradiction,
        )

    def _name(self, candidates: Candidates, number: int) -> tuple[Candidate, ...]:
        pairs = zip(candidates.answers[:number].tolist(), candidates.probabilities[:number].tolist(), strict=True)
        return tuple(Candidate(self.lexicon.answers[answer], probability) for answer, probability in pairs)

    # --- what may be guessed -----------------------------------------------------------------------------------

    def _legal(self, position: Position, notes: list[str]) -> Bool[np.ndarray, " guess"] | None:
        """Return which guesses the rules allow; None for all, also where wrong tiles forbid every word."""
        if self._allowed_after is None or not position.turns:
            return None
        legal = np.ones(self.lexicon.num_guesses, bool)
        for guess, tiles in position.rows(0):
            index = self.lexicon.guess_index[guess]
            legal &= self._allowed_after(index, parse_pattern(tiles, self.lexicon.word_length))
            legal[index] = False
        if legal.any():
            return legal
        notes.append(f"no word is legal under {self.rules.mode.replace('_', ' ')} rules: all are considered")
        return None

    def _rank_first(self, knowledge: Knowledge, recipe: Recipe) -> Int32[np.ndarray, " rank"]:
        """Return the best first guesses; those with the highest entropy are in the opening book."""
        opener = self._opener(recipe)
        known = self._book.explorers.get(self.world.digest)
        if known is None or opener is None or recipe.score != "entropy" or recipe.uses_masses:
            return knowledge.rank(_RANKED, None, opener)
        return np.array([opener, *(guess for guess in known if guess != opener)], np.int32)[:_RANKED]

    def _opener(self, recipe: Recipe) -> int | None:
        """Return what the recipe opens with; None if that is to be found like any other guess."""
        opener = read_opener(recipe, self.lexicon, self.opener_is_asked, lambda line: None)
        if opener is None and recipe.belief == "hard" and recipe.is_deterministic:
            return find_opener(self._player(recipe), self.rules.mode, self._book)
        return opener

    # --- made once ---------------------------------------------------------------------------------------------

    def _player(self, recipe: Recipe) -> Player:
        if recipe not in self._players:
            explorers = find_explorers(self.world, recipe, self._book)
            self._players[recipe] = Player(recipe, self.world, explorers, self.rules.mode)
        return self._players[recipe]

    def _soft_player(self, recipe: Recipe, turns: int) -> SoftPlayer:
        key = recipe, turns
        if key not in self._soft_players:
            channels = expect_channels(recipe, self.channel, self.lexicon.word_length)
            self._soft_players[key] = SoftPlayer(recipe, self.world, channels, turns)
        return self._soft_players[key]

    @cached_property
    def _allowed_after(self) -> AllowedAfter | None:
        return build_allowed_after(self.lexicon.letters, self.rules.mode)

    @cached_property
    def _book(self) -> OpeningBook:
        return load_opening_book()


def _describe_left_out(boards: list[int], what: str) -> list[str]:
    """Return a note that something is about the other boards, if there are contradictory ones."""
    names = " and ".join(str(board + 1) for board in boards)
    plural = "s" if len(boards) > 1 else ""
    return [f"{what} leaves out board{plural} {names}, whose entries contradict each other"] if boards else []
